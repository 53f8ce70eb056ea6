"""The rules of Niagara: positions, actions, and what follows from them. Standard library only.

>>> from companion.engine import initial_state, legal_actions, setup_from_parts
>>> state = initial_state(setup_from_parts(["red", "blue", "green"], "red", [], {}))
>>> len(legal_actions(state))
21
"""

from companion.engine.actions import Action, ChangeWeather, Choose, Lasso, Move, Paddle, Retrieve, River
from companion.engine.board import (
    BEACH,
    DEPOSIT_BESIDE,
    FALLS,
    GEM_HOME,
    HAND_ORDER,
    JOE,
    LEVEL,
    PLACES,
    SPACES,
    WEATHER_TRACK,
    Arm,
    Card,
    Deposit,
    Gem,
    Phase,
    carried,
)
from companion.engine.errors import EngineError, IllegalAction, NotClear, NotUnderstood, Refusal, SetupError
from companion.engine.explanations.explaining import Event, explain
from companion.engine.explanations.reason import Reason
from companion.engine.frozen import FrozenMap
from companion.engine.message import Message
from companion.engine.records.corrections import Correction, correction_to_json
from companion.engine.records.documents import (
    action_from_json,
    action_to_json,
    header_from_json,
    header_to_json,
)
from companion.engine.records.notation import action_from_notation, action_meant, notation, signed
from companion.engine.records.positions import state_from_json, state_to_json
from companion.engine.records.reading import json_document
from companion.engine.records.record import Broken, Replay, read_record, record_line, replay, write_record
from companion.engine.records.scoresheet import header_from_notation, header_notation, score_sheet
from companion.engine.rules import (
    Goal,
    apply,
    goal_of,
    initial_state,
    legal_actions,
    river_distance,
    river_pushed,
    successors,
    why_not,
)
from companion.engine.setup import MODULES, Module, Options, Setup, setup_from_parts
from companion.engine.state import Canoe, Player, Spirits, State, Table, owner, with_gems

__all__ = [
    "BEACH",
    "DEPOSIT_BESIDE",
    "FALLS",
    "GEM_HOME",
    "HAND_ORDER",
    "JOE",
    "LEVEL",
    "MODULES",
    "PLACES",
    "SPACES",
    "WEATHER_TRACK",
    "Action",
    "Arm",
    "Broken",
    "Canoe",
    "Card",
    "ChangeWeather",
    "Choose",
    "Correction",
    "Deposit",
    "EngineError",
    "Event",
    "FrozenMap",
    "Gem",
    "Goal",
    "IllegalAction",
    "Lasso",
    "Message",
    "Module",
    "Move",
    "NotClear",
    "NotUnderstood",
    "Options",
    "Paddle",
    "Phase",
    "Player",
    "Reason",
    "Refusal",
    "Replay",
    "Retrieve",
    "River",
    "Setup",
    "SetupError",
    "Spirits",
    "State",
    "Table",
    "action_from_json",
    "action_from_notation",
    "action_meant",
    "action_to_json",
    "apply",
    "carried",
    "correction_to_json",
    "explain",
    "goal_of",
    "header_from_json",
    "header_from_notation",
    "header_notation",
    "header_to_json",
    "initial_state",
    "json_document",
    "legal_actions",
    "notation",
    "owner",
    "read_record",
    "record_line",
    "replay",
    "river_distance",
    "river_pushed",
    "score_sheet",
    "setup_from_parts",
    "signed",
    "state_from_json",
    "state_to_json",
    "successors",
    "why_not",
    "with_gems",
    "write_record",
]
