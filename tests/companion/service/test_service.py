import threading
from dataclasses import replace

import pytest
from builders import placed, seen, start
from tables import Table, play_cards

from companion.adapters.panel_signals import NoAnnouncer
from companion.board.expectation import expected_picture
from companion.board.observation import Observation
from companion.board.picture import DiscSeen
from companion.engine import LEVEL, Move, Paddle, Phase, apply, legal_actions
from companion.engine.message import Message
from companion.errors import Refused
from companion.game.action_keys import key_of
from companion.referee.facts import CanoeLost, Corrected, Mistake, PutRight, RiverToMove, Won
from companion.referee.referee import NONE_OF_THESE
from companion.service import Stage, Watching
from hardware.signals import Signal


@pytest.fixture
def table(tmp_path):
    table = Table(tmp_path)
    yield table
    table.service.close()


@pytest.fixture
def by_hand(tmp_path):
    table = Table(tmp_path, camera=False)
    yield table
    table.service.close()


def test_the_set_up_is_checked_before_the_first_round(table):
    assert table.service.table().stage is Stage.SET_UP
    seats = table.sit_down()
    with pytest.raises(Refused):
        table.service.choose(seats["red"], "3")
    wrong = seen(start(), weather=1)
    table.stare(wrong)
    view = table.service.table()
    assert view.disagreement is None, "pieces still being laid are no mistake"
    assert [item.kind for item in view.set_up] == ["set-up-wrong"]
    assert view.prompt.key == "prompt.set-up-next"
    table.service.done(seats["red"])
    assert table.service.table().disagreement is not None, "whoever says done is told"
    table.look(seen(start()))
    assert table.service.table().stage is Stage.PLAYING
    assert table.service.table().set_up == ()
    assert table.service.table().disagreement is None


def test_a_whole_turn_is_read_from_the_board(table):
    table.look(seen(start()))
    play_cards(table, red="3", blue="4", green="5")
    state = table.service.position()
    moved = apply(state, Paddle("red", (Move("red-1", "M3"),)))
    table.look(seen(moved))
    assert table.service.position() == moved
    assert table.service.table().turn.player == "blue"


def test_a_mistake_is_announced_once_and_put_right(table):
    table.look(seen(start()))
    play_cards(table, red="3", blue="4", green="5")
    state = table.service.position()
    table.stare(seen(placed(state, red_1="M4")))
    view = table.service.table()
    assert view.disagreement.player == "red"
    assert [player.colour for player in view.players if player.alert] == ["red"]
    assert len(table.of(Mistake)) == 1
    assert (Signal.MISTAKE, 0) in table.panel.played
    table.look(seen(apply(state, Paddle("red", (Move("red-1", "M3"),)))))
    assert table.service.table().disagreement is None
    assert len(table.of(PutRight)) == 1


def test_hands_in_view_start_the_patience_anew(table):
    table.look(seen(start()))
    play_cards(table, red="2", blue="4", green="5")
    wrong = seen(placed(table.service.position(), red_1="M4"))
    for _ in range(5):
        table.look(wrong, times=2, step_s=0.2)
        table.service.see(Observation(Watching.HANDS, Message("camera.hands")), table.now_s, wait=True)
    assert table.of(Mistake) == []


def test_the_board_is_right_adopts_what_lies_there_and_everybody_is_told(table):
    table.look(seen(start()))
    seats = play_cards(table, red="3", blue="4", green="5")
    table.stare(seen(placed(table.service.position(), red_1="M4")))
    table.service.board_is_right(seats["blue"], table.service.table().disagreement.id)
    after = table.service.position()
    assert after.canoes["red-1"].at == "M4"
    assert after.to_act == ("blue",)
    assert after.players["red"].played == "3"
    assert [fact.by.word for fact in table.of(Corrected)] == ["blue"]
    assert table.service.table().disagreement is None


def test_a_board_with_a_missing_disc_cannot_be_adopted(table):
    table.look(seen(start()))
    seats = play_cards(table, red="3", blue="4", green="5")
    state = table.service.position()
    discs = expected_picture(state).discs | {"M2": DiscSeen.MISSING}
    table.stare(seen(state, discs=discs))
    dispute = table.service.table().disagreement
    assert not dispute.board_may_be_right
    with pytest.raises(Refused):
        table.service.board_is_right(seats["red"], dispute.id)


def test_later_lets_the_camera_rest_until_the_board_agrees_again(table):
    table.look(seen(start()))
    seats = play_cards(table, red="3", blue="4", green="5")
    state = table.service.position()
    wrong = seen(placed(state, green_1="M2"))
    table.stare(wrong)
    table.service.later(seats["red"], table.service.table().disagreement.id)
    table.stare(wrong)
    assert table.service.table().camera.watching is Watching.RESTING
    assert table.service.table().disagreement is None
    table.look(seen(state))
    assert table.service.table().camera.watching is Watching.WATCHING


@pytest.fixture
def asked(table):
    """A table at which red's canoe left the beach for somewhere that cannot be seen; with the seats."""
    table.look(seen(start()))
    seats = play_cards(table, red="3", blue="4", green="5")
    moved = apply(table.service.position(), Paddle("red", (Move("red-1", "M3"),)))
    table.stare(seen(moved, canoes=expected_picture(moved).canoes | {"M3": None}))
    return table, seats


def test_what_several_hypotheses_explain_is_asked_and_the_answer_is_played(asked):
    table, seats = asked
    question = table.service.table().question
    assert len(question.choices) == 2
    table.service.answer(seats["green"], question.id, question.choices[0].key)
    assert table.service.position().canoes["red-1"].at == "M3"
    assert table.service.table().question is None


def test_when_none_of_the_hypotheses_is_true_it_is_said_where_the_board_is_not_as_the_game_has_it(asked):
    table, seats = asked
    state = table.service.position()
    table.service.answer(seats["red"], table.service.table().question.id, NONE_OF_THESE)
    view = table.service.table()
    assert view.question is None
    assert [(item.kind, item.where) for item in view.disagreement.items] == [("canoe-missing", "beach")]
    assert table.service.position() == state
    table.look(seen(state))
    assert table.service.table().disagreement is None


def test_a_turn_without_anything_to_do_follows_by_itself(by_hand):
    seats = play_cards(by_hand, red="cloud", blue="cloud", green="cloud")
    for colour in ("red", "blue", "green"):
        down = [a for a in legal_actions(by_hand.service.position()) if a.to <= 0]
        by_hand.service.play(seats[colour], key_of(down[0]))
    assert by_hand.service.position().round == 2
    assert by_hand.of(RiverToMove) == []


def test_a_card_may_be_changed_until_the_last_one_lies(by_hand):
    seats = by_hand.sit_down()
    by_hand.service.choose(seats["red"], "3")
    by_hand.service.choose(seats["red"], "6")
    assert by_hand.service.seat(seats["red"]).chosen == "6"
    assert len(by_hand.service.seat(seats["red"]).hand) == 7
    by_hand.service.undo(seats["red"])
    assert by_hand.service.seat(seats["red"]).chosen is None
    by_hand.service.choose(seats["red"], "2")
    by_hand.service.choose(seats["blue"], "2")
    by_hand.service.choose(seats["green"], "2")
    with pytest.raises(Refused):
        by_hand.service.choose(seats["red"], "4")


def test_a_face_down_card_is_in_nobody_elses_view(by_hand):
    seats = by_hand.sit_down()
    views = []
    for card in ("3", "6"):
        by_hand.service.choose(seats["red"], card)
        table = by_hand.service.table()
        views.append(replace(table, number=0))
        assert by_hand.service.seat(seats["red"]).chosen == card
    assert views[0] == views[1]
    assert by_hand.service.seat(seats["blue"]).chosen is None


def test_only_the_player_whose_turn_it_is_or_the_host_may_enter_his_move(by_hand):
    seats = play_cards(by_hand, red="3", blue="4", green="5")
    key = by_hand.service.table().turn.actions[0].key
    with pytest.raises(Refused):
        by_hand.service.play(seats["blue"], key)
    by_hand.service.play(by_hand.service.host_key, key)
    assert by_hand.service.table().turn.player == "blue"


@pytest.mark.parametrize(
    "key", ["", "{", "[]", '{"act":"fly"}', "[" * 5000, '{"act":"choose","player":"red","card":"1"}']
)
def test_an_order_that_is_no_action_is_refused_in_words(by_hand, key):
    by_hand.sit_down()
    with pytest.raises(Refused):
        by_hand.service.play(by_hand.service.host_key, key)


def test_a_persons_seat_opens_only_with_its_key(by_hand):
    token = by_hand.service.take_seat("red", "Ada")
    with pytest.raises(Refused):
        by_hand.service.take_seat("red", "Mallory")
    with pytest.raises(Refused):
        by_hand.service.take_seat("red", "Mallory", "guess")
    second = by_hand.service.take_seat("red", "Ada", by_hand.service.seat_key(token))
    assert by_hand.service.seat(second).colour == "red"
    assert by_hand.service.seat(token).colour == "red"


def test_a_bots_seat_may_be_taken_by_a_person(by_hand):
    bot = by_hand.service.take_seat("red", "Bot", bot=True)
    by_hand.service.take_seat("red", "Ada")
    assert not by_hand.service.is_seat(bot)
    assert by_hand.service.table().players[0].seated


def test_killed_and_started_again_the_game_and_the_seats_are_there(by_hand):
    seats = play_cards(by_hand, red="3", blue="4", green="5")
    before = by_hand.service.position()
    by_hand.service.close()
    by_hand.service = by_hand.open()
    assert by_hand.service.position() == before
    assert by_hand.service.seat(seats["blue"]).colour == "blue"
    assert by_hand.service.table().turn.player == "red"


def test_a_waiting_reader_is_woken_by_a_change_and_not_before(by_hand):
    number = by_hand.service.table().number
    assert by_hand.service.wait(number, 0.05) == number
    woken = []
    reader = threading.Thread(target=lambda: woken.append(by_hand.service.wait(number, 10)))
    reader.start()
    by_hand.service.take_seat("red", "Ada")
    reader.join(10)
    assert woken[0] > number


def test_a_whole_game_by_hand_ends_with_a_winner_and_its_signal(by_hand):
    seats = by_hand.sit_down()
    for _ in range(2000):
        state = by_hand.service.position()
        if state.phase == Phase.OVER:
            break
        if state.phase == Phase.CHOOSE:
            colour = state.to_act[0]
            by_hand.service.choose(seats[colour], str(state.players[colour].hand[0]))
        else:
            by_hand.service.play(by_hand.service.host_key, key_of(greedy(state)))
    assert by_hand.service.table().stage is Stage.OVER
    assert by_hand.of(Won)[0].winners == by_hand.service.table().winners
    assert (Signal.GAME_WON, 0) in by_hand.panel.played
    assert (Signal.CANOE_LOST, 0) in by_hand.panel.played or not by_hand.of(CanoeLost)


def greedy(state):
    def worth(action):
        after = apply(state, action)
        cargo = sum(len(canoe.cargo) * (9 - LEVEL.get(canoe.at, 0)) for canoe in after.canoes.values())
        return 100 * sum(sum(player.delivered.values()) for player in after.players.values()) + cargo

    return max(legal_actions(state), key=worth)


def test_without_a_panel_nothing_is_lit():
    assert NoAnnouncer().lamps().river == ()
