"""How far the river's discs have slid, in one picture of a river that may be moving, with hands about.

The discs of the main channel touch: wherever the pushing has brought them, they lie a space apart, like beads on a
string. So one number, the *slide* - 0 when every disc is in its space, 0.5 when all are half-way to the next -
says where all of them are; the rims of all of them vote for it. In each arm they either slide along or lie still.

It is a Hough transform for circles of one known radius (R. Duda and P. Hart, 1972) whose votes are counted only along
the courses that discs can take, all discs together.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.geometry import Canvas
from vision.imaging.rings import ring_kernel
from vision.imaging.windows import between
from vision.motion.covered import covered_by_hands

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.calibration.model import Calibration
    from vision.geometry import Points, Pose


@dataclass(frozen=True, slots=True)
class ChannelSlideThresholds:
    """When a slide is believed.

    Values of the first version; how they were chosen is not recorded, and no bench figure rests on them.
    Votes are in percent of the water's brightness.
    """

    least_votes: float = 0.45
    """Mean votes of a disc below which nothing is a rim. More gives up in dim light, less reads slides off waves."""
    clear_ratio: float = 1.2
    """The best slide must have this many times the votes of every other that is not next to it. More gives up where
    canoes hide rims, less believes chance."""
    next_to_slides: int = 4
    """Slides this near to the best, in steps of the slides tried, are next to it: a rim is seen in them too. More lets
    a second best slide pass unseen, less compares the best with itself."""
    under_way_from: float = 0.2
    """Slide from which discs on their way are told from discs that lie still. More leaves fewer pictures to tell the
    arm by, less compares rims with themselves."""
    under_way_to: float = 0.8
    """Slide up to which they are. Less leaves fewer pictures, more compares rims with themselves."""
    most_covered_share: float = 0.3
    """Share of a place and its surroundings that a hand may cover for it to count as seen. More counts votes of
    sleeves, less gives up for a finger."""
    fewest_pairs: int = 2
    """Pairs of neighbouring spaces of the main channel that must be in sight. More gives up sooner under a hand, less
    believes a single disc."""


@dataclass(frozen=True, slots=True)
class ChannelSlideParameters:
    """How rims are made to vote, in pictures of the rectified board at one pixel a millimetre."""

    slides: int = 24
    """How many slides between one space and the next are tried: 2.3 mm apart. More is finer and slower."""
    surroundings_px: int = 41
    """Side of the window with whose mean a pixel's brightness is compared: lamps and shadows do not matter, rims do.
    More lets in shadows' edges, less takes the rims away with them."""
    smoothing_px: float = 0.7
    """Standard deviation of the Gaussian that takes away grain. More blurs rims, less lets noise vote."""
    fine_px: float = 4.0
    """Standard deviation of the Gaussian that is subtracted: only what is finer votes. More lets waves vote, less
    takes from the rims."""
    strongest_percent: float = 15.0
    """A pixel votes with at most this difference, in percent of the brightness around. More lets sparkles outvote
    rims, less makes strong rims as weak as waves."""
    rim_width_px: float = 1.0
    """Half the width of the ring on which edges vote for its middle. More forgives other sizes, less counts fewer
    waves."""
    aside_px: int = 5
    """Side of the square in which a disc's middle may lie aside of the course between the spaces. More forgives more
    and tells slides less finely apart."""
    around_mm: float = 30.0
    """Half the side of the square around a place that is looked at for hands. More gives up for hands beside the
    disc, less counts rims that are half hidden."""


THRESHOLDS = ChannelSlideThresholds()
PARAMETERS = ChannelSlideParameters()


@dataclass(frozen=True, slots=True)
class SlideReading:
    """What one picture says of the river; ``None`` for what it does not show."""

    slide: float | None
    """How far the main channel's discs are on their way to their next spaces, 0 up to 1."""
    left: float | None = None
    """Evidence that the left arm's discs are under way (above 0) or lie still (below 0), while the others are."""
    right: float | None = None


UNKNOWN = SlideReading(None)


def decide_slide(votes: NDArray[np.floating], thresholds: ChannelSlideThresholds = THRESHOLDS) -> int | None:
    """Which slide the discs have, given the votes (slides,) for each; ``None`` when none stands out."""
    slides = len(votes)
    best = int(votes.argmax())
    apart = np.abs((np.arange(slides) - best + slides // 2) % slides - slides // 2)
    others = votes[apart > thresholds.next_to_slides].max()
    if votes[best] < max(thresholds.least_votes, thresholds.clear_ratio * others):
        return None
    return best


def is_under_way(slide: float, thresholds: ChannelSlideThresholds = THRESHOLDS) -> bool:
    """Whether discs with this slide are far enough from their spaces to be told from discs that lie still."""
    return thresholds.under_way_from <= slide <= thresholds.under_way_to


def is_in_sight(covered_share: float, thresholds: ChannelSlideThresholds = THRESHOLDS) -> bool:
    """Whether a place of which hands cover such a share counts as seen."""
    return covered_share < thresholds.most_covered_share


def are_enough(pairs: int, thresholds: ChannelSlideThresholds = THRESHOLDS) -> bool:
    """Whether the rims between so many pairs of neighbouring spaces are enough to tell the slide."""
    return pairs >= thresholds.fewest_pairs


class ChannelSlideReader:
    """Reads slides of one calibrated table."""

    def __init__(self, calibration: Calibration) -> None:
        layout = calibration.layout
        self._canvas = Canvas(layout.size, px_per_mm=1.0)
        empty = cv2.resize(calibration.empty_bgr, self._canvas.size_px, interpolation=cv2.INTER_AREA)
        self._empty_bgr = np.asarray(empty, np.uint8)
        self._empty_percent = brightness_percent(self._empty_bgr)
        # One pixel a millimetre: the disc's radius is the ring's.
        self.kernel = ring_kernel(layout.disc.diameter / 2, PARAMETERS.rim_width_px)
        main = np.array([layout.spaces[name] for name in layout.river.main])
        self._main = [course(one, other) for one, other in pairwise(main)]
        self._arms = tuple(
            [
                course(one, other)
                for one, other in pairwise([main[-1], *(layout.spaces[name] for name in branch)])
            ]
            for branch in (layout.river.left, layout.river.right)
        )

    def read(self, bgr: NDArray[np.uint8], pose: Pose) -> SlideReading:
        """How far the discs have slid in a picture (height, width, 3) with the board in this pose."""
        board = self._canvas.rectify(bgr, pose)
        covered = covered_by_hands(board, self._empty_bgr)
        rims = rim_votes(brightness_percent(board) - self._empty_percent, self.kernel)
        seen = [way for way in self._main if self._in_sight(way, covered)]
        if not are_enough(len(seen)):
            return UNKNOWN
        best = decide_slide(np.mean([self._along(way, rims) for way in seen], axis=0))
        if best is None:
            return UNKNOWN
        slide = best / PARAMETERS.slides
        if not is_under_way(slide):
            return SlideReading(slide)
        left, right = (self._under_way(arm, best, rims, covered) for arm in self._arms)
        return SlideReading(slide, left, right)

    def _under_way(
        self, arm: list[Points], best: int, rims: NDArray[np.float32], covered: NDArray[np.bool_]
    ) -> float | None:
        """Rims where the arm's discs would be on their way, less those where they would lie still."""
        if not all(self._in_sight(way, covered) for way in arm):
            return None
        # The disc that enters the arm comes from the fork; the arm's own discs lie at the ends of its ways.
        sliding = [self._along(way, rims)[best] for way in arm]
        still = [self._along(way[::-1], rims)[0] for way in arm]
        return float(np.mean(sliding) - np.mean(still))

    def _along(self, way: Points, rims: NDArray[np.float32]) -> NDArray[np.float32]:
        """The votes (slides,) at the places of a course."""
        columns, rows = self._pixels(way)
        return np.asarray(rims[rows, columns])

    def _in_sight(self, way: Points, covered: NDArray[np.bool_]) -> bool:
        """Whether neither end of the course is under a hand."""
        columns, rows = self._pixels(way[[0, -1]])
        return all(
            is_in_sight(covered_share(covered, (column, row)))
            for column, row in zip(columns, rows, strict=True)
        )

    def _pixels(self, places_mm: Points) -> tuple[NDArray[np.int_], NDArray[np.int_]]:
        """The columns and rows of places (n, 2)."""
        width, height = self._canvas.size_px
        pixels = np.rint((places_mm + self._canvas.margin_mm) * self._canvas.px_per_mm).astype(int)
        return np.clip(pixels[:, 0], 0, width - 1), np.clip(pixels[:, 1], 0, height - 1)


def course(
    one: NDArray[np.float64], other: NDArray[np.float64], parameters: ChannelSlideParameters = PARAMETERS
) -> Points:
    """Places (slides, 2) from one space towards the next, one for each slide; the last is just short of it."""
    share = np.arange(parameters.slides)[:, None] / parameters.slides
    return np.asarray(np.asarray(one) * (1 - share) + np.asarray(other) * share)


def brightness_percent(
    bgr: NDArray[np.uint8], parameters: ChannelSlideParameters = PARAMETERS
) -> NDArray[np.float32]:
    """The brightness (height, width) of each pixel in percent of the mean around it."""
    window = (parameters.surroundings_px, parameters.surroundings_px)
    grey = cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY).astype(np.float32) + 1.0
    return np.asarray(100.0 * grey / cv2.blur(grey, window), np.float32)


def fine_differences(
    apart_percent: NDArray[np.float32], parameters: ChannelSlideParameters = PARAMETERS
) -> NDArray[np.float32]:
    """What is fine in a difference to the empty board: the size of a difference of Gaussians, limited."""
    smooth = cv2.GaussianBlur(apart_percent, (0, 0), parameters.smoothing_px)
    fine = np.abs(smooth - cv2.GaussianBlur(smooth, (0, 0), parameters.fine_px))
    return np.asarray(np.minimum(fine, parameters.strongest_percent), np.float32)


def rim_votes(
    apart_percent: NDArray[np.float32],
    kernel: NDArray[np.float32],
    parameters: ChannelSlideParameters = PARAMETERS,
) -> NDArray[np.float32]:
    """For each pixel, the votes for a rim around it or a little aside, in a difference to the empty board."""
    around = cv2.filter2D(fine_differences(apart_percent, parameters), cv2.CV_32F, kernel)
    aside = np.ones((parameters.aside_px, parameters.aside_px), np.uint8)
    return np.asarray(cv2.dilate(around, aside), np.float32)


def covered_share(
    covered: NDArray[np.bool_], at_px: tuple[int, int], parameters: ChannelSlideParameters = PARAMETERS
) -> float:
    """The share of the square around a pixel (x, y) that is covered."""
    (x, y), reach = at_px, round(parameters.around_mm)
    return float(covered[between((x - reach, y - reach), (x + reach, y + reach), covered.shape)].mean())
