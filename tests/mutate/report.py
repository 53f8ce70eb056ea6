"""What the trials of all mutants come to: survivors, and a table of the modules."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mutate.trial import Outcome


def line(outcome: Outcome) -> str:
    """A survivor, in one line that an editor can open."""
    return f"{outcome.mutant}" + ("" if outcome.loaded else "   (no test of its room loads this module)")


def table(outcomes: Iterable[Outcome]) -> str:
    """How many mutants of each module were tried, noticed and survived; the most survivors first."""
    tried, noticed = Counter(), Counter()
    for outcome in outcomes:
        tried[outcome.mutant.path] += 1
        noticed[outcome.mutant.path] += outcome.noticed_by is not None
    paths = sorted(tried, key=lambda path: (noticed[path] - tried[path], path))
    width = max(map(len, [*paths, "in all"]))
    rows = [f"{'module':<{width}}  tried  noticed  survived"]
    rows += [
        f"{name:<{width}}  {all_:>5}  {seen:>7}  {all_ - seen:>8}"
        for name, all_, seen in [
            *((path, tried[path], noticed[path]) for path in paths),
            ("in all", tried.total(), noticed.total()),
        ]
    ]
    return "\n".join(rows)


def record(outcomes: Iterable[Outcome]) -> list[dict[str, object]]:
    """The same for programs: one entry a mutant."""
    return [
        {
            "file": outcome.mutant.path,
            "line": outcome.mutant.line,
            "name": outcome.mutant.name,
            "old": outcome.mutant.old,
            "new": outcome.mutant.new,
            "noticed_by": outcome.noticed_by,
            "loaded": outcome.loaded,
        }
        for outcome in outcomes
    ]
