"""A picture that no legal action explains: was a rule broken, or was a piece misread?

Both are rare. A reading that contradicts the game is weighed against the chance of a mistake at the table (Bayes): when
a legal action explains everything but readings that are about as likely wrong as a turn is, the players are asked.
All values are in nats, natural logarithms of odds.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.board.expectation import expected_picture
from companion.board.picture import WEATHER
from companion.engine import BEACH, FALLS, SPACES
from companion.interpret.hypotheses import Hypothesis, distinct, single_actions
from companion.interpret.ranking import beats

if TYPE_CHECKING:
    from companion.board.picture import BoardPicture
    from companion.engine import State

SUREST = 0.9999
"""No reading is taken for surer than this (0..1): a probability of 1 would be beyond all argument."""


@dataclass(frozen=True, slots=True)
class MisreadingThresholds:
    """How readily a contradiction is believed. Set by hand."""

    mistakes: float = 0.02
    """Share of turns in which somebody breaks a rule or moves a wrong piece. More believes the camera sooner against
    the game, less asks more often."""


MISREADING_THRESHOLDS = MisreadingThresholds()


def misreading_cost(expected: BoardPicture, seen: BoardPicture) -> float:
    """Minus the logarithm of the chance that all readings are wrong which contradict ``expected``.

    Infinite where one of them came without a probability: it is not doubted.
    """
    places = [place for place in (*SPACES, BEACH, FALLS) if _contradicts(expected, seen, place)]
    if seen.weather is not None and seen.weather != expected.weather:
        places.append(WEATHER)
    if any(place not in seen.sure for place in places):
        return math.inf
    return -sum(math.log(1 - min(seen.sure[place], SUREST)) for place in places)


def may_be_misread(cost: float, thresholds: MisreadingThresholds = MISREADING_THRESHOLDS) -> bool:
    """Whether a misreading at this cost is not clearly less likely than a mistake at the table."""
    return not beats(math.log(thresholds.mistakes), -cost)


def explained_but_for_misreading(state: State, seen: BoardPicture) -> tuple[Hypothesis, ...]:
    """The legal actions that explain the picture when readings may be wrong, the cheapest first.

    None if a mistake is clearly likelier, or if the position as it stands explains it as cheaply.
    """
    if not seen.sure:
        return ()
    costs = [
        (misreading_cost(expected_picture(hypothesis.state), seen), number, hypothesis)
        for number, hypothesis in enumerate(single_actions(state))
    ]
    least = min(costs, default=(math.inf, 0, None))[0]
    if not may_be_misread(least) or misreading_cost(expected_picture(state), seen) <= least:
        return ()
    return distinct(hypothesis for cost, _, hypothesis in sorted(costs) if not beats(-least, -cost))


def may_still_agree(state: State, seen: BoardPicture) -> bool:
    """Whether the board may lie as the game has it but for a misreading: it is worth a second look."""
    return may_be_misread(misreading_cost(expected_picture(state), seen))


def _contradicts(expected: BoardPicture, seen: BoardPicture, place: str) -> bool:
    colours = seen.colours(place)
    return colours is not None and colours != expected.colours(place)
