"""What counts as a shadow, just on this side and just on that side of each threshold."""

import numpy as np
from field_cases import FieldCase, each, uncovered

from vision.photometry.shadows import ShadowThresholds, is_shadow, shadows


def shaded(lowest, highest):
    """Whether a pixel is shaded whose channels keep such shares of their light."""
    return bool(is_shadow(np.float32([lowest]), np.float32([highest]))[0])


def spoilt_by_a_speck():
    """How many pixels of a shadow are not told when one pixel in it is red."""
    board = np.full((21, 21, 3), 150, np.uint8)
    picture = np.full((21, 21, 3), 90, np.uint8)
    picture[10, 10] = (0, 0, 255)
    return int(np.count_nonzero(~shadows(picture, board)))


CASES = [
    FieldCase("uneven_share", "channels a fifth apart are a shadow", lambda: shaded(0.80, 0.99), True),
    FieldCase("uneven_share", "channels a quarter apart are a colour", lambda: shaded(0.74, 0.99), False),
    FieldCase("uneven_share", "in deep shadow too a fifth apart is even", lambda: shaded(0.24, 0.30), True),
    FieldCase(
        "uneven_share", "in deep shadow too a quarter apart is a colour", lambda: shaded(0.22, 0.30), False
    ),
    FieldCase(
        "darkest_ratio", "an eighth of the light is left in a shadow", lambda: shaded(0.12, 0.13), True
    ),
    FieldCase(
        "darkest_ratio", "a twelfth of the light is left by black paint", lambda: shaded(0.08, 0.09), False
    ),
    FieldCase("blur_px", "a speck in a shadow spoils its eight neighbours and no more", spoilt_by_a_speck, 9),
]


@each(CASES)
def test_shadows(case):
    assert case.holds()


def test_what_is_brighter_than_the_board_is_no_shadow():
    assert shaded(0.95, 0.99)
    assert not shaded(0.97, 1.01)


def test_each_threshold_has_its_cases():
    assert not uncovered(ShadowThresholds, CASES)
