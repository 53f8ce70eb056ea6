"""A table's memory copied and put back, with real files and the real command line."""

import hashlib
import json
import shutil
import sqlite3
import stat
import zipfile
from contextlib import closing

import pytest
from builders import start
from called import niagara_program

from companion.engine import Choose
from companion.errors import BackupError, LogError
from companion.game.game import Game
from companion.game.log import GameLog
from companion.game.stored import alone_with, stored_in
from companion.operation.backup import CONTENTS, GAMES, Memory, back_up, put_back


@pytest.fixture
def memory(tmp_path):
    place = tmp_path / "table"
    place.mkdir()
    (place / "settings.toml").write_text('language = "fr"\n')
    return Memory(place / "games.sqlite3", place / "calibration.zip", place / "settings.toml")


def play(memory, *cards):
    """A game that has begun, left open as after a power cut."""
    with GameLog(memory.games) as log:
        game = Game.begin(log, start().setup)
        game.declare_ready()
        for player, card in cards:
            game.act(Choose(player, card))
        return game.number


def test_what_is_backed_up_comes_back(memory, tmp_path):
    play(memory, ("red", "3"))
    file = tmp_path / "backup.zip"
    assert back_up(memory, file) == (GAMES, "settings.toml")
    elsewhere = Memory(
        *(tmp_path / "new" / path.name for path in (memory.games, memory.calibration, memory.settings))
    )
    assert put_back(file, elsewhere) == (GAMES, "settings.toml")
    assert stored_in(elsewhere.games) == stored_in(memory.games)
    assert elsewhere.settings.read_text() == 'language = "fr"\n'
    with GameLog(memory.games, reading=True) as old, GameLog(elsewhere.games, reading=True) as new:
        assert new.entries(1) == old.entries(1)


def test_a_backup_is_its_owners_alone(memory, tmp_path):
    play(memory, ("red", "3"))
    back_up(memory, tmp_path / "backup.zip")
    put_back(tmp_path / "backup.zip", memory, even_in_a_game=True)
    for file in (
        tmp_path / "backup.zip",
        memory.games,
        memory.games.with_name("games.sqlite3.before-restore"),
    ):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600, file


def test_a_backup_taken_while_a_companion_writes_holds_every_entry_written_so_far(memory, tmp_path):
    with alone_with(memory.games), GameLog(memory.games) as log:
        game = Game.begin(log, start().setup)
        game.declare_ready()
        game.act(Choose("red", "3"))
        back_up(memory, tmp_path / "backup.zip")
        game.act(Choose("blue", "4"))
    with zipfile.ZipFile(tmp_path / "backup.zip") as archive:
        archive.extract(GAMES, tmp_path)
    with GameLog(tmp_path / GAMES, reading=True) as copy:
        assert len(copy.entries(1)) == 3


def test_nothing_is_put_back_while_a_companion_plays(memory, tmp_path):
    play(memory)
    back_up(memory, tmp_path / "backup.zip")
    with alone_with(memory.games), pytest.raises(LogError, match="stop it first"):
        put_back(tmp_path / "backup.zip", memory)


def test_a_game_going_on_is_not_replaced_unless_that_is_wanted(memory, tmp_path):
    play(memory)
    back_up(memory, tmp_path / "backup.zip")
    play(memory, ("red", "3"), ("blue", "4"))
    with pytest.raises(BackupError, match="game 2 is going on"):
        put_back(tmp_path / "backup.zip", memory)
    assert stored_in(memory.games).games == 2
    put_back(tmp_path / "backup.zip", memory, even_in_a_game=True)
    assert stored_in(memory.games).games == 1


def test_what_was_there_before_is_kept_beside_it(memory, tmp_path):
    play(memory)
    back_up(memory, tmp_path / "backup.zip")
    play(memory)
    memory.settings.write_text('language = "en"\n')
    put_back(tmp_path / "backup.zip", memory)
    assert stored_in(memory.games.with_name("games.sqlite3.before-restore")).games == 2
    assert "en" in memory.settings.with_name("settings.toml.before-restore").read_text()


def test_damaged_games_are_replaced_and_kept_as_they_were(memory, tmp_path):
    play(memory)
    back_up(memory, tmp_path / "backup.zip")
    memory.games.write_bytes(b"damaged " * 1000)
    put_back(tmp_path / "backup.zip", memory)
    assert stored_in(memory.games).games == 1
    assert memory.games.with_name("games.sqlite3.before-restore").read_bytes().startswith(b"damaged")


def test_entries_not_yet_moved_into_the_old_file_do_not_leak_into_the_new_one(memory, tmp_path):
    play(memory)
    back_up(memory, tmp_path / "backup.zip")
    cut = tmp_path / "cut"
    with GameLog(memory.games) as log:
        Game.begin(log, start().setup)
        shutil.copytree(
            memory.games.parent, cut
        )  # as the disk is when the power goes: with SQLite's own files
    after_cut = Memory(cut / "games.sqlite3", cut / "calibration.zip", cut / "settings.toml")
    assert (cut / "games.sqlite3-wal").stat().st_size > 0
    put_back(tmp_path / "backup.zip", after_cut)
    assert stored_in(after_cut.games).games == 1
    assert stored_in(cut / "games.sqlite3.before-restore").games == 2


def repacked(file, name, content):
    """The backup with one part exchanged."""
    with zipfile.ZipFile(file) as archive:
        parts = {each: archive.read(each) for each in archive.namelist()}
    parts[name] = content
    with zipfile.ZipFile(file, "w") as archive:
        for each, bytes_ in parts.items():
            archive.writestr(each, bytes_)


def test_a_part_that_was_changed_is_noticed_and_nothing_replaced(memory, tmp_path):
    play(memory)
    file = tmp_path / "backup.zip"
    back_up(memory, file)
    repacked(file, "settings.toml", b'language = "de"\n')
    with pytest.raises(BackupError, match=r"settings\.toml"):
        put_back(file, memory)
    assert "fr" in memory.settings.read_text()


@pytest.mark.parametrize("content", [b"", b"a letter", b"PK\x05\x06" + bytes(18)])
def test_what_is_no_backup_is_refused(memory, tmp_path, content):
    file = tmp_path / "backup.zip"
    file.write_bytes(content)
    with pytest.raises(BackupError, match="niagara backup"):
        put_back(file, memory)


@pytest.mark.parametrize("name", ["../evil", "games.sqlite3.lock"])
def test_a_backup_that_holds_something_else_is_refused(memory, tmp_path, name):
    file = tmp_path / "backup.zip"
    back_up(memory, file)
    contents = {"format": "niagara-backup", "version": 1, "files": {name: "0"}}
    repacked(file, name, b"0")
    repacked(file, CONTENTS, json.dumps(contents).encode())
    with pytest.raises(BackupError, match="not a backup that can be used"):
        put_back(file, memory)
    assert not (tmp_path / "evil").exists()


def alter(games):
    """Another card than the one that was laid."""
    with closing(sqlite3.connect(games)) as base:
        base.execute("UPDATE entries SET body = replace(body, '\"3\"', '\"4\"')")
        base.commit()


def test_a_damaged_log_is_not_called_saved(memory, tmp_path):
    play(memory, ("red", "3"))
    back_up(memory, tmp_path / "backup.zip")
    sound = (tmp_path / "backup.zip").read_bytes()
    alter(memory.games)
    with pytest.raises(LogError, match="game 1 can be read to its round 1"):
        back_up(memory, tmp_path / "backup.zip")
    assert (tmp_path / "backup.zip").read_bytes() == sound, "the last good one stays"


def test_a_game_that_cannot_be_gone_through_is_never_put_back(memory, tmp_path):
    play(memory, ("red", "3"))
    file = tmp_path / "backup.zip"
    back_up(memory, file)
    alter(memory.games)
    changed = memory.games.read_bytes()
    contents = {
        "format": "niagara-backup",
        "version": 1,
        "files": {GAMES: hashlib.sha256(changed).hexdigest()},
    }
    repacked(file, GAMES, changed)
    repacked(file, CONTENTS, json.dumps(contents).encode())
    with pytest.raises(BackupError, match="game 1") as caught:
        put_back(file, memory, even_in_a_game=True)
    assert "nothing was changed" in str(caught.value)


def test_with_nothing_there_is_nothing_to_back_up(tmp_path):
    with pytest.raises(BackupError, match="nothing to back up"):
        back_up(Memory(tmp_path / "a", tmp_path / "b", tmp_path / "c"), tmp_path / "backup.zip")


def test_backup_restore_and_idle_on_the_command_line(tmp_path):
    place = tmp_path / "niagara-companion"
    memory = Memory(place / "games.sqlite3", place / "calibration.zip", place / "settings.toml")
    play(memory, ("red", "3"))
    file = tmp_path / "b.zip"
    busy = niagara_program("idle", home=tmp_path)
    assert (busy.returncode, "Game 1 is going on" in busy.stderr) == (1, True)
    assert niagara_program("backup", "-o", file, home=tmp_path).returncode == 0
    refused = niagara_program("restore", file, home=tmp_path)
    assert refused.returncode == 2
    assert "going on" in refused.stderr
    memory.games.unlink()
    assert niagara_program("idle", home=tmp_path).returncode == 0
    assert niagara_program("restore", file, home=tmp_path).returncode == 0
    assert stored_in(memory.games).going_on == 1
