"""Cloud and buoy: when one is believed to lie on a place, and how a place is compared with its print."""

from dataclasses import fields, replace
from types import SimpleNamespace

import numpy as np
import pytest
from field_cases import on_each_side

from vision.geometry import Canvas
from vision.layout import default_layout
from vision.weather_buoy import MarkerParameters, MarkerThresholds, MarkingReader, decide_marker, unlikeness

LAYOUT = default_layout()
CANVAS = Canvas(LAYOUT.size)


def told(*seen):
    return decide_marker(seen).index


def sure(ratio):
    """How sure a marker is whose place is so many times as unlike its print as the next."""
    return decide_marker([1.0, 1.0 / ratio]).confidence


CASES = {
    "least_unlikeness": [
        ("something unlike its print by 0.28 lies there", lambda: told(0.01, 0.28, 0.05), 1),
        ("0.22 may be a lamp's mirror image", lambda: told(0.01, 0.22, 0.05), None),
    ],
    "clear_ratio": [
        ("2.7 times as unlike as the next place is clear", lambda: told(0.37, 1.0), 1),
        ("2.3 times is not", lambda: told(0.43, 1.0), None),
    ],
    "sure_ratio": [
        ("at 4.5 times it is nearly as sure as can be", lambda: sure(4.5), pytest.approx(0.93, abs=0.005)),
        ("at 5 times it is", lambda: sure(5.0), pytest.approx(0.99, abs=0.001)),
    ],
    "even_confidence": [
        ("half-way from 1 to 5 it is half-way from even to sure", lambda: sure(3.0), pytest.approx(0.745, abs=0.005)),
    ],
    "sure_confidence": [
        ("far beyond it is no surer", lambda: sure(50.0), pytest.approx(0.99, abs=0.001)),
    ],
}  # fmt: skip


def printed(size=64):
    """A print of soft waves across and down, (size, size, 3)."""
    down, across = np.mgrid[:size, :size]
    waves = 115 + 30 * np.sin(2 * np.pi * across / 16)
    return np.repeat((waves + 0 * down)[..., None], 3, axis=2).astype(np.uint8)


def bars(by):
    """Two columns more and two columns less, over and over, by so much: (64, 64)."""
    return np.tile(np.resize([by, by, -by, -by], 64), (64, 1))


def in_another_colour(share):
    """The print with part of it bluer and less red, but as bright."""
    picture = printed().astype(float)
    rows = round(share * 64)
    picture[:rows] += (52.5, 0.0, -20.0)
    return np.clip(picture, 0, 255).astype(np.uint8)


def fine_colours():
    """The print with fine bars of colour on it, as bright."""
    return (printed() + bars(40)[..., None] * (1.0, 0.0, -0.381)).round().astype(np.uint8)


def fine_pattern():
    """The print with fine bars of brightness on it."""
    return (printed() + bars(60)[..., None]).round().astype(np.uint8)


@pytest.fixture(scope="module")
def board():
    rng = np.random.default_rng(5)
    return rng.integers(90, 130, (CANVAS.size_px[1], CANVAS.size_px[0], 3)).astype(np.uint8)


def seen_beside(board, centres, off_mm):
    """What is read when something small and bright lies so far below the second of these places' middles."""
    picture = board.copy()
    x, y = (round(value) for value in CANVAS.at((centres[1][0], centres[1][1] + off_mm)))
    picture[y : y + 3, x - 6 : x + 7] = 255
    reader = MarkingReader(SimpleNamespace(layout=LAYOUT, canvas=CANVAS, empty_bgr=board))
    relit = SimpleNamespace(bgr=picture)
    weather, _ = reader.weather(relit)
    return weather, reader.buoy(relit).index


def beside_a_disc(board, lean_mm):
    """What is read of the buoy on the first space when a canoe leans so far over a disc's rim beside the second."""
    rim_mm = 12.0
    (x0, y0), (x1, y1) = LAYOUT.buoy.centres[:2]
    layout = replace(LAYOUT, spaces={"M1": (x1, y1 + LAYOUT.disc.diameter / 2 + rim_mm)}, deposits={})
    picture = board.copy()
    column, row = (round(value) for value in CANVAS.at((x0, y0)))
    picture[row - 8 : row + 8, column - 8 : column + 8] = 255
    column, row = (round(value) for value in CANVAS.at((x1, y1 + rim_mm - lean_mm)))
    picture[row : row + 5, column - 14 : column + 14] = 255
    reader = MarkingReader(SimpleNamespace(layout=layout, canvas=CANVAS, empty_bgr=board))
    return reader.buoy(SimpleNamespace(bgr=picture)).index


SHOWN = {
    "other_pieces_mm": [
        ("what leans seven millimetres over a disc's rim is no buoy", lambda board: beside_a_disc(board, 7.0), 0),
        ("what lies eleven millimetres beside it may be one", lambda board: beside_a_disc(board, 11.0), None),
    ],
    "weather_reach_mm": [
        ("on a square what lies 9 mm off its middle is seen",
         lambda board: seen_beside(board, LAYOUT.weather.centres, 9)[0], LAYOUT.weather.values[1]),
        ("what lies 13 mm off is not", lambda board: seen_beside(board, LAYOUT.weather.centres, 13)[0], None),
    ],
    "buoy_reach_mm": [
        ("on a round space what lies 11 mm off its middle is seen",
         lambda board: seen_beside(board, LAYOUT.buoy.centres, 11)[1], 1),
        ("what lies 15 mm off is not", lambda board: seen_beside(board, LAYOUT.buoy.centres, 15)[1], None),
    ],
    "unlike_levels": [
        # 52 levels on 40 % of the place.
        ("colour alone makes unlike, by levels", lambda _: unlikeness(in_another_colour(0.4), printed()),
         pytest.approx(0.4 * 52 / 50, abs=0.04)),
    ],
    "colour_blur_px": [
        # A binomial kernel of five leaves a quarter of bars that repeat every four pixels.
        ("fine colours are smoothed away", lambda _: unlikeness(fine_colours(), printed()),
         pytest.approx(40 / 4 / 50, abs=0.04)),
    ],
    "pattern_blur_px": [
        # The Gaussian leaves 0.17 of the bars and 0.90 of the waves: correlation 0.88; the colours add a quarter of 60.
        ("a fine pattern is smoothed away, most of it", lambda _: unlikeness(fine_pattern(), printed()),
         pytest.approx(0.12 + 60 / 4 / 50, abs=0.05)),
    ],
}  # fmt: skip


@on_each_side(CASES)
def test_on_each_side_of_a_threshold(found, expected):
    assert found() == expected


@pytest.mark.parametrize(
    ("measured", "expected"),
    [pytest.param(found, expected, id=case) for cases in SHOWN.values() for case, found, expected in cases],
)
def test_what_is_measured(board, measured, expected):
    assert measured(board) == expected


def test_every_threshold_and_parameter_has_its_cases():
    assert CASES.keys() == {field.name for field in fields(MarkerThresholds)}
    assert SHOWN.keys() == {field.name for field in fields(MarkerParameters)}


def test_a_place_is_not_unlike_its_print_in_another_light():
    warm = (printed() * (0.6, 0.8, 1.0)).astype(np.uint8)
    assert unlikeness(printed(), printed()) == pytest.approx(0.0, abs=0.001)
    assert unlikeness(warm, printed()) < 0.05
