"""Facts told to people: a sentence and how it feels, or nothing where a fact speaks to the lamps only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.engine.message import Message
from companion.present.views import Tone
from companion.referee.facts import (
    AllCardsIn,
    Asked,
    CameraAway,
    CameraRests,
    CanoeLost,
    CardsNeeded,
    Corrected,
    Delivered,
    Fact,
    GameBegins,
    Guided,
    Mistake,
    Played,
    PutRight,
    Reminded,
    RiverToMove,
    SetUpReady,
    TurnBegins,
    Won,
)

if TYPE_CHECKING:
    from companion.board.discrepancy import Discrepancy


def news_of(fact: Fact) -> tuple[Tone, Message, str | None] | None:
    """How a fact is told on the page, and the rule that says why."""
    told = _told(fact)
    return None if told is None else (*told, _rule(fact))


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


def _told(fact: Fact) -> tuple[Tone, Message] | None:
    match fact:
        case GameBegins(players=players):
            return Tone.INFO, Message("news.game-begins", {"players": players})
        case SetUpReady():
            return Tone.GOOD, Message("news.set-up-ready")
        case CardsNeeded(round=number, first=first):
            return Tone.INFO, Message("news.round", {"round": number, "player": first})
        case AllCardsIn():
            return Tone.INFO, Message("news.all-cards-in")
        case TurnBegins(player=player, card=card):
            return Tone.INFO, Message("news.turn", {"player": player, "card": card})
        case Played(text=text):
            return Tone.INFO, text
        case RiverToMove(distance=distance):
            return Tone.INFO, Message("news.river", {"count": distance})
        case CanoeLost(canoe=canoe):
            return Tone.LOSS, Message("news.canoe-lost", {"canoe": canoe})
        case Delivered(player=player, gem=gem):
            return Tone.GOOD, Message("news.delivered", {"player": player, "gem": gem})
        case Won(winners=winners):
            return Tone.GOOD, Message("news.won", {"players": winners})
        case Mistake(discrepancies=items):
            return Tone.MISTAKE, Message("news.mistake", {"what": tuple(item.message for item in items)})
        case PutRight():
            return Tone.GOOD, Message("news.put-right")
        case Asked(text=text):
            return Tone.INFO, text
        case Corrected(by=by):
            return Tone.MISTAKE, Message("news.corrected", {"by": by.word})
        case Reminded(discrepancies=items):
            return Tone.MISTAKE, Message("news.reminder", {"what": tuple(item.message for item in items)})
        case Guided(discrepancy=item, left=left):
            return Tone.INFO, guidance(item, left)
        case CameraRests():
            return Tone.INFO, Message("news.camera-rests")
        case CameraAway(text=text):
            return Tone.MISTAKE, text


def guidance(item: Discrepancy, left: int) -> Message:
    """What is to be put back next, of so many things that are left."""
    return Message("prompt.guiding", {"remedy": item.remedy, "count": left})
