"""When a look of the camera becomes a picture of which it is known what lies there."""

import pytest
from builders import seen, start

from companion.board.expectation import expected_picture
from companion.board.labelled import SettledBy
from companion.board.observation import Observation, Watching
from companion.engine import Choose, Message, Move, Paddle, apply
from companion.game.actor import HOST
from companion.game.game import Game
from companion.game.log import GameLog
from companion.referee.debounce import Patience
from companion.referee.referee import Referee

RED = Paddle("red", (Move("red-1", "M3"),))


class Watched:
    """A referee whose camera counts its looks."""

    def __init__(self, log):
        self.game = Game.begin(log, start().setup)
        self.game.declare_ready()
        for player, card in (("red", "3"), ("blue", "4"), ("green", "5")):
            self.game.act(Choose(player, card))
        self.referee = Referee(self.game, Patience(), camera=True)
        self.looks = 0

    def look(self, picture, times=1):
        for _ in range(times):
            self.looks += 1
            look = Observation(Watching.WATCHING, Message("camera.watching"), picture, look=self.looks)
            self.referee.see(look, self.looks / 2)
        return self.referee.labelled


@pytest.fixture
def watched(tmp_path):
    with GameLog(tmp_path / "games.sqlite3") as log:
        yield Watched(log)


def test_a_board_that_agrees_for_long_enough_is_labelled_with_the_position(watched):
    picture = expected_picture(watched.game.state)
    assert watched.look(picture) is None, "one look is none"
    labelled = watched.look(picture)
    assert (labelled.look, labelled.board, labelled.by) == (2, picture, SettledBy.AGREEMENT)
    assert labelled.doubtful == frozenset()


def test_places_that_were_not_seen_are_labelled_by_the_word_of_the_game(watched):
    state = watched.game.state
    picture = seen(state, canoes={**seen(state).canoes, "M3": None}, beach=None)
    labelled = watched.look(picture, 2)
    assert labelled.board == expected_picture(state)


def test_a_move_is_labelled_once_the_board_agrees_with_it_and_not_while_it_is_found(watched):
    moved = expected_picture(apply(watched.game.state, RED))
    assert watched.look(moved, 2) is None, "it has been read, and nobody has agreed yet"
    labelled = watched.look(moved, 2)
    assert (labelled.board, labelled.by) == (moved, SettledBy.AGREEMENT)


def test_a_board_in_dispute_is_labelled_by_nobody(watched):
    state = watched.game.state
    wrong = seen(state, canoes={**seen(state).canoes, "M3": ()}, beach={})
    assert watched.look(wrong, 12) is None
    assert watched.referee.issues.dispute is not None


def test_hands_over_the_board_are_no_agreement(watched):
    assert watched.look(expected_picture(watched.game.state), 2) is not None
    watched.referee.see(Observation(Watching.HANDS, Message("camera.moving")), 5.0)
    assert watched.referee.labelled is None


def test_a_look_that_nobody_counts_is_no_picture(watched):
    picture = expected_picture(watched.game.state)
    for now_s in (0.0, 1.0, 2.0):
        watched.referee.see(Observation(Watching.WATCHING, Message("camera.watching"), picture), now_s)
    assert watched.referee.labelled is None


def test_what_a_question_settled_is_labelled_as_answered(watched):
    moved = seen(apply(watched.game.state, RED))
    hidden = seen(apply(watched.game.state, RED), canoes={**moved.canoes, "M3": None})
    watched.look(hidden, 12)
    question = watched.referee.issues.question
    assert question is not None
    key = next(key for key, _, found in question.choices if found.actions == (RED,))
    watched.referee.answer(HOST, question.id, key)
    assert watched.look(moved, 2).by is SettledBy.ANSWER
    watched.referee.play(HOST, '{"act":"paddle","player":"blue","moves":[{"canoe":"blue-1","to":"M4"}]}')
    assert watched.look(expected_picture(watched.game.state), 2).by is SettledBy.AGREEMENT


def test_what_somebody_declared_right_is_labelled_as_corrected(watched):
    state = watched.game.state
    other = seen(state, canoes={**seen(state).canoes, "R2": seen(apply(state, RED)).canoes["M3"]})
    other = seen(state, canoes=other.canoes, beach={**other.beach, "red": 1})
    watched.look(other, 12)
    watched.referee.board_is_right(HOST, watched.referee.issues.dispute.id)
    assert watched.look(other, 2).by is SettledBy.CORRECTION
