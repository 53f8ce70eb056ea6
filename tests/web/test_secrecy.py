"""A face-down card leaves the server only to its owner: every route and stream is walked, looking for a difference."""

import re
from dataclasses import replace

import pytest

OTHERS = ("stranger", "blue", "host")


def walk(visitor, app):
    """Everything one visitor can read, by address; tokens and counters that change by themselves blanked out."""
    answers = {}
    for rule in sorted(app.url_map.iter_rules(), key=str):
        if "GET" not in rule.methods or rule.endpoint == "static":
            continue
        path = (
            str(rule)
            .replace("<colour>", "red")
            .replace("<key>", "no-key")
            .replace("<int:number>", "1")
            .replace("<number>", "B7")
        )
        if "<" in path:
            continue
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
        answers[path] = blanked(text)
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


def test_a_face_down_card_changes_nothing_that_anybody_else_can_read(readers, app, service):
    seen = []
    for card in ("3", "6"):
        readers["red"].order("/do/choose", card=card)
        assert service.position().players["red"].chosen == card
        seen.append({who: walk(readers[who], app) for who in (*OTHERS, "red")})
    for who in OTHERS:
        assert seen[0][who] == seen[1][who], who
    assert seen[0]["red"] != seen[1]["red"], "the owner sees his own card, so the walk would notice one"


def test_the_walk_reads_the_pages_that_matter(readers, app):
    paths = set(walk(readers["blue"], app))
    assert {"/", "/seat", "/table", "/api/table", "/api/seat", "/stream/table", "/stream/seat"} <= paths


def test_the_public_view_has_no_place_for_a_face_down_card(service):
    red = service.take_seat("red", "Ada")
    views = []
    for card in ("1", "cloud"):
        service.choose(red, card)
        views.append(repr(replace(service.table(), number=0)))
    assert views[0] == views[1]
