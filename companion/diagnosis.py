"""Why no legal story fits: the differences of one picture, named as a player would name them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.comparison import COUNTING, Discrepancy, Kind, differences, discrepancy, fits, signed
from companion.engine import (
    BEACH,
    SPACES,
    Card,
    ChangeWeather,
    Move,
    Paddle,
    Phase,
    State,
    why_not,
)
from companion.engine.message import Message
from companion.expectation import canoe_colour, expected_picture
from companion.explanation import nearest, river_could_have_moved

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.picture import BoardPicture

MOST_DISCS = 8
"""No river move is longer: card 6 (or 7) with the weather at its worst is read as far as this."""


def diagnose(state: State, seen: BoardPicture) -> tuple[Discrepancy, ...]:
    """Every difference that must be put right, for a picture that no legal action explains."""
    if is_set_up(state):
        return tuple(_as_set_up(item) for item in _hard(state, seen))
    if state.phase == Phase.RIVER:
        return tuple(_river(state, seen)) or _hard(state, seen)
    if state.phase == Phase.PADDLE:
        return _turn(state, seen)
    return _hard(state, seen)


def is_set_up(state: State) -> bool:
    """Whether nothing has been moved on the board yet (B1)."""
    return state.round == 1 and state.phase == Phase.CHOOSE and not state.retrieved


def _hard(state: State, seen: BoardPicture) -> tuple[Discrepancy, ...]:
    found = differences(expected_picture(state), seen)
    return tuple(item for item in found if item.kind not in COUNTING)


def _as_set_up(item: Discrepancy) -> Discrepancy:
    if item.kind.startswith("disc-"):
        return item
    return discrepancy(Kind.SET_UP_WRONG, item.where, expected=item.expected, seen=item.seen)


def _river(state: State, seen: BoardPicture) -> Iterator[Discrepancy]:
    """A river that moved by another number of discs than it should have, if that explains the picture (B13)."""
    distance = state.river_distance or 0
    if fits(expected_picture(state), seen):
        moved: int | None = 0
    else:
        moved = next(
            (n for n in range(1, MOST_DISCS + 1) if n != distance and river_could_have_moved(state, n, seen)),
            None,
        )
    if moved is None:
        return
    kind = (
        Kind.RIVER_NOT_MOVED
        if moved == 0
        else Kind.RIVER_MOVED_TOO_LITTLE
        if moved < distance
        else Kind.RIVER_MOVED_TOO_FAR
    )
    yield discrepancy(
        kind,
        "river",
        expected=Message("seen.river", {"count": distance}),
        seen=Message("seen.river", {"count": moved}),
        missing=abs(distance - moved),
    )


def _turn(state: State, seen: BoardPicture) -> tuple[Discrepancy, ...]:
    """The turn as it was played, if the player's own canoes or the cloud were moved against a rule."""
    player = state.to_act[0]
    least = tuple(item for item in nearest(state, seen)[1] if item.kind not in COUNTING)
    if least and not any(_concerns(item, player) for item in least):
        # The turn itself is fine; something else on the board is not.
        return tuple(
            _illegal_weather(state, player, seen) or item if _is_weather(item) else item for item in least
        )
    own = _illegal_weather(state, player, seen) or _illegal_paddling(state, player, seen)
    if own is None:
        moved = any(_moves_seen(state, player, seen))
        return least if moved and least else _hard(state, seen)
    others = (item for item in _hard(state, seen) if not _concerns(item, player))
    return (own, *(item for item in others if item.where != own.where))


def _is_weather(item: Discrepancy) -> bool:
    return item.kind == Kind.WEATHER_WRONG


def _concerns(item: Discrepancy, player: str) -> bool:
    return item.message.values.get("colour") == player


def _illegal_weather(state: State, player: str, seen: BoardPicture) -> Discrepancy | None:
    """With a cloud card: the marker did not move exactly one step (B11)."""
    if state.players[player].chosen != Card.CLOUD or seen.weather is None or seen.weather == state.weather:
        return None
    refusal = why_not(state, ChangeWeather(player, seen.weather))
    if refusal is None:
        return None
    return replace(
        discrepancy(
            Kind.WEATHER_WRONG,
            "weather",
            expected=Message("seen.weather-step", {"value": signed(state.weather)}),
            seen=Message("seen.weather", {"value": signed(seen.weather)}),
            rule=refusal.rule,
        ),
        message=refusal.message,
    )


def _illegal_paddling(state: State, player: str, seen: BoardPicture) -> Discrepancy | None:
    """The player's canoes as they lie now, tried as a paddle action: the engine says which rule it breaks."""
    moves = tuple(_moves_seen(state, player, seen))
    if not moves:
        return None
    refusal = why_not(state, Paddle(player, moves))
    if refusal is None:
        return None
    where = moves[0].to
    return replace(
        discrepancy(
            Kind.MOVE_ILLEGAL,
            where,
            expected=Message("seen.a-legal-move", {"card": state.players[player].chosen}),
            seen=Message(
                "seen.paddled",
                {"moves": tuple(_paddled(state, move) for move in moves)},
            ),
            rule=refusal.rule,
            colour=player,
        ),
        message=refusal.message,
    )


def _paddled(state: State, move: Move) -> Message:
    values = {"canoe": move.canoe, "start": state.canoes[move.canoe].at, "to": move.to}
    return Message("seen.paddle", values)


def _moves_seen(state: State, player: str, seen: BoardPicture) -> Iterator[Move]:
    """The player's canoes that left their places, paired with the places where one of his colour turned up."""
    left: list[str] = []
    arrived: list[str] = []
    for place in (*SPACES, BEACH):
        lies = seen.colours(place)
        if lies is None:
            continue
        ought = [name for name, canoe in state.canoes.items() if _is_his(name, player) and canoe.at == place]
        surplus = lies[player] - len(ought)
        arrived += [place] * max(surplus, 0)
        left += ought[: max(-surplus, 0)]
    for canoe, place in zip(left, arrived, strict=False):
        yield Move(canoe, place)


def _is_his(canoe: str, player: str) -> bool:
    return canoe_colour(canoe) == player
