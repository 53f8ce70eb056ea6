"""How many positions a second the rules engine finds: what reading a move from the board costs."""

from __future__ import annotations

import cProfile
import pstats
import random
import time
from typing import TYPE_CHECKING

from companion.engine import MODULES, setup_from_parts, successors
from companion.engine.random_play import random_game

if TYPE_CHECKING:
    from companion.engine import State

GAMES = 3
ACTIONS_A_GAME = 150
PASSES = 3
"""Each figure is the best of so many passes, as other work on the machine only ever slows one down."""
PROFILE_LINES = 8


def run_bench() -> None:
    """Print legal successors per second over every position of some seeded random games, and where the time goes."""
    for name, modules in (("base game", ()), ("all modules", MODULES)):
        positions = _positions(modules)
        found = _count(positions)
        best_s = min(_seconds(positions) for _ in range(PASSES))
        print(f"{name}: {found} successors of {len(positions)} positions, {found / best_s:,.0f} a second")
        for share, function in _profile(positions):
            print(f"    {share:5.1%}  {function}")


def _positions(modules: tuple[str, ...]) -> list[State]:
    setup = setup_from_parts(["red", "blue", "green", "yellow"], "red", modules, {})
    return [
        state for seed in range(GAMES) for state, _ in random_game(setup, random.Random(seed), ACTIONS_A_GAME)
    ]


def _count(positions: list[State]) -> int:
    return sum(1 for state in positions for _ in successors(state))


def _seconds(positions: list[State]) -> float:
    begun_s = time.perf_counter()
    _count(positions)
    return time.perf_counter() - begun_s


def _profile(positions: list[State]) -> list[tuple[float, str]]:
    """The functions in which the most time is spent, each with its share, what it calls not counted."""
    profiler = cProfile.Profile()
    profiler.runcall(_count, positions)
    stats = pstats.Stats(profiler)
    rows = {where: row[2] for where, row in stats.stats.items()}  # type: ignore[attr-defined]
    total_s = sum(rows.values())
    first = sorted(rows.items(), key=lambda item: -item[1])[:PROFILE_LINES]
    return [(own_s / total_s, f"{file.rpartition('/')[2]}:{name}") for (file, _, name), own_s in first]
