"""A disc pushed in slowly: what a camera sees between one space and the next."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vision.motion.river import RiverArm

from .moves import carrying_disc, disc_on_space, push_disc
from .scene import DiscPiece

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from vision.layout import Layout

    from .scene import CanoePiece, Scene


def slide_river(scene: Scene, layout: Layout, arm: RiverArm, rng: Random, steps: int) -> Iterator[Scene]:
    """The table while one disc is pushed in, in ``steps`` even moments; the last is what `push_disc` gives.

    The new disc comes from above the rope, the one that falls slides on the way it was going until it is gone.
    """
    after = push_disc(scene, layout, arm, rng).scene
    branch = layout.river.left if arm is RiverArm.LEFT else layout.river.right
    fell = len(after.discs) == len(scene.discs)
    fallen = disc_on_space(scene, layout, branch[-1]) if fell else None
    (before_x, before_y), (last_x, last_y) = layout.spaces[branch[-2]], layout.spaces[branch[-1]]
    beyond = (last_x - before_x, last_y - before_y)
    stayed = [disc for disc in scene.discs if disc != fallen]
    ways = list(zip(stayed, after.discs[1:], strict=True))
    ways.append((DiscPiece(*layout.river.insertion), after.discs[0]))
    if fallen is not None:
        ways.append((fallen, DiscPiece(fallen.x_mm + beyond[0], fallen.y_mm + beyond[1])))
    for step in range(1, steps):
        share = step / steps
        gone = {start: (end.x_mm - start.x_mm, end.y_mm - start.y_mm) for start, end in ways}
        yield replace(
            scene,
            discs=tuple(_on_its_way(start, gone[start], share) for start, _ in ways),
            canoes=tuple(
                canoe
                if (disc := carrying_disc(scene, layout, canoe)) is None
                else _riding(canoe, gone[disc], share)
                for canoe in scene.canoes
            ),
        )
    yield after


def _on_its_way(disc: DiscPiece, way: tuple[float, float], share: float) -> DiscPiece:
    return DiscPiece(disc.x_mm + share * way[0], disc.y_mm + share * way[1])


def _riding(canoe: CanoePiece, way: tuple[float, float], share: float) -> CanoePiece:
    return replace(canoe, x_mm=canoe.x_mm + share * way[0], y_mm=canoe.y_mm + share * way[1])
