"""What is open between table and game: one question or one dispute at a time."""

import pytest
from builders import placed, seen, start

from companion.board.comparison import differences
from companion.board.expectation import expected_picture
from companion.board.picture import DiscSeen
from companion.errors import Refused
from companion.referee.disputes import OpenIssues
from companion.referee.facts import CameraRests, Guided, Mistake, PutRight, Reminded

AGAIN_AFTER_S = 30.0


def wrong(picture):
    return differences(expected_picture(start()), picture)


ONE = seen(placed(start(), red_1="M1"))
TWO = seen(placed(start(), red_1="M1", blue_1="M2"))


@pytest.fixture
def issues():
    return OpenIssues()


def kinds(facts):
    return [type(fact) for fact in facts]


def test_a_dispute_is_told_when_it_opens_and_when_something_new_is_wrong(issues):
    assert kinds(issues.disagree(wrong(ONE), ONE, "red", 0.0)) == [Mistake]
    assert issues.disagree(wrong(ONE), ONE, "red", 1.0) == []
    assert kinds(issues.disagree(wrong(TWO), TWO, "red", 2.0)) == [Mistake]
    assert issues.disagree(wrong(ONE), ONE, "red", 3.0) == [], "less is wrong than was told"


def test_while_pieces_are_led_back_the_next_one_is_told(issues):
    issues.disagree(wrong(TWO), TWO, "red", 0.0)
    first = issues.guide(issues.dispute.id)
    assert (kinds(first), first[0].left) == ([Guided], 2)
    last = seen(placed(start(), blue_1="M2"))
    assert kinds(issues.disagree(wrong(last), last, "red", 1.0)) == [Guided]
    assert issues.dispute.whose == "blue", "the piece's owner, not the player at turn"


def test_an_open_dispute_is_mentioned_again_once_its_time_has_come(issues):
    issues.disagree(wrong(ONE), ONE, "red", 0.0)
    assert issues.again(29.0, AGAIN_AFTER_S) == []
    assert kinds(issues.again(30.0, AGAIN_AFTER_S)) == [Reminded]
    assert issues.again(31.0, AGAIN_AFTER_S) == []


def test_only_what_was_wrong_can_be_put_right(issues):
    assert issues.put_right() == []
    issues.disagree(wrong(ONE), ONE, "red", 0.0)
    assert kinds(issues.put_right()) == [PutRight]
    assert issues.dispute is None


def test_a_camera_told_to_rest_settles_the_dispute_until_the_board_agrees(issues):
    issues.disagree(wrong(ONE), ONE, "red", 0.0)
    assert kinds(issues.rest()) == [CameraRests]
    assert (issues.dispute, issues.resting) == (None, True)
    assert kinds(issues.put_right()) == [PutRight]


def test_an_answer_to_another_dispute_is_refused(issues):
    issues.disagree(wrong(ONE), ONE, "red", 0.0)
    late = issues.dispute.id
    issues.settle()
    issues.disagree(wrong(ONE), ONE, "red", 1.0)
    for order in (issues.guide, issues.dispute_of, issues.question_of):
        with pytest.raises(Refused):
            order(late)


@pytest.mark.parametrize(
    ("changes", "adoptable"),
    [
        ({}, True),
        ({"beach": None}, False),
        ({"discs": expected_picture(start()).discs | {"M2": DiscSeen.MISSING}}, False),
    ],
)
def test_a_board_seen_whole_with_every_disc_in_its_seat_can_be_adopted(issues, changes, adoptable):
    picture = seen(placed(start(), red_1="M1"), **changes)
    issues.disagree(wrong(picture), picture, "red", 0.0)
    assert issues.dispute.adoptable is adoptable
