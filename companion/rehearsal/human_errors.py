"""Human mistakes: what hands do instead of what was meant, as positions on the table.

These are action slips, not wrong decisions: the player means a legal turn and the hands do another (D. A. Norman,
"Categorization of action slips", Psychological Review 88, 1981, pages 1-15).
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from companion.board.discrepancy import Kind
from companion.board.expectation import canoe_colour
from companion.engine import BEACH, DEPOSIT_BESIDE, FALLS, Paddle, River
from companion.rehearsal.piece_steps import place_of
from vision.simulate import mishaps, moves
from vision.simulate.scene import CanoePiece

if TYPE_CHECKING:
    from random import Random

    from companion.engine import Action, State
    from vision.layout import Layout
    from vision.simulate.scene import Scene


class Slip(StrEnum):
    """The kinds of mistake the virtual players make."""

    WRONG_SPACE = "wrong space"
    """The canoe ends one space beside its goal."""
    TWO_LAUNCHED = "two launched"
    """A second canoe leaves the beach."""
    TAKEN_GEM = "gem taken"
    """A gem is loaded without the points for it."""
    WRONG_CANOE = "wrong canoe"
    """Somebody else's canoe is moved along as well."""
    SHORT_RIVER = "one disc too few"
    """The river is pushed once less than it should be."""
    LONG_RIVER = "one disc too many"
    """The river is pushed once more than it should be."""
    SAVED = "saved from the falls"
    """A canoe that went over the falls is put back on the last disc."""
    TAKEN_OFF = "taken off"
    """A canoe that should still be on the river is taken off the board."""
    BUMPED = "canoe bumped off"
    """A sleeve knocks a canoe off its disc."""
    WEATHER = "weather wrong"
    """The cloud lies two steps away from where it should."""
    DISC = "disc displaced"
    """A disc is nudged out of its place."""


NAMES: dict[Slip, frozenset[Kind]] = {
    Slip.WRONG_SPACE: frozenset({Kind.MOVE_ILLEGAL}),
    Slip.TWO_LAUNCHED: frozenset({Kind.MOVE_ILLEGAL}),
    Slip.TAKEN_GEM: frozenset({Kind.MOVE_ILLEGAL, Kind.CARGO_WRONG, Kind.DEPOSIT_WRONG}),
    Slip.WRONG_CANOE: frozenset({Kind.CANOE_MISPLACED}),
    Slip.SHORT_RIVER: frozenset({Kind.RIVER_MOVED_TOO_LITTLE, Kind.RIVER_NOT_MOVED}),
    Slip.LONG_RIVER: frozenset({Kind.RIVER_MOVED_TOO_FAR}),
    Slip.SAVED: frozenset({Kind.CANOE_UNEXPECTED, Kind.CANOE_MISPLACED}),
    Slip.TAKEN_OFF: frozenset({Kind.CANOE_MISSING}),
    Slip.BUMPED: frozenset({Kind.CANOE_MISSING, Kind.CANOE_MISPLACED}),
    Slip.WEATHER: frozenset({Kind.WEATHER_WRONG}),
    Slip.DISC: frozenset({Kind.DISC_DISPLACED, Kind.DISC_OVERHANGING}),
}
"""The names under which each may rightly be announced."""


def slips_for(action: Action) -> tuple[Slip, ...]:
    """The mistakes that can happen with this action."""
    if isinstance(action, River):
        river = (Slip.SHORT_RIVER, Slip.LONG_RIVER, Slip.SAVED, Slip.TAKEN_OFF, Slip.DISC, Slip.BUMPED)
        return river if action.arms else ()
    if isinstance(action, Paddle):
        turn = (Slip.WRONG_SPACE, Slip.TWO_LAUNCHED, Slip.TAKEN_GEM, Slip.WRONG_CANOE)
        return (*turn, Slip.BUMPED, Slip.TAKEN_OFF, Slip.WEATHER)
    return (Slip.WEATHER, Slip.BUMPED)


def slipped(
    slip: Slip, scene: Scene, layout: Layout, state: State, action: Action, rng: Random
) -> Scene | None:
    """The table after the mistake, for a ``scene`` that lies as meant; ``None`` when it cannot happen here.

    Pushing too little or too much is done by whoever pushes: it leaves the scene as it is.
    """
    afloat = _afloat(scene, layout, [str(name) for name in state.canoes])
    match slip:
        case Slip.WRONG_SPACE:
            moved = [str(move.canoe) for move in action.moves] if isinstance(action, Paddle) else []
            return _beside(scene, layout, _afloat(scene, layout, moved), rng)
        case Slip.TWO_LAUNCHED:
            return _launched(scene, layout, state, action, rng)
        case Slip.TAKEN_GEM:
            return _gem_taken(scene, layout, afloat, str(getattr(action, "player", "")), rng)
        case Slip.WRONG_CANOE:
            own = str(getattr(action, "player", ""))
            others = [str(name) for name in state.canoes if canoe_colour(name) != own]
            return _beside(scene, layout, _afloat(scene, layout, others), rng)
        case Slip.SAVED:
            return _saved(scene, layout, state, rng)
        case Slip.TAKEN_OFF:
            return moves.without_canoe(scene, scene.index_of(rng.choice(afloat))) if afloat else None
        case Slip.BUMPED:
            return mishaps.bump(scene, layout, scene.index_of(rng.choice(afloat)), rng) if afloat else None
        case Slip.WEATHER:
            far = [value for value in layout.weather.values if abs(value - state.weather) == 2]
            return moves.with_cloud_on(scene, layout, rng.choice(far)) if far else None
        case Slip.DISC:
            return mishaps.displace_disc(scene, layout, rng.choice(scene.discs), rng)
        case Slip.SHORT_RIVER | Slip.LONG_RIVER:
            return scene


def _afloat(scene: Scene, layout: Layout, names: list[str]) -> list[str]:
    return [name for name in names if place_of(scene, layout, name) not in (BEACH, FALLS, None)]


def _beside(scene: Scene, layout: Layout, names: list[str], rng: Random) -> Scene | None:
    """One of these canoes, a space up or down from where it lies."""
    if not names:
        return None
    name = rng.choice(names)
    arms = (layout.river.main + layout.river.left, layout.river.main + layout.river.right)
    here = str(place_of(scene, layout, name))
    course = next(arm for arm in arms if here in arm)
    at = course.index(here)
    near = [course[i] for i in (at - 1, at + 1) if 0 <= i < len(course)]
    return moves.with_canoe_on_space(scene, layout, scene.index_of(name), rng.choice(near), rng)


def _launched(scene: Scene, layout: Layout, state: State, action: Action, rng: Random) -> Scene | None:
    """The player's other canoe leaves the beach too."""
    player = str(getattr(action, "player", ""))
    ashore = [n for n in state.canoes_of(player) if place_of(scene, layout, n) == BEACH]
    if not ashore:
        return None
    return moves.with_canoe_on_space(
        scene, layout, scene.index_of(ashore[0]), rng.choice(layout.river.main), rng
    )


def _gem_taken(scene: Scene, layout: Layout, afloat: list[str], player: str, rng: Random) -> Scene | None:
    """An empty canoe of the player beside a deposit takes a gem that lies there; not a clear one, which hides."""
    empty = [
        name
        for name in afloat
        if canoe_colour(name) == player and not scene.canoes[scene.index_of(name)].cargo
    ]
    rng.shuffle(empty)
    for name in empty:
        deposit = DEPOSIT_BESIDE.get(str(place_of(scene, layout, name)))
        gem = deposit and layout.deposits[str(deposit)].gem
        if gem and gem != "clear":
            try:
                left = moves.without_gem_in(scene, layout, str(deposit), gem)
            except LookupError:
                continue
            return moves.with_cargo(left, left.index_of(name), gem)
    return None


def _saved(scene: Scene, layout: Layout, state: State, rng: Random) -> Scene | None:
    """A canoe lost in this river move lies on the last disc of an arm again."""
    lost = [
        str(name)
        for name, canoe in state.canoes.items()
        if canoe.at != FALLS and place_of(scene, layout, str(name)) == FALLS
    ]
    if not lost:
        return None
    back = moves.with_canoe_added(scene, CanoePiece(canoe_colour(lost[0]), 0.0, 0.0, name=lost[0]))
    last = rng.choice([layout.river.left[-1], layout.river.right[-1]])
    return moves.with_canoe_on_space(back, layout, back.index_of(lost[0]), last, rng)


def true_name(slip: Slip, kinds: frozenset[str], *, hurried: bool) -> bool:
    """Whether a mistake was announced under a name that fits it.

    Of a turn that was played before the turn before it could be seen, nobody knows that it was one: a canoe that
    lies wrongly is named as that, or taken for its own player's illegal move.
    """
    names = NAMES[slip]
    if hurried:
        names |= {Kind.CANOE_MISPLACED}
    if hurried and slip is Slip.WRONG_CANOE:
        names |= {Kind.MOVE_ILLEGAL}
    return bool(names & kinds)
