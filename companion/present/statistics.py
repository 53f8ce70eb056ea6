"""What a game was like in numbers, counted from its steps."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.board.expectation import canoe_colour
from companion.engine import FALLS, Paddle, River

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from companion.engine import State
    from companion.game.standing import Step


@dataclass(frozen=True, slots=True)
class Statistics:
    """One game in numbers; colours stand for players, in seat order."""

    rounds: tuple[int, ...]
    """The rounds counted, from 1; of an unfinished round what has happened so far."""
    gems: Mapping[str, tuple[int, ...]]
    """Gems ashore at the end of each round, by player."""
    losses: Mapping[str, int]
    """Canoes carried over the falls, by player."""
    thefts: Mapping[str, int]
    """Gems stolen, by thief."""
    robbed: Mapping[str, int]
    """Gems stolen, by victim."""
    river: tuple[int, ...]
    """Discs pushed in each round that had a river move; 0 for a still river."""


def statistics_of(players: Sequence[str], steps: Sequence[Step]) -> Statistics:
    """Count what happened in ``steps``, the whole course of a game so far."""
    ends = {step.before.round: step.after for step in steps}
    losses = Counter(colour for step in steps for colour in _lost(step))
    thefts = [theft for step in steps for theft in _thefts(step)]
    return Statistics(
        rounds=tuple(ends),
        gems={player: tuple(_ashore(end, player) for end in ends.values()) for player in players},
        losses={player: losses[player] for player in players},
        thefts=_counted(players, [thief for thief, _ in thefts]),
        robbed=_counted(players, [victim for _, victim in thefts]),
        river=tuple(len(step.action.arms) for step in steps if isinstance(step.action, River)),
    )


def _counted(players: Sequence[str], named: Sequence[str]) -> dict[str, int]:
    return {player: named.count(player) for player in players}


def _ashore(state: State, player: str) -> int:
    return sum(state.players[player].delivered.values())


def _lost(step: Step) -> Iterator[str]:
    for name, canoe in step.after.canoes.items():
        if canoe.at == FALLS and step.before.canoes[name].at != FALLS:
            yield canoe_colour(name)


def _thefts(step: Step) -> Iterator[tuple[str, str]]:
    """Thief and victim of each gem stolen in a step."""
    if isinstance(step.action, Paddle):
        for move in step.action.moves:
            for robbed in move.steal:
                yield step.action.player, canoe_colour(robbed.partition(":")[0])
