"""Stored games on the page: looked at, taken in, given out."""

import io
import json


def bring(visitor, text, name="evening.ngr"):
    """Send a record file as the form does."""
    data = {"csrf_token": visitor.token(), "record": (io.BytesIO(text.encode()), name)}
    return visitor.client.post("/history/import", data=data, follow_redirects=True)


def test_a_record_is_brought_looked_at_and_saved_again(seated, record_text):
    red = seated["red"]
    answer = bring(red, record_text)
    assert answer.request.path == "/history/2"
    assert "The game is stored here as number 2." in answer.text
    assert red.page("/history/2/record") == record_text
    assert "Game 2" in red.page("/history")


def test_a_long_record_is_taken_in_although_orders_must_be_short(seated, record_text):
    assert "stored here" in bring(seated["red"], record_text + "\n" * 1000 + " " * 40_000).text


def test_a_record_that_is_none_is_refused_in_a_sentence(seated, service):
    assert "This is no game record; its first line is: hello" in bring(seated["red"], "hello\nagain").text
    assert "Niagara is for 3 to 5" in bring(seated["red"], "niagara red blue, first red").text
    assert len(service.archive.games()) == 1


def test_a_file_that_is_no_text_is_refused(seated):
    red = seated["red"]
    data = {"csrf_token": red.token(), "record": (io.BytesIO(b"\xff\xfe\x00"), "a.ngr")}
    assert "no text in UTF-8" in red.client.post("/history/import", data=data).text


def test_a_stranger_may_look_but_not_bring(visitor, record_text):
    stranger = visitor()
    assert "Bring in a game" not in stranger.page("/history")
    assert "You have no seat" in bring(stranger, record_text).text


def test_every_step_of_a_game_can_be_opened_without_script(seated, record_text):
    red = seated["red"]
    bring(red, record_text)
    last = len([line for line in record_text.splitlines()[1:] if json.loads(line)["act"] != "choose"])
    assert f"step 0 of {last}" in red.page("/history/2?step=0")
    assert "The board is set up." in red.page("/history/2?step=0")
    assert f"step {last} of {last}" in red.page("/history/2?step=99999")
    assert f"step {last} of {last}" in red.page("/history/2?step=nonsense")


def test_the_slider_gets_every_moment_with_its_sentence(seated, record_text):
    red = seated["red"]
    bring(red, record_text)
    moments = red.get("/api/history/2").json
    assert moments[0]["text"] == "The board is set up."
    assert set(moments[0]["places"]) >= {"M1", "R2", "beach", "falls"}
    assert len(moments) > 20


def test_the_statistics_stand_as_numbers_beside_the_drawings(seated, record_text):
    red = seated["red"]
    bring(red, record_text)
    page = red.page("/history/2")
    rivers = [
        len(line["arms"]) for line in map(json.loads, record_text.splitlines()[1:]) if line["act"] == "river"
    ]
    assert f"Round 1: {rivers[0]}." in page
    assert page.count('<rect class="bar"') == len(rivers) + 3 + 3, (
        "a bar a round, and one a player of losses and of thefts"
    )
    assert page.count("<polyline") == 3


def test_a_game_that_is_not_stored_says_so(visitor):
    for path in ("/history/77", f"/history/{2**70}", "/history/77/record", "/api/history/77"):
        assert visitor().get(path).status_code == 404
    assert "No game 77 is stored here." in visitor().get("/history/77").text
