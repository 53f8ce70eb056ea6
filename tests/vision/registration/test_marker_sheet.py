"""The sheet of stickers, as a printer would see it: sizes in points of 1/72 inch, and the page as pixels."""

import re
from itertools import pairwise

import numpy as np
import pytest

from vision.layout import default_layout
from vision.registration.marker_sheet import marker_sheet
from vision.registration.markers import find_markers

MARKERS = default_layout().markers
SHEET = marker_sheet().decode("ascii")
INCH_MM = 25.4
PX_PER_MM = 4


def boxes(operator):
    """The rectangles of the page (n, 4) that are drawn so, filled (f) or stroked (S): left, bottom, width, height."""
    found = re.findall(rf"([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re {operator}", SHEET)
    return np.array(found, float) * INCH_MM / 72


def page_size():
    """Width and height in points."""
    return [float(value) for value in re.search(r"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", SHEET).groups()]


def inside(frame, every):
    """Which of the boxes lie within a frame."""
    left, bottom, width, height = frame
    middle = every[:, :2] + every[:, 2:] / 2
    return every[np.all((middle > (left, bottom)) & (middle < (left + width, bottom + height)), axis=1)]


def printed():
    """The page as a grey picture, its lower left corner upwards."""
    height = round(page_size()[1] * INCH_MM / 72 * PX_PER_MM)
    page = np.full((height, round(page_size()[0] * INCH_MM / 72 * PX_PER_MM)), 255, np.uint8)
    for left, bottom, width, tall in (np.rint(boxes("f") * PX_PER_MM)).astype(int):
        page[height - bottom - tall : height - bottom, left : left + width] = 0
    return page


def test_the_page_is_a4():
    assert page_size() == pytest.approx([595.28, 841.89], abs=0.01)


def test_each_sticker_is_as_large_as_the_board_says_with_4_mm_of_white_around_it():
    frames = boxes("S")
    assert len(frames) == len(MARKERS.centres)
    for left, bottom, width, height in frames:
        dark = inside((left, bottom, width, height), boxes("f"))
        assert dark[:, :2].min(axis=0) == pytest.approx([left + 4.0, bottom + 4.0], abs=0.01)
        assert (dark[:, :2] + dark[:, 2:]).max(axis=0) == pytest.approx(
            [left + width - 4.0, bottom + height - 4.0], abs=0.01
        )
        assert (width, height) == pytest.approx((MARKERS.size + 8.0,) * 2, abs=0.01)


def test_a_sticker_of_24_mm_has_cells_of_3_mm():
    assert MARKERS.size == 24.0
    for frame in boxes("S"):
        assert inside(frame, boxes("f"))[:, 2:] == pytest.approx(3.0, abs=0.01)


def test_the_printed_page_shows_every_sticker_of_the_board_upright():
    found = find_markers(printed(), MARKERS)
    assert set(found) == set(MARKERS.centres)
    for corners in found.values():
        assert corners[1] - corners[0] == pytest.approx([MARKERS.size * PX_PER_MM, 0], abs=1.5)
        assert corners[3] - corners[0] == pytest.approx([0, MARKERS.size * PX_PER_MM], abs=1.5)


def test_the_ruler_is_100_mm_long_with_a_mark_each_millimetre():
    marks = sorted(left for left, _, width, _ in boxes("f") if width < 0.5)
    assert len(marks) == 101
    assert marks[-1] - marks[0] == pytest.approx(100.0, abs=0.01)
    assert [second - first for first, second in pairwise(marks)] == pytest.approx([1.0] * 100, abs=0.01)


def test_nothing_is_printed_off_the_page():
    every = np.concatenate([boxes("f"), boxes("S")])
    assert np.all(every[:, :2] > 5.0)
    assert np.all(every[:, :2] + every[:, 2:] < np.array([210.0, 297.0]) - 5.0)
