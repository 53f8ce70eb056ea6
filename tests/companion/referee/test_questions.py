"""What is put to the players when the camera cannot tell."""

import pytest
from builders import chosen, placed, seen, start
from thresholds import beside, uncovered

from companion.engine import Paddle, successors
from companion.errors import Refused
from companion.interpret.hypotheses import Hypothesis
from companion.referee.questions import Question, QuestionLimits

# field, sentence, explanations that are possible, answers that are offered
CHOICES = [
    ("choices", "five possible turns are all offered", 5, 5),
    ("choices", "of seven possible turns six are offered", 7, 6),
]


def about(count):
    """A question between so many of red's turns."""
    state = chosen(start(), red="3", blue="4", green="5")
    state = placed(state, red_1="M2", red_2="M3")
    turns = [Hypothesis(action, after) for action, after in successors(state) if isinstance(action, Paddle)]
    assert len(turns) >= count
    return Question.about(1, state, tuple(turns[:count]), seen(state))


@pytest.mark.parametrize(("possible", "offered"), beside(CHOICES))
def test_so_many_answers_are_offered(possible, offered):
    assert len(about(possible).choices) == offered


def test_both_sides_of_every_limit_are_tried():
    assert not uncovered(QuestionLimits, CHOICES)


def test_a_single_explanation_is_a_question_of_yes_or_no():
    assert about(1).text.key == "question.whether"
    assert about(2).text.key == "question.which"


def test_an_answer_that_is_none_is_refused():
    with pytest.raises(Refused):
        about(2).outcome("7")


def test_the_gems_of_a_canoe_are_asked_for_as_believed_first():
    state = placed(start(), red_1="M3+violet")
    question = Question.about_cargo(1, state, ("red-1", "blue-1"), seen(state))
    assert question.positions()["0"] == state
    assert len(question.choices) == 6, "nothing, or one of five colours"
    assert question.untold == ("blue-1",)
