"""What the camera's looks add up to, from one step of the game to the next."""

import pytest
from builders import seen, start

from companion.board.observation import Observation, Watching
from companion.board.picture import STILL, RiverSeen
from companion.engine import Message
from companion.interpret.judgement import Agrees
from companion.referee.debounce import Patience
from companion.referee.lookout import Lookout


def look(river=None, picture=None, watching=Watching.WATCHING):
    return Observation(watching, Message("camera.watching"), picture, None, river)


@pytest.fixture
def lookout():
    return Lookout(Patience(looks=2))


def test_what_the_river_did_adds_up_until_the_game_moves_on(lookout):
    for arm in ("left", "right"):
        lookout.take(look(RiverSeen((arm,)), seen(start())))
    assert lookout.river == RiverSeen(("left", "right"))
    lookout.move_on()
    assert lookout.river == STILL


def test_what_the_river_does_under_hands_counts_for_the_moment_only(lookout):
    lookout.take(look(RiverSeen(("left",)), watching=Watching.HANDS))
    assert lookout.river == RiverSeen(("left",))
    lookout.take(look(RiverSeen(("left", "right")), seen(start())))
    assert lookout.river == RiverSeen(("left", "right"))


def test_what_hands_do_to_a_river_called_wrong_cannot_be_counted(lookout):
    lookout.dispute_river()
    lookout.take(look(RiverSeen(("left",)), seen(start())))
    assert lookout.river == RiverSeen(None)


def test_a_look_without_the_board_starts_the_waiting_anew_and_keeps_the_last_picture(lookout):
    picture = seen(start())
    lookout.take(look(picture=picture))
    assert lookout.compare(start(), None, 0.0)[0] is None
    lookout.take(look(watching=Watching.HANDS))
    assert (lookout.finding, lookout.pending, lookout.picture) == (None, None, picture)
    lookout.take(look(picture=picture))
    assert lookout.compare(start(), None, 1.0)[0] is None, "this is the first of two looks again"
    lookout.take(look(picture=picture))
    assert lookout.compare(start(), None, 1.1)[0] == Agrees()


def test_the_camera_is_away_while_it_says_so(lookout):
    assert not lookout.away
    lookout.take(look(watching=Watching.AWAY))
    assert lookout.away
    lookout.take(look(picture=seen(start())))
    assert not lookout.away
