"""Tests on a record of thresholds or parameters: for each field a rule, what is measured, and what that gives."""

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pytest


@dataclass(frozen=True)
class FieldCase:
    """One rule that a field sets."""

    field: str
    rule: str
    """The rule, as a sentence: the test's name."""
    measure: Callable[[], Any]
    """What is decided of evidence, or measured in a small picture."""
    expected: Any
    """What that gives: a decision, or figures with a tolerance (`pytest.approx`)."""

    def holds(self) -> bool:
        return bool(self.measure() == self.expected)


def each(cases: Sequence[FieldCase]) -> pytest.MarkDecorator:
    """Run a test with each of these cases as ``case``."""
    return pytest.mark.parametrize("case", cases, ids=[case.rule for case in cases])


def uncovered(record: type, *tables: Sequence[FieldCase]) -> set[str]:
    """The fields of a record on which no case stands."""
    fields = {field.name for field in dataclasses.fields(record)}
    return fields - {case.field for table in tables for case in table}


def on_each_side(cases: Mapping[str, Sequence[tuple[str, Callable[[], Any], Any]]]) -> pytest.MarkDecorator:
    """Run a test with ``found`` and ``expected`` of each ``(sentence, found, expected)`` that stands at a field."""
    return pytest.mark.parametrize(
        ("found", "expected"),
        [pytest.param(found, expected, id=case) for some in cases.values() for case, found, expected in some],
    )
