"""What is asked of the reader: each target from both sides, of two thousand facts."""

import pytest

from vision.bench.costs import ReadingCosts
from vision.bench.report import Findings, as_text
from vision.bench.score import Fact, FactKind, Verdict
from vision.bench.statistics import THRESHOLDS, Rate, reliability
from vision.bench.targets import TARGETS

SIDES = {
    "discs": (1991, 1985),
    "faults found": (1910, 1890),
    "false faults": (3, 5),
    "canoes": (1991, 1985),
    "weather": (1991, 1985),
    "buoy": (1991, 1985),
    "cargo": (1965, 1955),
    "deposits": (1910, 1890),
    "beaches": (1991, 1985),
    "lost canoes": (1991, 1985),
    "exact pictures": (1945, 1935),
    "pictures read": (1945, 1935),
    "hands kept out": (2000, 1995),
    "wrong as certain": (3, 5),
}
"""Of two thousand: how many are good enough, and how many are not."""


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.name)
def test_on_each_side_of_a_target(target):
    enough, missed = SIDES[target.name]
    assert target.reached(Rate(enough, 2000)) is True
    assert target.reached(Rate(missed, 2000)) is False


def test_every_target_has_two_sides():
    assert SIDES.keys() == {target.name for target in TARGETS}


def costs(**changed):
    usual = {
        "pictures": 7,
        "search_s": 0.04,
        "read_s": 0.06,
        "gate_s": 0.001,
        "average_s": 0.02,
        "slide_s": 0.01,
        "memory_bytes": 180_000_000,
    }
    return ReadingCosts(**(usual | changed))


def test_costs_are_told_in_searches_beside_what_is_wanted():
    told = as_text(Findings({}, {}, costs(), ()))
    assert "60.00 ms = 1.50 searches (wanted <= 2.00)" in told
    assert "1.00 ms = 0.025 searches (wanted <= 0.050)" in told
    assert "180 MB at most" in told


def test_confidences_are_sorted_into_bands_that_get_narrower_towards_certainty():
    facts = [
        Fact(FactKind.DISC, Verdict.RIGHT, "M1", "seated", "seated", percent / 100) for percent in range(100)
    ]
    # A band starts at each of these; below one half nothing is told apart.
    assert {low: rate.of for low, rate in reliability(facts)} == {
        0.0: 50, 0.5: 10, 0.6: 10, 0.7: 10, 0.8: 10, 0.9: 5, 0.95: 3, 0.98: 2,
    }  # fmt: skip
    assert list(THRESHOLDS) == sorted(THRESHOLDS)
