"""How long, how much and how many: the limits of the front door."""

from concurrent.futures import Future

import pytest
from builders import start

from companion.adapters.panel_signals import NoAnnouncer
from companion.errors import Refused
from companion.game.log import GameLog
from companion.referee.debounce import Patience
from companion.service import Service
from companion.service.mailbox import Mailbox


@pytest.fixture
def service(tmp_path):
    log = GameLog(tmp_path / "games.sqlite3")
    with Service(log, start().setup, announcer=NoAnnouncer(), patience=Patience(), camera=False) as running:
        yield running


def why_refused(service, text):
    with pytest.raises(Refused) as refused:
        service.archive.take_in(text)
    return refused.value.message


@pytest.mark.parametrize(
    ("lines", "key"), [(4500, "refused.record-header"), (5500, "refused.record-too-long")]
)
def test_a_record_of_some_thousand_lines_is_no_game(service, lines, key):
    assert why_refused(service, "nonsense\n" * lines).key == key


def test_of_a_text_that_is_no_record_a_line_is_quoted_and_not_a_page(service):
    assert 50 <= len(why_refused(service, "x" * 400).values["found"]) <= 70
    assert why_refused(service, "short\nlong").values["found"] == "short"


def test_the_latest_twenty_pieces_of_news_are_kept(service):
    for _ in range(12):
        service.new_game(service.host_key)
    news = service.table().news
    assert len(news) == 20
    assert [piece.number for piece in news] == sorted((piece.number for piece in news), reverse=True)


def test_an_order_that_is_not_answered_within_about_ten_seconds_has_found_the_worker_stuck(monkeypatch):
    waited = []
    answered = Future.result

    def result(self, timeout=None):
        waited.append(timeout)
        return answered(self, timeout)

    mailbox = Mailbox("niagara-test", lambda: None)
    monkeypatch.setattr(Future, "result", result)
    assert mailbox.ask(lambda: "done") == "done"
    mailbox.close()
    (seconds,) = waited
    assert 8.0 <= seconds <= 12.0
