"""What became of each hostile input: taken, refused in words, or something nobody foresaw."""

from __future__ import annotations

import resource
import signal
import time
import traceback
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from random import Random

SLOW_S = 2.0
"""Of the processor; the machine may be busy with other things."""
ENDLESS_S = 30
LARGEST_MIB = 500
"""Of memory that an input may add."""
MEMORY_LOOKED_AT_EVERY = 20
"""Cases; asking takes longer than most of them."""
SHOWN = 200
"""Letters of an input that are shown of a failure."""


class Refusal(Exception):
    """The input was refused in words, as it should be."""


class Unforeseen(Exception):
    """The input was answered in a way that no input should be."""


class Endless(BaseException):
    """The input took so long that it was given up."""


@dataclass
class Tally:
    """What became of the inputs of one kind."""

    kind: str
    tried: int = 0
    taken: int = 0
    refused: int = 0
    slowest_s: float = 0.0
    added_mib: float = 0.0
    failures: list[str] = field(default_factory=list)
    causes: Counter[str] = field(default_factory=Counter)

    def fail(self, cause: str, shown: object) -> None:
        """Note a failure; of each cause the first three are shown."""
        self.causes[cause] += 1
        if self.causes[cause] <= 3:
            self.failures.append(f"{self.kind}, case {self.tried}: {cause}\n    {str(shown)[:SHOWN]}")


def judge(kind: str, cases: int, random: Random, case: Callable[[Random], Callable[[], object]]) -> Tally:
    """Try so many inputs: ``case`` makes one and returns what tries it, whose text describes it."""
    tally, at_first = Tally(kind), _peak_mib()
    for _ in range(cases):
        attempt = case(random)
        tally.tried += 1
        began_s = time.perf_counter()
        _try(tally, attempt)
        spent_s = time.perf_counter() - began_s
        if spent_s > SLOW_S:
            # The machine may have been busy with something else: once more, by the processor's time.
            began_s = time.process_time()
            _try(Tally(kind), attempt)
            spent_s = time.process_time() - began_s
            if spent_s > SLOW_S:
                tally.fail(f"took more than {SLOW_S:.0f} s", f"{spent_s:.1f} s: {attempt}")
        tally.slowest_s = max(tally.slowest_s, spent_s)
        if tally.tried % MEMORY_LOOKED_AT_EVERY == 0 or spent_s > SLOW_S / 20:
            added_mib = _peak_mib() - at_first
            if added_mib > max(LARGEST_MIB, tally.added_mib):
                tally.fail(f"took more than {LARGEST_MIB} MiB", attempt)
            tally.added_mib = added_mib
    return tally


def _try(tally: Tally, attempt: Callable[[], object]) -> None:
    try:
        with _at_most(ENDLESS_S):
            attempt()
        tally.taken += 1
    except Refusal:
        tally.refused += 1
    except Endless:
        tally.fail(f"not done after {ENDLESS_S} s", attempt)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is what is looked for
        place = traceback.extract_tb(error.__traceback__)[-1]
        tally.fail(f"{type(error).__name__} at {place.name}:{place.lineno}: {str(error)[:SHOWN]}", attempt)


def _peak_mib() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


@contextmanager
def _at_most(seconds: float) -> Iterator[None]:
    def give_up(*_: object) -> None:
        raise Endless

    before = signal.signal(signal.SIGALRM, give_up)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
