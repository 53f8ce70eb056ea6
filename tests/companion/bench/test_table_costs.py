"""A whole table stays small and quiet enough for a Pi; `make bench` prints the figures."""

from dataclasses import replace

import pytest
from paths import PICTURES

from companion.bench.table import TableCosts, measured

SESSION = PICTURES / "session-05"


@pytest.fixture(scope="module")
def costs():
    return measured(SESSION, idle_s=4.0)


def test_a_whole_table_leaves_a_pi_its_room_its_rest_and_its_disk(costs):
    assert costs.allowed(), costs.lines()
    assert 0 < costs.rest_mb <= costs.peak_mb
    assert 0 < costs.gate_share <= costs.idle_share


MODEST = TableCosts(rest_mb=150, peak_mb=200, idle_share=0.08, gate_share=0.05, written_bytes=0)


@pytest.mark.parametrize(
    ("costs", "allowed"),
    [
        (MODEST, True),
        (replace(MODEST, peak_mb=280), True),
        (replace(MODEST, peak_mb=320), False),
        (replace(MODEST, idle_share=0.14), True),
        (replace(MODEST, idle_share=0.16), False),
        (replace(MODEST, written_bytes=1), False),
    ],
    ids=[
        "a modest table",
        "280 MB leave the system 230 of 512",
        "320 MB leave it less than 200",
        "a seventh of a core",
        "more than a seventh of a core",
        "a byte on the disk",
    ],
)
def test_what_a_small_machine_can_afford(costs, allowed):
    assert costs.allowed() is allowed
