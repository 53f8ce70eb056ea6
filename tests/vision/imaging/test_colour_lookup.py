"""Labels of pixels by a table: the model under which a colour is likeliest, on one of two backgrounds."""

import numpy as np
import pytest

from vision.imaging.colour_lookup import SECOND_BACKGROUND, ColourLookup, packed_bgr555
from vision.imaging.colour_models import learn

RED, BLUE, WATER, SAND = (40, 40, 200), (200, 60, 30), (160, 120, 60), (140, 190, 210)


def model(bgr):
    return learn(np.array([bgr] * 20, np.uint8))


@pytest.fixture(scope="module")
def lookup():
    return ColourLookup.of({"red": model(RED), "blue": model(BLUE)}, (model(WATER),), (model(SAND),))


def labels(lookup, *colours, second=False):
    packed = packed_bgr555(np.array([colours], np.uint8))
    return lookup.label(packed | SECOND_BACKGROUND if second else packed)[0].tolist()


def test_colours_are_numbered_in_the_order_of_their_models(lookup):
    assert labels(lookup, RED, BLUE) == [1, 2]


def test_a_background_is_nobodys_and_so_is_what_is_near_to_nothing(lookup):
    assert labels(lookup, WATER, (90, 255, 90)) == [0, 0]


def test_each_background_is_one_of_its_own():
    sandy = {"sandy": model((138, 186, 212))}
    lookup = ColourLookup.of(sandy, (model(WATER),), (model(SAND),))
    assert labels(lookup, SAND) == [1]
    wide = ColourLookup.of(sandy, (model(WATER),), (model(SAND), model((138, 186, 212))))
    assert labels(wide, WATER) == [0]
    assert labels(lookup, WATER, second=True) == [0]
    assert labels(lookup, RED, second=True) == [0]


def test_the_second_background_does_not_count_on_the_first():
    on_first_only = ColourLookup.of({"red": model(RED)}, (model(WATER),), (model(SAND), narrow(RED)))
    assert labels(on_first_only, RED) == [1]
    assert labels(on_first_only, RED, second=True) == [0]


def narrow(bgr):
    return learn(np.array([bgr] * 20, np.uint8), slack_lab=3.0)


def test_a_colour_within_eight_levels_of_another_may_share_its_entry():
    near = np.array([[(40, 40, 200), (47, 47, 207), (48, 40, 200)]], np.uint8)
    first, same, other = packed_bgr555(near)[0]
    assert first == same
    assert first != other
