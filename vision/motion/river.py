"""The river's motion, counted while it happens: how many discs were pushed in, which arm each took, who fell.

Pure bookkeeping over slides and their times: nothing here looks at pictures or clocks. What hands hid, or went too
fast to follow, is ``None``.

A slide is a phase: it says how far discs are between two spaces, not how many spaces they have come. It is unwrapped
from one picture to the next (phase unwrapping; K. Itoh, "Analysis of the phase unwrapping algorithm", 1982).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from vision.sighting import DiscState

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.layout import RiverCourse
    from vision.motion.channel_slide import SlideReading
    from vision.sighting import Sighting


@dataclass(frozen=True, slots=True)
class RiverThresholds:
    """What is believed of the river's motion.

    Values of the first version, made for eight pictures a second; how they were chosen is not recorded, and no bench
    figure rests on them.
    """

    longest_gap_s: float = 0.3
    """Longest time, in seconds, that the discs may be out of sight. More overlooks a disc pushed in unseen, less gives
    up counting whenever a sleeve passes."""
    most_forward_spaces: float = 0.6
    """Farthest, in spaces, that discs are believed to slide on between two pictures. More takes a quick step back for
    a push, less gives up on quick pushes."""
    most_back_spaces: float = 0.2
    """Farthest, in spaces, that discs are believed to slide back between two pictures. More takes a quick push for a
    step back, less takes a step back for a push."""
    arrived_within_spaces: float = 0.2
    """Discs so near to their next space, in spaces, count as arrived there. More counts pushes that are not finished,
    less leaves out discs that were not pushed home."""
    convincing_evidence: float = 0.8
    """Evidence of `SlideReading`, summed over one push, from which an arm's discs have moved or lain still, in percent
    of the water's brightness. More leaves arms open, less names the wrong one."""


RIVER = RiverThresholds()


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

    def take(self, reading: SlideReading) -> None:
        if reading.left is not None:
            self.left = (self.left or 0.0) + reading.left
        if reading.right is not None:
            self.right = (self.right or 0.0) + reading.right


class RiverCounter:
    """Counts from one settled look to the next; not for use by several threads at once."""

    def __init__(self, river: RiverCourse, thresholds: RiverThresholds = RIVER) -> None:
        self._river = river
        self._thresholds = thresholds
        self._before: Sighting | None = None
        self.start(None)

    def start(self, before: Sighting | None) -> None:
        """Begin at a table seen settled; without a readable one nothing can be counted."""
        self._before = before if before is not None and before.readable else None
        self._known = self._before is not None and self._touching(self._before)
        self._travelled = 0.0
        self._seen_s: float | None = None
        self._pushes: list[_Push] = []

    def see(self, reading: SlideReading, taken_s: float) -> None:
        """Take what the next picture shows, and when it was taken (seconds of any steady clock)."""
        if self._seen_s is None:
            self._seen_s = taken_s
        if reading.slide is None:
            return
        step = unwrapped_step(reading.slide, self._travelled, self._thresholds)
        self._known &= is_followed(step, taken_s - self._seen_s, self._thresholds)
        self._seen_s = taken_s
        self._travelled += step
        number = int(max(self._travelled, 0.0))
        while len(self._pushes) <= number:
            self._pushes.append(_Push())
        self._pushes[number].take(reading)

    @property
    def motion(self) -> RiverMotion:
        """What the river has done so far."""
        if not self._known or self._before is None:
            return RiverMotion(None)
        pushed = discs_pushed(self._travelled, self._thresholds)
        arms = tuple(arm_taken(push.left, push.right, self._thresholds) for push in self._pushes[:pushed])
        return RiverMotion(pushed, arms, fallen(self._before, arms, self._river))

    def settle(self, after: Sighting, settled_s: float) -> RiverMotion:
        """The whole motion, now that the table has been seen settled again; what that denies is not told."""
        if self._seen_s is not None and settled_s - self._seen_s > self._thresholds.longest_gap_s:
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
        amiss = (DiscState.MISSING, DiscState.DISPLACED)
        return all(sighting.spaces[name].disc not in amiss for name in self._river.main)


def unwrapped_step(slide: float, travelled: float, thresholds: RiverThresholds = RIVER) -> float:
    """How many spaces the discs slid since they had ``travelled`` so many, given their slide now.

    Of all steps that would look the same, a whole space apart, it is the one nearest to a small step on.
    """
    back = thresholds.most_back_spaces
    return (slide - travelled + back) % 1.0 - back


def is_followed(step: float, gap_s: float, thresholds: RiverThresholds = RIVER) -> bool:
    """Whether such a step, in spaces, after so many seconds out of sight can be told from one a space longer."""
    return step <= thresholds.most_forward_spaces and gap_s <= thresholds.longest_gap_s


def discs_pushed(travelled: float, thresholds: RiverThresholds = RIVER) -> int:
    """How many discs are all the way in when the channel's discs have travelled so many spaces."""
    return max(int(travelled + thresholds.arrived_within_spaces), 0)


def arm_taken(
    left: float | None, right: float | None, thresholds: RiverThresholds = RIVER
) -> RiverArm | None:
    """The arm whose discs moved, given the evidence for each; ``None`` when that is not clear.

    Where only one arm was in sight, its lying still says that it was the other.
    """
    left_moved, right_moved = _moved(left, thresholds), _moved(right, thresholds)
    if left_moved is right_moved:
        return None
    return RiverArm.LEFT if left_moved is True or right_moved is False else RiverArm.RIGHT


def fallen(before: Sighting, arms: Sequence[RiverArm | None], river: RiverCourse) -> tuple[str, ...] | None:
    """Who rode over the falls when discs took these arms; ``None`` when that hangs on what was not seen."""
    aboard = {
        name: None if space.canoes is None else tuple(canoe.colour for canoe in space.canoes)
        for name, space in before.spaces.items()
    }
    ends = _ends(aboard, tuple(arms), river)
    return ends.pop() if len(ends) == 1 else None


Aboard = dict[str, tuple[str, ...] | None]


def _ends(
    aboard: Aboard, arms: tuple[RiverArm | None, ...], river: RiverCourse
) -> set[tuple[str, ...] | None]:
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


def _moved(evidence: float | None, thresholds: RiverThresholds) -> bool | None:
    """Whether discs moved; ``None`` without enough evidence either way."""
    if evidence is None or abs(evidence) < thresholds.convincing_evidence:
        return None
    return evidence > 0
