"""Pictures without their colours."""

import numpy as np
import pytest

from vision.imaging.grey import grey_of


@pytest.mark.parametrize(
    ("bgr", "grey"), [((255, 0, 0), 29), ((0, 255, 0), 150), ((0, 0, 255), 76), ((90, 90, 90), 90)]
)
def test_green_counts_most_and_blue_least_as_in_rec_601(bgr, grey):
    assert grey_of(np.full((4, 6, 3), bgr, np.uint8)) == pytest.approx(np.full((4, 6), grey), abs=1)
