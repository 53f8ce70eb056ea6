import pytest

from companion.game.actor import BUTTON, CAMERA, HOST, Actor


def test_a_player_acts_for_himself_alone():
    red = Actor.at_seat("red")
    assert red.may_act_for("red")
    assert not red.may_act_for("blue")


def test_nobody_but_the_host_takes_back_the_rivers_move():
    assert HOST.may_act_for(None)
    assert not any(actor.may_act_for(None) for actor in (Actor.at_seat("red"), BUTTON, CAMERA))


@pytest.mark.parametrize("actor", [BUTTON, CAMERA])
def test_button_and_camera_act_for_no_player(actor):
    assert not actor.may_act_for("red")


def test_the_host_acts_for_every_player():
    assert HOST.may_act_for("red")
