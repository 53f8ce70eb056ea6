"""The words of a sighting."""

import pytest

from vision.sighting import DiscState


@pytest.mark.parametrize(
    ("offset_mm", "disc"),
    [
        (0.0, DiscState.SEATED),
        (7.9, DiscState.SEATED),
        (8.0, DiscState.SEATED),
        (8.1, DiscState.DISPLACED),
        (36.0, DiscState.DISPLACED),
    ],
)
def test_a_disc_up_to_eight_millimetres_from_its_place_is_seated_and_displaced_beyond(offset_mm, disc):
    assert DiscState.lying(offset_mm) is disc
