"""The board found anywhere in a picture, by features of its print.

ORB features (E. Rublee and others, 2011) of the picture are matched with those of the session's own picture of the
empty board; D. Lowe's ratio test (2004) leaves out what could be several, and MAGSAC++ (D. Barath and others, 2020)
what does not fit one homography: pieces, hands, the table's cloth.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.geometry import Lens, Pose, board_corners

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.geometry import Canvas, Points
    from vision.layout import Layout, Place


@dataclass(frozen=True, slots=True)
class FeatureParameters:
    """How features are found and matched.

    Chosen on sessions 00-07 of the photo-real development tables, bench figure *pictures read*.
    """

    most_features: int = 2500
    """So many in a picture at most, the best first. More takes longer, less spends them all on a patterned cloth."""
    fast_threshold: int = 8
    """Grey levels by which a corner stands out (the threshold of FAST). More finds nothing in dim light, less finds
    noise."""
    most_ratio: float = 0.8
    """The best match's distance must be less than this share of the second best's. More takes ambiguous matches, less
    leaves out good ones."""
    inlier_px: float = 3.0
    """How far from the pose, in pixels, a match may lie to agree with it. More takes wrong matches in, less leaves out
    what the lens bends."""


FEATURES = FeatureParameters()


@dataclass(frozen=True, slots=True)
class MatchThresholds:
    """When a pose found by features is possible at all; keypoints confirm it afterwards.

    Chosen on sessions 00-07 of the photo-real development tables, bench figure *pictures read*.
    """

    fewest_matches: int = 25
    """So many matches at least must agree on the pose. More misses the board behind hands, less tries chance poses."""
    smallest_share: float = 0.08
    """The board takes at least this share of the picture. More refuses boards far away, less tries chance poses."""
    largest_share: float = 1.5
    """The board takes at most this share of the picture. More tries chance poses, less refuses boards nearby."""


MATCH = MatchThresholds()


@dataclass(frozen=True, slots=True)
class MatchEvidence:
    """What speaks for a pose found by features."""

    agreeing: int
    """Matches that agree on it."""
    picture_share: float
    """The board's area over the picture's; negative when the board would be seen from below, mirrored."""


def is_plausible(evidence: MatchEvidence, thresholds: MatchThresholds = MATCH) -> bool:
    """Whether this can be the board, seen from above."""
    return (
        evidence.agreeing >= thresholds.fewest_matches
        and thresholds.smallest_share < evidence.picture_share < thresholds.largest_share
    )


@dataclass(frozen=True, slots=True, eq=False)
class Features:
    """The features of the empty board."""

    places_mm: NDArray[np.float32]
    """Where they are on the board, (n, 2)."""
    descriptors: NDArray[np.uint8]
    """Their binary descriptors, (n, 32)."""
    board_mm: Place
    """The board's size, (width, height)."""

    @classmethod
    def of(
        cls,
        empty_bgr: NDArray[np.uint8],
        canvas: Canvas,
        layout: Layout,
        parameters: FeatureParameters = FEATURES,
    ) -> Features:
        """The features of an empty board, rectified on ``canvas``."""
        grey = cv2.cvtColor(empty_bgr, cv2.COLOR_BGR2GRAY)
        points, descriptors = _orb(parameters).detectAndCompute(grey, None)
        if descriptors is None:
            return cls(np.zeros((0, 2), np.float32), np.zeros((0, 32), np.uint8), layout.size)
        places = np.array([canvas.place(*point.pt) for point in points])
        on_board = np.all((places > 0) & (places < np.asarray(layout.size)), axis=1)
        known = np.asarray(descriptors[on_board], np.uint8)
        return cls(places[on_board].astype(np.float32), known, layout.size)

    def locate(
        self,
        grey: NDArray[np.uint8],
        lens: Lens,
        parameters: FeatureParameters = FEATURES,
        thresholds: MatchThresholds = MATCH,
    ) -> Pose | None:
        """The pose of the board in a grey picture (height, width) taken through ``lens``; ``None`` when not found."""
        points, descriptors = _orb(parameters).detectAndCompute(grey, None)
        if descriptors is None or len(self.places_mm) < thresholds.fewest_matches:
            return None
        good = clear_matches(descriptors, self.descriptors, parameters)
        if len(good) < thresholds.fewest_matches:
            return None
        places = self.places_mm[[match.trainIdx for match in good]].astype(np.float64)
        fitted = pose_of_matches(
            places, np.array([points[match.queryIdx].pt for match in good]), lens, self.board_mm, parameters
        )
        return fitted[0] if fitted is not None and is_plausible(fitted[1], thresholds) else None


def clear_matches(
    seen: cv2.typing.MatLike, known: NDArray[np.uint8], parameters: FeatureParameters = FEATURES
) -> list[cv2.DMatch]:
    """The matches of seen descriptors with known ones, by Hamming distance, that could not as well be another's."""
    pairs = cv2.BFMatcher(cv2.NORM_HAMMING).knnMatch(seen, known, k=2)
    ratio = parameters.most_ratio
    return [pair[0] for pair in pairs if len(pair) == 2 and pair[0].distance < ratio * pair[1].distance]


def pose_of_matches(
    places_mm: Points,
    points_px: Points,
    lens: Lens,
    board_mm: Place,
    parameters: FeatureParameters = FEATURES,
) -> tuple[Pose, MatchEvidence] | None:
    """The pose of a board of this size on which most matches of places (n, 2) with pixels (n, 2) agree, or ``None``."""
    straight = lens.straighten(points_px)
    homography, mask = cv2.findHomography(places_mm, straight, cv2.USAC_MAGSAC, parameters.inlier_px)
    if homography is None:
        return None
    pose = Pose(np.asarray(homography, np.float64), lens)
    return pose, MatchEvidence(int(mask.sum()), picture_share(pose, board_mm))


def picture_share(pose: Pose, board_mm: Place) -> float:
    """The board's area over the picture's by this pose; negative when it would be mirrored."""
    corners = pose.to_px(board_corners(board_mm)).astype(np.float32)
    return cv2.contourArea(corners, oriented=True) / (pose.lens.width_px * pose.lens.height_px)


def _orb(parameters: FeatureParameters) -> cv2.ORB:
    return cv2.ORB.create(nfeatures=parameters.most_features, fastThreshold=parameters.fast_threshold)
