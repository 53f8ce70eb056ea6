"""Discs are laid together so that they cover what shows stones; what two cover counts once."""

import math

import numpy as np
import pytest

from vision.gems.packing import pack_discs

RADIUS = 7.0


def shown(*places, size=70):
    """Evidence that is all stone within a disc around each place and all ground elsewhere."""
    rows, columns = np.ogrid[:size, :size]
    stone = np.zeros((size, size), bool)
    for x, y in places:
        stone |= (columns - x) ** 2 + (rows - y) ** 2 <= RADIUS**2
    return np.where(stone, 1.0, -1.0).astype(np.float32)


def count(packing):
    return sum(gain > 0.5 for gain in packing.gains)


def test_bare_ground_holds_nothing():
    packing = pack_discs(shown(), RADIUS, 9)
    assert packing.gains == ()
    assert packing.centres == ((),)


@pytest.mark.parametrize("number", range(1, 8))
def test_stones_apart_are_each_laid_whole(number):
    places = [(12 + 22 * (index % 3), 12 + 22 * (index // 3)) for index in range(number)]
    packing = pack_discs(shown(*places), RADIUS, 9)
    assert count(packing) == number
    assert all(gain > 0.95 for gain in packing.gains[:number])
    assert all(min(math.dist(place, there) for there in packing.centres[number]) <= 1.5 for place in places)


@pytest.mark.parametrize("apart", [9, 11, 14])
def test_stones_that_lie_on_each_other_are_counted_by_what_shows_of_each(apart):
    places = [(20, 20), (20 + apart, 20), (20, 20 + apart), (20 + apart, 20 + apart)]
    packing = pack_discs(shown(*places), RADIUS, 9)
    assert count(packing) == 4
    assert all(gain < 0.4 for gain in packing.gains[4:])


def test_a_longer_stone_is_one_stone():
    packing = pack_discs(shown((30, 30), (34, 30)), RADIUS, 9)
    assert count(packing) == 1


def test_no_more_discs_are_laid_than_may_lie_there():
    places = [(12, 12), (34, 12), (56, 12)]
    assert len(pack_discs(shown(*places), RADIUS, 2).gains) == 2


@pytest.mark.parametrize("size", [(41, 52), (52, 41), (41, 41), (52, 52)])
def test_a_stone_at_the_pictures_edge_is_laid_there(size):
    rows, columns = np.ogrid[: size[0], : size[1]]
    middle = (size[1] - 4, size[0] - 4)
    near = (columns - middle[0]) ** 2 + (rows - middle[1]) ** 2 <= RADIUS**2
    evidence = np.where(near, 1.0, -1.0).astype(np.float32)
    (place,) = pack_discs(evidence, RADIUS, 1).centres[-1]
    assert math.dist(place, middle) <= 1.5


def test_a_disc_is_laid_only_where_its_middle_may_be():
    middles = np.zeros((70, 70), bool)
    middles[:, 40:] = True
    (place,) = pack_discs(shown((20, 20), (50, 50)), RADIUS, 9, middles).centres[-1]
    assert math.dist(place, (50, 50)) <= 1.5
