"""From announcements to lamps and sounds: which signal a fact plays, and what stays lit meanwhile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.engine import LEVEL
from companion.engine.message import Message
from companion.referee.facts import (
    AllCardsIn,
    CanoeLost,
    CardsNeeded,
    Fact,
    Mistake,
    PutRight,
    RiverToMove,
    SetUpReady,
    Won,
)
from companion.referee.situation import Situation, Stage
from companion.service.ports import LitLamps
from hardware.panel import Lamp, Lights, StatusColour
from hardware.signals import Signal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hardware.errors import PanelError
    from hardware.panel import Panel


class PanelAnnouncer:
    """The panel as the core's `Signs`: seat lamps stand in seat order."""

    def __init__(self, panel: Panel) -> None:
        self._panel = panel
        self._colours: tuple[str, ...] = ()

    def announce(self, facts: Sequence[Fact], situation: Situation) -> None:
        """Light what the situation asks for, and play the signals of what happened."""
        self._colours = tuple(seat.colour for seat in situation.seats)
        self._panel.show(lights_of(situation))
        for fact in facts:
            played = signal_of(fact)
            if played is not None:
                signal, count = played
                self._panel.play(signal, count=count)

    def lamps(self) -> LitLamps:
        """The panel as it is lit now."""
        lit = self._panel.lit()
        seats = dict(zip(self._colours, lit.seats, strict=False))
        return LitLamps(seats, lit.status_rgb, lit.river, lit.tone)

    def close(self) -> None:
        """Everything off."""
        self._panel.close()


class NoAnnouncer:
    """No panel at all: the page says everything."""

    def announce(self, facts: Sequence[Fact], situation: Situation) -> None:
        """Nothing lights up."""

    def lamps(self) -> LitLamps:
        """Nothing is lit."""
        return LitLamps({}, (0.0, 0.0, 0.0), (), None)

    def close(self) -> None:
        """Nothing to switch off."""


def why_no_panel(error: PanelError) -> Message:
    """Why a panel that the settings ask for is not there, for the page."""
    if error.pins:
        return Message("part.panel-pins-taken", {"pins": error.pins})
    return Message("part.panel-no-pins")


def signal_of(fact: Fact) -> tuple[Signal, int] | None:
    """The signal a fact plays and its count, or nothing."""
    match fact:
        case CardsNeeded():
            return Signal.CARD_NEEDED, 0
        case AllCardsIn():
            return Signal.ALL_CARDS_IN, 0
        case RiverToMove(distance=distance):
            return Signal.RIVER, distance
        case CanoeLost():
            return Signal.CANOE_LOST, 0
        case Mistake():
            return Signal.MISTAKE, 0
        case PutRight() | SetUpReady():
            return Signal.PUT_RIGHT, 0
        case Won():
            return Signal.GAME_WON, 0
    return None


def lights_of(situation: Situation) -> Lights:
    """What stays lit: whose turn it is, who has something to put right, and how things stand."""
    return Lights(
        seats=tuple(
            Lamp.BLINK if seat.alert else Lamp.ON if seat.to_act else Lamp.OFF for seat in situation.seats
        ),
        status=_status(situation),
        # River lamps are counted from the rope: spaces of one level, left and right, share one.
        river=frozenset(LEVEL[place] - 1 for place in situation.places if place in LEVEL),
    )


def _status(situation: Situation) -> StatusColour:
    if situation.disagreement:
        return StatusColour.MISTAKE
    if situation.question:
        return StatusColour.QUESTION
    if situation.stage is not Stage.PLAYING:
        return StatusColour.SET_UP if situation.stage is Stage.SET_UP else StatusColour.OVER
    return StatusColour.RIVER if situation.river_to_move else StatusColour.READY
