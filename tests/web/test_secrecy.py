"""A face-down card leaves the server only to its owner: every route and stream is walked, looking for a difference."""

import json
import re
from dataclasses import replace
from urllib.parse import quote

import pytest

from web import create_app
from web.setup import SetupStep

ASKED = [
    json.dumps({"act": "choose", "player": "red", "card": "3"}),
    json.dumps({"act": "paddle", "player": "red", "moves": [{"canoe": "red-1", "to": "M3"}]}),
    json.dumps({"act": "weather", "player": "red", "to": 1}),
    json.dumps({"act": "retrieve", "player": "red", "canoe": "red-1"}),
    json.dumps({"act": "lasso", "player": "red", "canoes": ["red-1"]}),
]
OTHERS = ("stranger", "blue", "host")


ADDRESSES = {
    "/": ["/"],
    "/join/<colour>": ["/join/red", "/join/blue"],
    "/seat": ["/seat"],
    "/table": ["/table"],
    "/referee": ["/referee"],
    "/rules": ["/rules", "/rules?q=card"],
    "/rules/<number>": ["/rules/B2"],
    "/host/<key>": ["/host/no-key"],
    "/history": ["/history"],
    "/history/<int:number>": ["/history/1", "/history/1?step=0"],
    "/history/<int:number>/record": ["/history/1/record"],
    "/api/history/<int:number>": ["/api/history/1"],
    "/api/table": ["/api/table"],
    "/api/seat": ["/api/seat"],
    "/api/seen": ["/api/seen"],
    "/api/lamps": ["/api/lamps"],
    "/api/why": [f"/api/why?key={quote(key)}" for key in ASKED],
    "/lens.jpg": ["/lens.jpg"],
    "/stream/table": ["/stream/table"],
    "/stream/seat": ["/stream/seat"],
    "/setup/": ["/setup/"],
    "/setup/markers.pdf": ["/setup/markers.pdf"],
    "/setup/doctor": ["/setup/doctor"],
    "/setup/places/": ["/setup/places/"],
    "/setup/places/board-<shot>.jpg": ["/setup/places/board-empty.jpg"],
    "/setup/pictures/": ["/setup/pictures/"],
    "/setup/pictures/<table>/<number>.jpg": ["/setup/pictures/table-a/000001.jpg"],
    "/setup/pictures/niagara-pictures.zip": ["/setup/pictures/niagara-pictures.zip"],
    "/setup/<name>": [f"/setup/{step}" for step in SetupStep],
}
"""What to open for each address rule of the app; a rule that is missing here fails the test below."""


def test_every_address_of_the_app_is_walked(app):
    readable = {
        rule.rule for rule in app.url_map.iter_rules() if "GET" in rule.methods and rule.endpoint != "static"
    }
    assert readable == set(ADDRESSES)


def walk(visitor):
    """Everything one visitor can read, by address; tokens and counters that change by themselves blanked out."""
    answers = {}
    visitor.get("/")  # takes away what was told at the end of an earlier walk
    for path in (path for paths in ADDRESSES.values() for path in paths):
        answer = visitor.get(path, buffered=False)
        if path.startswith("/stream"):
            body = b""
            for part in answer.response:
                body += part if isinstance(part, bytes) else part.encode()
                if body.count(b"\n\n") >= 2:
                    break
            answer.close()
            text = body.decode()
        else:
            text = answer.text
        answers[path] = f"{answer.status_code} {blanked(text)}"
    return answers


def blanked(text):
    text = re.sub(r'(csrf[-_]token"[^>]*(?:content|value)=")[^"]*', r"\1", text)
    text = re.sub(r'"number": ?\d+', '"number":0', text)
    return re.sub(r"^id: ?\S+", "id:0", text, flags=re.MULTILINE)


@pytest.fixture
def readers(visitor, service):
    host = visitor()
    host.get(f"/host/{service.host_key}")
    return {"stranger": visitor(), "host": host, "red": visitor().sit("red"), "blue": visitor().sit("blue")}


def test_a_face_down_card_changes_nothing_that_anybody_else_can_read(readers, service):
    seen = []
    for card in ("3", "6"):
        readers["red"].order("/do/choose", card=card)
        assert service.position().players["red"].chosen == card
        seen.append({who: walk(readers[who]) for who in (*OTHERS, "red")})
    for who in OTHERS:
        assert seen[0][who] == seen[1][who], who
    assert seen[0]["red"] != seen[1]["red"], "the owner sees his own card, so the walk would notice one"


def test_the_walk_sees_what_it_looks_at(readers):
    seen = walk(readers["red"])
    answered = [path for path, text in seen.items() if text.startswith("200")]
    assert {"/", "/seat", "/table", "/history/1", "/history/1/record", "/api/seat"} <= set(answered)
    assert {"/stream/table", "/stream/seat"} <= set(answered)


def test_a_card_still_face_down_while_others_play_changes_nothing_either(visitor_of, opened, tmp_path):
    """Blue's card lies face down during red's turn: one card in this game, another in that."""
    seen = []
    for card in ("2", "5"):
        with opened(tmp_path / card) as service:
            visitor = visitor_of(create_app(service, secret_key=b"k" * 32))
            readers = {"stranger": visitor(), "red": visitor().sit("red"), "blue": visitor().sit("blue")}
            service.choose(service.take_seat("green", "Cleo"), "4")
            readers["red"].order("/do/choose", card="3")
            readers["blue"].order("/do/choose", card=card)
            assert service.table().turn.player == "red"
            seen.append({who: walk(reader) for who, reader in readers.items()})
    assert seen[0]["stranger"] == seen[1]["stranger"]
    assert seen[0]["red"] == seen[1]["red"]
    assert seen[0]["blue"] != seen[1]["blue"]


def test_the_public_view_has_no_place_for_a_face_down_card(service):
    red = service.take_seat("red", "Ada")
    views = []
    for card in ("1", "cloud"):
        service.choose(red, card)
        views.append(repr(replace(service.table(), number=0)))
    assert views[0] == views[1]
