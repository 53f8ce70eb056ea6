"""What is announced of a watched table, by a clock that stands where it is put."""

import pytest
from builders import chosen, placed, seen, start

from companion.board.observation import Observation, Watching
from companion.engine import Choose, Message, Move, Paddle
from companion.errors import Refused
from companion.game.action_keys import key_of
from companion.game.actor import BUTTON, HOST, Actor
from companion.game.game import Game
from companion.game.log import GameLog
from companion.referee.debounce import Patience
from companion.referee.facts import CameraAway, Mistake, Played, PutRight, Reminded
from companion.referee.referee import Referee

RED = Paddle("red", (Move("red-1", "M3"),))


class Watched:
    """A referee over a game whose cards lie, with everybody's patience as it is by default."""

    def __init__(self, log):
        self.game = Game.begin(log, start().setup)
        self.game.declare_ready()
        for player, card in (("red", "3"), ("blue", "4"), ("green", "5")):
            self.game.act(Choose(player, card))
        self.referee = Referee(self.game, Patience(), camera=True)

    def look(self, picture, *times_s):
        """The kinds of all facts that looks at these times give."""
        watching = Message("camera.watching")
        look = Observation(Watching.WATCHING, watching, picture)
        return [type(fact) for now_s in times_s for fact in self.referee.see(look, now_s)]


@pytest.fixture
def watched(tmp_path):
    with GameLog(tmp_path / "games.sqlite3") as log:
        yield Watched(log)


def too_far(state):
    """Red's canoe was moved one space further than his card says."""
    return seen(placed(state, red_1="M4"))


def test_pieces_have_their_time_to_follow_an_action_entered_by_hand(watched):
    lies = seen(watched.game.state)
    watched.look(lies, 0.0)
    watched.referee.play(Actor.at_seat("red"), key_of(RED))
    assert Mistake not in watched.look(lies, 1.0, 5.0, 9.0, 13.0, 14.0)
    assert Mistake in watched.look(lies, 15.5, 16.0, 19.5)


def test_a_mistake_that_nobody_answers_is_mentioned_again_and_not_before_its_time(watched):
    wrong = too_far(watched.game.state)
    assert watched.look(wrong, 0.0, 0.5, 1.0) == [Mistake]
    assert watched.look(wrong, 10.0, 20.0, 27.0) == []
    assert watched.look(wrong, 33.5) == [Reminded]


def test_a_move_is_read_and_told_after_two_looks(watched):
    after = seen(placed(watched.game.state, red_1="M3"))
    assert Played not in watched.look(after, 0.0)
    assert Played in watched.look(after, 0.1)


def test_a_mistake_put_right_is_told_once(watched):
    lies = seen(watched.game.state)
    watched.look(too_far(watched.game.state), 0.0, 0.5)
    assert watched.look(lies, 1.0, 1.1, 1.2) == [PutRight]


def test_a_camera_that_goes_away_is_told_once(watched):
    away = Observation(Watching.AWAY, Message("camera.away"))
    facts = [fact for now_s in (0.0, 1.0) for fact in watched.referee.see(away, now_s)]
    assert [type(fact) for fact in facts] == [CameraAway]


def test_nobody_enters_anothers_move_but_the_host(watched):
    with pytest.raises(Refused):
        watched.referee.play(Actor.at_seat("blue"), key_of(RED))
    assert watched.referee.play(HOST, key_of(RED))


def test_the_button_takes_nothing_back(watched):
    watched.referee.play(HOST, key_of(RED))
    assert not watched.referee.may_take_back(BUTTON)
    assert not watched.referee.may_take_back(Actor.at_seat("blue"))
    assert watched.referee.may_take_back(Actor.at_seat("red"))


def test_what_the_camera_amends_is_taken_back_by_the_camera(watched, tmp_path):
    watched.game.correct(placed(watched.game.state, red_1="M2"), HOST)
    state = watched.game.state
    half = placed(state, red_1="M5")
    whole = placed(state, red_1="M5", red_2="M3")
    watched.look(seen(half), 0.0, 0.1, 0.2)
    watched.look(seen(whole), 1.0, 1.1, 1.2)
    assert len(watched.game.steps[-1].action.moves) == 2
    with GameLog(tmp_path / "games.sqlite3", reading=True) as log:
        taken_back = [entry.body["by"] for entry in log.entries(watched.game.number) if "entry" in entry.body]
    assert taken_back == ["camera"]


def test_a_finished_set_of_cards_cannot_be_changed(watched):
    with pytest.raises(Refused):
        watched.referee.choose("red", "2")
    assert watched.game.state == chosen(start(), red="3", blue="4", green="5")
