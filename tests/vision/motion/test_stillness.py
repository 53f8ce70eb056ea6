import numpy as np
import pytest

from vision.motion.parked_hand import ParkedHandDetector
from vision.motion.stillness import Motion, StillnessGate, StillnessThresholds

MOVING, SETTLED, UNCHANGED = Motion.MOVING, Motion.SETTLED, Motion.UNCHANGED
BOARD_PX = np.array([[60.0, 40], [260, 40], [260, 150], [60, 150]])
"""Where the board lies in these pictures."""


@pytest.fixture
def table():
    """A picture with a pattern, (180, 320, 3)."""
    rng = np.random.default_rng(3)
    return np.kron(rng.integers(60, 140, (18, 32, 1)), np.ones((10, 10, 3))).astype(np.uint8)


def with_patch(picture, rows, columns, level=240):
    changed = picture.copy()
    changed[rows[0] : rows[1], columns[0] : columns[1]] = level
    return changed


def noisy(picture, seed, spread=4.0):
    noise = np.random.default_rng(seed).normal(0, spread, picture.shape)
    return np.clip(picture + noise, 0, 255).astype(np.uint8)


def test_a_table_has_settled_once_it_was_still_for_eight_frames(table):
    gate = StillnessGate()
    seen = [gate.see(noisy(table, number)) for number in range(12)]
    assert seen == [MOVING] * 8 + [SETTLED] + [UNCHANGED] * 3


@pytest.mark.parametrize("looks", [1, 4, 10])
def test_how_many_frames_is_a_setting(table, looks):
    gate = StillnessGate(StillnessThresholds(still_frames=looks))
    assert [gate.see(table) for _ in range(looks + 1)] == [MOVING] * looks + [SETTLED]


def test_any_movement_starts_the_waiting_anew(table):
    gate = StillnessGate(StillnessThresholds(still_frames=3))
    for _ in range(3):
        gate.see(table)
    assert gate.see(with_patch(table, (60, 90), (100, 140))) is MOVING
    assert gate.still == 0
    assert [gate.see(table) for _ in range(4)] == [MOVING, MOVING, MOVING, SETTLED]


def test_a_table_that_a_hand_passed_over_is_read_again_though_it_looks_the_same(table):
    """A clear disc that was pushed leaves no trace in the small picture."""
    gate = StillnessGate(StillnessThresholds(still_frames=2))
    for _ in range(3):
        gate.see(table)
    hand = with_patch(table, (60, 90), (100, 140))
    assert [gate.see(picture) for picture in (hand, table, table, table)] == [
        MOVING,
        MOVING,
        MOVING,
        SETTLED,
    ]


def test_a_change_too_slow_to_be_movement_is_read_in_the_end(table):
    gate = StillnessGate(StillnessThresholds(still_frames=2))
    seen = [gate.see(with_patch(table, (60, 90), (100, 140), 100 + number)) for number in range(40)]
    assert MOVING not in seen[2:]
    assert seen.count(SETTLED) > 1


def test_a_lamp_switched_is_movement_and_read_once(table):
    gate = StillnessGate(StillnessThresholds(still_frames=2))
    bright = np.clip(table * 1.4, 0, 255).astype(np.uint8)
    seen = [gate.see(picture) for picture in [table] * 4 + [bright] * 4]
    assert seen == [MOVING, MOVING, SETTLED, UNCHANGED, MOVING, MOVING, SETTLED, UNCHANGED]


def test_forgetting_has_the_same_table_read_again(table):
    gate = StillnessGate(StillnessThresholds(still_frames=1))
    seen = [gate.see(table) for _ in range(3)]
    gate.forget()
    assert [*seen, gate.see(table)] == [MOVING, SETTLED, UNCHANGED, SETTLED]


def test_a_grey_picture_does_as_well(table):
    gate = StillnessGate(StillnessThresholds(still_frames=1))
    grey = np.ascontiguousarray(table[:, :, 1])
    assert [gate.see(grey) for _ in range(2)] == [MOVING, SETTLED]


@pytest.fixture
def parking(table):
    accepted = ParkedHandDetector()
    accepted.accept(noisy(table, 1))
    return accepted


def test_an_arm_from_the_edge_to_over_the_board_is_a_hand(parking, table):
    assert parking.is_hand(with_patch(table, (0, 100), (140, 170), 170), BOARD_PX)
    assert parking.is_hand(with_patch(table, (90, 110), (200, 320), 60), BOARD_PX)


def test_nothing_new_is_no_hand(parking, table):
    assert not parking.is_hand(noisy(table, 2), BOARD_PX)


def test_pieces_that_were_moved_are_no_hand(parking, table):
    moved = with_patch(with_patch(table, (70, 90), (100, 140)), (100, 120), (200, 240), 20)
    assert not parking.is_hand(moved, BOARD_PX)


def test_a_cup_at_the_edge_is_no_hand_while_it_is_not_over_the_board(parking, table):
    assert not parking.is_hand(with_patch(table, (100, 180), (0, 45)), BOARD_PX)


def test_lamps_switched_are_no_hand(parking, table):
    sideways = np.linspace(0.5, 1.6, table.shape[1])[None, :, None]
    assert not parking.is_hand(np.clip(table * sideways, 0, 255).astype(np.uint8), BOARD_PX)
    assert not parking.is_hand((table * 0.4).astype(np.uint8), BOARD_PX)


def test_without_a_picture_to_go_by_nothing_is_called_a_hand(parking, table):
    arm = with_patch(table, (0, 100), (140, 170), 170)
    assert not ParkedHandDetector().is_hand(arm, BOARD_PX)
    parking.forget()
    assert not parking.is_hand(arm, BOARD_PX)
