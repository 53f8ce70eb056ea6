"""How large things are drawn, measured in pictures of one colour: 1280 wide unless it says otherwise."""

from dataclasses import fields

import cv2
import numpy as np
import pytest

from vision.geometry import Lens, Pose
from vision.overlay.colours import WHITE
from vision.overlay.marks import Headline, Ring, Tag
from vision.overlay.pen import Pen, PenParameters, is_light

BOX = (120, 0, 0)
"""Dark blue: what is written on it is white."""
TWO_PX_A_MM = Pose(np.diag([2.0, 2.0, 1.0]), Lens(1280, 720))
PLACE_MM, RADIUS_MM = (300.0, 120.0), 20.0


def drawn(*calls, width=1280, height=720):
    """A black picture after these calls of a pen."""
    picture = np.zeros((height, width, 3), np.uint8)
    pen = Pen(picture)
    for call in calls:
        call(pen)
    return picture


def extent(mask):
    """The first and the last row, and the first and the last column, of what is true."""
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    return int(rows[0]), int(rows[-1]), int(columns[0]), int(columns[-1])


def box_of(picture):
    return extent(picture[..., 0] > 60)


def ink_of(picture):
    """Where white letters are: only they are red."""
    return extent(picture[..., 2] > 60)


def headline(width=1280):
    return drawn(lambda pen: pen.headline(Headline("H", BOX)), width=width)


def bar_px(width=1280):
    _, last, _, _ = box_of(headline(width))
    return last


def tag():
    return drawn(lambda pen: pen.tag(Tag(PLACE_MM, RADIUS_MM, "H", BOX, below=True), TWO_PX_A_MM))


def tag_height_px():
    top, bottom, _, _ = box_of(tag())
    return bottom - top + 1


def beside_the_text_px():
    _, _, left, right = box_of(tag())
    (text_px, _), _ = cv2.getTextSize("H", cv2.FONT_HERSHEY_SIMPLEX, 0.45, 1)
    return (right - left - text_px) / 2


def letter_height_px(picture):
    top, bottom, _, _ = ink_of(picture)
    return bottom - top + 1


def gap_px():
    # The ring's lowest point lies 20 mm, 40 pixels, below its middle.
    top, _, _, _ = box_of(tag())
    return top - 2 * (PLACE_MM[1] + RADIUS_MM)


def boxes_before_they_overlap():
    one = Tag(PLACE_MM, RADIUS_MM, "H", BOX, below=True)
    top, bottom, _, _ = box_of(drawn(*[lambda pen: pen.tag(one, TWO_PX_A_MM)] * 16))
    return (bottom - top + 1) / 17


def line_px(*, bold):
    """How wide the line of a ring is, at its leftmost point."""
    ring = Ring(PLACE_MM, RADIUS_MM * 5, WHITE, bold=bold)
    row = drawn(lambda pen: pen.ring(ring, TWO_PX_A_MM))[round(2 * PLACE_MM[1]), :600, 0]
    return float(row.sum() / 255)


def hatching_period_px():
    row = drawn(lambda pen: pen.hatch(np.ones((720, 1280), bool), WHITE))[300, :, 0] > 0
    starts = np.flatnonzero(row[1:] & ~row[:-1])
    return float(np.diff(starts).mean())


SHOWN = {
    # Twice as wide a picture has a bar twice as high, 60 pixels; one of a quarter half as high, no less.
    "usual_width_px": (lambda: bar_px(2560), 60, 0),
    "least_scale": (lambda: bar_px(320), 15, 0),
    # Smoothing adds a pixel on either side.
    "fine_px": (lambda: line_px(bold=False), 2 + 2, 0.5),
    "bold_px": (lambda: line_px(bold=True), 4 + 2, 0.5),
    "hatch_px": (hatching_period_px, 9, 0),
    "headline_px": (bar_px, 30, 0),
    # Letters have a little air of their own before them.
    "headline_left_px": (lambda: ink_of(headline())[2], 13, 1),
    "headline_baseline_px": (lambda: ink_of(headline())[1], 21, 1),
    # Capitals of this font are 21 pixels high.
    "headline_font": (lambda: letter_height_px(headline()), 0.6 * 21, 1.5),
    "tag_px": (tag_height_px, 17, 0),
    "tag_left_px": (beside_the_text_px, 4, 0.5),
    "tag_baseline_px": (lambda: ink_of(tag())[1] - box_of(tag())[0], 13, 1),
    "tag_font": (lambda: letter_height_px(tag()), 0.45 * 21, 1.5),
    "tag_gap_px": (gap_px, 2, 0.5),
    "tag_places": (boxes_before_they_overlap, 9, 0.1),
}
DECIDED = {"light_luma"}


@pytest.mark.parametrize(("measured", "expected", "within"), SHOWN.values(), ids=SHOWN)
def test_how_large_things_are_drawn(measured, expected, within):
    assert measured() == pytest.approx(expected, abs=within)


@pytest.mark.parametrize(("grey", "light"), [(133, False), (147, True)])
def test_text_is_black_on_what_is_lighter_than_one_hundred_and_forty(grey, light):
    assert is_light((grey, grey, grey)) is light


@pytest.mark.parametrize(
    ("bgr", "light"), [((0, 255, 0), True), ((0, 200, 90), True), ((255, 0, 255), False)]
)
def test_green_makes_a_colour_light_and_blue_does_not(bgr, light):
    assert is_light(bgr) is light


def test_every_size_is_shown():
    assert SHOWN.keys() | DECIDED == {field.name for field in fields(PenParameters)}


def test_boxes_at_one_place_lie_below_each_other():
    one, other = (Tag(PLACE_MM, RADIUS_MM, "H", fill, below=True) for fill in (BOX, (0, 120, 0)))
    picture = drawn(lambda pen: pen.tag(one, TWO_PX_A_MM), lambda pen: pen.tag(other, TWO_PX_A_MM))
    _, bottom, _, _ = extent((picture[..., 0] > 60) & (picture[..., 1] < 60))
    top, _, _, _ = extent((picture[..., 1] > 60) & (picture[..., 0] < 60))
    assert top == bottom + 1
