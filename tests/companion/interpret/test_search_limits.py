"""How much is tried where turns were played faster than they could be seen."""

import pytest
from builders import chosen, placed, seen, start
from thresholds import beside, uncovered

from companion.board.expectation import expected_picture
from companion.board.picture import STILL
from companion.engine import Move, Paddle, apply
from companion.interpret.hurried_turns import (
    SEARCH_LIMITS,
    SearchLimits,
    TurnSequence,
    all_or_none,
    positions_after,
    rank_sequences,
    turn_sequences,
)
from companion.interpret.ranking import Ranking

RED = Paddle("red", (Move("red-1", "M3"),))
BLUE = Paddle("blue", (Move("blue-1", "M5"), Move("blue-2", "M4")))


def kept(limit, count):
    """How many of so many ways are weighed."""
    return len(all_or_none(iter(range(count)), getattr(SEARCH_LIMITS, limit)))


def positions(count):
    """By how many positions a mistake may be named, of so many in which it can have happened."""
    spaces = (*expected_picture(start()).canoes, "beach", "falls")[:count]
    return len(positions_after(tuple(TurnSequence((), placed(start(), red_1=space), 0) for space in spaces)))


def explained_with(missing):
    """Whether red's and blue's turns are thought of when so many of blue's canoes are seen nowhere."""
    state = placed(chosen(start(), red="3", blue="4", green="5"), blue_1="M1")
    after = apply(apply(state, RED), BLUE)
    gone = dict.fromkeys(("M4", "M5")[:missing], ())
    picture = seen(after, canoes=expected_picture(after).canoes | gone)
    return any(sequence.turns == (RED, BLUE) for sequence in turn_sequences(state, picture, STILL))


# field, sentence, what is measured, its argument, what it is
CASES = [
    ("sequences", "380 ways to have played are all tried", kept, ("sequences", 380), 380),
    ("sequences", "of 420 ways to have played none is tried", kept, ("sequences", 420), 0),
    ("hypotheses", "1900 explanations are all weighed", kept, ("hypotheses", 1900), 1900),
    ("hypotheses", "of 2100 explanations none is weighed", kept, ("hypotheses", 2100), 0),
    ("positions", "seven positions may all name a mistake", positions, (7,), 7),
    ("positions", "of ten positions eight may name a mistake", positions, (10,), 8),
    ("canoes_missing", "a canoe knocked off hides no turn", explained_with, (1,), True),
    ("canoes_missing", "two canoes knocked off do", explained_with, (2,), False),
]


@pytest.mark.parametrize(("measured", "arguments", "expected"), beside(CASES))
def test_so_much_is_tried_while_people_wait(measured, arguments, expected):
    assert measured(*arguments) == expected


def test_both_sides_of_every_limit_are_tried():
    assert not uncovered(SearchLimits, CASES)


def test_where_there_are_more_ways_than_can_be_tried_nothing_is_told():
    state = chosen(start(), red="3", blue="4", green="5")
    picture = seen(apply(state, RED))
    ways = turn_sequences(state, picture, STILL)
    assert ways
    assert turn_sequences(state, picture, STILL, SearchLimits(sequences=0)) == ()
    assert rank_sequences(state, ways, picture, STILL, SearchLimits(hypotheses=0)) == Ranking()
