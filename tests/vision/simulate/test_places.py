import math
from itertools import combinations

import pytest

from vision.simulate import gem_spots, spots_on_beach, spots_on_space

SPACES = ["M1", "M2", "M3", "M4", "M5", "L1", "L2", "R1", "R2"]


def _distance(a, b):
    return math.dist((a.x_mm, a.y_mm), (b.x_mm, b.y_mm))


@pytest.mark.parametrize("space", SPACES)
@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_up_to_four_canoes_lie_on_a_disc_side_by_side_without_touching(layout, space, count):
    spots = spots_on_space(layout, space, count)
    assert len(spots) == count
    assert all(_distance(a, b) >= layout.pieces.canoe_beam for a, b in combinations(spots, 2))


@pytest.mark.parametrize("space", SPACES)
def test_even_ten_canoes_all_rest_on_their_disc(layout, space):
    x, y = layout.spaces[space]
    for spot in spots_on_space(layout, space, 10):
        assert math.dist((spot.x_mm, spot.y_mm), (x, y)) < layout.disc.diameter / 2


def test_canoes_lie_along_the_current(layout):
    (main,), (left,), (right,) = (spots_on_space(layout, space, 1) for space in ("M3", "L1", "R1"))
    assert main.angle_rad == pytest.approx(0.0, abs=0.1)
    assert left.angle_rad < -0.3
    assert right.angle_rad > 0.3


def test_the_beaches_hold_twelve_canoes_without_touching(layout):
    spots = spots_on_beach(layout)
    assert len(spots) >= 12
    for a, b in combinations(spots, 2):
        apart_along = abs(a.x_mm - b.x_mm) >= layout.pieces.canoe_length
        apart_across = abs(a.y_mm - b.y_mm) >= layout.pieces.canoe_beam
        assert apart_along or apart_across


def test_every_place_on_a_beach_is_on_sand(layout):
    for spot in spots_on_beach(layout):
        assert any(
            beach.x_min <= spot.x_mm <= beach.x_max and beach.y_min <= spot.y_mm <= beach.y_max
            for beach in layout.beaches.values()
        )


@pytest.mark.parametrize("deposit", ["amethyst", "diamond", "amber", "sapphire", "ruby"])
def test_a_deposit_holds_eight_gems_that_do_not_overlap(layout, deposit):
    spots, ground = gem_spots(layout, deposit), layout.deposits[deposit]
    assert len(spots) == 8
    assert all(math.dist(a, b) >= layout.pieces.gem_size for a, b in combinations(spots, 2))
    assert all(
        math.dist(spot, ground.centre) + layout.pieces.gem_size / 2 <= ground.radius + 0.01 for spot in spots
    )
