from __future__ import annotations

import re

import pytest

from companion.service import LANGUAGES

CARDS = ("1", "2", "3", "4", "5", "6", "cloud")


def test_the_lobby_offers_every_free_seat_with_a_code_to_scan(visitor):
    page = visitor().page("/")
    assert page.count('action="/do/sit"') == 3
    assert page.count('class="segno"') == 3


def test_who_sits_down_lands_on_his_own_hand(visitor):
    page = visitor().sit("red", "Ann").page("/seat")
    assert "Ann" in page
    assert [card for card in CARDS if f'value="{card}"' in page] == list(CARDS)


def test_a_taken_seat_is_refused_in_one_sentence(visitor):
    visitor().sit("red")
    answer = visitor().post("/do/sit", colour="red", name="Eve", back="seat")
    assert "The seat red is taken" in answer.text


def test_opening_a_join_address_changes_nothing(visitor, service):
    assert "Sit down: red" in visitor().page("/join/red")
    assert not any(player.seated for player in service.table().players)


def test_a_second_device_opens_the_same_seat_with_the_code(visitor):
    first = visitor().sit("red", "Ann")
    shown = first.post("/seat/device").text
    key = re.search(r"http://table\.example:8080/join/red\?key=([\w-]+)", shown)[1]
    second = visitor()
    assert "Open the seat here" in second.page(f"/join/red?key={key}")
    second.post("/do/sit", colour="red", name="", key=key, back="seat")
    assert "Ann" in second.page("/seat")
    assert "Ann" in first.page("/seat")


def test_opening_ones_own_seat_again_does_not_void_it(visitor, service):
    ann = visitor().sit("red", "Ann")
    shown = ann.post("/seat/device").text
    key = re.search(r"/join/red\?key=([\w-]+)", shown)[1]
    ann.post("/do/sit", colour="red", name="", key=key, back="seat")
    assert "Ann" in ann.page("/seat")


def test_who_takes_another_seat_leaves_the_first(visitor, service):
    visitor().sit("red").sit("blue")
    assert [player.colour for player in service.table().players if player.seated] == ["blue"]


def test_who_leaves_has_no_seat(visitor):
    ann = visitor().sit("red")
    ann.post("/do/leave", back="lobby")
    assert "This device has no seat" in ann.get("/seat", follow_redirects=True).text


def test_a_round_can_be_played_with_plain_forms_alone(seated, service):
    for colour in ("red", "blue", "green"):
        seated[colour].post("/do/choose", card="3", back="seat")
    assert service.table().phase == "paddle"
    for colour in ("red", "blue", "green"):
        assert "Your turn: card 3" in seated[colour].page("/seat")
        seated[colour].post("/do/play", key=service.table().turn.actions[0].key, back="seat")
    river = service.table().river
    assert f"The river moves {river.distance}!" in seated["red"].page("/table")
    seated["red"].post("/do/play", key=river.actions[0].key, back="table")
    assert service.table().round == 2


def test_a_card_can_be_taken_back_until_all_are_in(seated, service):
    seated["red"].post("/do/choose", card="5", back="seat")
    seated["red"].post("/do/undo", back="seat")
    assert not service.table().players[0].has_chosen


def test_a_form_leads_back_to_views_of_this_page_only(seated):
    data = {"csrf_token": seated["red"].token(), "card": "5", "back": "https://evil.example/"}
    answer = seated["red"].client.post("/do/choose", data=data)
    assert (answer.status_code, answer.location) == (303, "/")


def test_the_host_may_enter_anybodys_turn(seated, visitor, service):
    for colour in ("red", "blue", "green"):
        seated[colour].post("/do/choose", card="3", back="seat")
    host = visitor()
    assert host.get(f"/host/{service.host_key}").location == "/table"
    assert "You are the host" in host.page("/table")
    assert host.order("/do/play", key=service.table().turn.actions[0].key).status_code == 200
    assert service.table().turn.player == "blue"


def test_a_wrong_host_key_opens_nothing(visitor):
    stranger = visitor()
    assert stranger.get("/host/guess").status_code == 404
    assert "You are the host" not in stranger.page("/table")


def test_only_the_host_may_put_a_running_game_away(seated, visitor, service):
    assert "Only the host" in seated["red"].post("/do/new-game", back="seat").text
    host = visitor()
    host.get(f"/host/{service.host_key}")
    assert host.order("/do/new-game").status_code == 200


@pytest.mark.parametrize(("wish", "word"), [("en", "Seats"), ("fr", "Places"), ("de", "Plätze")])
def test_the_language_is_what_the_browser_asks_for(visitor, wish, word):
    assert f"<h1>{word}</h1>" in visitor().get("/", headers={"Accept-Language": wish}).text


def test_a_chosen_language_is_remembered(visitor):
    guest = visitor()
    guest.get("/?lang=fr")
    assert '<html lang="fr">' in guest.page("/table")


@pytest.mark.parametrize("path", ["/", "/table", "/seat", "/join/red"])
def test_every_page_stands_in_every_language_without_script_or_style_inside(seated, visitor, path):
    who = visitor() if path.startswith("/join") else seated["blue"]
    for language in LANGUAGES:
        answer = who.get(f"{path}?lang={language}", follow_redirects=True)
        assert answer.status_code == 200
        assert not re.search(r"<script(?![^>]*src=)|<style|\sstyle=|\son\w+=", answer.text)
