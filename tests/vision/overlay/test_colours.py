"""Colours are what they are called, so that an overlay means the same to everybody who looks at it."""

import colorsys

import pytest

from vision.overlay import colours
from vision.overlay.colours import DISC_BGR, darkened
from vision.sighting import DiscState

HUES = {"RED": 0, "ORANGE": 35, "AMBER": 39, "GREEN": 120}
"""Where each lies on the circle of colours, in degrees."""
GREYS = {"WHITE": 1.0, "GREY": 0.67, "PAPER": 0.18, "BLACK": 0.08}
"""How bright each colour without a hue is, 0 to 1."""


def hsv(bgr):
    """Hue in degrees from -180 to 180, saturation and brightness from 0 to 1."""
    blue, green, red = (value / 255 for value in bgr)
    hue, saturation, brightness = colorsys.rgb_to_hsv(red, green, blue)
    return (hue * 360 + 180) % 360 - 180, saturation, brightness


@pytest.mark.parametrize(("name", "hue"), HUES.items())
def test_a_colour_has_the_hue_of_its_name_and_shines(name, hue):
    found, saturation, brightness = hsv(getattr(colours, name))
    assert found == pytest.approx(hue, abs=4)
    assert saturation > 0.55
    assert 0.8 < brightness <= 1


@pytest.mark.parametrize(("name", "level"), GREYS.items())
def test_white_black_and_what_lies_between_have_no_hue(name, level):
    _, saturation, brightness = hsv(getattr(colours, name))
    assert saturation < 0.05
    assert brightness == pytest.approx(level, abs=0.03)


def test_each_state_of_a_disc_has_a_colour_of_its_own():
    assert set(DISC_BGR) == set(DiscState)
    assert len(set(DISC_BGR.values())) == len(DiscState)


def test_a_darkened_colour_keeps_its_hue():
    hue, saturation, brightness = hsv(darkened(colours.ORANGE))
    assert hue == pytest.approx(35, abs=2)
    assert saturation == pytest.approx(1.0, abs=0.02)
    assert brightness == pytest.approx(0.6, abs=0.01)
