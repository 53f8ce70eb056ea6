"""What no page of ours sends: each is refused in a sentence, and no browser is left unable to go on."""

import io
import json

import pytest

LONE = "\ud800"
"""Half of a surrogate pair, which JSON can name and UTF-8 cannot hold."""


@pytest.fixture(autouse=True)
def nothing_unforeseen(caplog):
    yield
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == []


def order(visitor, path, body):
    headers = {"X-CSRFToken": visitor.token()}
    return visitor.client.post(path, data=body, content_type="application/json", headers=headers)


@pytest.mark.parametrize("field", ["colour", "name", "key", "back"])
def test_half_a_surrogate_pair_is_refused_in_every_field_of_an_order(visitor, service, field):
    fields = {"colour": "red", "name": "Ada"} | {field: LONE}
    answer = order(visitor(), "/do/sit", json.dumps(fields))
    assert answer.status_code == (200 if field == "back" else 400)
    assert visitor().get("/table").status_code == 200


@pytest.mark.parametrize(
    "body", ["[" * 8000, '{"card":' * 1500, "{" * 16000, "1" * 9000, '{"card":' + "9" * 9000 + "}"]
)
def test_a_body_nested_too_deep_or_too_long_a_number_is_not_understood(seated, body):
    assert order(seated["red"], "/do/choose", body).status_code == 400


@pytest.mark.parametrize(
    "key", ["[" * 5000, "[" * 500 + "]" * 500, f'{{"act":"{LONE}"}}', '{"act":"\\ud800"}', "9" * 4999]
)
def test_an_action_that_is_nested_too_deep_or_cannot_be_written_is_not_understood(seated, visitor, key):
    red = seated["red"]
    assert order(red, "/do/play", json.dumps({"key": key})).status_code in (400, 409)
    answer = red.post("/do/play", key=key.encode("utf-8", "replace").decode(), back="seat")
    assert answer.status_code == 200
    assert red.get("/api/why", query_string={"key": key.encode("utf-8", "replace")}).status_code == 409


def records(record_text):
    header = record_text.split("\n")[0]
    return {
        "a player that cannot be written": record_text.replace("red", "\\ud800"),
        "a card that cannot be written": header + '\n{"act":"choose","player":"red","card":"\\ud800"}',
        "a field that cannot be written": header[:-1] + ',"\\udfff":1}',
        "a deep header": "[" * 100_000,
        "a deep line": header + "\n" + "[" * 100_000,
        "a closed deep line": header + "\n" + "[" * 500 + "]" * 500,
        "a deep cargo": header + "\n" + '{"act":"paddle","player":"red","moves":' + "[" * 90 + "]" * 90 + "}",
        "a huge number": header + '\n{"act":"weather","player":"red","to":' + "9" * 5000 + "}",
        "no number": header + '\n{"act":"weather","player":"red","to":NaN}',
        "nothing": "",
        "a title alone": "Niagara",
        "zeros": "\0" * 1000,
        "one field twice": header.replace('"first":"red"', '"first":"red","first":[]'),
    }


@pytest.mark.parametrize("kind", list(records("")))
def test_a_hostile_record_is_refused_and_the_browser_that_brought_it_goes_on(host, record_text, kind):
    file = io.BytesIO(records(record_text)[kind].encode())
    answer = host.post("/history/import", record=(file, "game.ngr"))
    assert answer.status_code == 200, "led back to a page that can be read"
    assert host.get("/history").status_code == 200
    assert 'class="flash"' in answer.text


@pytest.mark.parametrize("name", ["x.ngr", "../../x", "\0", "x" * 5000])
def test_the_name_of_a_file_that_is_brought_is_of_no_consequence(host, record_text, name):
    answer = host.post("/history/import", record=(io.BytesIO(record_text.encode()), name))
    assert answer.status_code == 200


@pytest.mark.parametrize(
    ("name", "password", "drawn"),
    [
        ("n" * 32, "p" * 63, True),
        ("n" * 33, "p" * 8, False),
        ("home", "0123456789abcdef" * 4, True),
        ("home", "p" * 65, False),
        ("h" * 16_000, "", False),
        ("h\u00f6hle" * 6, "", False),
        ('";:,\\', '\\;"', True),
    ],
)
def test_a_network_whose_name_or_password_is_too_long_for_any_is_refused_in_a_sentence(
    host, name, password, drawn
):
    answer = host.post("/setup/wifi", name=name, password=password)
    assert answer.status_code == (200 if drawn else 400)
    assert drawn or "at most 32 letters" in answer.text


@pytest.mark.parametrize("card", ["9", "", "red", "8" * 200, "\u0663"])
def test_a_card_that_no_game_has_is_refused_by_rule(seated, service, card):
    answer = order(seated["red"], "/do/choose", json.dumps({"card": card}))
    assert answer.status_code == 409
    assert answer.json["error"]
    assert not service.table().players[0].has_chosen


def test_two_colours_at_one_place_are_refused_and_the_game_goes_on(host, service):
    page = host.post("/setup/players", **{"seat-red": "1", "seat-blue": "1", "seat-green": "2"})
    assert "Two colours have the same place" in page.text
    assert [player.colour for player in service.table().players] == ["red", "blue", "green"]


def test_a_name_that_misleads_is_made_harmless_and_one_of_another_colour_refused(visitor, service):
    visitor().sit("red", "\u202eAda\0\ufeff")
    visitor().sit("blue", "ADA")
    answer = visitor().order("/do/sit", colour="green", name="Rouge")
    assert answer.status_code == 409
    assert [player.name for player in service.table().players] == ["Ada", "ADA 2", ""]
