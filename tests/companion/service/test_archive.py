"""Stored games: how they went, records in and out, and never a card before its reveal."""

import json
from random import Random

import pytest

from companion.adapters.panel_signals import NoAnnouncer
from companion.engine import read_record, setup_from_parts, write_record
from companion.errors import Refused
from companion.game.log import GameLog
from companion.interpret.correction import Laid, Placed
from companion.referee.debounce import Patience
from companion.rehearsal.bots import bots_game
from companion.service import Service

PLAYERS = ("red", "blue", "green")


def open_service(folder):
    setup = setup_from_parts(PLAYERS, "red", [], {})
    log = GameLog(folder / "games.sqlite3")
    return Service(log, setup, announcer=NoAnnouncer(), patience=Patience(), camera=False)


@pytest.fixture
def service(tmp_path):
    with open_service(tmp_path) as running:
        yield running


@pytest.fixture(scope="module")
def whole_game():
    setup = setup_from_parts(PLAYERS, "red", [], {})
    text = write_record(setup, bots_game(setup, Random(7)))
    return text, read_record(text).state


def seats(service):
    return {colour: service.take_seat(colour, colour.title()) for colour in PLAYERS}


def play_round(service, tokens, card):
    for token in tokens.values():
        service.choose(token, card)
    for token in tokens.values():
        service.play(token, service.table().turn.actions[0].key)
    service.play(tokens["red"], service.table().river.actions[0].key)


def test_a_record_taken_in_is_stored_shown_and_given_back_word_for_word(service, whole_game):
    text, end = whole_game
    number = service.archive.take_in(text)
    assert service.archive.record(number) == text
    story = service.archive.story(number)
    assert story.line.winners == end.winners
    assert story.line.over
    assert not story.line.running
    assert [game.number for game in service.archive.games()] == [number, number - 1]
    last = story.moments[-1]
    assert {colour: dict(player.delivered) for colour, player in end.players.items()} == {
        player.colour: dict(player.delivered) for player in last.players
    }


def test_a_game_begins_with_its_set_up_and_has_a_moment_for_every_change_of_the_board(service, whole_game):
    text, _ = whole_game
    story = service.archive.story(service.archive.take_in(text))
    changes = [line for line in text.splitlines()[1:] if json.loads(line)["act"] != "choose"]
    assert len(story.moments) == len(changes) + 1
    assert story.moments[0].text.key == "history.start"
    assert len(story.moments[0].places["beach"]) == 6


def test_a_stored_record_does_not_put_the_running_game_away(tmp_path, whole_game):
    with open_service(tmp_path) as service:
        play_round(service, seats(service), "2")
        service.archive.take_in(whole_game[0])
        assert service.table().round == 2
    with open_service(tmp_path) as again:
        assert again.table().round == 2
        assert len(again.archive.games()) == 2


@pytest.mark.parametrize(
    ("spoil", "key"),
    [
        (lambda lines: ["{}", *lines[1:]], "refused.record-header"),
        (lambda _lines: [""], "refused.record-header"),
        (lambda lines: [*lines[:4], "nonsense", *lines[4:]], "refused.record-line"),
        (lambda lines: [*lines[:4], lines[-1]], "refused.record-illegal"),
        (lambda lines: [lines[0], *[""] * 6000], "refused.record-too-long"),
    ],
)
def test_a_record_that_is_none_is_refused_with_its_reason_and_nothing_is_stored(
    service, whole_game, spoil, key
):
    stored = len(service.archive.games())
    with pytest.raises(Refused) as refused:
        service.archive.take_in("\n".join(spoil(whole_game[0].splitlines())))
    assert refused.value.message.key == key
    assert len(service.archive.games()) == stored


def test_the_running_game_is_shown_as_far_as_its_cards_lie_open(service):
    tokens = seats(service)
    play_round(service, tokens, "2")
    (line,) = service.archive.games()
    assert line.running
    assert line.players == {"red": "Red", "blue": "Blue", "green": "Green"}
    before = service.archive.record(line.number)
    service.choose(tokens["red"], "5")
    assert service.archive.record(line.number) == before
    for colour in ("blue", "green"):
        service.choose(tokens[colour], "6")
    assert service.archive.record(line.number) == before, "blue has revealed; red's card lies face down"
    for colour in ("blue", "green", "red"):
        service.play(tokens[colour], service.table().turn.actions[0].key)
    lines = service.archive.record(line.number).splitlines()[len(before.splitlines()) :]
    assert [each["card"] for each in map(json.loads, lines) if each["act"] == "choose"] == ["5", "6", "6"]


def test_a_move_is_shown_while_cards_are_hidden_but_no_hidden_card_is(service):
    tokens = seats(service)
    for token in tokens.values():
        service.choose(token, "3")
    service.play(tokens["red"], service.table().turn.actions[0].key)
    last = service.archive.story(1).moments[-1]
    assert len(last.places["M3"]) == 1
    assert [player.played for player in last.players] == ["3", "3", None]


def test_a_game_that_is_not_stored_is_none(service):
    assert service.archive.story(99) is None
    assert service.archive.record(2**80) is None


def test_people_are_listed_by_name_and_bots_by_their_colour(service):
    service.take_seat("red", "Ada")
    service.take_seat("blue", "Bot", bot=True)
    assert service.archive.games()[0].players == {"red": "Ada", "blue": "", "green": ""}


def test_a_corrected_game_is_given_out_and_taken_in_to_its_end(service):
    tokens = seats(service)
    play_round(service, tokens, "3")
    service.correct(service.host_key, Laid({"blue-1": Placed("M5")}, weather=2))
    for token in tokens.values():
        service.choose(token, "4")
    while (turn := service.table().turn or service.table().river) is not None:
        service.play(service.host_key, turn.actions[0].key)
    service.new_game(service.host_key)
    record = service.archive.record(1)
    assert '{"act":"correct","by":"host","state":{' in record
    again = service.archive.take_in(record)
    assert service.archive.record(again) == record
    story, copy = service.archive.story(1), service.archive.story(again)
    assert [moment.places for moment in copy.moments] == [moment.places for moment in story.moments]
    assert copy.line.corrected


@pytest.mark.parametrize("card", ["3", "cloud"])
def test_a_correction_that_holds_a_hidden_card_is_not_given_out_before_it_lies_open(service, card):
    tokens = seats(service)
    play_round(service, tokens, "6")
    service.correct(service.host_key, Laid({"blue-1": Placed("M5")}, weather=2))
    shown = service.archive.record(1)
    service.choose(tokens["red"], card)
    service.correct(service.host_key, Laid({"blue-1": Placed("M4")}, weather=1))
    assert service.archive.record(1) == shown, "whatever the card"
    assert read_record(shown).state.weather == 2
