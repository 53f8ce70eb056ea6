"""Games played by chance, for tests and benchmarks: every legal action is as likely as any other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.engine.rules import apply, initial_state, legal_actions

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

    from companion.engine.actions import Action
    from companion.engine.setup import Setup
    from companion.engine.state import State


def random_game(setup: Setup, rng: random.Random, limit: int) -> Iterator[tuple[State, Action]]:
    """A game from its first position, each position with the action chosen there.

    Ends when the game is over or after ``limit`` actions; the same seed plays the same game.
    """
    state = initial_state(setup)
    for _ in range(limit):
        actions = legal_actions(state)
        if not actions:
            return
        action = rng.choice(actions)
        yield state, action
        state = apply(state, action)
