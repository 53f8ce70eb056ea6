"""What the cargo network is trained on: the same from the same seed, and recoloured with its references alike."""

from pathlib import Path

import numpy as np
import pytest

from tools.networks.hull_groups import EMPTY, GEMS, group_of_table, painted_group, plain_batch, varied_batch
from tools.networks.hull_tables import samples_of
from vision.canoes.hull_crops import DEPOSIT_CROP_PX, HULL_CROP_PX

PICTURES = Path(__file__).parents[1] / "pictures"


def chance(seed=1):
    return np.random.default_rng(seed)


@pytest.fixture(scope="module")
def painted():
    return painted_group(5)


def test_a_painted_world_follows_from_its_seed(painted):
    again, other = painted_group(5), painted_group(6)
    assert np.array_equal(painted.gems, again.gems)
    assert [sample.label for sample in painted.samples] == [sample.label for sample in again.samples]
    assert not np.array_equal(painted.gems, other.gems)


def test_a_world_has_empty_and_loaded_hulls_each_with_a_reference(painted):
    labels = {sample.label for sample in painted.samples}
    assert EMPTY in labels
    assert labels <= set(range(1 + len(GEMS)))
    assert all(painted.empty[sample.colour] for sample in painted.samples)


def test_a_gem_shows_in_the_middle_of_its_hull():
    """Loaded hulls differ from their empty reference there, and empty ones hardly."""
    off = {True: [], False: []}
    for seed in range(12):
        group = painted_group(seed)
        for sample in group.samples:
            apart = np.abs(sample.crop.astype(int) - group.empty[sample.colour][0])[8:16, 18:30].mean()
            off[sample.label == EMPTY].append(apart)
    assert np.median(off[False]) > 2 * np.median(off[True])


def test_a_batch_has_hulls_beside_their_references_and_five_deposits_a_group(painted):
    batch = varied_batch([painted, painted_group(6)], 7, chance())
    columns, rows = HULL_CROP_PX
    assert batch.hulls.shape == (14, 6, rows, columns)
    assert batch.deposits.shape == (10, 6, DEPOSIT_CROP_PX, DEPOSIT_CROP_PX)
    assert batch.group.tolist() == [0] * 7 + [1] * 7
    assert len(batch.labels) == 14


def test_variation_is_seeded(painted):
    one, same, other = (varied_batch([painted], 5, chance(seed)) for seed in (3, 3, 4))
    assert np.array_equal(one.hulls, same.hulls)
    assert not np.array_equal(one.hulls, other.hulls)


def test_hull_and_references_are_recoloured_alike(painted):
    """However hues are turned, an empty hull's colour stays that of its reference, and far from other batches'."""
    hues = []
    for seed in range(20):
        batch = varied_batch([painted], 16, chance(seed))
        empty = batch.labels == EMPTY
        now, then = (batch.hulls[empty, first : first + 2, 8:16, 16:32].mean(axis=(2, 3)) for first in (1, 4))
        assert np.median(np.abs(now - then)) < 0.06
        hues.append(then[0])
    assert np.std(hues, axis=0).max() > 0.08


def test_the_hulls_of_a_rendered_table_are_labelled_by_its_truth():
    table = samples_of(PICTURES / "session-04", chance(0))
    group = group_of_table(table)
    assert group.gems.shape[:2] == (len(GEMS), 2)
    assert len(group.samples) > 3
    assert {sample.colour for sample in group.samples} <= set(group.empty)
    batch = plain_batch(group)
    assert batch.labels.tolist() == [sample.label for sample in group.samples]
    assert np.array_equal(plain_batch(group).hulls, batch.hulls)
