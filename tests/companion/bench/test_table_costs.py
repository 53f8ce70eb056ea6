"""A whole table stays small and quiet enough for a Pi; `make bench` prints the figures."""

import pytest
from paths import PICTURES

from companion.bench.table import MOST_IDLE_SHARE, MOST_MEMORY_MB, measured

SESSION = PICTURES / "session-05"


@pytest.fixture(scope="module")
def costs():
    return measured(SESSION, idle_s=4.0)


def test_memory_in_play_leaves_room_on_a_pi_with_half_a_gigabyte(costs):
    assert costs.rest_mb <= costs.peak_mb < MOST_MEMORY_MB


def test_while_nothing_happens_the_processor_is_nearly_idle(costs):
    assert 0 < costs.gate_share <= costs.idle_share < MOST_IDLE_SHARE


def test_while_nothing_happens_nothing_is_written_to_the_disk(costs):
    assert costs.written_bytes == 0
