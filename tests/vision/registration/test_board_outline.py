"""How widely a board's outline is searched for, on drawn edges and pictures, and when one is convincing."""

import cv2
import numpy as np
from field_cases import FieldCase, each, uncovered

from vision.registration.board_outline import (
    OutlineEvidence,
    OutlineThresholds,
    are_twins,
    best_covered,
    fitted_outlines,
    is_board,
    most_convincing,
    possible_outlines,
)
from vision.registration.edge_map import EdgeMap

SIZE_MM = (505.0, 300.0)


def rectangle(left, top, right, bottom):
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]], float)


def is_among(corners_px, quads, within_px):
    """Whether one of the quads has these corners, from whichever it begins."""
    turned = [np.roll(quad, turn, axis=0) for quad in quads for turn in range(4)]
    return any(np.abs(quad - corners_px).max() < within_px for quad in turned)


def found_beside_lines(stronger):
    """Whether a board's faint outline makes a rectangle, beside so many level lines that have more votes."""
    strength, crest = np.zeros((360, 640), np.float32), np.zeros((360, 640), bool)
    across = np.full((360, 640), np.pi / 2, np.float32)
    for line in (np.s_[80, 200:504], np.s_[260, 200:504], np.s_[80:261, 200], np.s_[80:261, 503]):
        crest[line], strength[line] = True, 4.0
    across[80:261, [200, 503]] = 0.0
    rows = 5 + 10 * np.arange(stronger)
    crest[rows, 100:300], strength[rows, 100:300] = True, 12.0
    quads = possible_outlines(EdgeMap(strength, across, crest), SIZE_MM)
    return is_among(rectangle(200, 80, 503, 260), quads, within_px=1.0)


def is_kept(choice, rank):
    """Whether the rectangle of this rank, from 1, is among those chosen of 3000."""
    figures = np.random.default_rng(3).permutation(np.linspace(0.01, 0.99, 3000))
    ranked = np.argsort(-figures)
    return ranked[rank - 1] in choice(np.repeat(figures[:, None], 4, axis=1))


def twins(apart_px):
    """Whether rectangles are twins of which one corner lies so far apart in one direction, the others nearly not."""
    known = rectangle(100, 100, 300, 220)
    other = known + 1.0
    other[2, 1] = known[2, 1] + apart_px
    return are_twins(other, known)


def lined_board():
    """A board hardly unlike its table, with a line of 2 px around it, in a picture 1280 pixels wide."""
    bgr = np.full((720, 1280, 3), 100, np.uint8)
    bgr[150:510, 300:906] = 75
    bgr[152:508, 302:904] = 106
    return bgr, rectangle(301, 151, 905, 509)


def blurred_board():
    """A board out of focus, in a picture 480 pixels wide."""
    bgr = np.full((270, 480, 3), 100, np.uint8)
    bgr[60:211, 110:364] = 140
    return cv2.GaussianBlur(bgr, (0, 0), 3.0), rectangle(109.5, 59.5, 363.5, 210.5)


def is_fitted(drawn):
    bgr, corners_px = drawn
    return is_among(corners_px, [fit.corners_px for fit in fitted_outlines(bgr, SIZE_MM)], within_px=2.0)


def nested_boards():
    """Five frames around a board, 12 px apart: 36 and more rectangles of about its shape."""
    bgr = np.full((360, 640, 3), 90, np.uint8)
    for ring in range(6):
        left, top = 60 + 20 * ring, 20 + 12 * ring
        bgr[top : 360 - top, left : 640 - left] = 90 + 25 * (ring + 1)
    return bgr


def outlined(support=0.9, river=3.0):
    return is_board(OutlineEvidence(support, river))


CASES = [
    FieldCase(
        "least_support", "an outline seen to 0.5 is not believed", lambda: outlined(support=0.5), False
    ),
    FieldCase("least_support", "an outline seen to 0.6 is the board's", lambda: outlined(support=0.6), True),
    FieldCase(
        "river_stands_out", "a river 1.4 spreads from the land is none", lambda: outlined(river=1.4), False
    ),
    FieldCase(
        "river_stands_out", "a river 1.8 spreads from the land is one", lambda: outlined(river=1.8), True
    ),
    FieldCase(
        "search_width_px",
        "a board with a line around it is found: half as wide the line would be lost",
        lambda: is_fitted(lined_board()),
        True,
    ),
    FieldCase(
        "search_width_px",
        "a board out of focus is found: half as wide again its edges would be lost",
        lambda: is_fitted(blurred_board()),
        True,
    ),
    FieldCase(
        "most_lines",
        "a side with the 27th most votes of its quarter of the directions is tried",
        lambda: found_beside_lines(25),
        True,
    ),
    FieldCase("most_lines", "a side with the 35th is not: 30 are", lambda: found_beside_lines(33), False),
    FieldCase(
        "most_rectangles",
        "the 1500th of the rectangles best covered has its colours compared",
        lambda: is_kept(best_covered, 1500),
        True,
    ),
    FieldCase("most_rectangles", "the next has not", lambda: is_kept(best_covered, 1501), False),
    FieldCase(
        "most_tried",
        "the 40th most convincing rectangle is looked at",
        lambda: is_kept(most_convincing, 40),
        True,
    ),
    FieldCase("most_tried", "the next is not", lambda: is_kept(most_convincing, 41), False),
    FieldCase(
        "most_fitted",
        "of dozens of frames around a board eight are fitted",
        lambda: len(fitted_outlines(nested_boards(), SIZE_MM)),
        8,
    ),
    FieldCase("twins_px", "a rectangle with a corner 7 px aside becomes the same", lambda: twins(7.0), True),
    FieldCase("twins_px", "one with a corner 9 px aside may be another", lambda: twins(9.0), False),
]


@each(CASES)
def test_an_outline_is_searched_for_and_believed_as_the_thresholds_say(case):
    assert case.holds()


def test_each_threshold_has_its_cases():
    assert not uncovered(OutlineThresholds, CASES)


def test_a_board_has_no_bad_side():
    even, one_bad = [0.7, 0.7, 0.7, 0.7], [1.0, 1.0, 1.0, 0.2]
    assert most_convincing(np.array([one_bad, even])).tolist() == [1, 0]
