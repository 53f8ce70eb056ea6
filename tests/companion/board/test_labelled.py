"""Which facts of a kept picture nobody vouches for."""

import pytest
from builders import placed, seen, start

from companion.board.labelled import doubtful_facts
from companion.board.picture import Piece

STATE = placed(start(), red_1="M3+violet")
EXPECTED = seen(STATE)


@pytest.mark.parametrize(
    ("changes", "doubtful"),
    [
        ({}, set()),
        ({"buoy": 2}, {"buoy"}),
        ({"deposits": {**EXPECTED.deposits, "amber": {"yellow": 6}}}, {"amber"}),
        ({"deposits": {**EXPECTED.deposits, "amber": None}}, set()),
        ({"canoes": {**EXPECTED.canoes, "M3": (Piece("red", ("blue",)),)}}, {"M3/cargo"}),
        ({"canoes": {**EXPECTED.canoes, "M3": (Piece("red", None),)}}, set()),
        ({"canoes": {**EXPECTED.canoes, "M3": None}, "weather": None, "buoy": None}, set()),
    ],
    ids=[
        "nothing when all is seen as the game has it",
        "a buoy seen elsewhere",
        "a deposit counted otherwise",
        "not a deposit that was not counted",
        "gems seen otherwise",
        "not gems that could not be told",
        "not what was not seen",
    ],
)
def test_doubtful_is(changes, doubtful):
    assert doubtful_facts(EXPECTED, seen(STATE, **changes)) == doubtful
