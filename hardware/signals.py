"""What the panel says, as data: each signal is a tuple of timed steps of light and tone."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


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
    NIGHT = "night"
    """Silent, and every lamp dimmed."""


NIGHT_BRIGHTNESS = 0.2
"""Of a lamp by day; the eye sees about half."""


class StatusColour(Enum):
    """What the status lamp says steadily, as red, green, blue 0..1."""

    SET_UP = (0.2, 0.2, 0.8)
    READY = (0.0, 0.6, 0.0)
    RIVER = (0.0, 0.5, 0.9)
    QUESTION = (0.9, 0.5, 0.0)
    MISTAKE = (1.0, 0.0, 0.0)
    OVER = (0.7, 0.7, 0.7)
    OFF = (0.0, 0.0, 0.0)


BEATS: dict[StatusColour, str] = {
    StatusColour.READY: "#",
    StatusColour.RIVER: "#...",
    StatusColour.QUESTION: "#.#.....",
    StatusColour.MISTAKE: "#.",
    StatusColour.SET_UP: "####....",
    StatusColour.OVER: "#######.",
    StatusColour.OFF: ".",
}
"""The rhythm of the status lamp, a beat a character, so that it can be read without telling its colours apart."""


class Lamp(Enum):
    """How a seat's lamp is lit steadily."""

    OFF = "off"
    ON = "on"
    BLINK = "blink"


@dataclass(frozen=True, slots=True)
class SignalStep:
    """For ``seconds``: a tone (or silence), river lamps by index, a status colour (or the steady one)."""

    seconds: float
    tone: str | None = None
    river: frozenset[int] = frozenset()
    status: StatusColour | None = None


URGENT = frozenset({Signal.MISTAKE, Signal.CANOE_LOST})
"""Played before whatever waits, and heard at the level *mistakes*."""
_HEARD_WITH_MISTAKES = URGENT | {Signal.PUT_RIGHT}


def timeline(
    signal: Signal, *, count: int = 0, river_lamps: int = 7, level: Level = Level.ALL
) -> tuple[SignalStep, ...]:
    """The steps of a signal; ``count`` is the river's distance. Tones that the level mutes become silence.

    No two signals look alike to somebody who sees no colours: each lights other river lamps, or in another rhythm.
    """
    steps = _run(count, river_lamps) if signal is Signal.RIVER else _SHOWN[signal](river_lamps)
    heard = level is Level.ALL or (level is Level.MISTAKES and signal in _HEARD_WITH_MISTAKES)
    if heard:
        return steps
    return tuple(SignalStep(step.seconds, None, step.river, step.status) for step in steps)


_RIVER_STEP_S = 0.16
"""A pause of this many seconds follows each run down the lamps; each lamp of a run is lit half as long."""
_DARK: frozenset[int] = frozenset()


def _run(count: int, lamps: int) -> tuple[SignalStep, ...]:
    """One run down the lamps for each disc, a tick at its head."""
    run = tuple(
        SignalStep(_RIVER_STEP_S / 2, "D4" if lamp == 0 else None, frozenset({lamp})) for lamp in range(lamps)
    )
    return (*run, SignalStep(_RIVER_STEP_S)) * count


def _card_needed(_lamps: int) -> tuple[SignalStep, ...]:
    """The status lamp winks twice."""
    return _winks(StatusColour.QUESTION, _DARK, ("A4", 0.12), (None, 0.08), ("A4", 0.12))


def _all_cards_in(lamps: int) -> tuple[SignalStep, ...]:
    """The lamps close in from both ends."""
    pairs = [frozenset({at, lamps - 1 - at}) for at in range((lamps + 1) // 2)]
    tones = ["C4", "E4", *[None] * (len(pairs) - 3), "G4"][-len(pairs) :]
    return tuple(
        SignalStep(0.14, tone, pair, StatusColour.READY) for tone, pair in zip(tones, pairs, strict=True)
    )


def _canoe_lost(lamps: int) -> tuple[SignalStep, ...]:
    """Down the last three lamps, and the last one goes on calling."""
    last = lamps - 1
    falling = [frozenset({max(last - 2, 0)}), frozenset({max(last - 1, 0)}), frozenset({last})]
    return (
        *(
            SignalStep(0.14, tone, lit, StatusColour.MISTAKE)
            for tone, lit in zip(("G4", "E4", "C4"), falling, strict=True)
        ),
        *(SignalStep(0.17, "A3", lit, StatusColour.OFF) for lit in (_DARK, frozenset({last})) * 2),
    )


def _mistake(lamps: int) -> tuple[SignalStep, ...]:
    """All lamps together, three times."""
    return _winks(
        StatusColour.MISTAKE,
        frozenset(range(lamps)),
        ("A3", 0.2),
        (None, 0.1),
        ("A3", 0.2),
        (None, 0.1),
        ("A3", 0.35),
    )


def _put_right(lamps: int) -> tuple[SignalStep, ...]:
    """The row fills up from the rope."""
    filling = [frozenset(range(lit)) for lit in range(1, lamps + 1)]
    tones = ["E4", *[None] * (lamps - 2), "A4"][-lamps:]
    return tuple(
        SignalStep(0.2 if len(lit) == lamps else 0.05, tone, lit, StatusColour.READY)
        for tone, lit in zip(tones, filling, strict=True)
    )


def _game_won(lamps: int) -> tuple[SignalStep, ...]:
    """Every other lamp, in turn with those between."""
    notes = (("C4", 0.15), ("E4", 0.15), ("G4", 0.15), ("C5", 0.35), (None, 0.05), ("C5", 0.5))
    return tuple(
        SignalStep(seconds, tone, frozenset(range(at % 2, lamps, 2)), StatusColour.OVER)
        for at, (tone, seconds) in enumerate(notes)
    )


def _winks(
    colour: StatusColour, lit: frozenset[int], *notes: tuple[str | None, float]
) -> tuple[SignalStep, ...]:
    """Tones with light while they sound and darkness between them."""
    return tuple(
        SignalStep(seconds, None, _DARK, StatusColour.OFF)
        if tone is None
        else SignalStep(seconds, tone, lit, colour)
        for tone, seconds in notes
    )


_SHOWN: dict[Signal, Callable[[int], tuple[SignalStep, ...]]] = {
    Signal.CARD_NEEDED: _card_needed,
    Signal.ALL_CARDS_IN: _all_cards_in,
    Signal.CANOE_LOST: _canoe_lost,
    Signal.MISTAKE: _mistake,
    Signal.PUT_RIGHT: _put_right,
    Signal.GAME_WON: _game_won,
}
"""Signals by the number of river lamps; the river's own is made for its distance."""
