"""A disk that takes no more: the order is refused in a sentence, the game stays as it was and goes on afterwards."""

import logging

import pytest
from builders import start

from companion.engine import Choose
from companion.errors import Refused
from companion.game.game import Game
from companion.game.log import EntryKind, GameLog
from companion.service.mailbox import Mailbox
from companion.words import say


@pytest.fixture
def log(tmp_path):
    with GameLog(tmp_path / "games.sqlite3") as opened:
        yield opened


def fill(log):
    """Let SQLite find the disk full from now on."""
    (pages,) = log._base.execute("PRAGMA page_count").fetchone()
    log._base.execute(f"PRAGMA max_page_count = {pages}")


def test_what_cannot_be_stored_is_refused_and_has_not_happened(log):
    game = Game.begin(log, start().setup)
    game.declare_ready()
    before = game.state
    fill(log)
    with pytest.raises(Refused) as caught:
        log.append(game.number, EntryKind.ACTION, {"text": "x" * 100_000})
    for language, full in (
        ("en", "the disk is full"),
        ("fr", "le disque est plein"),
        ("de", "Speicher ist voll"),
    ):
        assert full in say(caught.value.message, language)
    assert game.state == before
    log._base.execute("PRAGMA max_page_count = 100000")
    game.act(Choose("red", "3"))
    assert game.state != before


def test_several_entries_at_once_are_stored_together_or_not_at_all(log):
    Game.begin(log, start().setup)
    stored = log.entries(1)
    fill(log)

    def two():
        with log.at_once():
            log.append(1, EntryKind.CLOSED, {})
            log.append(1, EntryKind.ACTION, {"text": "x" * 100_000})

    with pytest.raises(Refused):
        two()
    assert log.entries(1) == stored


def test_the_same_complaint_of_many_pictures_is_written_down_once(caplog):
    mailbox = Mailbox("test-mailbox", lambda: None)

    def fails(text):
        raise OSError(text)

    with caplog.at_level(logging.ERROR):
        for text in ("full", "full", "gone"):
            mailbox.tell_newest(lambda text=text: fails(text))
            mailbox.ask(lambda: None)
        mailbox.close()
    assert [str(record.exc_info[1]) for record in caplog.records] == ["full", "gone"]
