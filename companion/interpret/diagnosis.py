"""Why no legal action fits: the differences of one picture, named as a player would name them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.board.comparison import differences, fits
from companion.board.discrepancy import HOUSEKEEPING_KINDS, Discrepancy, Kind, discrepancy
from companion.board.expectation import expected_picture
from companion.board.picture import RIVER, STILL, without_cargo
from companion.engine import LEVEL, Phase, State
from companion.engine.message import Message
from companion.interpret.ranking import nearest, river_could_have_moved
from companion.interpret.violations import illegal_paddling, illegal_weather, moves_seen

if TYPE_CHECKING:
    from companion.board.picture import BoardPicture, RiverSeen

_RIVER_LENGTH = max(LEVEL.values())
"""Spaces of the river by either arm: after so many discs everything afloat has gone over the falls."""


def diagnose(state: State, seen: BoardPicture, river: RiverSeen = STILL) -> tuple[Discrepancy, ...]:
    """Every difference that must be put right, for a picture that no legal action explains.

    ``river`` is what it was seen doing meanwhile.
    """
    if is_set_up(state):
        return set_up_faults(state, seen)
    if state.phase == Phase.RIVER:
        return _river(state, seen, river)
    if state.phase == Phase.PADDLE:
        return _turn(state, seen)
    return _hard(state, seen)


def is_set_up(state: State) -> bool:
    """Whether nothing has been moved on the board yet (B1)."""
    return state.round == 1 and state.phase == Phase.CHOOSE and not state.retrieved


def set_up_faults(state: State, seen: BoardPicture) -> tuple[Discrepancy, ...]:
    """What is still missing or wrong before the game can begin (B1); discs keep their own kinds."""
    return tuple(map(_of_set_up, _hard(state, seen)))


def still_to_lay(state: State, seen: BoardPicture) -> tuple[Discrepancy, ...]:
    """The same for those who lay the pieces; gems and buoy come last, as a game can begin without them."""
    found = differences(expected_picture(state), seen)
    return tuple(map(_of_set_up, sorted(found, key=lambda item: item.kind in HOUSEKEEPING_KINDS)))


def _of_set_up(item: Discrepancy) -> Discrepancy:
    if item.kind.startswith("disc-"):
        return item
    return discrepancy(Kind.SET_UP_WRONG, item.where, expected=item.expected, seen=item.seen)


def _hard(state: State, seen: BoardPicture) -> tuple[Discrepancy, ...]:
    return _hard_only(differences(expected_picture(state), seen))


def _hard_only(found: tuple[Discrepancy, ...]) -> tuple[Discrepancy, ...]:
    return tuple(item for item in found if item.kind not in HOUSEKEEPING_KINDS)


def _river(state: State, seen: BoardPicture, river: RiverSeen) -> tuple[Discrepancy, ...]:
    """Too few or too many discs (B13), or single canoes that do not lie where the river carried them (B13, B15)."""
    distance = state.river_distance or 0
    counted = river.arms is not None and len(river.arms) == distance
    moved = distance if counted else _discs_pushed(state, seen)
    if moved is None or moved == distance:
        unmoved, least = _hard(state, seen), _hard_only(nearest(state, seen, river)[1])
        return least if least and len(least) <= len(unmoved) else unmoved
    if moved == 0:
        kind = Kind.RIVER_NOT_MOVED
    else:
        kind = Kind.RIVER_MOVED_TOO_LITTLE if moved < distance else Kind.RIVER_MOVED_TOO_FAR
    return (
        discrepancy(
            kind,
            RIVER,
            expected=Message("seen.river", {"count": distance}),
            seen=Message("seen.river", {"count": moved}),
            missing=abs(distance - moved),
        ),
    )


def _discs_pushed(state: State, seen: BoardPicture) -> int | None:
    """How many discs were pushed, if some number of them explains all canoes."""
    if fits(expected_picture(state), without_cargo(seen)):
        return 0
    return next((n for n in range(1, _RIVER_LENGTH + 1) if river_could_have_moved(state, n, seen)), None)


def _turn(state: State, seen: BoardPicture) -> tuple[Discrepancy, ...]:
    """The turn as it was played, if the player's own canoes or the cloud were moved against a rule."""
    player = state.to_act[0]
    left = nearest(state, seen)[1]
    least = _hard_only(left)
    lost = bool(least) and all(item.kind == Kind.CANOE_MISSING for item in least)
    if lost or (least and not any(_concerns(item, player) for item in least)):
        # The turn itself is fine; something else on the board is not.
        return tuple(
            illegal_weather(state, player, seen) or item if item.kind == Kind.WEATHER_WRONG else item
            for item in least
        )
    own = illegal_weather(state, player, seen) or illegal_paddling(state, player, seen)
    if own is None:
        gems = tuple(item for item in left if item.kind == Kind.CARGO_WRONG)
        moved = any(moves_seen(state, player, seen))
        return (least or gems or _hard(state, seen)) if moved else _hard(state, seen)
    others = (item for item in _hard(state, seen) if not _concerns(item, player))
    return (own, *(item for item in others if item.kind != own.kind))


def _concerns(item: Discrepancy, player: str) -> bool:
    return item.message.values.get("colour") == player
