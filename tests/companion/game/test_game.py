import sqlite3

import pytest
from builders import start

from companion.engine import Canoe, Choose, IllegalAction, Move, NotUnderstood, Paddle
from companion.errors import LogError
from companion.game.actor import BUTTON, CAMERA, HOST, Actor
from companion.game.game import Game
from companion.game.log import EntryKind, GameLog
from companion.game.standing import Seat


@pytest.fixture
def file(tmp_path):
    return tmp_path / "games.sqlite3"


def first_turn(game):
    for player, card in (("red", "3"), ("blue", "4"), ("green", "cloud")):
        game.act(Choose(player, card))
    game.act(Paddle("red", (Move("red-1", "M3"),)))


def test_a_game_killed_and_resumed_is_where_it_was_hands_and_secrets_included(file):
    with GameLog(file) as log:
        game = Game.begin(log, start().setup)
        game.declare_ready()
        game.seat("red", Seat("Ada", frozenset({"digest"}), "key"))
        first_turn(game)
        before, seats, number = game.state, game.seats, game.number
    with GameLog(file) as log:
        again = Game.resume(log, number)
    assert again.state == before
    assert again.seats == seats
    assert again.ready
    assert again.state.players["blue"].chosen == "4"


def test_an_illegal_action_leaves_nothing_in_the_log(file):
    with GameLog(file) as log:
        game = Game.begin(log, start().setup)
        with pytest.raises(IllegalAction):
            game.act(Paddle("red", (Move("red-1", "M3"),)))
        assert [entry.kind for entry in log.entries(game.number)] == [EntryKind.GAME]


def test_an_undone_choice_is_an_entry_of_its_own_and_survives_resuming(file):
    with GameLog(file) as log:
        game = Game.begin(log, start().setup)
        game.act(Choose("red", "3"))
        game.act(Choose("blue", "5"))
        game.take_back(game.choice_of("red"), Actor.at_seat("red"))
        assert game.state.players["red"].chosen is None
        assert game.state.players["blue"].chosen == "5"
        assert Game.resume(log, game.number).state == game.state
        assert len(log.entries(game.number)) == 4


def test_the_log_says_in_one_word_who_took_back_or_corrected(file):
    with GameLog(file) as log:
        game = Game.begin(log, start().setup)
        game.declare_ready()
        for by in (Actor.at_seat("red"), HOST, BUTTON, CAMERA):
            game.correct(game.state, by)
        game.take_back(game.steps[-1], CAMERA)
        words = [entry.body["by"] for entry in log.entries(game.number) if "by" in entry.body]
    assert words == ["red", "host", "button", "camera", "camera"]


def test_an_older_log_that_says_host_where_the_camera_took_back_is_resumed(file):
    with GameLog(file) as log:
        game = Game.begin(log, start().setup)
        chosen = game.act(Choose("red", "3"))
        log.append(game.number, EntryKind.UNDO, {"entry": chosen.entry, "by": "host"})
        assert Game.resume(log, game.number).state == start()


def test_what_is_no_position_is_refused_before_it_is_in_the_log(file):
    with GameLog(file) as log:
        game = Game.begin(log, start().setup)
        overloaded = Canoe("M3", ("pink", "violet"))
        state = game.state.on_table(canoes=game.state.canoes.put_one("red-1", overloaded))
        with pytest.raises(NotUnderstood):
            game.correct(state, HOST)
        assert [entry.kind for entry in log.entries(game.number)] == [EntryKind.GAME]


def test_the_log_is_for_its_owners_eyes_only_and_survives_a_power_cut(file):
    with GameLog(file) as log:
        Game.begin(log, start().setup)
        assert file.stat().st_mode & 0o777 == 0o600
        base = sqlite3.connect(file)
        assert base.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        base.close()


def test_a_file_that_is_no_log_is_refused_in_one_sentence(file):
    file.write_text("this is a shopping list, long enough to be no database at all" * 20)
    with pytest.raises(LogError, match="file is not a database"):
        GameLog(file)


def test_the_record_of_a_game_is_what_was_played(file):
    with GameLog(file) as log:
        game = Game.begin(log, start().setup)
        first_turn(game)
    record = game.record()
    assert record[0]["players"] == ["red", "blue", "green"]
    assert record[-1] == {"act": "paddle", "player": "red", "moves": [{"canoe": "red-1", "to": "M3"}]}
