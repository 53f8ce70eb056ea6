"""The contact sheet: what a tile shows, and how many stand on it."""

import colorsys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from vision.bench import sheet
from vision.bench.score import Fact, FactKind, Verdict
from vision.bench.sheet import cut_out, draw_sheet
from vision.bench.truth import Truth
from vision.layout import default_layout
from vision.sighting import DiscState

LAYOUT = default_layout()
WIDTH, HEIGHT = (round(side) for side in LAYOUT.size)
M3 = tuple(round(value) for value in LAYOUT.spaces["M3"])


def fact(kind=FactKind.DISC, where="M3", verdict=Verdict.WRONG):
    return Fact(kind, verdict, where, "seated", "missing")


def tile_of(bgr, of):
    """The tile of a fact in a picture of the board at one pixel a millimetre."""
    truth = Truth(
        picture=Path("table/frames/00.jpg"),
        tags=("clean",),
        discs={},
        canoes={},
        beach=Counter(),
        falls=Counter(),
        insertion=DiscState.MISSING,
        weather=0,
        buoy=1,
        deposits={},
        corners_px=((0.0, 0.0), (WIDTH, 0.0), (WIDTH, HEIGHT), (0.0, HEIGHT)),
    )
    return cut_out(truth, bgr, of, LAYOUT)


def sheet_of(count):
    return draw_sheet([tile_of(np.zeros((HEIGHT, WIDTH, 3), np.uint8), fact()) for _ in range(count)])


def middle_of(mask):
    rows, columns = np.nonzero(mask)
    return columns.mean(), rows.mean()


def test_a_tile_shows_its_place_in_the_middle_two_and_a_half_pixels_a_millimetre():
    # 220 pixels for 84 mm: a mark 20 mm downstream lies 52 pixels right of the middle.
    bgr = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
    bgr[M3[1] - 1 : M3[1] + 2, M3[0] + 19 : M3[0] + 22] = 255
    x, y = middle_of(tile_of(bgr, fact()).bgr[..., 0] > 100)
    assert (x, y) == pytest.approx((110 + 52.4, 110), abs=4)


@pytest.mark.parametrize(("away_mm", "shown"), [(38, True), (46, False)])
def test_a_tile_reaches_forty_two_millimetres_far(away_mm, shown):
    bgr = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
    bgr[:, M3[0] + away_mm - 1 : M3[0] + away_mm + 2] = 255
    assert bool((tile_of(bgr, fact()).bgr > 100).any()) is shown


def test_of_a_fact_without_a_place_the_whole_board_is_shown():
    bgr = np.full((HEIGHT, WIDTH, 3), 200, np.uint8)
    tile = tile_of(bgr, fact(FactKind.BEACH, "beach")).bgr[..., 0] > 100
    assert np.mean(tile) == pytest.approx(HEIGHT / WIDTH, rel=0.02)


def test_six_tiles_stand_in_a_row():
    rows = {count: len(sheet_of(count)) for count in (1, 6, 7, 12)}
    assert rows[6] == rows[1]
    assert rows[7] == rows[12] == 2 * rows[1]


def test_a_tile_and_its_three_lines_are_as_high_as_the_letters_need():
    # The last line stands 49 pixels below the tile, its letters reach 5 lower at most.
    assert 220 + 54 <= len(sheet_of(1)) <= 220 + 70
    assert sheet_of(1).shape[1] == 6 * 220


def test_of_a_hundred_failures_ninety_are_shown():
    assert len(sheet_of(100)) == 15 * len(sheet_of(1))


def test_a_wrong_answer_has_a_red_frame_and_an_open_one_a_blue_one():
    for verdict, hue in ((Verdict.WRONG, 0), (Verdict.ABSTAINED, 202)):
        tile = tile_of(np.zeros((HEIGHT, WIDTH, 3), np.uint8), fact(verdict=verdict))
        blue, green, red = (value / 255 for value in draw_sheet([tile])[0, 100])
        found, saturation, brightness = colorsys.rgb_to_hsv(red, green, blue)
        assert (found * 360 + 4) % 360 - 4 == pytest.approx(hue, abs=4)
        assert saturation == pytest.approx(0.82, abs=0.04)
        assert brightness == pytest.approx(0.78, abs=0.06)


@pytest.mark.parametrize(("bgr", "brightness"), [(sheet.PAPER, 0.98), (sheet.INK, 0.12)])
def test_ink_is_nearly_black_on_nearly_white_paper(bgr, brightness):
    assert max(bgr) - min(bgr) < 5
    assert max(bgr) / 255 == pytest.approx(brightness, abs=0.02)
    assert sheet_of(1)[250, 1000].tolist() == list(sheet.PAPER)
