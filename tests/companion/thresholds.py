"""Thresholds on both sides: cases by the field they stand beside, and the check that no field is without."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def beside(cases: Iterable[Sequence[Any]]) -> list[Any]:
    """Cases ``(field, sentence, …)`` as parameters; the sentence is the case's name."""
    return [pytest.param(*rest, id=sentence) for _, sentence, *rest in cases]


def uncovered(record: type, cases: Iterable[Sequence[Any]]) -> set[str]:
    """The fields of a record beside which fewer than two cases stand: one on either side."""
    named = [case[0] for case in cases]
    return {field.name for field in dataclasses.fields(record) if named.count(field.name) < 2}
