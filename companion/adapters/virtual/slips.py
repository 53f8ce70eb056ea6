"""Human mistakes: what hands do instead of what was meant, as positions on the table."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from companion.adapters.virtual.hands import place_of
from companion.engine import BEACH, FALLS, Paddle, River
from companion.expectation import canoe_colour
from vision.simulate import mishaps, moves

if TYPE_CHECKING:
    from random import Random

    from companion.engine import Action, State
    from vision.layout import Layout
    from vision.simulate.scene import Scene


class Slip(StrEnum):
    """The kinds of mistake the virtual players make."""

    WRONG_SPACE = "wrong space"
    """The canoe ends one space beside its goal."""
    WRONG_CANOE = "wrong canoe"
    """Somebody else's canoe is moved along as well."""
    SHORT_RIVER = "one disc too few"
    """The river is pushed once less than it should be."""
    BUMPED = "canoe bumped off"
    """A sleeve knocks a canoe off its disc."""
    WEATHER = "weather wrong"
    """The cloud lies two steps away from where it should."""
    DISC = "disc displaced"
    """A disc is nudged out of its place."""


def slips_for(action: Action) -> tuple[Slip, ...]:
    """The mistakes that can happen with this action."""
    if isinstance(action, River):
        return (Slip.SHORT_RIVER, Slip.DISC, Slip.BUMPED) if action.arms else ()
    if isinstance(action, Paddle):
        return (Slip.WRONG_SPACE, Slip.WRONG_CANOE, Slip.BUMPED, Slip.WEATHER)
    return (Slip.WEATHER, Slip.BUMPED)


def slipped(
    slip: Slip, scene: Scene, layout: Layout, state: State, action: Action, rng: Random
) -> Scene | None:
    """The table after the mistake, for a ``scene`` that lies as meant; ``None`` when it cannot happen here.

    `Slip.SHORT_RIVER` is made by whoever pushes: it leaves the scene as it is.
    """
    match slip:
        case Slip.WRONG_SPACE:
            moved = [str(move.canoe) for move in action.moves] if isinstance(action, Paddle) else []
            return _beside(scene, layout, _afloat(scene, layout, moved), rng)
        case Slip.WRONG_CANOE:
            own = str(getattr(action, "player", ""))
            others = [str(name) for name in state.canoes if canoe_colour(name) != own]
            return _beside(scene, layout, _afloat(scene, layout, others), rng)
        case Slip.BUMPED:
            afloat = _afloat(scene, layout, [str(name) for name in state.canoes])
            return mishaps.bump(scene, layout, scene.index_of(rng.choice(afloat)), rng) if afloat else None
        case Slip.WEATHER:
            far = [value for value in layout.weather.values if abs(value - state.weather) == 2]
            return moves.with_cloud_on(scene, layout, rng.choice(far)) if far else None
        case Slip.DISC:
            return mishaps.displace_disc(scene, layout, rng.choice(scene.discs), rng)
        case Slip.SHORT_RIVER:
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
