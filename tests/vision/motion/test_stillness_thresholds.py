"""Stillness and parked hands: a case on each side of every threshold, in pictures of one pixel a small pixel."""

from dataclasses import fields

import numpy as np
import pytest

from vision.motion.parked_hand import ParkedHandThresholds, is_arm, outlines_percent, reaching_area_px
from vision.motion.stillness import Motion, StillnessGate, StillnessThresholds

WIDTH, HEIGHT = 160, 90
BOARD_PX = np.array([[40.0, 15], [140, 15], [140, 75], [40, 75]])


def plain(level=100, height=HEIGHT, width=WIDTH):
    return np.full((height, width), level, np.uint8)


def changed(pixels, by):
    """The plain picture with so many pixels brighter by so much."""
    picture = plain()
    picture.ravel()[:pixels] += by
    return picture


def after(picture, before=None):
    """What the gate says of a picture that follows another, on which it had settled, and stays."""
    gate = StillnessGate(StillnessThresholds(still_frames=1))
    before = plain() if before is None else before
    for _ in range(3):
        gate.see(before)
    return gate.see(picture)


def specks(by):
    """A picture of twice the width in which one pixel of every four is brighter."""
    picture = plain(100, 2 * HEIGHT, 2 * WIDTH)
    picture[::2, ::2] += by
    return after(picture, plain(100, 2 * HEIGHT, 2 * WIDTH))


def waited():
    """How many frames of a still table go by until it is read."""
    gate, frames = StillnessGate(), 0
    while gate.see(plain()) is Motion.MOVING:
        frames += 1
    return frames


def crept(levels):
    """Whether a change too slow to be movement has the table read again."""
    gate = StillnessGate(StillnessThresholds(still_frames=1))
    for _ in range(3):
        gate.see(plain())
    return Motion.SETTLED in [gate.see(changed(600, by)) for by in range(1, levels + 1)]


MOVING, UNCHANGED = Motion.MOVING, Motion.UNCHANGED
STILL = {
    "still_frames": [("a second of eight frames a second is waited", waited, 8)],
    "moved_share": [
        ("twelve of 14400 small pixels are a movement", lambda: after(changed(12, 100)), MOVING),
        ("eleven are noise", lambda: after(changed(11, 100)), UNCHANGED),
    ],
    "moved_levels": [
        ("15 grey levels are a movement", lambda: after(changed(600, 15)), MOVING),
        ("13 are not, but worth another look", lambda: after(changed(600, 13)), Motion.SETTLED),
    ],
    "drift_levels": [
        ("what crept by 10 grey levels is read again", lambda: crept(10), True),
        ("what crept by 8 is not", lambda: crept(8), False),
    ],
    "width_px": [
        # In a picture of 320 pixels' width four pixels make a small one: 80 and 48 levels are 20 and 12 in their mean.
        ("specks of 80 levels are a movement in their mean", lambda: specks(80), MOVING),
        ("specks of 48 are not", lambda: specks(48) is MOVING, False),
    ],
}  # fmt: skip


def arm(level, last_column=80):
    """The plain picture with a bar of 20 rows from its left edge up to a column over the board."""
    picture = plain()
    picture[35:55, : last_column + 1] = level
    return picture


def area_px(picture, before=None):
    before = plain(100, *picture.shape) if before is None else before
    return reaching_area_px(outlines_percent(picture) - outlines_percent(before), BOARD_PX)


def line_percent(ground, level):
    """How a single bright column stands out from its ground."""
    picture = plain(ground)
    picture[:, 80] = level
    return float(outlines_percent(picture)[45, 80])


def broken(gap):
    """Whether a bar over the board belongs to one from the edge, so many pixels away."""
    picture = arm(255, 20)
    picture[35:55, 21 + gap : 80] = 255
    return area_px(picture) > 0


PARKED = {
    "width_px": [
        # The outline of a bar of 20 x 80: 4 pixels outside and 3 inside, one more on each side by joining:
        # two sides of 9 x 85 and an end of 9 x 12.
        ("the area counts pixels of a small picture", lambda: area_px(np.repeat(np.repeat(arm(255, 79), 2, 0), 2, 1)),
         pytest.approx(2 * 9 * 85 + 9 * 12, rel=0.06)),
    ],
    "surroundings_px": [
        # 100 and 200 with 12 added: 212 over the mean of eight columns of 112 and one of 212.
        ("a pixel is compared with eight beside it", lambda: line_percent(100, 200),
         pytest.approx(100 * (212 / ((8 * 112 + 212) / 9) - 1), abs=1.0)),
    ],
    "black_levels": [
        # 22 over the mean of eight columns of 12 and one of 22.
        ("in the dark ten levels are no strong outline", lambda: line_percent(0, 10),
         pytest.approx(100 * (22 / ((8 * 12 + 22) / 9) - 1), abs=2.0)),
    ],
    "least_percent": [
        # Just inside the bar five of nine columns are the bar's: 142 over the mean is ten percent, 134 not quite eight.
        ("a sleeve 30 levels brighter than the table shows", lambda: area_px(arm(130)) > 0, True),
        ("one 22 levels brighter does not", lambda: area_px(arm(122)) > 0, False),
    ],
    "joining_px": [
        # An outline reaches four pixels beyond each bar.
        ("outlines two pixels apart are one", lambda: broken(10), True),
        ("outlines three pixels apart are two", lambda: broken(11), False),
    ],
    "board_rim_px": [
        # The outline ends five pixels beyond the bar; the board begins at column 40, and its rim is two wide.
        ("what reaches over the board's rim is over it", lambda: area_px(arm(255, 37)) > 0, True),
        ("what lies against it is not", lambda: area_px(arm(255, 36)) > 0, False),
    ],
    "least_area_px": [
        ("an outline of 43 pixels may be a finger's", lambda: is_arm(43), True),
        ("one of 37 is nobody's", lambda: is_arm(37), False),
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        pytest.param(found, expected, id=case)
        for cases in (*STILL.values(), *PARKED.values())
        for case, found, expected in cases
    ],
)
def test_on_each_side_of_a_threshold(found, expected):
    assert found() == expected


def test_every_threshold_has_its_cases():
    assert STILL.keys() == {field.name for field in fields(StillnessThresholds)}
    assert PARKED.keys() == {field.name for field in fields(ParkedHandThresholds)}
