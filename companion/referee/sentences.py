"""What is said of each fact: one sentence for everybody, on the page and by the voice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.engine.message import Message
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


def sentence_of(fact: Fact) -> Message:
    """The fact as it is told to everybody at the table."""
    match fact:
        case GameBegins(players=players):
            return Message("news.game-begins", {"players": players})
        case SetUpReady():
            return Message("news.set-up-ready")
        case CardsNeeded(round=number, first=first):
            return Message("news.round", {"round": number, "player": first})
        case AllCardsIn():
            return Message("news.all-cards-in")
        case TurnBegins(player=player, card=card):
            return Message("news.turn", {"player": player, "card": card})
        case Played(text=text):
            return text
        case RiverToMove(distance=distance):
            return Message("news.river", {"count": distance})
        case CanoeLost(canoe=canoe):
            return Message("news.canoe-lost", {"canoe": canoe})
        case Delivered(player=player, gem=gem):
            return Message("news.delivered", {"player": player, "gem": gem})
        case Won(winners=winners):
            return Message("news.won", {"players": winners})
        case Mistake(discrepancies=items):
            return Message("news.mistake", {"what": tuple(item.message for item in items)})
        case PutRight():
            return Message("news.put-right")
        case Asked(text=text):
            return text
        case Corrected(by=by):
            return Message("news.corrected", {"by": by.word})
        case Reminded(discrepancies=items):
            return Message("news.reminder", {"what": tuple(item.message for item in items)})
        case Guided(discrepancy=item, left=left):
            return guidance(item, left)
        case CameraRests():
            return Message("news.camera-rests")
        case CameraAway(text=text):
            return text


def guidance(item: Discrepancy, left: int) -> Message:
    """What is to be put back next, of so many things that are left."""
    return Message("prompt.guiding", {"remedy": item.remedy, "count": left})
