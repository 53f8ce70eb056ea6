"""A face-down card shows nowhere else: not in refusals, logs or diagnostics, nor by an answer's size or time."""

import http.client
import io
import json
import logging
import re
import statistics
import time
import zipfile

import pytest

from companion.operation.support_zip import diagnostics
from companion.present.health_report import Report
from web import create_app
from web.server import serve

TWO_CARDS = ("3", "6")
SEVEN_CARDS = ("1", "2", "3", "4", "5", "6", "cloud")
PLAY = json.dumps({"act": "paddle", "player": "red", "moves": [{"canoe": "red-1", "to": "M3"}]})
REFUSED = [
    ("/do/choose", {"card": "9"}),
    ("/do/choose", {}),
    ("/do/undo", {}),
    ("/do/play", {"key": PLAY}),
    ("/do/play", {"key": json.dumps({"act": "choose", "player": "red", "card": "3"})}),
    ("/do/play", {"key": json.dumps({"act": "choose", "player": "red", "card": "6"})}),
    ("/do/play", {"key": "["}),
    ("/do/answer", {"question": 1, "key": PLAY}),
    ("/do/board-right", {"disagreement": 1}),
    ("/do/app-right", {"disagreement": 1}),
    ("/do/sit", {"colour": "red", "name": "Eve"}),
    ("/do/sit", {"colour": "red", "name": "Eve", "key": "guess"}),
    ("/do/correct", {"weather": "x"}),
    ("/nowhere", {}),
    ("/api/table", {}),
]
"""Orders that nobody but red may give now, or nobody at all."""
NOT_SAID = ("Set-Cookie", "Date")


def visitors(visitor_of, app, service):
    make = visitor_of(app)
    host = make()
    host.get(f"/host/{service.host_key}")
    return {"red": make().sit("red"), "blue": make().sit("blue"), "host": host, "stranger": make()}


def headers_of(answer):
    return sorted((name, value) for name, value in answer.headers if name not in NOT_SAID)


@pytest.fixture
def two_games(visitor_of, opened, tmp_path):
    """Two tables at which all was done alike, but that red's card is another one."""
    games = []
    for card in TWO_CARDS:
        service = opened(tmp_path / card)
        app = create_app(service, secret_key=b"k" * 32, base_url="http://table.example:8080")
        games.append((service, visitors(visitor_of, app, service), card))
    yield games
    for service, _, _ in games:
        service.close()


def lay(two_games):
    for _, readers, card in two_games:
        assert readers["red"].order("/do/choose", card=card).status_code == 200


@pytest.mark.parametrize("who", ["stranger", "blue", "host"])
def test_every_refusal_and_its_headers_are_the_same_for_both_cards(two_games, who):
    lay(two_games)
    answers = []
    for _, readers, _ in two_games:
        told = [readers[who].order(path, **fields) for path, fields in REFUSED]
        answers.append([(answer.status_code, answer.text, headers_of(answer)) for answer in told])
    assert answers[0] == answers[1]
    assert {status for status, _, _ in answers[0]} <= {400, 404, 405, 409}


@pytest.mark.parametrize("who", ["stranger", "blue", "host"])
@pytest.mark.parametrize("path", ["/", "/table", "/referee", "/api/table", "/history/1", "/history/1/record"])
def test_the_headers_of_every_answer_are_the_same_for_both_cards_its_length_among_them(two_games, who, path):
    lay(two_games)
    first, second = ([*headers_of(readers[who].get(path))] for _, readers, _ in two_games)
    assert first == second
    assert "Content-Length" in dict(first)


def test_everything_that_is_logged_is_the_same_for_both_cards(two_games, caplog):
    caplog.set_level(logging.DEBUG)
    told = []
    for service, readers, card in two_games:
        caplog.clear()
        readers["red"].order("/do/choose", card=card)
        readers["red"].order("/do/choose", card="9")
        readers["red"].page("/seat")
        readers["blue"].order("/do/play", key=PLAY)
        service.table()
        told.append([(record.name, record.levelname, record.getMessage()) for record in caplog.records])
    assert told[0] == told[1]


def test_a_card_is_not_told_by_an_error_inside_either(two_games, monkeypatch, caplog):
    def stumble(*_):
        raise RuntimeError("on purpose")

    told = []
    for service, readers, card in two_games:
        monkeypatch.setattr(service, "choose", stumble)
        caplog.clear()
        answer = readers["red"].order("/do/choose", card=card)
        told.append((answer.status_code, answer.text, [record.getMessage() for record in caplog.records]))
    assert told[0] == told[1]
    assert told[0][0] == 500


def test_the_diagnostics_are_the_same_for_both_cards(two_games, tmp_path):
    lay(two_games)
    packed = []
    for _, _, card in two_games:
        content = diagnostics(Report(()), tmp_path / card / "games.sqlite3", tmp_path / "none.toml", "")
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            packed.append({name: archive.read(name) for name in archive.namelist()})
    assert packed[0] == packed[1]
    assert b'"choose"' in packed[0]["games.json"]


def events(answer, until):
    """The raw events of a stream until one of them holds the text, each without its running number."""
    found, kept = [], b""
    while until not in kept:
        kept = b""
        while (line := answer.readline()) != b"\n":
            assert line, "the stream has ended"
            kept += line
        found.append(re.sub(rb'(?m)^id: \S+|"number":\d+', b"", kept))
    return found


@pytest.mark.parametrize("who", ["stranger", "blue"])
def test_an_event_of_each_of_the_seven_cards_has_the_same_size_and_bytes(visitor_of, opened, tmp_path, who):
    streams = []
    for card in SEVEN_CARDS:
        with opened(tmp_path / card) as service:
            app = create_app(service, secret_key=b"k" * 32)
            readers = visitors(visitor_of, app, service)
            server = serve(app, "127.0.0.1", 0)
            connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
            seat = readers["blue"].client.get_cookie("niagara-seat")
            path, cookie = (
                ("/stream/table", "") if who == "stranger" else ("/stream/seat", f"niagara-seat={seat.value}")
            )
            connection.request("GET", path, headers={"Cookie": cookie})
            answer = connection.getresponse()
            first = events(answer, b"event: lamps")
            assert readers["red"].order("/do/choose", card=card).status_code == 200
            second = events(answer, b'"has_chosen":true')
            streams.append([len(event) for event in (*first, *second)])
            assert streams[-1] == streams[0]
            connection.close()
            answer.close()
            server.close()
    assert len(streams) == len(SEVEN_CARDS)


def chance_of_longer(one, other):
    """How likely an answer of the one takes longer than one of the other (Mann & Whitney 1947); 0.5: no difference."""
    return statistics.mean((a > b) + (a == b) / 2 for a in one for b in other)


@pytest.mark.slow
@pytest.mark.parametrize("path", ["/api/table", "/table"])
def test_the_time_of_an_answer_does_not_tell_which_card_lies_there(two_games, path):
    lay(two_games)
    taken = {card: [] for card in TWO_CARDS}
    for turn in range(120):
        # In turns, so that whatever else the machine does meets both alike.
        for _, readers, card in two_games if turn % 2 else reversed(two_games):
            began_s = time.perf_counter()
            readers["blue"].get(path)
            taken[card].append(time.perf_counter() - began_s)
    # By chance alone it leaves 0.3 to 0.7 once in a hundred million times.
    assert 0.25 < chance_of_longer(*taken.values()) < 0.75


def test_the_clock_that_looks_for_a_difference_would_see_one():
    assert chance_of_longer([2, 3, 4], [1, 1, 2]) > 0.75
    assert chance_of_longer([1, 2, 3], [1, 2, 3]) == 0.5


def test_a_game_its_copies_and_its_backup_are_for_their_owners_eyes(two_games, tmp_path):
    lay(two_games)
    for _, _, card in two_games:
        for file in (tmp_path / card).iterdir():
            assert file.stat().st_mode & 0o077 == 0, file.name
