"""Moving pieces as hands do: each function takes a scene and gives the scene after it.

Nothing here asks whether a move is allowed: the functions know what lies where and what fits, not the rules.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from vision.motion.river import RiverArm

from .places import Spot, gem_spots, spots_on_beach, spots_on_space
from .scene import CanoePiece, DiscPiece, GemPiece, Scene

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from random import Random

    from vision.layout import Layout

    from .scene import Place

GEMS_AT_SET_UP = 7
DISC_SEATING_MM = 0.6
"""A disc pushed into a space lies this far from its middle (standard deviation)."""
CANOE_LAYING_MM = 0.4
CANOE_LAYING_RAD = 0.05
"""So far beside its spot and so far turned a canoe is laid (standard deviations)."""
LONE_CANOE_RAD = 0.35
"""A canoe alone on a disc is laid less carefully than one that must fit beside another."""


@dataclass(frozen=True, slots=True)
class Pushed:
    """The table after one disc was pushed in; ``fallen`` went over the falls and is off the table."""

    scene: Scene
    fallen: tuple[CanoePiece, ...]


# --- laying out -------------------------------------------------------------------------------------------


def empty_scene() -> Scene:
    """The bare board for the first calibration picture: no pieces at all, not even in the deposits."""
    return Scene()


def set_up(layout: Layout, players: Sequence[str], rng: Random, *, joe: bool = False) -> Scene:
    """The start of a game: a disc a space, two canoes a player on the beaches, seven gems a deposit."""
    scene = with_discs_on(Scene(), layout, layout.spaces, rng)
    for deposit, ground in layout.deposits.items():
        for _ in range(GEMS_AT_SET_UP):
            scene = with_gem_in(scene, layout, deposit, ground.gem)
    for number in (1, 2):
        for colour in players:
            scene = with_canoe_added(scene, CanoePiece(colour, 0.0, 0.0, name=f"{colour}-{number}"))
            scene = with_canoe_on_beach(scene, layout, len(scene.canoes) - 1, rng)
    if joe:
        scene = with_canoe_added(scene, CanoePiece(layout.pieces.joe_colour, 0.0, 0.0, name="joe"))
        scene = with_canoe_on_space(scene, layout, len(scene.canoes) - 1, layout.river.main[0], rng)
    return with_buoy_on(with_cloud_on(scene, layout, layout.weather.start), layout, 0)


def with_discs_on(scene: Scene, layout: Layout, spaces: Iterable[str], rng: Random) -> Scene:
    """One more disc on each of these spaces."""
    laid = tuple(_seated(layout.spaces[space], rng) for space in spaces)
    return replace(scene, discs=scene.discs + laid)


# --- canoes -----------------------------------------------------------------------------------------------


def with_canoe_added(scene: Scene, canoe: CanoePiece) -> Scene:
    """A canoe comes onto the table (as the last of ``canoes``)."""
    return replace(scene, canoes=(*scene.canoes, canoe))


def without_canoe(scene: Scene, index: int) -> Scene:
    """A canoe is taken off the table; those after it move up by one."""
    return replace(scene, canoes=scene.canoes[:index] + scene.canoes[index + 1 :])


def with_canoe_moved(
    scene: Scene, index: int, x_mm: float, y_mm: float, angle_rad: float | None = None
) -> Scene:
    """A canoe is put down anywhere, its cargo with it."""
    canoe = scene.canoes[index]
    angle = canoe.angle_rad if angle_rad is None else angle_rad
    return _with_canoe(scene, index, replace(canoe, x_mm=x_mm, y_mm=y_mm, angle_rad=angle))


def with_canoe_on_space(scene: Scene, layout: Layout, index: int, space: str, rng: Random) -> Scene:
    """A canoe is put on a space; those lying there make room, so that all lie side by side."""
    company = [other for other in canoes_on_space(scene, layout, space) if other != index]
    together = [*company, index]
    swing = LONE_CANOE_RAD if len(together) == 1 else CANOE_LAYING_RAD
    for number, spot in zip(together, spots_on_space(layout, space, len(together)), strict=True):
        scene = _with_canoe_on_spot(scene, number, spot, swing, rng)
    return scene


def with_canoe_on_beach(scene: Scene, layout: Layout, index: int, rng: Random) -> Scene:
    """A canoe is drawn up where a beach has most room."""
    others = [(c.x_mm, c.y_mm) for number, c in enumerate(scene.canoes) if number != index]

    def room(spot: Spot) -> float:
        return min((math.dist((spot.x_mm, spot.y_mm), other) for other in others), default=math.inf)

    beam = layout.pieces.canoe_beam
    free = max(spots_on_beach(layout), key=lambda spot: min(room(spot), beam))  # the first with room enough
    return _with_canoe_on_spot(scene, index, free, CANOE_LAYING_RAD, rng)


def with_cargo(scene: Scene, index: int, *cargo: str) -> Scene:
    """A canoe carries these gems and no others."""
    return _with_canoe(scene, index, replace(scene.canoes[index], cargo=cargo))


def canoes_on_space(scene: Scene, layout: Layout, space: str) -> tuple[int, ...]:
    """Which of ``canoes`` lie on a space: no other is nearer, and a disc there would carry them."""
    return tuple(
        index
        for index, canoe in enumerate(scene.canoes)
        if _space_at(layout, (canoe.x_mm, canoe.y_mm)) == space
    )


# --- gems, cloud, buoy ------------------------------------------------------------------------------------


def with_gem_in(scene: Scene, layout: Layout, deposit: str, colour: str) -> Scene:
    """A gem is laid in a deposit, where there is most room."""
    lying = [(gem.x_mm, gem.y_mm) for gem in scene.gems]

    def room(spot: Place) -> float:
        return min((math.dist(spot, other) for other in lying), default=math.inf)

    size = layout.pieces.gem_size
    free = max(gem_spots(layout, deposit), key=lambda spot: min(room(spot), size))
    return replace(scene, gems=(*scene.gems, GemPiece(colour, *free)))


def without_gem_in(scene: Scene, layout: Layout, deposit: str, colour: str) -> Scene:
    """One gem of this colour is taken from a deposit; `LookupError` when none lies there."""
    ground = layout.deposits[deposit]
    for index, gem in enumerate(scene.gems):
        if gem.colour == colour and math.dist((gem.x_mm, gem.y_mm), ground.centre) <= ground.radius:
            return replace(scene, gems=scene.gems[:index] + scene.gems[index + 1 :])
    raise LookupError(f"no {colour} gem lies in the {deposit} deposit")


def with_cloud_on(scene: Scene, layout: Layout, value: int) -> Scene:
    """The cloud marker lies on the square of this weather."""
    return replace(scene, cloud=layout.weather.centres[layout.weather.values.index(value)])


def with_buoy_on(scene: Scene, layout: Layout, seat: int) -> Scene:
    """The buoy lies on the round space of this seat, counted from upstream, from 0."""
    return replace(scene, buoy=layout.buoy.centres[seat])


# --- the river --------------------------------------------------------------------------------------------


def push_disc(scene: Scene, layout: Layout, arm: RiverArm, rng: Random) -> Pushed:
    """A disc is pushed in at the first space, and what it pushes moves on, canoes riding.

    Each disc moves one space on and the one that leaves the fork enters ``arm``; the arm's last disc falls,
    with its canoes. Where a disc is missing, the pushing ends: nothing beyond the gap moves.
    """
    branch = layout.river.left if arm is RiverArm.LEFT else layout.river.right
    course = (*layout.river.main, *branch)
    moved: dict[DiscPiece, DiscPiece] = {}
    fallen: set[DiscPiece] = set()
    for here, space in enumerate(course):
        disc = disc_on_space(scene, layout, space)
        if disc is None:
            break
        if here + 1 < len(course):
            moved[disc] = _seated(layout.spaces[course[here + 1]], rng)
        else:
            fallen.add(disc)
    carriers = [carrying_disc(scene, layout, canoe) for canoe in scene.canoes]
    pushed_in = _seated(layout.spaces[course[0]], rng)
    return Pushed(
        scene=replace(
            scene,
            discs=(pushed_in, *(moved.get(disc, disc) for disc in scene.discs if disc not in fallen)),
            canoes=tuple(
                _carried(canoe, disc, moved)
                for canoe, disc in zip(scene.canoes, carriers, strict=True)
                if disc not in fallen
            ),
        ),
        fallen=tuple(canoe for canoe, disc in zip(scene.canoes, carriers, strict=True) if disc in fallen),
    )


def disc_on_space(scene: Scene, layout: Layout, space: str) -> DiscPiece | None:
    """The disc that lies in a space, seated or not: the nearest of those within a radius of its middle."""
    centre, reach = layout.spaces[space], layout.disc.diameter / 2
    near = [disc for disc in scene.discs if math.dist((disc.x_mm, disc.y_mm), centre) <= reach]
    return min(near, key=lambda disc: math.dist((disc.x_mm, disc.y_mm), centre), default=None)


def carrying_disc(scene: Scene, layout: Layout, canoe: CanoePiece) -> DiscPiece | None:
    """The disc a canoe lies on: its middle is above it; ``None`` for one on land or on the river's bed."""

    def distance(disc: DiscPiece) -> float:
        return math.dist((disc.x_mm, disc.y_mm), (canoe.x_mm, canoe.y_mm))

    nearest = min(scene.discs, key=distance, default=None)
    return nearest if nearest is not None and distance(nearest) <= layout.disc.diameter / 2 else None


def _carried(canoe: CanoePiece, disc: DiscPiece | None, moved: Mapping[DiscPiece, DiscPiece]) -> CanoePiece:
    if disc is None or disc not in moved:
        return canoe
    to = moved[disc]
    return replace(canoe, x_mm=canoe.x_mm + to.x_mm - disc.x_mm, y_mm=canoe.y_mm + to.y_mm - disc.y_mm)


def _space_at(layout: Layout, place: Place) -> str | None:
    space = min(layout.spaces, key=lambda name: math.dist(layout.spaces[name], place))
    return space if math.dist(layout.spaces[space], place) <= layout.disc.diameter / 2 else None


def _seated(place: Place, rng: Random) -> DiscPiece:
    return DiscPiece(place[0] + rng.gauss(0, DISC_SEATING_MM), place[1] + rng.gauss(0, DISC_SEATING_MM))


def _with_canoe(scene: Scene, index: int, canoe: CanoePiece) -> Scene:
    return replace(scene, canoes=(*scene.canoes[:index], canoe, *scene.canoes[index + 1 :]))


def _with_canoe_on_spot(scene: Scene, index: int, spot: Spot, swing_rad: float, rng: Random) -> Scene:
    return with_canoe_moved(
        scene,
        index,
        spot.x_mm + rng.gauss(0, CANOE_LAYING_MM),
        spot.y_mm + rng.gauss(0, CANOE_LAYING_MM),
        spot.angle_rad + rng.gauss(0, swing_rad),
    )
