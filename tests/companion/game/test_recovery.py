"""A damaged file of games: what is damaged is said, what can be read is kept, and the last game goes on from there."""

import errno
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from builders import start

from companion.engine import Choose, Phase, legal_actions
from companion.errors import LogDamaged, LogError
from companion.files import held
from companion.game import recovery
from companion.game.actor import HOST
from companion.game.game import Game
from companion.game.log import EntryKind, GameLog
from companion.game.recovery import recover
from companion.game.stored import last_unfinished, opened, stored_in, survey


@pytest.fixture
def file(tmp_path):
    return tmp_path / "games.sqlite3"


def play(log, rounds=1, *, close=False):
    """A game with everybody's first legal action; left in the middle of choosing."""
    game = Game.begin(log, start().setup)
    game.declare_ready()
    while game.state.round <= rounds:
        game.act(legal_actions(game.state)[0])
    game.act(Choose("red", game.state.players["red"].hand[0]))
    if close:
        game.close()
    return game


@pytest.fixture
def three_games(file):
    """Two games put away and one going on; every entry with its game."""
    with GameLog(file) as log:
        games = [play(log, close=True), play(log, close=True), play(log, rounds=2)]
        return {game.number: (game.state, log.entries(game.number)) for game in games}


def change(file, order, *values):
    with closing(sqlite3.connect(file)) as base:
        base.execute(order, values)
        base.commit()


def garble(file, number):
    """Entry ``number`` is not what was written."""
    change(file, "UPDATE entries SET body = replace(body, '\"', '\"x') WHERE number = ?", number)


def test_a_game_is_cut_before_its_damaged_entry_and_the_others_are_whole(file, three_games):
    second = three_games[2][1]
    garble(file, second[5].number)
    stored = survey(file)
    assert [(game.number, game.whole) for game in stored.kept] == [(1, True), (2, False), (3, True)]
    assert stored.kept[1].entries == second[:5]
    assert stored.kept[2].standing.state == three_games[3][0]
    told = str(stored.error())
    assert f"entry {second[5].number} is not what was written" in told
    assert "game 2 can be read to its round 1" in told
    assert "whole: 1, 3" in told
    assert "niagara recover" in told


def test_the_last_game_goes_on_from_its_last_good_entry(file, three_games):
    last = three_games[3][1]
    garble(file, last[-2].number)
    with pytest.raises(LogDamaged, match="game 3"):
        opened(file)
    recover(file)
    with GameLog(file) as log:
        game = last_unfinished(log)
        assert log.entries(3) == last[:-2]
        assert [log.entries(number) for number in (1, 2)] == [three_games[1][1], three_games[2][1]]
        game.act(legal_actions(game.state)[0])
    assert stored_in(file).whole


def test_a_game_that_lost_its_end_is_not_taken_for_the_one_going_on(file, three_games):
    with GameLog(file) as log:
        Game.resume(log, 3).close()
    garble(file, three_games[1][1][-1].number)
    recover(file)
    with GameLog(file) as log:
        assert last_unfinished(log) is None
        assert log.entries(1)[-1].kind is EntryKind.CLOSED


def test_the_damaged_file_stays_beside_it_each_time(file, three_games):
    for number, name in ((3, "games.sqlite3.damaged"), (1, "games.sqlite3.damaged-2")):
        garble(file, number)
        damaged = file.read_bytes()
        _, aside = recover(file)
        assert aside == file.with_name(name)
        assert aside.read_bytes() == damaged
        assert {path.stat().st_mode & 0o777 for path in (aside, file)} == {0o600}


def test_a_file_lies_under_its_name_whenever_the_power_goes(file, three_games, monkeypatch):
    garble(file, 3)
    monkeypatch.setattr(recovery, "settle_folder", lambda _folder: seen.append(file.exists()))
    seen = []
    recover(file)
    assert seen == [True, True]


def test_on_a_disk_without_links_the_damaged_file_is_copied(file, three_games, monkeypatch):
    def no_links(*_):
        raise OSError(errno.EPERM, "not here")

    monkeypatch.setattr(Path, "hardlink_to", no_links)
    garble(file, 3)
    damaged = file.read_bytes()
    _, aside = recover(file)
    assert aside.read_bytes() == damaged


def test_a_sound_file_is_left_as_it_is(file, three_games):
    before = file.read_bytes()
    stored, aside = recover(file)
    assert (stored.games, aside) == (3, None)
    assert file.read_bytes() == before


def test_nothing_is_recovered_while_a_companion_plays(file, three_games):
    garble(file, 3)
    with held(file), pytest.raises(LogError, match="stop it first"):
        recover(file)


@pytest.mark.parametrize("what", ["checksum", "number"])
def test_lost_entries_at_the_end_are_missed(file, three_games, what):
    last = three_games[3][1][-1].number
    change(file, "DELETE FROM entries WHERE number = ?", last)
    stored = survey(file)
    assert [game.whole for game in stored.kept] == [True, True, False]
    assert f"{last} entries were written" in stored.damage


def test_a_page_that_cannot_be_read_costs_its_entries_only(file, three_games):
    content = bytearray(file.read_bytes())
    size = int.from_bytes(content[16:18], "big")
    pages = range(1, len(content) // size)
    seen = set()
    for page in pages:
        changed = bytearray(content)
        changed[page * size : (page + 1) * size] = bytes(size)
        file.write_bytes(bytes(changed))
        stored = survey(file)
        assert not stored.whole
        for game in stored.kept:
            assert game.entries == three_games[game.number][1][: len(game.entries)]
            seen.add((game.number, bool(game.entries)))
    assert (1, True) in seen
    assert (3, True) in seen


@pytest.mark.parametrize("at", [0, 40, 100, 105, 4000])
def test_where_the_first_page_cannot_be_read_the_entries_still_can(file, three_games, at):
    content = bytearray(file.read_bytes())
    content[at : at + 60] = b"\xff" * 60
    file.write_bytes(bytes(content))
    with pytest.raises(LogDamaged):
        stored_in(file)
    stored = survey(file)
    assert [game.entries for game in stored.kept] == [entries for _, entries in three_games.values()]


@pytest.mark.parametrize("content", [b"", b"a shopping list " * 999])
def test_of_a_file_that_holds_nothing_nothing_is_kept_and_a_new_one_begun(file, content):
    file.write_bytes(content)
    with pytest.raises(LogDamaged, match="no game can be read"):
        stored_in(file)
    recover(file)
    assert stored_in(file).games == 0
    assert file.with_name("games.sqlite3.damaged").read_bytes() == content


def test_a_write_ahead_log_that_is_left_belongs_to_the_damaged_file(file, three_games, tmp_path):
    cut = tmp_path / "cut" / file.name
    cut.parent.mkdir()
    with GameLog(file) as log:
        Game.resume(log, 3).act(legal_actions(three_games[3][0])[0])
        for name in (file.name, f"{file.name}-wal"):
            shutil.copyfile(file.with_name(name), cut.with_name(name))
    content = bytearray(cut.read_bytes())
    content[4096 + 4000 :] = bytes(len(content) - 8096)
    cut.write_bytes(bytes(content))
    with pytest.raises(LogDamaged):
        stored_in(cut)
    recover(cut)
    assert stored_in(cut).whole
    assert {path.name for path in cut.parent.iterdir()} >= {
        f"{file.name}.damaged",
        f"{file.name}.damaged-wal",
    }


def test_a_log_of_the_first_schema_that_three_orders_broke_can_be_played_on_again(file):
    """A correction held red's card; changing it twice then took back the card of the round before."""
    with GameLog(file) as log:
        game = play(log)
        first = next(step for step in game.steps if step.action == Choose("red", step.action.card))
        game.correct(game.state, HOST)
        chosen = game.choice_of("red")
        log.append(game.number, EntryKind.UNDO, {"entry": chosen.entry, "by": "red"})
        log.append(game.number, EntryKind.UNDO, {"entry": first.entry, "by": "red"})
        before = game.state
    with pytest.raises(LogDamaged, match="game 1 can be read to its round 2") as caught:
        stored_in(file)
    assert caught.value.game == 1
    assert "Choose" not in str(caught.value), "what is damaged may be shown to anybody"
    recover(file)
    with GameLog(file) as log:
        game = last_unfinished(log)
        assert game.state.players == before.players
        assert game.state.phase == Phase.CHOOSE
