"""How many positions a second the rules engine finds: what reading a move from the board costs."""

from __future__ import annotations

import random
import time

from companion.engine import MODULES, setup_from_parts, successors
from companion.engine.random_play import random_game

GAMES = 3
ACTIONS_A_GAME = 150


def run_bench() -> None:
    """Print legal successors per second, over every position of some seeded random games."""
    for name, modules in (("base game", ()), ("all modules", MODULES)):
        setup = setup_from_parts(["red", "blue", "green", "yellow"], "red", modules, {})
        positions = [
            state
            for seed in range(GAMES)
            for state, _ in random_game(setup, random.Random(seed), ACTIONS_A_GAME)
        ]
        begun_s = time.perf_counter()
        found = sum(1 for state in positions for _ in successors(state))
        took_s = time.perf_counter() - begun_s
        print(f"{name}: {found} successors of {len(positions)} positions, {found / took_s:,.0f} a second")
