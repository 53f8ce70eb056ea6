"""The command: `python -m mutate vision/discs companion/interpret/likelihood.py --sample 20 --seed 7`."""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from mutate import report
from mutate.sites import Threshold, decisions, thresholds
from mutate.trial import GREEN, NOTHING_COLLECTED, PATIENCE_S, Outcome, baselines, load_libraries, outcomes

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

ROOMS = ("companion", "hardware", "vision")
"""The packages whose thresholds are tried when none is named."""
SURVIVED, NOT_GREEN = 1, 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Try mutants; 0 when each was noticed, 1 when one survived, 2 when the tests fail with nothing changed."""
    options = _options().parse_args(arguments)
    chosen = _chosen(options)
    if options.list:
        print(*(mutant for each in chosen for mutant in each), sep="\n")
        return 0
    load_libraries()
    tests_of = {path: _tests(path, options) for path in {each[0].path for each in chosen}}
    known = baselines((tests for tests in tests_of.values() if tests), options.jobs)
    for tests, baseline in known.items():
        if baseline.status not in (GREEN, NOTHING_COLLECTED):
            print(
                f"With nothing changed the tests of {' '.join(tests)} fail:\n{baseline.output}",
                file=sys.stderr,
            )
            return NOT_GREEN
    results: list[Outcome] = []

    def tell(outcome: Outcome) -> None:
        results.append(outcome)
        if outcome.noticed_by is None and not options.json:
            print(report.line(outcome), flush=True)
        elif options.verbose:
            print(f"{outcome.mutant}   noticed by {outcome.noticed_by}", flush=True)

    mutants = [mutant for each in chosen for mutant in each]
    for mutant in mutants:
        if not tests_of[mutant.path]:
            tell(Outcome(mutant, None, loaded=False))
    tried = ((mutant, tests_of[mutant.path]) for mutant in mutants if tests_of[mutant.path])
    outcomes(tried, known, options.jobs, options.patience, tell)
    results.sort(key=lambda outcome: (outcome.mutant.path, outcome.mutant.span, outcome.mutant.new))
    print(json.dumps(report.record(results), indent=1) if options.json else f"\n{report.table(results)}")
    return SURVIVED if any(outcome.noticed_by is None for outcome in results) else 0


def _options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="mutate", description=__doc__)
    parser.add_argument(
        "paths", nargs="*", default=ROOMS, help="folders or modules; all packages when none is named"
    )
    parser.add_argument("-k", metavar="NAME", default="", help="only thresholds with this in their name")
    parser.add_argument(
        "--decisions", action="store_true", help="decisions too, in decide*.py, decide*() and judge*()"
    )
    parser.add_argument("--sample", type=int, metavar="N", help="only N thresholds, picked at random")
    parser.add_argument("--seed", type=int, default=0, help="which N")
    parser.add_argument("--tests", nargs="+", metavar="PATH", help="these tests instead of the room's own")
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count(), help="processes at a time (all processors)"
    )
    parser.add_argument(
        "--patience",
        type=int,
        default=PATIENCE_S,
        metavar="SECONDS",
        help="processor time over three times the room's, after which a mutant is noticed by its slowness",
    )
    parser.add_argument("--list", action="store_true", help="list the mutants and try none")
    parser.add_argument(
        "--json", action="store_true", help="every mutant and the test that noticed it, as JSON"
    )
    parser.add_argument("--verbose", action="store_true", help="say of each mutant which test noticed it")
    return parser


def _chosen(options: argparse.Namespace) -> list[Threshold]:
    """The thresholds to be moved, in the order of the files."""
    found: list[Threshold] = []
    for path in _modules(options.paths):
        shown = str(path)
        found += thresholds(path, shown)
        if options.decisions:
            found += decisions(path, shown)
    found = [each for each in found if options.k in each[0].name]
    if options.sample is not None:
        picked = random.Random(options.seed).sample(range(len(found)), min(options.sample, len(found)))
        found = [found[at] for at in sorted(picked)]
    return found


def _modules(paths: Iterable[str]) -> list[Path]:
    """All modules named or in a folder named."""
    files: set[Path] = set()
    for path in map(Path, paths):
        if not path.exists():
            raise SystemExit(f"There is no {path} here: {Path.cwd()}")
        files |= {path} if path.is_file() else set(path.rglob("*.py"))
    return sorted(files)


def _tests(path: str, options: argparse.Namespace) -> tuple[str, ...]:
    """The tests of a module's room: the folder of the same name; else the files of the nearest one above it.

    Folders below that one belong to other rooms and are not run.
    """
    if options.tests:
        return tuple(options.tests)
    package = Path(path).parent
    while not (Path("tests") / package).is_dir():
        package = package.parent
    return tuple(str(file) for file in sorted((Path("tests") / package).glob("test_*.py")))


if __name__ == "__main__":
    sys.exit(main())
