"""Rules looked up, searched and explained where a refusal or a message asks why."""

import re

import pytest

from companion.service import LANGUAGES, RULES


def found(page):
    return re.findall(r'<article class="rule" id="(\w+)"', page)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_can_be_looked_up_in_every_language(visitor, language):
    guest = visitor()
    assert found(guest.page(f"/rules?lang={language}")) == list(RULES)
    for number in RULES:
        assert found(guest.page(f"/rules/{number}")) == [number]


def test_the_search_finds_numbers_and_words_whatever_their_accents_and_capitals(visitor):
    guest = visitor()
    assert found(guest.page("/rules?q=b13")) == ["B13"]
    assert "B9" in found(guest.page("/rules?q=STEALING"))
    assert "N5" in found(guest.page("/rules?q=elan&lang=fr"))
    assert found(guest.page("/rules?q=xyzzy")) == []


def test_what_is_searched_is_shown_as_text_only(visitor):
    assert "<b>" not in visitor().page("/rules?q=<b>")


def test_a_rule_that_does_not_exist_says_so(visitor):
    answer = visitor().get("/rules/B99")
    assert (answer.status_code, "There is no rule B99." in answer.text) == (404, True)


def test_a_refusal_offers_its_rule(seated):
    red = seated["red"]
    assert red.order("/do/choose", card="7").json["rule"] == "N2"
    page = red.post("/do/choose", card="7", back="seat").text
    assert re.search(r'class="flash">.*?href="/rules/N2"', page)


def test_news_offer_the_rule_they_follow_from(seated):
    assert 'href="/rules/B2"' in seated["red"].page("/table")


def test_the_lesson_of_the_moment_can_be_switched_off_and_on_again_on_each_device(seated):
    red, blue = seated["red"], seated["blue"]
    assert "Good to know now" in red.page("/seat")
    red.post("/guide", guide="off", back="seat")
    assert "Good to know now" not in red.page("/seat")
    assert "Good to know now" in blue.page("/seat")
    red.post("/guide", guide="on", back="seat")
    assert "Good to know now" in red.page("/seat")
