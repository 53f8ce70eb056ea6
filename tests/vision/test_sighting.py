"""The words of a sighting."""

import pytest

from vision.sighting import Disc


@pytest.mark.parametrize(
    ("offset_mm", "disc"),
    [
        (0.0, Disc.SEATED),
        (7.9, Disc.SEATED),
        (8.0, Disc.SEATED),
        (8.1, Disc.DISPLACED),
        (36.0, Disc.DISPLACED),
    ],
)
def test_a_disc_up_to_eight_millimetres_from_its_place_is_seated_and_displaced_beyond(offset_mm, disc):
    assert Disc.lying(offset_mm) is disc
