"""What can have happened: every legal action of a position as a hypothesis about the picture that follows.

Actions that lead to the same look of the board *and* to positions that play the same (the two single canoes of a
colour are alike) are one hypothesis.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.board.expectation import canoe_colour
from companion.engine import JOE, Action, Arm, Choose, Module, Phase, River, State, apply, successors

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """A legal action and the position it leads to."""

    action: Action
    state: State
    before: tuple[Action, ...] = ()
    """The turns of the players before, when several were played faster than they could be seen."""

    @property
    def actions(self) -> tuple[Action, ...]:
        """All its turns, in order."""
        return (*self.before, self.action)


def single_actions(state: State) -> Iterator[Hypothesis]:
    """One hypothesis for each legal action but choosing a card; river moves as `likely_river_moves` has them."""
    if state.phase == Phase.RIVER:
        return (Hypothesis(river, apply(state, river)) for river in likely_river_moves(state))
    return (
        Hypothesis(action, after) for action, after in successors(state) if not isinstance(action, Choose)
    )


def likely_river_moves(state: State) -> list[River]:
    """The river moves that are due, those first that alternate the arms most strictly (B14).

    So arms that no canoe shows follow the prediction.
    """
    ways = itertools.product(Arm, repeat=state.river_distance or 0)
    return sorted(map(River, ways), key=lambda river: _repeated_arms(state, river))


def _repeated_arms(state: State, river: River) -> int:
    """How often a river move departs from strict alternation of the arms (B14)."""
    arms: list[Arm | None] = [state.last_arm, *river.arms]
    return sum(before == after for before, after in itertools.pairwise(arms) if before is not None)


def distinct(hypotheses: Iterable[Hypothesis]) -> tuple[Hypothesis, ...]:
    """The hypotheses without those that leave the game the same as an earlier one."""
    different: dict[Hashable, Hypothesis] = {}
    for hypothesis in hypotheses:
        different.setdefault(_equivalence_key(hypothesis.state), hypothesis)
    return tuple(different.values())


def same_table(one: State, other: State) -> bool:
    """Whether two positions look and play the same, whoever's turn it is: canoes, gems and weather."""

    def table(state: State) -> Hashable:
        return (*_equivalence_key(state)[:3], state.weather)

    return table(one) == table(other)


def _equivalence_key(state: State) -> tuple[Hashable, ...]:
    """Equal for positions that are the same to play on from, the arm of the last disc apart."""
    cargoes = sorted(
        (name if _is_unlike_others(state, name) else canoe_colour(name), canoe.at, canoe.cargo)
        for name, canoe in state.canoes.items()
    )
    delivered = tuple(tuple(sorted(player.delivered.items())) for player in state.players.values())
    deposits = tuple((deposit, tuple(sorted(gems.items()))) for deposit, gems in state.deposits.items())
    return (tuple(cargoes), delivered, deposits, state.weather, state.spirits, state.phase, state.retrieved)


def _is_unlike_others(state: State, canoe: str) -> bool:
    """Whether a canoe differs from every other of its colour: Joe's, and double canoes beside single ones."""
    return canoe == JOE or Module.DOUBLE_CANOES in state.setup.modules
