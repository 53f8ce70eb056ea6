"""From announcements to lamps and sounds: which signal a fact plays, and what stays lit meanwhile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.engine import LEVEL
from companion.engine.message import Message
from companion.present.views import LampsView, Stage, TableView
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
from hardware.panel import Lamp, Lights, StatusColour
from hardware.signals import Signal

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from hardware.errors import PanelError
    from hardware.panel import Panel


class PanelAnnouncer:
    """The panel as the core's `Signs`: seat lamps stand in seat order."""

    def __init__(self, panel: Panel) -> None:
        self._panel = panel
        self._colours: tuple[str, ...] = ()

    def announce(self, facts: Sequence[Fact], view: TableView) -> None:
        """Light what the view asks for, and play the signals of what happened."""
        self._colours = tuple(player.colour for player in view.players)
        self._panel.show(lights_of(view))
        for fact in facts:
            played = signal_of(fact)
            if played is not None:
                signal, count = played
                self._panel.play(signal, count=count)

    def lamps(self) -> LampsView:
        """The panel as it is lit now."""
        lit = self._panel.lit()
        seats = dict(zip(self._colours, lit.seats, strict=False))
        return LampsView(seats, lit.status_rgb, lit.river, lit.tone)

    def close(self) -> None:
        """Everything off."""
        self._panel.close()


class NoAnnouncer:
    """No panel at all: the page says everything."""

    def announce(self, facts: Sequence[Fact], view: TableView) -> None:
        """Nothing lights up."""

    def lamps(self) -> LampsView:
        """Nothing is lit."""
        return LampsView({}, (0.0, 0.0, 0.0), (), None)

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


def lights_of(view: TableView) -> Lights:
    """What stays lit: whose turn it is, who has something to put right, and how things stand."""
    return Lights(
        seats=tuple(
            Lamp.BLINK if player.alert else Lamp.ON if player.to_act else Lamp.OFF for player in view.players
        ),
        status=_status(view),
        river=_river(view),
    )


def _river(view: TableView) -> frozenset[int]:
    """The river lamps of the spaces that matter now, counted from the rope.

    While the pieces are led back, where the next one belongs; else where a canoe may go.
    """
    dispute = view.disagreement
    if dispute is None:
        return _reachable(view)
    return _lamps(item.home for item in dispute.items if dispute.guiding)


def _lamps(places: Iterable[str]) -> frozenset[int]:
    return frozenset(LEVEL[place] - 1 for place in places if place in LEVEL)


def _reachable(view: TableView) -> frozenset[int]:
    """The river lamps of the spaces where the player whose turn it is may go."""
    if view.turn is None:
        return frozenset()
    return _lamps(move.to for action in view.turn.actions for move in action.moves if move.to != move.start)


def _status(view: TableView) -> StatusColour:
    if view.disagreement is not None:
        return StatusColour.MISTAKE
    if view.question is not None:
        return StatusColour.QUESTION
    if view.stage is not Stage.PLAYING:
        return StatusColour.SET_UP if view.stage is Stage.SET_UP else StatusColour.OVER
    return StatusColour.RIVER if view.river is not None else StatusColour.READY
