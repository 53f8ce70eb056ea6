"""Deposits drawn for training: what is said of them is what lies there."""

import numpy as np
import pytest

from tools.networks.deposit_pool import NOWHERE, DepositPool, draw_pool
from tools.networks.drawn_gems import (
    SIDE_PX,
    Body,
    draw_gem_style,
    draw_gems,
    draw_ground,
    draw_lighting,
    scatter,
)

DEPOSITS = range(5)


@pytest.fixture(scope="module")
def pool():
    return draw_pool(2, 2, seed=3)


def test_the_same_seed_draws_the_same_tables_and_another_others(pool):
    again, other = draw_pool(1, 2, seed=3), draw_pool(1, 2, seed=4)
    assert np.array_equal(again.now[0], pool.now[0])
    assert not np.array_equal(other.now[0], pool.now[0])


def test_each_gem_counted_has_a_place_in_the_crop_and_no_other_has(pool):
    for counts, places in zip(pool.counts.reshape(-1, 5), pool.places.reshape(-1, 12, 3), strict=True):
        laid = places[places[:, 0] != NOWHERE]
        assert np.bincount(laid[:, 0].astype(int), minlength=5).tolist() == counts.tolist()
        assert np.all((laid[:, 1:] > 0) & (laid[:, 1:] < SIDE_PX))


def test_a_pool_is_the_same_when_it_is_read_back(pool, tmp_path):
    pool.save(tmp_path / "pool.npz")
    back = DepositPool.load(tmp_path / "pool.npz")
    assert np.array_equal(back.now, pool.now)
    assert np.array_equal(back.counts, pool.counts)


def test_pools_joined_are_tables_one_after_the_other(pool):
    joined = DepositPool.joined([pool, pool])
    assert len(joined.empty) == 4
    assert np.array_equal(joined.full[2:], pool.full)


def test_where_no_gem_lies_the_ground_is_lit_and_nothing_else():
    rng = np.random.default_rng(1)
    style, light = draw_gem_style(rng), draw_lighting(rng)
    ground = draw_ground(rng, style.colours[0], 23)
    lit = draw_gems(rng, ground, np.zeros((0, 2)), np.zeros(0, int), style, light, [])
    assert lit == pytest.approx(ground * (light.ambient + light.colours.sum(0)), rel=1e-4)


def test_a_gem_changes_the_ground_where_it_lies_and_not_across_the_deposit():
    rng = np.random.default_rng(1)
    style, light = draw_gem_style(rng), draw_lighting(rng)
    ground = draw_ground(rng, style.colours[0], 23)
    place = np.array([[-12.0, 0.0]])
    bare, laid = (
        draw_gems(
            np.random.default_rng(2), ground, at, np.zeros(len(at), int), style, light, [Body.cut(rng, style)]
        )
        for at in (place[:0], place)
    )
    change = np.abs(laid - bare).sum(2)
    middle = change.shape[0] // 2
    assert change[middle - 4 : middle + 4, middle - 34 : middle - 26].mean() > 0.02
    assert change[:, middle + 30 :].max() < 1e-3


@pytest.mark.parametrize("count", [0, 1, 8, 12])
def test_all_gems_lie_in_the_deposit_however_many_they_are(count):
    places = scatter(np.random.default_rng(count), count, 17.0, 10.0, 1.0)
    assert places.shape == (count, 2)
    assert np.all(np.hypot(*places.T) < 17)
