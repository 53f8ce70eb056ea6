"""A game in numbers, counted from positions laid by hand."""

from builders import chosen, placed, start

from companion.engine import Move, Paddle, River, apply, legal_actions
from companion.game.standing import Step
from companion.present.statistics import statistics_of

PLAYERS = ("red", "blue", "green")


def steps_of(state, *actions):
    steps = []
    for action in actions:
        after = apply(state, action)
        steps.append(Step(len(steps), action, state, after, from_board=False))
        state = after
    return steps


def first_move(state, player, **wanted):
    """The legal paddle action whose first move is like this."""
    for action in legal_actions(state):
        if all(getattr(action.moves[0], name) == value for name, value in wanted.items()):
            assert action.player == player
            return action
    raise AssertionError(wanted)


def test_a_gem_brought_ashore_counts_in_its_round_and_for_its_player():
    state = chosen(placed(start(), red_1="M1+violet"), red="1", blue="1", green="1")
    land = first_move(state, "red", canoe="red-1", to="beach")
    counted = statistics_of(PLAYERS, steps_of(state, land))
    assert counted.rounds == (1,)
    assert counted.gems == {"red": (1,), "blue": (0,), "green": (0,)}


def test_a_theft_names_the_thief_and_the_robbed():
    state = chosen(placed(start(), red_1="M4", blue_1="M3+clear"), red="1", blue="1", green="1")
    steal = Paddle("red", (Move("red-1", "M3", steal=("blue-1",)),))
    counted = statistics_of(PLAYERS, steps_of(state, steal))
    assert counted.thefts == {"red": 1, "blue": 0, "green": 0}
    assert counted.robbed == {"red": 0, "blue": 1, "green": 0}


def test_a_canoe_over_the_falls_is_a_loss_of_its_player_and_the_river_has_its_speed():
    state = chosen(placed(start(), red_1="L2", blue_1="M2", green_1="M2"), red="1", blue="1", green="1")
    for player, canoe in (("red", "red-1"), ("blue", "blue-1"), ("green", "green-1")):
        state = apply(state, first_move(state, player, canoe=canoe))
    state = placed(state, red_1="L2")
    counted = statistics_of(PLAYERS, steps_of(state, River(("left",))))
    assert counted.losses == {"red": 1, "blue": 0, "green": 0}
    assert counted.river == (1,)


def test_a_game_that_has_not_begun_counts_nothing():
    counted = statistics_of(PLAYERS, [])
    assert (counted.rounds, counted.river) == ((), ())
    assert counted.losses == {"red": 0, "blue": 0, "green": 0}
