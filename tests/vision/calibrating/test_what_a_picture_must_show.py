"""When a picture is refused, and a board taken for a usual one: figures on both sides."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from vision.calibrating.calibrate import shows_pieces
from vision.calibrating.layout_fit import is_usual
from vision.calibrating.recalibrate import KnownPosition, told_enough, told_share
from vision.layout import default_layout
from vision.reader import Reader

SPACES = default_layout().spaces


@pytest.mark.parametrize(("share", "enough"), [(0.009, False), (0.011, True)])
def test_pieces_cover_a_hundredth_of_the_board_at_set_up(share, enough):
    difference = np.zeros(10_000, np.uint8)
    difference[: round(share * len(difference))] = 80
    assert shows_pieces(difference.reshape(100, 100)) is enough


def test_spaces_that_are_found_off_both_ways_are_off():
    sign = dict(zip(SPACES, (1, -1) * 5, strict=False))
    found = {name: (x + 4.4 * sign[name], y) for name, (x, y) in SPACES.items()}
    assert not is_usual(found, SPACES)


@pytest.fixture(scope="module")
def seen(calibrated):
    """A sighting of the table at set-up."""
    return Reader(calibrated.calibration).read(calibrated.picture(calibrated.start))


def position(afloat, ashore):
    """So many canoes afloat, one a space, and so many on the beaches."""
    spaces = dict.fromkeys(list(SPACES)[:afloat], ("red",))
    return KnownPosition(spaces, Counter(blue=ashore))


@pytest.mark.parametrize(("afloat", "share"), [(4, 0.4), (5, 0.5), (6, 0.6)])
def test_canoes_on_a_beach_of_which_nothing_is_told_are_not_told(seen, afloat, share):
    told = told_share(replace(seen, beach=None), position(afloat, 10 - afloat))
    assert told == pytest.approx(share)


@pytest.mark.parametrize(("afloat", "enough"), [(4, False), (5, True), (6, True)])
def test_half_of_the_canoes_must_lie_where_something_is_told(seen, afloat, enough):
    assert told_enough(replace(seen, beach=None), position(afloat, 10 - afloat)) is enough


def test_canoes_on_hidden_spaces_are_not_told(seen):
    hidden = {name: replace(space, canoes=None) for name, space in seen.spaces.items()}
    assert told_share(replace(seen, spaces=hidden), position(6, 4)) == pytest.approx(0.4)


def test_of_a_board_without_canoes_nothing_is_told(seen):
    assert told_share(seen, position(0, 0)) == 0.0
