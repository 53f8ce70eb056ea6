"""Teaching while playing: each rule is told when it is first needed, and never twice in a game.

What is needed follows from the open position alone - never from a card that lies face down.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.board.expectation import canoe_colour
from companion.engine import BEACH, DEPOSIT_BESIDE, FALLS, LEVEL, Card, Phase
from companion.engine.message import Message
from companion.present.views import RuleView

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.engine import Canoe, State
    from companion.game.game import Game

RULES = (*(f"B{n}" for n in range(1, 17)), *(f"J{n}" for n in range(1, 5)), *(f"N{n}" for n in range(1, 7)))
"""Every rule that has a text, in the order of the rules."""
MOST_AT_ONCE = 2
"""Lessons of one moment; what is left over is told when it is needed again."""
EDGE = max(LEVEL.values())
"""The last level of the river: one disc more carries a canoe over the falls."""
NEAR_A_GOAL = (3, 4, 5)
"""Gems of one colour, colours, gems at all: one more move may decide the game (B16)."""


def rule_view(number: str) -> RuleView:
    """The rule of this number; one of `RULES`."""
    return RuleView(number, Message(f"rule.{number}.title"), Message(f"rule.{number}.text"))


class Teacher:
    """Remembers what was told in one game; after a restart the game's steps tell it again."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._told: set[str] = set()
        self._moment: tuple[object, ...] = ()
        self._lesson: tuple[str, ...] = ()
        for step in game.steps:
            self._look(step.before)

    def lesson(self, *, setting_up: bool) -> tuple[RuleView, ...]:
        """What is to be told now; stays the same as long as the same player is to act."""
        if setting_up:
            return (rule_view("B1"),)
        self._look(self._game.state)
        return tuple(rule_view(number) for number in self._lesson)

    def _look(self, state: State) -> None:
        moment = (state.round, state.phase, state.to_act[:1] if state.phase == Phase.PADDLE else ())
        if moment == self._moment:
            return
        self._moment = moment
        new = dict.fromkeys(rule for rule in needed(state) if rule not in self._told)
        self._lesson = tuple(new)[:MOST_AT_ONCE]
        self._told.update(self._lesson)


def needed(state: State) -> Iterator[str]:
    """The rules that matter in a position, the most pressing first."""
    match state.phase:
        case Phase.CHOOSE:
            yield from _when_choosing(state)
        case Phase.PADDLE:
            yield from _when_paddling(state)
        case Phase.RIVER:
            yield from _when_the_river_moves(state)
        case Phase.OVER:
            yield "B16"


def _when_choosing(state: State) -> Iterator[str]:
    yield "B2"
    if any(canoe.at == FALLS for canoe in state.canoes.values()):
        yield "B3"
    for module, rule in _AT_FIRST.items():
        if module in state.setup.modules:
            yield rule
    if state.round > 1 and "joe" in state.setup.modules:
        yield "J2"
        if state.canoes["joe"].at == FALLS:
            yield "J3"
    if state.spirits.beaver is not None:
        yield "N4"
    if any(_near_a_goal(dict(player.delivered)) for player in state.players.values()):
        yield "B16"


_AT_FIRST = {"joe": "J1", "six-players": "N1", "cards": "N2", "whirlpool": "N3", "double-canoes": "N6"}
"""What a table should know of its modules before the first card."""


def _when_paddling(state: State) -> Iterator[str]:
    player = state.to_act[0]
    card = state.players[player].chosen or ""
    own = [canoe for name, canoe in state.canoes.items() if canoe_colour(name) == player]
    if card == Card.CLOUD:
        yield "B11"
        return
    if card == Card.LASSO:
        yield "N2"
        return
    afloat = [canoe for canoe in own if canoe.at not in (BEACH, FALLS)]
    yield "B4"
    yield "B5"
    if any(canoe.cargo for canoe in afloat):
        yield "B10"
    if any(_may_rob(canoe, state, player) for canoe in afloat):
        yield "B9"
    if afloat or card >= "5":
        yield "B7"
    if any(canoe.cargo and canoe.at in DEPOSIT_BESIDE for canoe in afloat):
        yield "B8"
    if len(afloat) > 1:
        yield "B12"
    if any(LEVEL[canoe.at] >= 3 for canoe in afloat):
        yield "B6"
    if "moose" in state.setup.modules and any(canoe.at in ("L2", "R2") for canoe in afloat):
        yield "N5"
    if "joe" in state.setup.modules and afloat:
        yield "J4"


def _when_the_river_moves(state: State) -> Iterator[str]:
    yield "B13"
    afloat = [LEVEL[canoe.at] for canoe in state.canoes.values() if canoe.at in LEVEL]
    if any(level + (state.river_distance or 0) > EDGE for level in afloat):
        yield "B15"
    yield "B14"


def _may_rob(canoe: Canoe, state: State, player: str) -> bool:
    """Whether an opponent's loaded canoe lies upstream of an empty one of one's own."""
    return not canoe.cargo and any(
        other.cargo and other.at in LEVEL and LEVEL[other.at] < LEVEL[canoe.at]
        for name, other in state.canoes.items()
        if canoe_colour(name) not in (player, "wood")
    )


def _near_a_goal(delivered: dict[str, int]) -> bool:
    counts = [count for count in delivered.values() if count]
    return bool(counts) and (
        max(counts) >= NEAR_A_GOAL[0] or len(counts) >= NEAR_A_GOAL[1] or sum(counts) >= NEAR_A_GOAL[2]
    )
