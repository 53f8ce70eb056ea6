"""How the virtual players play: how often they err and hurry, and how long they take."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rehearsal.table_clock import FRAMES_A_SECOND


@dataclass(frozen=True, slots=True)
class Habits:
    """Probabilities are 0..1 for each turn, times are seconds of the table's own clock."""

    slip: float = 0.12
    """Probability that the hands do something else than was meant; more makes more mistakes a game."""
    hurry: float = 0.1
    """Probability that the next player moves before this turn has been seen."""
    think_s: float = 1.2
    """From being asked for a card or a turn to acting."""
    carry_s: float = 0.5
    """A hand is over the board for so long with each piece it moves."""
    react_s: float = 2.5
    """From an announced mistake or a question to doing something about it."""
    patience_s: float = 12.0
    """How long the bots wait for the companion to follow before they do something about it."""


FAST_HABITS = Habits(think_s=0.0, carry_s=1 / FRAMES_A_SECOND, react_s=2 / FRAMES_A_SECOND)
"""As fast as the camera's eight frames a second can follow: a frame with the hand for each piece."""
