"""The usual colours of the pieces are those of the pieces on the virtual table, which were chosen on their own."""

import pytest

from vision.simulate import palette
from vision.typical_colours import CLEAR_GEM, TYPICAL_CANOE_BGR, TYPICAL_GEM_BGR


def test_each_piece_of_the_box_has_a_usual_colour():
    assert set(TYPICAL_CANOE_BGR) == set(palette.CANOES)
    assert set(TYPICAL_GEM_BGR) == set(palette.GEMS)
    assert CLEAR_GEM in TYPICAL_GEM_BGR


@pytest.mark.parametrize("colour", TYPICAL_CANOE_BGR)
def test_a_canoe_has_its_colour_to_a_fifth_in_each_channel(colour):
    assert TYPICAL_CANOE_BGR[colour] == pytest.approx(palette.CANOES[colour], rel=0.2, abs=9)


@pytest.mark.parametrize("gem", TYPICAL_GEM_BGR)
def test_a_gem_has_a_colour_between_its_facets_and_its_girdle(gem):
    for usual, facet in zip(TYPICAL_GEM_BGR[gem], palette.GEMS[gem], strict=True):
        assert 0.75 * facet - 6 < usual < 1.1 * facet + 6
