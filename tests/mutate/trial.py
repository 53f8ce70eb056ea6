"""Runs a room's tests against a mutant: each in a process of its own, forked from one that has the libraries loaded.

None of the project's modules is loaded before the fork, so that the child loads all of them as on any other day - but
the one that is changed, which an import hook compiles from its changed text. Nothing is written into the tree.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import json
import os
import resource
import shutil
import signal
import sys
import tempfile
import time
import traceback
from dataclasses import dataclass, field
from importlib.machinery import PathFinder, SourceFileLoader
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from mutate.sites import Mutant

LIBRARIES = ("numpy", "cv2", "hypothesis", "flask", "flask_wtf", "pydantic", "gpiozero", "segno", "waitress")
"""What the tests load that is not ours, and slow to load."""
GREEN, FAILED, NOTHING_COLLECTED = 0, 1, 5
"""Exit statuses of pytest."""
PYTEST = (
    "-x",
    "-q",
    "-m",
    "not browser",
    "-p",
    "no:cacheprovider",
    "-p",
    "no:xdist",
    "-W",
    "ignore::pytest.PytestAssertRewriteWarning",
)
"""The last one lets hypothesis be loaded before pytest would look into it."""
PATIENCE_FACTOR, PATIENCE_S = 3, 10
"""A mutant may take so many times its room's processor time, and so many seconds more (by default); then it is noticed
by its slowness."""
WAITING_FACTOR, WAITING_S = 8, 60
"""The same of the time on the wall, where it does not compute but wait."""


@dataclass(frozen=True, slots=True)
class Baseline:
    """How a room's tests do when nothing is changed."""

    status: int
    cpu_s: float
    wall_s: float
    seconds: dict[str, float]
    """How long the tests of each file take: the quick ones go first."""
    output: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a mutant."""

    mutant: Mutant
    noticed_by: str | None
    """The test that failed, or why it counts as noticed; None when it survived."""
    loaded: bool
    """Whether the room's tests have loaded the changed module at all."""


def load_libraries() -> None:
    """Load what every child needs; with one thread each, since several of them run side by side."""
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
        os.environ.setdefault(name, "1")
    for name in LIBRARIES:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)


def baselines(rooms: Iterable[tuple[str, ...]], jobs: int) -> dict[tuple[str, ...], Baseline]:
    """Each room's tests with nothing changed."""
    found: dict[tuple[str, ...], Baseline] = {}

    def done(job: Job, status: int, told: dict, wall_s: float) -> None:
        found[job.tests] = Baseline(
            status,
            told.get("cpu_s", 0.0),
            wall_s,
            told.get("seconds", {}),
            job.output.read_text(errors="replace"),
        )

    run_all((Job(tests) for tests in dict.fromkeys(rooms)), jobs, done)
    return found


def outcomes(
    mutants: Iterable[tuple[Mutant, tuple[str, ...]]],
    baseline: dict[tuple[str, ...], Baseline],
    jobs: int,
    patience_s: int,
    tell: Callable[[Outcome], None],
) -> None:
    """Try each mutant with its room's tests."""

    def done(job: Job, status: int, told: dict, _wall_s: float) -> None:
        if status in (GREEN, NOTHING_COLLECTED):
            noticed_by = None
        elif status < 0:
            noticed_by = f"time or a crash ({signal.Signals(-status).name})"
        else:
            noticed_by = told.get("failed") or "an error before the first test"
        tell(Outcome(job.mutant, noticed_by, told.get("loaded", True)))

    run_all((Job(tests, mutant, baseline[tests], patience_s) for mutant, tests in mutants), jobs, done)


@dataclass(slots=True)
class Job:
    """One run of a room's tests."""

    tests: tuple[str, ...]
    mutant: Mutant | None = None
    baseline: Baseline | None = None
    patience_s: int = PATIENCE_S
    scratch: Path = field(default_factory=lambda: Path(tempfile.mkdtemp(prefix="mutate-")))
    started_s: float = 0.0

    @property
    def output(self) -> Path:
        return self.scratch / "output"

    @property
    def told(self) -> Path:
        """Where the child says what it saw."""
        return self.scratch / "told.json"

    def late(self, now_s: float) -> bool:
        if self.baseline is None:
            return False
        return now_s - self.started_s > WAITING_FACTOR * self.baseline.wall_s + WAITING_S


def run_all(jobs: Iterator[Job], at_a_time: int, done: Callable[[Job, int, dict, float], None]) -> None:
    """Run jobs side by side; ``done`` hears the exit status of each (negative: the signal that ended it)."""
    running: dict[int, Job] = {}
    waiting = iter(jobs)
    try:
        while True:
            while len(running) < at_a_time and (job := next(waiting, None)):
                job.started_s = time.monotonic()
                running[_forked(job)] = job
            if not running:
                return
            for pid in [pid for pid, job in running.items() if job.late(time.monotonic())]:
                os.killpg(pid, signal.SIGKILL)
            pid, status = os.waitpid(-1, os.WNOHANG)
            if not pid:
                time.sleep(0.01)
                continue
            job = running.pop(pid)
            with contextlib.suppress(ProcessLookupError):
                os.killpg(pid, signal.SIGKILL)  # whatever the tests have left running
            told = json.loads(job.told.read_text()) if job.told.exists() else {}
            done(job, os.waitstatus_to_exitcode(status), told, time.monotonic() - job.started_s)
            shutil.rmtree(job.scratch, ignore_errors=True)
    finally:
        for pid in running:
            os.killpg(pid, signal.SIGKILL)


def _forked(job: Job) -> int:
    """The child's process number; in the child this does not return."""
    sys.stdout.flush()
    sys.stderr.flush()
    pid = os.fork()
    if pid:
        return pid
    status = 3
    try:
        os.setsid()
        status = _child(job)
    except BaseException:  # noqa: BLE001 - said to the parent by the exit status
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def _child(job: Job) -> int:
    """Run the tests here, and say what was seen."""
    output = os.open(job.output, os.O_WRONLY | os.O_CREAT)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for target, source in ((0, nothing), (1, output), (2, output)):
        os.dup2(source, target)
    seconds = {}
    if job.baseline is not None:
        limit_s = int(PATIENCE_FACTOR * job.baseline.cpu_s + job.patience_s)
        resource.setrlimit(resource.RLIMIT_CPU, (limit_s, limit_s))
        seconds = job.baseline.seconds
    if job.mutant is not None:
        sys.meta_path.insert(0, _Changed(job.mutant))
    _quiet_libraries()
    seen = _Seen(seconds)
    status = pytest.main([*PYTEST, f"--basetemp={job.scratch / 'of-pytest'}", *job.tests], plugins=[seen])
    used = resource.getrusage(resource.RUSAGE_SELF)
    told = {
        "failed": seen.failed,
        "seconds": seen.seconds,
        "cpu_s": used.ru_utime + used.ru_stime,
        "loaded": job.mutant is None or _module(job.mutant.path) in sys.modules,
    }
    job.told.write_text(json.dumps(told))
    return int(status)


def _quiet_libraries() -> None:
    """One thread a process; the same examples each time, not made smaller, not remembered for other days."""
    if cv2 := sys.modules.get("cv2"):
        cv2.setNumThreads(1)
    if hypothesis := sys.modules.get("hypothesis"):
        phases = (hypothesis.Phase.explicit, hypothesis.Phase.generate)
        hypothesis.settings.register_profile("mutate", derandomize=True, database=None, phases=phases)
        hypothesis.settings.load_profile("mutate")


class _Seen:
    """A plugin of pytest: remembers how long each file took and what failed, and puts quick files first."""

    def __init__(self, seconds: dict[str, float]) -> None:
        self._before = seconds
        self.seconds: dict[str, float] = {}
        self.failed: str | None = None

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items.sort(key=lambda item: self._before.get(_file(item.nodeid), 0.0))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        file = _file(report.nodeid)
        self.seconds[file] = self.seconds.get(file, 0.0) + report.duration
        if report.failed and self.failed is None:
            self.failed = report.nodeid

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed and self.failed is None:
            self.failed = report.nodeid


def _file(nodeid: str) -> str:
    return nodeid.split("::", maxsplit=1)[0]


class _Changed:
    """An import hook that finds the changed module, and nothing else."""

    def __init__(self, mutant: Mutant) -> None:
        self._mutant = mutant
        self._name = _module(mutant.path)

    def find_spec(self, name: str, path: object = None, target: object = None) -> object:
        if name != self._name:
            return None
        file = PathFinder.find_spec(name, path).origin
        loader = _ChangedLoader(name, file, self._mutant)
        return importlib.util.spec_from_file_location(name, file, loader=loader)


class _ChangedLoader(SourceFileLoader):
    """Compiles the changed text; nothing of it is kept in a cache."""

    def __init__(self, name: str, file: str, mutant: Mutant) -> None:
        super().__init__(name, file)
        self._mutant = mutant

    def get_code(self, fullname: str) -> object:
        return compile(self._mutant.applied(Path(self.path).read_bytes()), self.path, "exec")


def _module(path: str) -> str:
    parts = Path(path).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
