"""Discs are laid together so that they cover what shows gems; what two cover counts once."""

import math
from dataclasses import fields

import numpy as np
import pytest

from vision.gems.packing import PACKING, PackingParameters, _Cover, _settle, pack_discs
from vision.masks import disc

RADIUS = 7.0


def shown(*places, size=70):
    """Evidence that is all gem within a disc around each place and all ground elsewhere."""
    rows, columns = np.ogrid[:size, :size]
    gem = np.zeros((size, size), bool)
    for x, y in places:
        gem |= (columns - x) ** 2 + (rows - y) ** 2 <= RADIUS**2
    return np.where(gem, 1.0, -1.0).astype(np.float32)


def count(packing):
    return sum(gain > 0.5 for gain in packing.gains)


def test_bare_ground_holds_nothing():
    packing = pack_discs(shown(), RADIUS, 9)
    assert packing.gains == ()
    assert packing.centres == ((),)


@pytest.mark.parametrize("number", range(1, 8))
def test_gems_apart_are_each_laid_whole(number):
    places = [(12 + 22 * (index % 3), 12 + 22 * (index // 3)) for index in range(number)]
    packing = pack_discs(shown(*places), RADIUS, 9)
    assert count(packing) == number
    assert all(gain > 0.95 for gain in packing.gains[:number])
    assert all(min(math.dist(place, there) for there in packing.centres[number]) <= 1.5 for place in places)


@pytest.mark.parametrize("apart", [9, 11, 14])
def test_gems_that_lie_on_each_other_are_counted_by_what_shows_of_each(apart):
    places = [(20, 20), (20 + apart, 20), (20, 20 + apart), (20 + apart, 20 + apart)]
    packing = pack_discs(shown(*places), RADIUS, 9)
    assert count(packing) == 4
    assert all(gain < 0.4 for gain in packing.gains[4:])


def test_a_longer_gem_is_one_gem():
    packing = pack_discs(shown((30, 30), (34, 30)), RADIUS, 9)
    assert count(packing) == 1


def test_no_more_discs_are_laid_than_may_lie_there():
    places = [(12, 12), (34, 12), (56, 12)]
    assert len(pack_discs(shown(*places), RADIUS, 2).gains) == 2


@pytest.mark.parametrize("size", [(41, 52), (52, 41), (41, 41), (52, 52)])
def test_a_gem_at_the_pictures_edge_is_laid_there(size):
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


@pytest.mark.parametrize("edge", [(0, 35), (35, 0)])
def test_a_gem_half_beyond_the_edge_is_worth_a_third_of_one(edge):
    # Of its 149 pixels 82 show, 1 each; the 67 outside count against it, a half each.
    rows, columns = np.ogrid[:70, :70]
    evidence = np.where(np.hypot(columns - edge[0], rows - edge[1]) <= RADIUS, 1.0, -1.0).astype(np.float32)
    centres = np.zeros((70, 70), bool)
    centres[edge[::-1]] = centres[34, 0] = centres[0, 34] = True
    (gain,) = pack_discs(evidence, RADIUS, 1, centres).gains
    assert gain == pytest.approx((82 - 67 / 2) / 149, abs=0.04)


@pytest.mark.parametrize(("share", "discs"), [(0.18, 0), (0.22, 1)])
def test_what_shows_less_than_a_fifth_of_a_gem_gets_no_disc(share, discs):
    evidence = np.zeros((70, 70), np.float32)
    evidence[34:37, 33:38] = share * np.count_nonzero(disc(RADIUS)) / 15
    assert len(pack_discs(evidence, RADIUS, 3).gains) == discs


@pytest.mark.parametrize(("off_px", "reached"), [(2, True), (3, False)])
def test_a_disc_moves_two_pixels_at_a_time(off_px, reached):
    centre, gain = _Cover(shown((30, 30)), RADIUS, None, PACKING).best_near((30 + off_px, 30 - off_px))
    assert (centre == (30, 30)) == reached
    assert (gain > 0.99) == reached


def settled(first, second, *gems):
    """Where two discs, the second just laid, come to lie among gems; where none shows is as good as anywhere."""
    laid = [first, second]
    cover = _Cover(np.maximum(shown(*gems), 0.0), RADIUS, None, PACKING)
    for centre in laid:
        cover.put(centre)
    _settle(laid, cover, PACKING)
    return laid


def test_two_discs_beside_each_other_move_twice_each_in_four_sweeps():
    # The one laid last makes the other move, that one it, and so on: two pixels each time.
    assert settled((31, 35), (39, 35), (19, 35), (51, 35)) == [(27, 35), (43, 35)]


@pytest.mark.parametrize(("apart_px", "moves"), [(16, True), (17, False)])
def test_discs_more_than_two_and_a_third_radii_apart_do_not_move_each_other(apart_px, moves):
    first, _ = settled((30, 30), (30 + apart_px, 30), (28, 30), (30 + apart_px, 30))
    assert (first == (28, 30)) == moves


def test_every_parameter_of_packing_has_a_test_of_its_sides():
    tests = {
        "outside_evidence": test_a_gem_half_beyond_the_edge_is_worth_a_third_of_one,
        "least_gain": test_what_shows_less_than_a_fifth_of_a_gem_gets_no_disc,
        "step_px": test_a_disc_moves_two_pixels_at_a_time,
        "sweeps": test_two_discs_beside_each_other_move_twice_each_in_four_sweeps,
        "beside_radii": test_discs_more_than_two_and_a_third_radii_apart_do_not_move_each_other,
    }
    assert set(tests) == {field.name for field in fields(PackingParameters)}
