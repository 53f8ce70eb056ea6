"""The one pair of hands at the virtual table: it moves pieces, piece by piece, with a hand over them meanwhile."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.rehearsal.piece_steps import push_river, steps_to
from companion.rehearsal.table_clock import FRAMES_A_SECOND
from vision.simulate.scene import HandPiece

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from companion.engine import Arm, State
    from companion.rehearsal.table_clock import TableClock
    from vision.layout import Layout
    from vision.simulate.scene import Scene
    from vision.simulate.table import VirtualTable

PUSHED_IN_FRAMES = (2, 3, 4)
"""A disc takes so many frames to be pushed in: a quarter to half a second."""


class Hands:
    """Moves the pieces of one table; each piece takes ``carry_s``."""

    def __init__(
        self, table: VirtualTable, layout: Layout, clock: TableClock, rng: Random, *, carry_s: float
    ) -> None:
        self.layout = layout
        self._table = table
        self._clock = clock
        self._rng = rng
        self._carry_s = carry_s

    @property
    def scene(self) -> Scene:
        """What lies on the table."""
        return self._table.scene

    def lay(self, state: State) -> None:
        """Move whatever does not lie as in ``state``, then take the hand away."""
        for scene in steps_to(self.scene, self.layout, state, self._rng):
            self.show(scene)
        self.lift()

    def push(self, arms: Sequence[Arm]) -> None:
        """Push a disc in for each arm; the hand stays over the rope."""
        steps = self._rng.choice(PUSHED_IN_FRAMES)
        for scene in push_river(self.scene, self.layout, arms, self._rng, steps=steps):
            self._show(scene, self.layout.river.insertion, 1 / FRAMES_A_SECOND)
        self._clock.pause(self._carry_s)

    def show(self, scene: Scene) -> None:
        """The table after one piece was moved, the hand still over it."""
        self._show(scene, _where(self.scene, scene) or self.layout.river.insertion, self._carry_s)

    def _show(self, scene: Scene, hand_at: tuple[float, float], pause_s: float) -> None:
        x_mm, y_mm = hand_at
        # Hands come from the nearer long side of the board.
        hand = HandPiece(
            x_mm, y_mm, self._rng.uniform(-0.4, 0.4) + (1.57 if y_mm < self.layout.size[1] / 2 else -1.57)
        )
        self._table.set(replace(scene, hand=hand))
        self._clock.pause(pause_s)

    def lift(self) -> None:
        """Take the hand away."""
        if self.scene.hand is not None:
            self._table.set(replace(self.scene, hand=None))


def _where(before: Scene, after: Scene) -> tuple[float, float] | None:
    """The place of the first canoe that moved between two scenes."""
    for old, new in zip(before.canoes, after.canoes, strict=False):
        if (old.x_mm, old.y_mm) != (new.x_mm, new.y_mm):
            return new.x_mm, new.y_mm
    return None
