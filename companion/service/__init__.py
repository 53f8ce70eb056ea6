"""The companion's front door: orders in, frozen views out, safe from any thread.

One worker thread owns the game (`companion.service.mailbox`). Requests post an order and wait; readers get the newest
frozen view without waiting. Everything the web page needs is here or re-exported from here.
"""

from companion.board.observation import Watching
from companion.engine import MODULES
from companion.engine.message import Message
from companion.errors import Refused
from companion.interpret.correction import Laid, Placed
from companion.present.health_report import Health
from companion.present.plain_json import as_json, names_of
from companion.present.statistics import Statistics
from companion.present.teaching import RULES, rule_view
from companion.present.views import PlayerView, RuleView, SeatView, TableView
from companion.referee.situation import Stage
from companion.service.archive import GameStory
from companion.service.ports import (
    DrawnPlace,
    Equipment,
    KeptPicture,
    KeptPictures,
    PlaceShape,
    PlacesView,
    Shot,
    ShownPlace,
)
from companion.service.service import Service
from companion.words import DEFAULT_LANGUAGE, LANGUAGES, Count, say, term

__all__ = [
    "DEFAULT_LANGUAGE",
    "LANGUAGES",
    "MODULES",
    "RULES",
    "Count",
    "DrawnPlace",
    "Equipment",
    "GameStory",
    "Health",
    "KeptPicture",
    "KeptPictures",
    "Laid",
    "Message",
    "PlaceShape",
    "Placed",
    "PlacesView",
    "PlayerView",
    "Refused",
    "RuleView",
    "SeatView",
    "Service",
    "Shot",
    "ShownPlace",
    "Stage",
    "Statistics",
    "TableView",
    "Watching",
    "as_json",
    "names_of",
    "rule_view",
    "say",
    "term",
]
