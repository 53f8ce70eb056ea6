"""What is read from a table that is watched all the time: turns in a hurry, and the river while it moves."""

import threading

from builders import placed, seen

from companion.board.discrepancy import Kind
from companion.board.observation import Observation
from companion.board.picture import RiverSeen
from companion.engine import Move, Paddle, Phase, River, apply
from companion.engine.message import Message
from companion.interpret.hypotheses import same_table
from companion.service import Laid, Placed, Watching

RED = Paddle("red", (Move("red-1", "M3"),))
BLUE = Paddle("blue", (Move("blue-1", "M4"),))
GREEN = Paddle("green", (Move("green-1", "M5"),))


def played(state, *actions):
    for action in actions:
        state = apply(state, action)
    return state


def test_turns_played_without_waiting_are_all_in_the_record(table):
    state = table.service.position()
    table.look(seen(played(state, RED, BLUE)))
    assert table.service.position() == played(state, RED, BLUE)
    assert [line.get("player") for line in table.service.game_record()[-2:]] == ["red", "blue"]


def test_a_hurried_turn_is_taken_back_alone(table):
    state = table.service.position()
    table.look(seen(played(state, RED, BLUE)))
    table.service.undo(table.service.host_key)
    assert table.service.position() == played(state, RED)


def test_a_river_pushed_right_after_the_last_turn_ends_the_round(table):
    state = table.service.position()
    table.look(seen(played(state, RED, BLUE)))
    over = played(state, RED, BLUE, GREEN, River(("left", "right", "left")))
    table.work(RiverSeen(("left",)))
    table.look(seen(over), river=RiverSeen(("left", "right", "left")))
    assert table.service.position() == over


def test_a_hurried_river_pushed_too_far_is_read_when_it_has_been_put_right(table):
    state = played(table.service.position(), RED, BLUE)
    table.look(seen(state))
    moved = played(state, GREEN, River(("left", "right", "left")))
    too_far = placed(moved, red_1="R1", blue_1="L2", green_1="falls")
    table.look(seen(too_far), times=4, river=RiverSeen(("left", "right", "left", "right")))
    assert [item.kind for item in table.service.table().disagreement.items] == [Kind.RIVER_MOVED_TOO_FAR]
    table.work(RiverSeen(()))
    table.look(seen(moved), river=RiverSeen(()))
    assert table.service.table().disagreement is None
    assert same_table(table.service.position(), moved)


def test_a_river_that_was_pushed_back_is_forgotten(table):
    state = played(table.service.position(), RED, BLUE)
    table.look(seen(state))
    table.look(seen(placed(state, red_1="M4", blue_1="M5")), times=4, river=RiverSeen(("left",)))
    assert table.service.table().disagreement is not None
    table.look(seen(state), river=RiverSeen(()))
    assert table.service.table().disagreement is None
    moved = played(state, GREEN, River(("left", "right", "left")))
    table.look(seen(moved), river=RiverSeen(("left", "right", "left")))
    assert table.service.position() == moved


def test_discs_are_counted_while_they_are_pushed(table):
    state = table.service.position()
    table.look(seen(played(state, RED, BLUE, GREEN)))
    assert table.service.table().river.pushed == 0
    table.work(RiverSeen(("left",)))
    assert table.service.table().river.pushed == 1
    table.work(RiverSeen(("left", "right")))
    assert table.service.table().river.pushed == 2
    table.work(RiverSeen(None))
    assert table.service.table().river.pushed is None


def test_discs_pushed_with_a_rest_between_them_add_up(table):
    state = played(table.service.position(), RED, BLUE, GREEN)
    table.look(seen(state))
    away = placed(state, red_1="falls", blue_1="falls", green_1="beach")
    laid = {str(name): Placed(str(canoe.at)) for name, canoe in away.canoes.items()}
    table.service.correct(table.service.host_key, Laid(laid, state.weather))
    assert table.service.table().phase == Phase.RIVER
    table.look(seen(away), river=RiverSeen(("left",)))
    table.look(seen(away), river=RiverSeen(("right", "left")))
    assert table.service.position().phase == Phase.CHOOSE
    assert table.service.position().last_arm == "left"


def test_what_the_river_did_is_never_dropped_while_the_game_is_busy(table):
    """A newer look may overtake an older one, but not the one that tells of the river."""
    state = played(table.service.position(), RED, BLUE, GREEN)
    table.look(seen(state))
    busy, go_on = threading.Event(), threading.Event()

    def hold():
        busy.set()
        go_on.wait(5)

    holder = threading.Thread(target=lambda: table.service._mailbox.ask(hold))
    holder.start()
    busy.wait(5)
    watching = Message("camera.watching")
    picture = seen(state)
    told = Observation(Watching.WATCHING, watching, picture, None, RiverSeen(("left",)))
    table.service.see(told, table.now_s + 0.1)
    table.service.see(Observation(Watching.WATCHING, watching, picture), table.now_s + 0.2)
    go_on.set()
    holder.join()
    table.service.position()
    assert table.service.table().river.pushed == 1
