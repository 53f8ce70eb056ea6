"""Facts as news for the page: the sentence, how it feels, and the rule that says why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.present.views import Tone
from companion.referee.facts import (
    CameraAway,
    CanoeLost,
    CardsNeeded,
    Corrected,
    Delivered,
    Fact,
    GameBegins,
    Guided,
    Mistake,
    PutRight,
    Reminded,
    RiverToMove,
    SetUpReady,
    TurnBegins,
    Won,
)
from companion.referee.sentences import sentence_of

if TYPE_CHECKING:
    from companion.engine.message import Message


def news_of(fact: Fact) -> tuple[Tone, Message, str | None]:
    """How a fact is told on the page, and the rule that says why."""
    return _TONES.get(type(fact), Tone.INFO), sentence_of(fact), _rule(fact)


def _rule(fact: Fact) -> str | None:
    match fact:
        case Mistake(discrepancies=items) | Reminded(discrepancies=items) if items:
            return items[0].rule
        case Guided(discrepancy=item):
            return item.rule
    return _RULES.get(type(fact))


_RULES: dict[type[Fact], str] = {
    GameBegins: "B1",
    CardsNeeded: "B2",
    TurnBegins: "B2",
    RiverToMove: "B13",
    CanoeLost: "B15",
    Delivered: "B10",
    Won: "B16",
}

_TONES: dict[type[Fact], Tone] = {
    SetUpReady: Tone.GOOD,
    Delivered: Tone.GOOD,
    Won: Tone.GOOD,
    PutRight: Tone.GOOD,
    CanoeLost: Tone.LOSS,
    Mistake: Tone.MISTAKE,
    Corrected: Tone.MISTAKE,
    Reminded: Tone.MISTAKE,
    CameraAway: Tone.MISTAKE,
}
"""How a fact feels; everything else is for information."""
