"""The slide of the river's discs: a case on each side of every threshold, and what each parameter does to pictures."""

import itertools
from dataclasses import fields
from types import SimpleNamespace

import cv2
import numpy as np
import pytest
from field_cases import on_each_side

from vision.geometry import Lens, Pose
from vision.imaging.rings import ring_kernel
from vision.layout import default_layout
from vision.motion.channel_slide import (
    ChannelSlideParameters,
    ChannelSlideReader,
    ChannelSlideThresholds,
    are_enough,
    brightness_percent,
    covered_share,
    decide_slide,
    fine_differences,
    is_in_sight,
    is_under_way,
    rim_votes,
)
from vision.motion.covered import CoverParameters, covered_by_hands

LAYOUT = default_layout()
BOARD_PX = (521, 316)
"""Width and height of the rectified board at one pixel a millimetre, 8 mm of margin on each side."""
MARGIN_PX = 8
RADIUS = LAYOUT.disc.diameter / 2


def votes(best=1.0, **others):
    """Votes of 24 slides: the best at 6, others so many steps on (``at9=0.8``)."""
    given = np.zeros(24)
    given[6] = best
    for at, value in others.items():
        given[(6 + int(at[2:])) % 24] = value
    return given


CASES = {
    "least_votes": [
        ("0.48 percent of brightness are a rim", lambda: decide_slide(votes(0.48)), 6),
        ("0.42 are waves", lambda: decide_slide(votes(0.42)), None),
    ],
    "clear_ratio": [
        ("five quarters of the second best stand out", lambda: decide_slide(votes(1.0, at12=0.8)), 6),
        ("nine eighths do not", lambda: decide_slide(votes(1.0, at12=0.89)), None),
    ],
    "next_to_slides": [
        ("a slide four steps off shows the same rim", lambda: decide_slide(votes(1.0, at4=0.95, at20=0.95)), 6),
        ("one five steps off shows another", lambda: decide_slide(votes(1.0, at5=0.95)), None),
    ],
    "under_way_from": [
        ("at 0.18 discs still lie where they lay", lambda: is_under_way(0.18), False),
        ("at 0.22 they are under way", lambda: is_under_way(0.22), True),
    ],
    "under_way_to": [
        ("at 0.78 discs are still under way", lambda: is_under_way(0.78), True),
        ("at 0.82 they nearly lie in the next space", lambda: is_under_way(0.82), False),
    ],
    "most_covered_share": [
        ("a place of which a finger hides a quarter is seen", lambda: is_in_sight(0.27), True),
        ("one of which a third is hidden is not", lambda: is_in_sight(0.33), False),
    ],
    "fewest_pairs": [
        ("two pairs of discs are enough", lambda: are_enough(2), True),
        ("one is not", lambda: are_enough(1), False),
    ],
}  # fmt: skip


@on_each_side(CASES)
def test_on_each_side_of_a_threshold(found, expected):
    assert found() == expected


def test_every_threshold_has_its_cases():
    assert CASES.keys() == {field.name for field in fields(ChannelSlideThresholds)}


def grey(height, width, level=100):
    return np.full((height, width, 3), level, np.uint8)


def stripe(width_px, percent=10.0):
    """A difference to the empty board: a stripe so wide down the middle, (121, 121)."""
    apart = np.zeros((121, 121), np.float32)
    first = 60 - width_px // 2
    apart[:, first : first + width_px] = percent
    return apart


def ring(thickness=1, percent=10.0):
    apart = np.zeros((121, 121), np.float32)
    cv2.circle(apart, (60, 60), round(RADIUS), percent, thickness)
    return apart


@pytest.fixture(scope="module")
def table():
    """A reader of a plain grey board, with pictures that are the rectified board."""
    calibration = SimpleNamespace(layout=LAYOUT, empty_bgr=grey(*BOARD_PX[::-1]))
    return ChannelSlideReader(calibration)


POSE = Pose(np.array([[1.0, 0, MARGIN_PX], [0, 1.0, MARGIN_PX], [0, 0, 1.0]]), Lens(*BOARD_PX))


def board_with_discs(slide):
    """The board with every disc of the main channel so far on its way to the next space."""
    picture, main = grey(*BOARD_PX[::-1]), [LAYOUT.spaces[name] for name in LAYOUT.river.main]
    for one, other in itertools.pairwise(main):
        x, y = (a + (b - a) * slide + MARGIN_PX for a, b in zip(one, other, strict=True))
        at = (round(x * 16), round(y * 16))
        cv2.circle(picture, at, round(RADIUS * 16), (150, 150, 150), 2, cv2.LINE_AA, 4)
    return picture


def slides_tried(table):
    """Whether a slide is told in steps of a twenty-fourth of the way."""
    return [table.read(board_with_discs(step / 24), POSE).slide for step in (5, 17)]


def white_stripe_percent():
    """What a white stripe of 21 columns on black has in percent of its surroundings, in its middle."""
    picture = grey(121, 121, 0)
    picture[:, 50:71] = 199
    return float(brightness_percent(picture)[60, 60])


def reach_of_a_vote():
    """How far aside of a ring's middle its votes are still the most."""
    found = rim_votes(ring(), ring_kernel(RADIUS, 1.0))
    return int(np.count_nonzero(found[60] >= found.max() - 1e-4))


def share_beside_a_hand():
    """The covered share around a place whose surroundings a hand covers from 20 mm on."""
    covered = np.zeros((200, 200), bool)
    covered[:, 120:] = True
    return covered_share(covered, (100, 100))


SHOWN = {
    # Between the steps there is nothing to be told: 5 and 17 of 24 are no whole numbers of 12 or of 36.
    "slides": (slides_tried, [5 / 24, 17 / 24], 0.001),
    # 200 where 21 of 41 columns have 200 and the others 1: 100 * 200 / (21 * 200 + 20 * 1) * 41.
    "surroundings_px": (lambda _: white_stripe_percent(), 194.3, 0.5),
    # The middle of a Gaussian of 0.7 pixels has 0.570 of a line, less the wide one's 0.099.
    "smoothing_px": (lambda _: float(fine_differences(stripe(1))[60, 60]), 4.71, 0.2),
    # Within four pixels of its middle a Gaussian of 4 pixels has 68 % of its weight: of a stripe 8 wide 32 % are fine.
    "fine_px": (lambda _: float(fine_differences(stripe(9))[60, 60]), 2.65, 0.3),
    "strongest_percent": (lambda _: float(fine_differences(stripe(1, 90.0))[60, 60]), 15.0, 0.01),
    "aside_px": (lambda _: reach_of_a_vote(), 5, 0),
    # 10 mm of the 60 mm across.
    "around_mm": (lambda _: share_beside_a_hand(), 1 / 6, 0.01),
    # A ring two pixels wide all around: its area in pixels.
    "rim_width_px": (lambda table: int(np.count_nonzero(table.kernel > 0)), 2 * np.pi * RADIUS * 2, 25),
}


@pytest.mark.parametrize(("measured", "expected", "within"), SHOWN.values(), ids=SHOWN)
def test_what_a_parameter_does_to_a_picture(table, measured, expected, within):
    assert measured(table) == pytest.approx(expected, abs=within)


def test_every_parameter_is_shown():
    assert SHOWN.keys() == {field.name for field in fields(ChannelSlideParameters)}


def with_bar(width_mm, level, from_edge=True, first=None):
    """The board with a bar across its middle, or from a row on; from the board's edge on or clear of it."""
    picture = grey(*BOARD_PX[::-1])
    first = 150 - width_mm // 2 if first is None else first
    picture[first : first + width_mm, 0 if from_edge else 60 : 300] = level
    return picture


def tells_edges_to_two_pixels():
    """Whether sleeves that begin in row 120, and in row 121, are both told in whole pairs of rows."""
    for first in (120, 121):
        rows = covered_by_hands(with_bar(60, 220, first=first), grey(*BOARD_PX[::-1]))[:, 200]
        if not rows.any() or not np.array_equal(rows[0::2], rows[1::2]):
            return False
    return True


def covers(picture):
    return bool(covered_by_hands(picture, grey(*BOARD_PX[::-1]))[150, 200])


COVERS = {
    "unlike_levels": [
        ("fifty grey levels off the empty board is a sleeve", lambda: covers(with_bar(60, 150)), True),
        ("forty may be a shadow", lambda: covers(with_bar(60, 60)), False),
    ],
    "least_width_mm": [
        ("an arm of 26 mm covers", lambda: covers(with_bar(26, 220)), True),
        ("a canoe of 18 mm does not", lambda: covers(with_bar(18, 220)), False),
    ],
    "shrunk_by": [("the edges of a hand are told to two pixels", tells_edges_to_two_pixels, True)],
}


@pytest.mark.parametrize(
    ("found", "expected"),
    [pytest.param(found, expected, id=case) for cases in COVERS.values() for case, found, expected in cases],
)
def test_what_covers_the_river(found, expected):
    assert found() is expected


def test_every_parameter_of_the_cover_has_its_cases():
    assert COVERS.keys() == {field.name for field in fields(CoverParameters)}


def test_what_does_not_reach_the_edge_is_no_hand():
    assert not covers(with_bar(60, 220, from_edge=False))
