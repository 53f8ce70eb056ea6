"""Hands that move the pieces of the virtual table until it lies as a position of the game says.

Each step is one piece moved, so that a camera sees a turn as it happens. Only what differs is touched.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.board.expectation import canoe_colour
from companion.engine import BEACH, FALLS, GEM_HOME, Gem
from vision.motion.river import RiverArm
from vision.simulate import moves
from vision.simulate.scene import CanoePiece, Scene
from vision.simulate.slides import slide_river

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from companion.engine import Arm, State
    from vision.layout import Layout


def steps_to(scene: Scene, layout: Layout, state: State, rng: Random) -> Iterator[Scene]:
    """Move what does not lie as in ``state`` - discs, canoes, gems, cloud, buoy - one piece a step."""
    for step in (_discs, _canoes, _cargo, _gems, _cloud_and_buoy):
        for after in step(scene, layout, state, rng):
            scene = after
            yield scene


def push_river(
    scene: Scene, layout: Layout, arms: Sequence[Arm], rng: Random, *, steps: int
) -> Iterator[Scene]:
    """Push disc after disc, each in so many ``steps``; canoes that fall leave the table, their gems go home (B15)."""
    for arm in arms:
        afloat = scene.canoes
        for moment in slide_river(scene, layout, RiverArm(str(arm)), rng, steps):
            scene = moment
            yield scene
        names = {canoe.name for canoe in scene.canoes}
        lost = [gem for canoe in afloat if canoe.name not in names for gem in canoe.cargo]
        for gem in lost:
            scene = moves.with_gem_in(scene, layout, GEM_HOME[Gem(gem)], gem)
        if lost:
            yield scene


def _discs(scene: Scene, layout: Layout, state: State, rng: Random) -> Iterator[Scene]:
    del state
    seated = {space: moves.disc_on_space(scene, layout, space) for space in layout.spaces}
    if all(seated.values()) and len(scene.discs) == len(layout.spaces) and _all_in_place(scene, layout):
        return
    yield moves.with_discs_on(replace(scene, discs=()), layout, layout.spaces, rng)


def _all_in_place(scene: Scene, layout: Layout) -> bool:
    return all(
        any(abs(disc.x_mm - x_mm) < SEATED_MM and abs(disc.y_mm - y_mm) < SEATED_MM for disc in scene.discs)
        for x_mm, y_mm in layout.spaces.values()
    )


SEATED_MM = 4.0
"""A disc nearer to its place than this is left alone."""


def _canoes(scene: Scene, layout: Layout, state: State, rng: Random) -> Iterator[Scene]:
    for name, canoe in state.canoes.items():
        if place_of(scene, layout, name) == canoe.at:
            continue
        scene = _put(scene, layout, str(name), str(canoe.at), rng)
        yield scene


def place_of(scene: Scene, layout: Layout, name: str) -> str | None:
    """Where a canoe truly lies: a space, ``beach``, ``falls`` (off the table), or ``None`` for nowhere proper."""
    found = [canoe for canoe in scene.canoes if canoe.name == name]
    if not found:
        return FALLS
    canoe = found[0]
    for space in layout.spaces:
        if scene.canoes.index(canoe) in moves.canoes_on_space(scene, layout, space):
            return space
    for beach in layout.beaches.values():
        if beach.x_min <= canoe.x_mm <= beach.x_max and beach.y_min <= canoe.y_mm <= beach.y_max:
            return BEACH
    return None


def _put(scene: Scene, layout: Layout, name: str, place: str, rng: Random) -> Scene:
    if place_of(scene, layout, name) == FALLS:
        scene = moves.with_canoe_added(scene, CanoePiece(canoe_colour(name), 0.0, 0.0, name=name))
    index = scene.index_of(name)
    if place == FALLS:
        return moves.without_canoe(scene, index)
    if place == BEACH:
        return moves.with_canoe_on_beach(scene, layout, index, rng)
    return moves.with_canoe_on_space(scene, layout, index, place, rng)


def _cargo(scene: Scene, layout: Layout, state: State, rng: Random) -> Iterator[Scene]:
    del layout, rng
    for name, canoe in state.canoes.items():
        if canoe.at == FALLS:
            continue
        index = scene.index_of(str(name))
        cargo = tuple(map(str, canoe.cargo))
        if sorted(scene.canoes[index].cargo) != sorted(cargo):
            scene = moves.with_cargo(scene, index, *cargo)
            yield scene


def _gems(scene: Scene, layout: Layout, state: State, rng: Random) -> Iterator[Scene]:
    del rng
    for deposit, gems in state.deposits.items():
        lies = gems_in(scene, layout, str(deposit))
        ought = Counter({str(gem): count for gem, count in gems.items()})
        if lies == ought:
            continue
        for gem in (lies - ought).elements():
            scene = moves.without_gem_in(scene, layout, str(deposit), gem)
        for gem in (ought - lies).elements():
            scene = moves.with_gem_in(scene, layout, str(deposit), gem)
        yield scene


def gems_in(scene: Scene, layout: Layout, deposit: str) -> Counter[str]:
    """The gems that lie in a deposit, by colour."""
    ground = layout.deposits[deposit]
    (x_mm, y_mm), reach_mm = ground.centre, ground.radius
    return Counter(
        gem.colour for gem in scene.gems if (gem.x_mm - x_mm) ** 2 + (gem.y_mm - y_mm) ** 2 <= reach_mm**2
    )


def _cloud_and_buoy(scene: Scene, layout: Layout, state: State, rng: Random) -> Iterator[Scene]:
    del rng
    cloudy = moves.with_cloud_on(scene, layout, state.weather)
    if cloudy != scene:
        yield cloudy
    passed = moves.with_buoy_on(cloudy, layout, list(state.players).index(state.first))
    if passed != cloudy:
        yield passed
