"""What the panel lights for how things stand, and what it plays for what happened."""

import pytest

from companion.adapters.panel_signals import NoAnnouncer, PanelAnnouncer, lights_of, signal_of
from companion.referee import facts
from companion.referee.situation import SeatSituation, Situation, Stage
from hardware.panel import Lamp, StatusColour
from hardware.recording import RecordingPanel
from hardware.signals import Signal


def playing(**more):
    seats = (
        SeatSituation("red", to_act=True, alert=False),
        SeatSituation("blue", to_act=True, alert=True),
        SeatSituation("green", to_act=False, alert=False),
    )
    return Situation(Stage.PLAYING, seats, **more)


def test_a_seats_lamp_is_on_for_who_has_to_act_and_blinks_for_who_has_to_put_something_right():
    assert lights_of(playing()).seats == (Lamp.ON, Lamp.BLINK, Lamp.OFF)


@pytest.mark.parametrize(
    ("situation", "status"),
    [
        (playing(), StatusColour.READY),
        (playing(river_to_move=True), StatusColour.RIVER),
        (playing(question=True, river_to_move=True), StatusColour.QUESTION),
        (playing(disagreement=True, question=True), StatusColour.MISTAKE),
        (Situation(Stage.SET_UP, ()), StatusColour.SET_UP),
        (Situation(Stage.OVER, ()), StatusColour.OVER),
    ],
)
def test_the_status_lamp_says_the_most_pressing_thing(situation, status):
    assert lights_of(situation).status is status


def test_river_lamps_count_spaces_from_the_rope_and_the_two_arms_share_them():
    assert lights_of(playing(places=frozenset({"M1", "L1", "R1", "beach", "falls"}))).river == {0, 5}


@pytest.mark.parametrize(
    ("fact", "played"),
    [
        (facts.CardsNeeded(1, "red"), (Signal.CARD_NEEDED, 0)),
        (facts.AllCardsIn(), (Signal.ALL_CARDS_IN, 0)),
        (facts.RiverToMove(3), (Signal.RIVER, 3)),
        (facts.CanoeLost("red-1", "red"), (Signal.CANOE_LOST, 0)),
        (facts.Mistake("red", ()), (Signal.MISTAKE, 0)),
        (facts.PutRight(), (Signal.PUT_RIGHT, 0)),
        (facts.SetUpReady(), (Signal.PUT_RIGHT, 0)),
        (facts.Won(("red",)), (Signal.GAME_WON, 0)),
        (facts.TurnBegins("red", "3"), None),
    ],
)
def test_each_fact_that_concerns_everybody_has_its_signal(fact, played):
    assert signal_of(fact) == played


def test_lit_lamps_are_told_by_colour():
    panel = RecordingPanel()
    announcer = PanelAnnouncer(panel)
    announcer.announce([facts.RiverToMove(2), facts.TurnBegins("red", "3")], playing())
    assert announcer.lamps().seats == {"red": 1.0, "blue": 1.0, "green": 0.0}
    assert panel.played == [(Signal.RIVER, 2)]
    announcer.close()
    assert panel.closed


def test_without_a_panel_nothing_is_lit():
    silent = NoAnnouncer()
    silent.announce([facts.AllCardsIn()], playing())
    assert silent.lamps().seats == {}
    silent.close()
