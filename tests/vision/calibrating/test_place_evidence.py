"""What speaks for a printed place: outlines, and what appeared; measured in small pictures, a pixel a millimetre."""

import cv2
import numpy as np
import pytest
from field_cases import FieldCase, each, uncovered

from vision.calibrating.place_evidence import (
    EVIDENCE,
    PlaceEvidenceParameters,
    contained,
    ring_outline,
    square_outline,
    unlikeness,
)
from vision.photometry.relight import Relit

SHAPE = (90, 120)
AT = (60, 45)
"""The pixel (x, y) where things are drawn."""
ROWS, COLUMNS = np.mgrid[0 : SHAPE[0], 0 : SHAPE[1]]
AWAY = np.hypot(ROWS - AT[1], COLUMNS - AT[0])


def flat(level=100.0):
    return np.full((*SHAPE, 3), level, np.float32)


def square(side, level=60.0):
    picture = flat()
    half = side / 2
    picture[(abs(ROWS - AT[1]) <= half) & (abs(COLUMNS - AT[0]) <= half)] += level
    return picture


def ring(radius, level=30.0):
    picture = flat()
    picture += (level / (1 + np.exp(3 * (AWAY - radius)))).astype(np.float32)[..., None]
    return picture


def here(plane):
    return float(plane[AT[1], AT[0]])


def best(plane):
    row, column = np.unravel_index(int(plane.argmax()), plane.shape)
    return int(column), int(row)


def test_a_square_is_whole_where_it_is_printed_and_nowhere_else():
    outline = square_outline(square(26), 26)
    assert best(outline) == pytest.approx(AT, abs=1)
    assert here(outline) > 0.9
    beside = np.hypot(ROWS - AT[1], COLUMNS - AT[0]) > 6
    assert outline[beside].max() < 0.6


def test_half_a_square_is_half_an_outline():
    picture = square(26)
    picture[:, : AT[0]] = 100.0
    assert here(square_outline(picture, 26)) == pytest.approx(0.5, abs=0.1)


def test_a_ring_is_whole_where_it_is_printed_in_whatever_colour():
    for channel in range(3):
        picture = flat()
        picture[..., channel] = ring(14)[..., channel]
        outline = ring_outline(picture, 14.0)
        assert best(outline) == pytest.approx(AT, abs=1)
        assert here(outline) > 0.8


def test_a_place_that_shows_its_print_in_another_light_is_hardly_unlike_it():
    before = square(8)
    assert here(unlikeness(before, before, 9)) == pytest.approx(0.0, abs=0.1)
    assert here(unlikeness(before, np.asarray(before * 1.05), 9)) < 0.4


def test_a_place_whose_print_is_covered_is_unlike_it():
    before = square(8)
    assert here(unlikeness(before, flat(160.0), 9)) > 1.5


def relit(difference):
    full = cv2.resize(difference.astype(np.uint8), None, fx=2, fy=2, interpolation=cv2.INTER_NEAREST)
    return Relit(full, full, full, None, 0.0)


def pieces(*radii_and_levels):
    """Differences at distances up to each radius."""
    difference = np.zeros(SHAPE, np.float32)
    for radius, level in radii_and_levels:
        difference[radius >= AWAY] = level
    return difference


def test_what_appeared_within_a_circle_is_contained_and_what_appeared_around_it_is_not():
    assert here(contained(relit(pieces((10, 50))), 17.0)) > 0.8
    around = np.where((AWAY > 19) & (AWAY < 24), 50, 0)
    assert here(contained(relit(around), 17.0)) < -0.8
    assert here(contained(relit(pieces((40, 50))), 17.0)) == pytest.approx(0.0, abs=0.05)
    assert here(contained(relit(pieces()), 17.0)) == 0.0


def stripes(level):
    """Two pictures that have no pattern in common, as strong as this many grey levels."""
    across, down = np.where(COLUMNS % 8 < 4, level, -level), np.where(ROWS % 8 < 4, level, -level)
    return (np.repeat((100.0 + plane)[..., None], 3, axis=2).astype(np.float32) for plane in (across, down))


CASES = [
    FieldCase(
        "edge_percentile",
        "the slope that one pixel in fifty exceeds is a whole edge: a fainter square beside a strong one counts little",
        lambda: here(square_outline(_beside_a_strong_one(), 20)),
        pytest.approx(1 / 3, abs=0.05),
    ),
    FieldCase(
        "strongest_ring",
        "a ring of two grey levels a pixel is half a ring",
        lambda: here(ring_outline(flat() + _slope_ring(2.0), 14.0)),
        pytest.approx(0.5, abs=0.12),
    ),
    FieldCase(
        "ring_width_px",
        "a ring two pixels too wide still counts for two thirds",
        lambda: here(ring_outline(ring(14), 12.0)) / here(ring_outline(ring(14), 14.0)),
        pytest.approx(0.67, abs=0.08),
    ),
    FieldCase(
        "unlike_levels",
        "a change of twenty-five grey levels without a pattern is half",
        lambda: here(unlikeness(flat(100.0), flat(125.0), 9)) - here(unlikeness(flat(100.0), flat(100.0), 9)),
        pytest.approx(0.5, abs=0.02),
    ),
    FieldCase(
        "noise_levels",
        "of a pattern as strong as the grain only half counts",
        lambda: 1 - here(unlikeness(*[next(stripes(2.6))] * 2, 9)),
        pytest.approx(0.5, abs=0.12),
    ),
    FieldCase(
        "piece_levels",
        "a piece of 120 grey levels counts as one of 60 does, one of 40 counts less",
        lambda: [round(_of_two(level), 2) for level in (60, 120)] + [_of_two(40) > 0.15],
        [0.0, 0.0, True],
    ),
    FieldCase(
        "faint_levels",
        "what appeared by two grey levels on average counts half",
        lambda: here(contained(relit(pieces((17, 2))), 17.0)),
        pytest.approx(0.5, abs=0.06),
    ),
    FieldCase(
        "collar_mm",
        "what appeared seven millimetres outside counts against a place, what appeared ten outside does not",
        lambda: [here(contained(relit(_collar(off)), 17.0)) < -0.2 for off in (6, 10)],
        [True, False],
    ),
]  # fmt: skip


def _beside_a_strong_one():
    """A faint square in the middle, and as many edges beside it as make two percent of the picture, strong."""
    picture = square(20, level=20.0)
    picture[5:40, 4:24] += 60.0
    picture[50:85, 4:24] += 60.0
    picture[5:40, 96:116] += 60.0
    picture[50:85, 96:116] += 60.0
    return picture


def _slope_ring(levels_a_pixel):
    """A disc whose edge is a slope four pixels wide."""
    rise = np.clip((16.0 - AWAY) / 4.0, 0, 1) * 4.0 * levels_a_pixel
    return rise.astype(np.float32)[..., None]


def _of_two(level):
    """A piece of 60 within and one of the given level around: 0 where both count as much."""
    difference = np.full(SHAPE, level, np.float32)
    difference[AWAY <= 17] = 60
    return here(contained(relit(difference), 17.0))


def _collar(off):
    return np.where((17 + off < AWAY) & (19 + off > AWAY), 60, 0)


@each(CASES)
def test_each_parameter(case):
    assert case.holds(), case.measure()


def test_every_parameter_has_its_rule():
    assert not uncovered(PlaceEvidenceParameters, CASES)
    assert PlaceEvidenceParameters() == EVIDENCE
