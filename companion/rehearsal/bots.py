"""Bots: players that know the rules, like gems, and now and then do something silly."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.board.expectation import canoe_colour
from companion.engine import (
    BEACH,
    FALLS,
    LEVEL,
    Choose,
    Phase,
    Retrieve,
    River,
    State,
    apply,
    initial_state,
    legal_actions,
    successors,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from companion.engine import Action, Arm, Setup

WHIM = 1.5
"""How much of a bot's judgement is whim; more makes games longer."""


@dataclass(frozen=True, slots=True)
class Bot:
    """One virtual player, deciding from what its seat may know."""

    colour: str
    rng: Random

    def card(self, state: State) -> str:
        """A card to lay face down: far enough for home when loaded, lively otherwise."""
        hand = [str(card) for card in state.players[self.colour].hand]
        afloat = [canoe for name, canoe in state.canoes.items() if canoe_colour(name) == self.colour]
        homeward = [LEVEL[canoe.at] for canoe in afloat if canoe.cargo and canoe.at not in (BEACH, FALLS)]
        numbers = sorted(int(card) for card in hand if card.isdigit())
        enough = [number for number in numbers if homeward and number >= max(homeward)]
        if enough and self.rng.random() < 0.8:
            return str(enough[0])
        return self.rng.choice(hand)

    def action(self, state: State) -> Action:
        """The action that leaves this bot best off, by a rough eye."""
        return max(successors(state), key=lambda pair: self._worth(pair[1]))[0]

    def retrieve(self, state: State) -> Retrieve | None:
        """Put a lost canoe back when that is possible."""
        mine = [
            action
            for action in legal_actions(state)
            if isinstance(action, Retrieve) and action.player == self.colour
        ]
        return self.rng.choice(mine) if mine and self.rng.random() < 0.9 else None

    def _worth(self, state: State) -> float:
        delivered = state.players[self.colour].delivered
        worth = 10.0 * sum(delivered.values()) + 4.0 * max(delivered.values(), default=0)
        for name, canoe in state.canoes.items():
            if canoe_colour(name) != self.colour:
                continue
            if canoe.at == FALLS:
                worth -= 8.0
            elif canoe.at != BEACH:
                level = LEVEL[canoe.at]
                worth += 6.0 - 0.4 * level if canoe.cargo else 0.8 * min(level, 4) - 1.2 * max(level - 5, 0)
        return worth + self.rng.uniform(0.0, WHIM)


def bots_game(setup: Setup, rng: Random) -> Iterator[Action]:
    """A whole game among bots, without table or camera; the same seed plays the same game."""
    state = initial_state(setup)
    bots = {str(player): Bot(str(player), rng) for player in setup.players}
    while state.phase != Phase.OVER:
        if state.phase == Phase.RIVER:
            action: Action = River(push(state, rng))
        else:
            bot = bots[state.to_act[0]]
            if state.phase == Phase.PADDLE:
                action = bot.action(state)
            else:
                action = bot.retrieve(state) or Choose(bot.colour, bot.card(state))
        yield action
        state = apply(state, action)


def push(state: State, rng: Random) -> tuple[Arm, ...]:
    """The arms the discs happen to take: usually alternating, sometimes not (B14)."""
    assert state.phase == Phase.RIVER  # noqa: S101 - a caller's slip, not a user's
    choices = [action for action in legal_actions(state) if isinstance(action, River)]
    if rng.random() < 0.2:
        return rng.choice(choices).arms
    return min(choices, key=lambda river: _repeats(state, river)).arms


def _repeats(state: State, river: River) -> int:
    arms = (state.last_arm, *river.arms)
    return sum(one == other for one, other in itertools.pairwise(arms))
