"""What the panel says, as data: each signal is a tuple of timed steps of light and tone."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, StrEnum


class Signal(Enum):
    """Everything the panel can announce."""

    CARD_NEEDED = "card needed"
    """A round begins: everybody chooses a card."""
    ALL_CARDS_IN = "all cards in"
    """The last card lies face down."""
    RIVER = "river moves"
    """The river is to be pushed; the lamps run as many steps as it moves."""
    CANOE_LOST = "a canoe lost"
    """A canoe went over the falls."""
    MISTAKE = "mistake"
    """The table does not agree with the game."""
    PUT_RIGHT = "put right"
    """It agrees again."""
    GAME_WON = "game won"
    """Somebody has won."""


class Level(StrEnum):
    """How much of it is heard; lamps always speak."""

    ALL = "all"
    MISTAKES = "mistakes"
    SILENT = "silent"


class StatusColour(Enum):
    """What the status lamp says steadily, as red, green, blue 0..1."""

    SET_UP = (0.2, 0.2, 0.8)
    READY = (0.0, 0.6, 0.0)
    RIVER = (0.0, 0.5, 0.9)
    QUESTION = (0.9, 0.5, 0.0)
    MISTAKE = (1.0, 0.0, 0.0)
    OVER = (0.7, 0.7, 0.7)
    OFF = (0.0, 0.0, 0.0)


class Lamp(Enum):
    """How a seat's lamp is lit steadily."""

    OFF = "off"
    ON = "on"
    BLINK = "blink"


@dataclass(frozen=True, slots=True)
class Step:
    """For ``seconds``: a tone (or silence), river lamps by index, a status colour (or the steady one)."""

    seconds: float
    tone: str | None = None
    river: frozenset[int] = frozenset()
    status: StatusColour | None = None


URGENT = frozenset({Signal.MISTAKE, Signal.CANOE_LOST})
"""Played before whatever waits, and heard at the level *mistakes*."""
_HEARD_WITH_MISTAKES = URGENT | {Signal.PUT_RIGHT}


def _tune(colour: StatusColour, *notes: tuple[str | None, float]) -> tuple[Step, ...]:
    """Tones with the status lamp in ``colour`` while they sound, so that a silent panel still speaks."""
    return tuple(
        Step(seconds, tone, status=StatusColour.OFF if tone is None else colour) for tone, seconds in notes
    )


PATTERNS: dict[Signal, tuple[Step, ...]] = {
    Signal.CARD_NEEDED: _tune(StatusColour.QUESTION, ("A4", 0.12), (None, 0.08), ("A4", 0.12)),
    Signal.ALL_CARDS_IN: _tune(StatusColour.READY, ("C4", 0.1), ("E4", 0.1), ("G4", 0.18)),
    Signal.CANOE_LOST: (
        Step(0.14, "G4", frozenset({4}), StatusColour.MISTAKE),
        Step(0.14, "E4", frozenset({5}), StatusColour.MISTAKE),
        Step(0.14, "C4", frozenset({6}), StatusColour.MISTAKE),
        Step(0.5, "A3", frozenset({6}), StatusColour.OFF),
    ),
    Signal.MISTAKE: _tune(
        StatusColour.MISTAKE, ("A3", 0.2), (None, 0.1), ("A3", 0.2), (None, 0.1), ("A3", 0.35)
    ),
    Signal.PUT_RIGHT: _tune(StatusColour.READY, ("E4", 0.1), (None, 0.08), ("A4", 0.2)),
    Signal.GAME_WON: _tune(
        StatusColour.OVER, ("C4", 0.15), ("E4", 0.15), ("G4", 0.15), ("C5", 0.35), (None, 0.05), ("C5", 0.5)
    ),
}
"""Fixed signals; the river's is made by `timeline` for its distance."""

_RIVER_STEP_S = 0.16


def timeline(
    signal: Signal, *, count: int = 0, river_lamps: int = 7, level: Level = Level.ALL
) -> tuple[Step, ...]:
    """The steps of a signal; ``count`` is the river's distance. Tones that the level mutes become silence."""
    steps = _river(count, river_lamps) if signal is Signal.RIVER else PATTERNS[signal]
    heard = level is Level.ALL or (level is Level.MISTAKES and signal in _HEARD_WITH_MISTAKES)
    if heard:
        return steps
    return tuple(Step(step.seconds, None, step.river, step.status) for step in steps)


def _river(count: int, lamps: int) -> tuple[Step, ...]:
    """One run down the lamps for each disc, a tick at its head."""
    run = tuple(
        Step(_RIVER_STEP_S / 2, "D4" if lamp == 0 else None, frozenset({lamp})) for lamp in range(lamps)
    )
    return (*run, Step(_RIVER_STEP_S)) * count
