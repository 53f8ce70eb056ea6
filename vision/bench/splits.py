"""Fitted on or judged on: to which side of the wall a table belongs, as ``splits.toml`` beside this file says."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from enum import StrEnum
from fnmatch import fnmatchcase
from functools import cache
from importlib import resources

UNNAMED_MAKER = "photoreal"
"""The maker of tables whose ``session.json`` names none: the one of the pictures that the project began with."""


class Split(StrEnum):
    """What a table was used for, in the order of the report's columns."""

    FITTED = "fitted here"
    """Detectors were fitted on it."""
    CONFIDENCES = "confidences fitted"
    """What confidences are worth was fitted on it, and thresholds were chosen; detectors were not fitted on it."""
    LOOKED_AT = "looked at"
    """Its errors were looked at; no number was chosen on it."""
    NEVER_SEEN = "never seen"
    """It only judges."""


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where a table comes from: all that says to which side of the wall it belongs."""

    name: str
    """The name of the table's own folder."""
    folder: str
    """The name of the folder that it lies in."""
    maker: str = UNNAMED_MAKER
    seed: int | None = None
    """What it was made from; ``None`` where its maker did not write it down."""


@dataclass(frozen=True, slots=True)
class SplitRule:
    """Tables that belong to one split; without patterns or seeds all tables of the maker."""

    split: Split
    maker: str
    folders: tuple[str, ...] = ("*",)
    names: tuple[str, ...] = ("*",)
    seeds: tuple[int, int] | None = None
    """The first and the last; a table without a seed is not among them."""
    why: str = ""

    def holds(self, table: Provenance) -> bool:
        """Whether the table is one of these."""
        if table.maker != self.maker:
            return False
        if self.seeds is not None and (
            table.seed is None or not self.seeds[0] <= table.seed <= self.seeds[1]
        ):
            return False
        return _fits(table.folder, self.folders) and _fits(table.name, self.names)


def split_of(table: Provenance, rules: tuple[SplitRule, ...] | None = None) -> Split:
    """The split of the first rule that holds; a table of which nothing is written has never been seen."""
    for rule in split_rules() if rules is None else rules:
        if rule.holds(table):
            return rule.split
    return Split.NEVER_SEEN


@cache
def split_rules() -> tuple[SplitRule, ...]:
    """The rules of ``splits.toml``, in their order."""
    text = resources.files("vision.bench").joinpath("splits.toml").read_text(encoding="utf-8")
    return tuple(
        SplitRule(
            split=Split(entry["split"]),
            maker=entry["maker"],
            folders=tuple(entry.get("folders", ("*",))),
            names=tuple(entry.get("names", ("*",))),
            seeds=(entry["seeds"][0], entry["seeds"][1]) if "seeds" in entry else None,
            why=entry["why"],
        )
        for entry in tomllib.loads(text)["tables"]
    )


def _fits(text: str, patterns: tuple[str, ...]) -> bool:
    return any(fnmatchcase(text, pattern) for pattern in patterns)
