"""The river's motion, counted while it happens: how many discs were pushed in, which arm each took, who fell.

Pure bookkeeping over glimpses and their times: nothing here looks at pictures or clocks. What hands hid, or went too
fast to follow, is ``None``.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from vision.sighting import Disc

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.layout import River
    from vision.motion.channel_slide import Glimpse
    from vision.sighting import Sighting

LONGEST_GAP_S = 0.3
"""Longer out of sight than this, a disc may have been pushed in unseen."""
FASTEST, BACKWARDS = 0.6, -0.2
"""Between two glimpses the discs slide at most so many spaces on, or back; one more or less would look the same."""
ARRIVED = 0.2
"""Discs within this of a space have arrived there."""
CONVINCING = 0.8
"""Evidence, summed over a push, from which an arm's discs have moved or lain still."""


class RiverArm(StrEnum):
    """The two ways on from the fork, as seen by a canoe drifting downstream."""

    LEFT = "left"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class RiverMotion:
    """What the river did between two settled looks, or has done so far."""

    pushed: int | None
    """Discs pushed in, all the way; ``None`` when some may have been missed."""
    arms: tuple[RiverArm | None, ...] = ()
    """The arm each took, in order; ``None`` for one that was not seen."""
    over_falls: tuple[str, ...] | None = None
    """Colours of the canoes that went over the falls, sorted; ``None`` when that is not known."""


STILL = RiverMotion(0, (), ())
"""Nothing was pushed."""


@dataclass(slots=True)
class _Push:
    """Evidence for each arm, while one disc was pushed in."""

    left: float | None = None
    right: float | None = None

    def take(self, glimpse: Glimpse) -> None:
        if glimpse.left is not None:
            self.left = (self.left or 0.0) + glimpse.left
        if glimpse.right is not None:
            self.right = (self.right or 0.0) + glimpse.right

    @property
    def arm(self) -> RiverArm | None:
        """The arm whose discs moved; where only one was in sight, its lying still says it was the other."""
        left, right = _convinced(self.left), _convinced(self.right)
        if left is right:
            return None
        return RiverArm.LEFT if left is True or right is False else RiverArm.RIGHT


class RiverCounter:
    """Counts from one settled look to the next; not for use by several threads at once."""

    def __init__(self, river: River) -> None:
        self._river = river
        self._before: Sighting | None = None
        self.start(None)

    def start(self, before: Sighting | None) -> None:
        """Begin at a table seen settled; without a readable one nothing can be counted."""
        self._before = before if before is not None and before.readable else None
        self._known = self._before is not None and self._touching(self._before)
        self._travelled = 0.0
        self._seen_s: float | None = None
        self._pushes: list[_Push] = []

    def see(self, glimpse: Glimpse, taken_s: float) -> None:
        """Take the next picture's glimpse."""
        if self._seen_s is None:
            self._seen_s = taken_s
        if glimpse.slide is None:
            return
        on = (glimpse.slide - self._travelled - BACKWARDS) % 1.0 + BACKWARDS
        self._known &= on <= FASTEST and taken_s - self._seen_s <= LONGEST_GAP_S
        self._seen_s = taken_s
        self._travelled += on
        number = int(max(self._travelled, 0.0))
        while len(self._pushes) <= number:
            self._pushes.append(_Push())
        self._pushes[number].take(glimpse)

    @property
    def motion(self) -> RiverMotion:
        """What the river has done so far."""
        if not self._known or self._before is None:
            return RiverMotion(None)
        pushed = max(int(self._travelled + ARRIVED), 0)
        arms = tuple(push.arm for push in self._pushes[:pushed])
        return RiverMotion(pushed, arms, fallen(self._before, arms, self._river))

    def settle(self, after: Sighting, settled_s: float) -> RiverMotion:
        """The whole motion, now that the table has been seen settled again; what that denies is not told."""
        if self._seen_s is not None and settled_s - self._seen_s > LONGEST_GAP_S:
            self._known = False
        motion = self.motion
        gone = self._gone(after)
        if motion.over_falls is None or gone is None or gone == Counter(motion.over_falls):
            return motion
        return RiverMotion(motion.pushed, motion.arms, None)

    def _gone(self, after: Sighting) -> Counter[str] | None:
        """The canoes that are below the falls since; ``None`` when one of the looks does not say."""
        if self._before is None or self._before.falls is None or after.falls is None:
            return None
        return Counter(after.falls) - Counter(self._before.falls)

    def _touching(self, sighting: Sighting) -> bool:
        """Whether the discs of the main channel push each other: with a gap between them they slide apart."""
        amiss = (Disc.MISSING, Disc.DISPLACED)
        return all(sighting.spaces[name].disc not in amiss for name in self._river.main)


def fallen(before: Sighting, arms: Sequence[RiverArm | None], river: River) -> tuple[str, ...] | None:
    """Who rode over the falls when discs took these arms; ``None`` when that hangs on what was not seen."""
    aboard = {
        name: None if space.canoes is None else tuple(canoe.colour for canoe in space.canoes)
        for name, space in before.spaces.items()
    }
    ends = _ends(aboard, tuple(arms), river)
    return ends.pop() if len(ends) == 1 else None


Aboard = dict[str, tuple[str, ...] | None]


def _ends(aboard: Aboard, arms: tuple[RiverArm | None, ...], river: River) -> set[tuple[str, ...] | None]:
    """Everyone who may have fallen, over all arms that discs not seen may have taken."""
    if not arms:
        return {()}
    ends: set[tuple[str, ...] | None] = set()
    for arm in RiverArm if arms[0] is None else (arms[0],):
        course = (*river.main, *(river.left if arm is RiverArm.LEFT else river.right))
        after = (
            aboard | {course[0]: ()} | {course[at]: aboard[course[at - 1]] for at in range(1, len(course))}
        )
        here = aboard[course[-1]]
        for later in _ends(after, arms[1:], river):
            ends.add(None if here is None or later is None else tuple(sorted(here + later)))
    return ends


def _convinced(evidence: float | None) -> bool | None:
    """Whether discs moved; ``None`` without enough evidence either way."""
    if evidence is None or abs(evidence) < CONVINCING:
        return None
    return evidence > 0
