"""Keypoints and features of the print: boards of blobs whose corners, shifts and contrasts are known."""

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest
from field_cases import FieldCase, each, uncovered

from vision.geometry import Canvas, Lens, Pose, board_corners
from vision.layout import default_layout
from vision.photometry.bare_board import land_mask
from vision.registration.keypoints import (
    KEYPOINTS,
    ConfirmationThresholds,
    KeypointParameters,
    Keypoints,
    TrackEvidence,
    corners_of,
    evened,
    is_confirmed,
    is_still,
)
from vision.registration.orb_match import FeatureParameters, Features, clear_matches, pose_of_matches

LAYOUT = default_layout()
CANVAS = Canvas(LAYOUT.size)


@cache
def print_of(blob_px=3.0, seed=4):
    """A richly printed board, rectified: grey blobs about so large on the canvas."""
    width, height = CANVAS.size_px
    noise = np.random.default_rng(seed).normal(size=(height, width)).astype(np.float32)
    blobs = cv2.GaussianBlur(noise, (0, 0), blob_px)
    return cv2.merge([np.clip(128 + 45 * blobs / blobs.std(), 0, 255).astype(np.uint8)] * 3)


@cache
def keypoints():
    return Keypoints.of(print_of(), CANVAS, LAYOUT)


def shifted(by_px, mask=None):
    """The print as keypoints are tracked in it, shifted to the right by so many millimetres."""
    coarse = np.ascontiguousarray(print_of()[::2, ::2])
    matrix = np.array([[1, 0, by_px], [0, 1, 0.0]])
    return cv2.warpAffine(
        coarse, matrix, coarse.shape[1::-1], flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )


def confirmed(agreeing, known):
    return is_confirmed(TrackEvidence(known, agreeing, still=0))


def still(by_px):
    """The share of keypoints that count as still in a print shifted so far."""
    evidence = keypoints().track(shifted(by_px)).evidence
    return evidence.still / evidence.known


def followed(by_px):
    """The share of keypoints that agree on the true shift."""
    tracked = keypoints().track(shifted(by_px))
    if tracked is None or abs(tracked.shift[0, 2] - by_px) > 1:
        return 0.0
    return tracked.evidence.agreeing / tracked.evidence.known


def agreeing_with_tiles_off(by_px):
    """The share of keypoints that agree when two tiles in five of the print lie so far aside."""
    rng = np.random.default_rng(6)
    there, aside = shifted(0.0), shifted(by_px)
    for top in range(0, there.shape[0], 40):
        for left in range(0, there.shape[1], 40):
            if rng.random() < 0.4:
                there[top : top + 40, left : left + 40] = aside[top : top + 40, left : left + 40]
    evidence = keypoints().track(there).evidence
    return evidence.agreeing / evidence.known


def still_between_bars():
    """The share of keypoints that are still when bars of 20 mm, 40 mm apart, slide 3 mm over the print."""
    bars = np.arange(shifted(0.0).shape[1]) // 20 % 3 == 0
    covered = shifted(0.0)
    covered[:, bars] = shifted(3.0)[:, bars]
    evidence = keypoints().track(covered).evidence
    return evidence.still / evidence.known


def squares(*contrasts):
    """Corners found in a row of squares that stand out by so many grey levels."""
    grey = np.full((60, 60 * len(contrasts)), 20, np.uint8)
    for index, contrast in enumerate(contrasts):
        grey[20:40, 60 * index + 20 : 60 * index + 40] = 20 + contrast
    return corners_of(grey, np.ones(grey.shape, bool))[:, 0]


def second_square_found(contrast):
    return bool(np.any(squares(200, contrast)[:, 0] > 60))


def dots(apart_px):
    """How far the best corner lies from the nearer of two dots in a row, so far apart."""
    grey = np.zeros((60, 60), np.uint8)
    grey[30, 20] = grey[30, 20 + apart_px] = 255
    x = corners_of(cv2.GaussianBlur(grey, (3, 3), 0), np.ones(grey.shape, bool))[0, 0, 0]
    return min(abs(x - 20), abs(x - 20 - apart_px))


def nearest_neighbours():
    """The least distance between two of all keypoints of a rich print."""
    many = corners_of(keypoints().grey, np.ones(keypoints().grey.shape, bool), replace(KEYPOINTS, most=3000))[
        :, 0
    ]
    apart = np.linalg.norm(many[:, None] - many[None], axis=2) + 1e3 * np.eye(len(many))
    return float(apart.min())


def stripes(deviation, period_px=10, grain=0.0):
    """The standard deviation of stripes of such a one once they are evened out."""
    wave = 128 + deviation * 2**0.5 * np.sin(2 * np.pi * np.arange(240) / period_px)
    grey = np.tile(wave, (60, 1)).round().astype(np.uint8)
    return float(evened(cv2.merge([grey] * 3))[20:40, 60:180].std())


def blurred(period_px, sigma_px):
    """What a Gaussian blur leaves of waves."""
    return np.exp(-2 * (np.pi * sigma_px / period_px) ** 2)


def step_felt_px():
    """How far from a step of light the evened picture is not grey."""
    bgr = np.full((60, 200, 3), 60, np.uint8)
    bgr[:, 100:] = 160
    return int(np.flatnonzero(evened(bgr)[30] > 130)[-1]) - 99


def dot_found(rank):
    """Whether the dot of this rank is a keypoint, of 240 dots each a little fainter than the one before."""
    grey = np.zeros((256, 256), np.uint8)
    cells = np.random.default_rng(1).permutation(240)
    for index, cell in enumerate(cells, 1):
        grey[16 * (cell // 16) + 8, 16 * (cell % 16) + 8] = round(255 - 0.6 * index)
    y, x = divmod(int(cells[rank - 1]), 16)
    found = corners_of(cv2.GaussianBlur(grey, (3, 3), 0), np.ones(grey.shape, bool))[:, 0]
    return bool(np.any(np.abs(found - (16 * x + 8, 16 * y + 8)).max(axis=1) < 2))


def found_again(off_mm):
    """Whether the board is found again by a pose that is so far aside, from keypoints on a canvas of their own."""
    true = Pose(np.array([[2.0, 0, 16], [0, 2, 16], [0, 0, 1]]), Lens(*CANVAS.size_px))
    near = Pose(np.array([[2.0, 0, 16 + 2 * off_mm], [0, 2, 16], [0, 0, 1]]), true.lens)
    refined = keypoints().refine(print_of(), near)
    corners = board_corners(LAYOUT.size)
    return (
        refined is not None and float(np.abs(refined.pose.to_px(corners) - true.to_px(corners)).max()) < 0.5
    )


def located_beside_cloth(cloth_px):
    """Whether a pale board is found beside a cloth with a bold pattern, so many pixels wide."""
    noise = np.random.default_rng(5).normal(size=(400, 1000)).astype(np.float32)
    pattern = cv2.GaussianBlur(noise, (0, 0), 2.0)
    grey = np.full((400, 1000), 128.0)
    grey[:, :cloth_px] += 60 * (pattern / pattern.std())[:, :cloth_px]
    half = np.array([[0.5, 0, 480 - 8], [0, 0.5, 50 - 8]])
    board = cv2.warpAffine(
        print_of(2.0)[..., 0].astype(np.float32), half, (1000, 400), flags=cv2.INTER_AREA, borderValue=128
    )
    grey[50:350, 480:985] += 0.6 * (board[50:350, 480:985] - 128)
    features = Features.of(print_of(2.0), CANVAS, LAYOUT)
    return features.locate(np.clip(grey, 0, 255).astype(np.uint8), Lens(1000, 400)) is not None


def descriptors(distance, second):
    """Descriptors of one feature seen, and of two known ones so many bits away."""
    seen = np.zeros((1, 32), np.uint8)
    known = np.zeros((2, 256), np.uint8)
    known[0, :distance] = known[1, 256 - second :] = 1
    return seen, np.packbits(known, axis=1)


def features_of_contrast(grey_levels):
    """How many features of a chequered board with such a contrast are found."""
    y, x = np.mgrid[0 : CANVAS.size_px[1], 0 : CANVAS.size_px[0]]
    random = np.random.default_rng(2).integers(0, 2, (60, 80))
    board = (120 + grey_levels * random[y // 16 % 60, x // 16 % 80]).astype(np.uint8)
    return len(Features.of(cv2.merge([board] * 3), CANVAS, LAYOUT).places_mm)


def agreeing_matches(off_px):
    """How many of 200 matches agree on a pose when every fifth lies so far off in some direction."""
    rng = np.random.default_rng(8)
    places = rng.uniform((0, 0), LAYOUT.size, (200, 2))
    turn = rng.uniform(0, 2 * np.pi, 40)
    pixels = 2 * places + 50
    pixels[::5] += off_px * np.stack((np.cos(turn), np.sin(turn)), axis=1)
    return pose_of_matches(places, pixels, Lens(1280, 720), LAYOUT.size)[1].agreeing


KEYPOINT_CASES = [
    FieldCase(
        "canvas_px_per_mm",
        "a board 11 mm aside is found again: finer, that would be too many pixels",
        lambda: found_again(11.0),
        True,
    ),
    FieldCase(
        "canvas_px_per_mm",
        "a board 16 mm aside is not: coarser, that would be few pixels",
        lambda: found_again(16.0),
        False,
    ),
    FieldCase("most", "the 150th boldest dot is a keypoint", lambda: dot_found(150), True),
    FieldCase("most", "the 170th is not", lambda: dot_found(170), False),
    FieldCase(
        "least_quality",
        "a corner of 0.13 of the best one's contrast is none",
        lambda: second_square_found(26),
        False,
    ),
    FieldCase(
        "least_quality",
        "a corner of 0.155 of the best one's contrast is one",
        lambda: second_square_found(31),
        True,
    ),
    FieldCase(
        "apart_px",
        "two keypoints are 9 px apart, or little more",
        nearest_neighbours,
        pytest.approx(9.5, abs=0.6),
    ),
    FieldCase(
        "corner_block_px",
        "two dots 6 px apart are one corner, a third of the way between them",
        lambda: dots(6),
        pytest.approx(2, abs=0.6),
    ),
    FieldCase("track_window_px", "a shift of 10 px is followed", lambda: followed(10) > 0.95, True),
    FieldCase(
        "track_window_px",
        "what slides beside it disturbs a keypoint within half a window",
        still_between_bars,
        pytest.approx(0.556, abs=0.03),
    ),
    FieldCase(
        "pyramid_levels", "a shift of 10 px is followed by two levels", lambda: followed(10) > 0.95, True
    ),
    FieldCase("pyramid_levels", "a shift of 20 px is too far", lambda: followed(20) < 0.1, True),
    FieldCase(
        "grain_px",
        "stripes of 5 px are blurred by 1 px before they are evened out",
        lambda: stripes(15, period_px=5),
        pytest.approx(45 * 15 * blurred(5, 1) / (15 * blurred(5, 1) + 3), rel=0.05),
    ),
    FieldCase("contrast_window_px", "a step of light is felt half a window of 25 px away", step_felt_px, 12),
    FieldCase(
        "least_contrast_grey",
        "stripes of 3 grey levels stay faint",
        lambda: stripes(3, period_px=25 / 3),
        pytest.approx(45 * 3 * blurred(25 / 3, 1) / (3 * blurred(25 / 3, 1) + 3), rel=0.08),
    ),
    FieldCase(
        "even_contrast_grey",
        "bold stripes come to 45 grey levels, less what keeps faint ones faint",
        lambda: stripes(20, period_px=25 / 3),
        pytest.approx(45 * 20 * blurred(25 / 3, 1) / (20 * blurred(25 / 3, 1) + 3), rel=0.03),
    ),
    FieldCase(
        "inlier_px",
        "with two tiles in five 1.8 px aside about two keypoints in three agree",
        lambda: agreeing_with_tiles_off(1.8),
        pytest.approx(0.66, abs=0.12),
    ),
]
CONFIRMATION_CASES = [
    FieldCase("fewest", "14 keypoints confirm nothing", lambda: confirmed(14, 40), False),
    FieldCase("fewest", "18 keypoints confirm a pose", lambda: confirmed(18, 40), True),
    FieldCase("fewest_share", "0.22 of the keypoints confirm nothing", lambda: confirmed(33, 150), False),
    FieldCase("fewest_share", "0.28 of the keypoints confirm a pose", lambda: confirmed(42, 150), True),
    FieldCase(
        "still_share",
        "0.87 of them still: the board moved",
        lambda: is_still(TrackEvidence(150, 100, 87)),
        False,
    ),
    FieldCase(
        "still_share", "0.93 of them still: it did not", lambda: is_still(TrackEvidence(150, 100, 93)), True
    ),
    FieldCase("still_px", "keypoints 0.65 px off are still", lambda: still(0.65) > 0.9, True),
    FieldCase("still_px", "keypoints 0.95 px off have moved", lambda: still(0.95) < 0.1, True),
]
FEATURE_CASES = [
    FieldCase(
        "most_features",
        "a pale board is found beside a cloth of 175 px with a bold pattern",
        lambda: located_beside_cloth(175),
        True,
    ),
    FieldCase(
        "most_features",
        "a cloth of 275 px takes all the features there may be",
        lambda: located_beside_cloth(275),
        False,
    ),
    FieldCase("fast_threshold", "print of 6 grey levels has no features", lambda: features_of_contrast(6), 0),
    FieldCase("fast_threshold", "print of 10 grey levels has", lambda: features_of_contrast(10) > 500, True),
    FieldCase(
        "most_ratio",
        "20 bits off, the other 27: that is clear",
        lambda: len(clear_matches(*descriptors(20, 27))),
        1,
    ),
    FieldCase(
        "most_ratio",
        "20 bits off, the other 23: it may be either",
        lambda: len(clear_matches(*descriptors(20, 23))),
        0,
    ),
    FieldCase("inlier_px", "matches 2.5 px off agree", lambda: agreeing_matches(2.5), 200),
    FieldCase("inlier_px", "matches 4 px off do not", lambda: agreeing_matches(4), 160),
]


@each([*KEYPOINT_CASES, *CONFIRMATION_CASES, *FEATURE_CASES])
def test_keypoints_and_features_of_the_print(case):
    assert case.holds()


def test_each_parameter_has_its_cases():
    assert not uncovered(KeypointParameters, KEYPOINT_CASES)
    assert not uncovered(ConfirmationThresholds, CONFIRMATION_CASES)
    assert not uncovered(FeatureParameters, FEATURE_CASES)


def test_keypoints_lie_on_land_only():
    land = land_mask(LAYOUT, keypoints().canvas)
    x, y = keypoints().points_px[:, 0].round().astype(int).T
    assert land[y, x].all()


def test_a_board_without_print_has_no_keypoints_and_tracks_nothing():
    blank = Keypoints.of(np.full_like(print_of(), 90), CANVAS, LAYOUT)
    assert len(blank.points_px) == 0
    assert blank.track(shifted(0.0)) is None
    assert len(Features.of(np.full_like(print_of(), 90), CANVAS, LAYOUT).places_mm) == 0


def test_where_no_point_agrees_on_any_shift_nothing_is_tracked(monkeypatch):
    """A homography comes without an inlier now and then."""

    def no_inlier(before, *_):
        return np.eye(3), np.zeros((len(before), 1), np.uint8)

    monkeypatch.setattr(cv2, "findHomography", no_inlier)
    assert keypoints().track(shifted(0.0)) is None
