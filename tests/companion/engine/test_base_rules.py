"""Each rule of the base game, B1 to B16, as sentences; the number is in the name."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from positions import game, move, paddle, position

from companion.engine import (
    Arm,
    Canoe,
    ChangeWeather,
    Choose,
    Phase,
    Retrieve,
    River,
    SetupError,
    apply,
    legal_actions,
    setup_from_parts,
    why_not,
)
from companion.engine.frozen import FrozenMap

LEFT, RIGHT = Arm.LEFT, Arm.RIGHT


def forbidden(state, action):
    """The number of the rule that forbids the action; it is not among the legal ones either."""
    refusal = why_not(state, action)
    assert refusal is not None
    assert action not in legal_actions(state)
    return refusal.rule


def played(state, *actions):
    for action in actions:
        assert action in legal_actions(state)
        state = apply(state, action)
    return state


def at_the_river(*canoes, distance, last_arm=None):
    state = position(*canoes)
    return replace(state, phase=Phase.RIVER, to_act=(), river_distance=distance, last_arm=last_arm)


def test_every_rule_of_the_base_game_has_a_test():
    numbers = {int(n) for n in re.findall(r"def test_b(\d\d)_", Path(__file__).read_text(encoding="utf-8"))}
    assert numbers == set(range(1, 17))


def test_b01_everybody_starts_with_two_canoes_on_the_beach_and_seven_cards():
    state = game()
    assert {canoe.at for canoe in state.canoes.values()} == {"beach"}
    assert len(state.canoes) == 6
    assert state.players["red"].hand == ("1", "2", "3", "4", "5", "6", "cloud")
    assert [dict(gems) for gems in state.deposits.values()] == [
        {"violet": 7}, {"clear": 7}, {"yellow": 7}, {"blue": 7}, {"pink": 7}
    ]  # fmt: skip


@pytest.mark.parametrize("players", [["red", "blue"], ["red", "blue", "green", "yellow", "brown", "red"]])
def test_b01_niagara_is_for_three_to_five(players):
    with pytest.raises(SetupError, match="Niagara is for 3 to 5"):
        setup_from_parts(players, "red", [], {})


def test_everything_that_is_wrong_with_a_set_up_is_told_at_once():
    with pytest.raises(SetupError) as refused:
        setup_from_parts(["red", "red", "pink"], "blue", ["joe", "kraken", "joe"], {"retrieve_limit": 0})
    assert [problem.key for problem in refused.value.problems] == [
        "setup.unknown-player",
        "setup.player-twice",
        "setup.first",
        "setup.unknown-module",
        "setup.module-twice",
        "setup.retrieve-limit",
    ]
    assert str(refused.value).count(";") == 5


def test_b02_cards_are_chosen_in_any_order_and_played_clockwise_from_the_buoy():
    state = played(game(), Choose("green", "1"), Choose("red", "2"), Choose("blue", "3"))
    assert (state.phase, state.to_act) == (Phase.PADDLE, ("red",))
    assert forbidden(state, Choose("red", "4")) == "B2"


def test_b02_after_seven_rounds_everybody_takes_the_cards_back():
    state = game()
    for card in state.players["red"].hand:
        state = played(state, *(Choose(player, card) for player in state.players))
        while state.phase is not Phase.CHOOSE:
            state = apply(state, legal_actions(state)[0])
    assert (state.round, state.first) == (8, "blue")
    assert all(len(player.hand) == 7 for player in state.players.values())


def test_b03_a_lost_canoe_comes_back_for_a_delivered_gem_which_goes_home():
    state = game()
    red = replace(state.players["red"], delivered=FrozenMap({"pink": 1}))
    state = state.on_table(
        canoes=state.canoes.put({"red-1": Canoe("falls")}), players=state.players.put({"red": red})
    )
    assert forbidden(state, Retrieve("red", "red-1")) == "B3"
    after = played(state, Retrieve("red", "red-1", "pink"))
    assert after.canoes["red-1"].at == "beach"
    assert (after.deposits["ruby"]["pink"], dict(after.players["red"].delivered)) == (8, {})


@pytest.mark.parametrize("limit", [1, 2])
def test_b03_only_one_canoe_is_free_and_only_for_who_has_none(limit):
    state = game(retrieve_limit=limit)
    state = state.on_table(canoes=state.canoes.put({"red-1": Canoe("falls"), "red-2": Canoe("falls")}))
    after = played(state, Retrieve("red", "red-2"))
    assert forbidden(after, Retrieve("red", "red-1")) == "B3"


@pytest.mark.parametrize(("options", "second_comes_back"), [({}, False), ({"retrieve_limit": 2}, True)])
def test_b03_one_canoe_comes_back_a_round_unless_the_house_allows_two(options, second_comes_back):
    state = game(**options)
    red = replace(state.players["red"], delivered=FrozenMap({"pink": 2}))
    state = state.on_table(
        canoes=state.canoes.put({"red-1": Canoe("falls"), "red-2": Canoe("falls")}),
        players=state.players.put({"red": red}),
    )
    after = played(state, Retrieve("red", "red-2", "pink"))
    assert (Retrieve("red", "red-1", "pink") in legal_actions(after)) is second_comes_back


def test_b03_a_house_may_retrieve_in_the_own_turn_with_a_number_card():
    lost = ("red-1 falls", "red-2 falls")
    state = played(position(*lost, retrieve_in="own-turn"), Retrieve("red", "red-1"))
    assert paddle(move("red-1", "M3")) in legal_actions(state)
    cloudy = position(*lost, card="cloud", retrieve_in="own-turn")
    assert forbidden(cloudy, Retrieve("red", "red-1")) == "B3"


def test_a_refusal_names_three_legal_actions_that_are_nearest_to_what_was_meant():
    refusal = why_not(position("red-1 M2", "red-2 M1"), paddle(move("red-1", "M4"), move("red-2", "M5")))
    assert len(refusal.nearest) == 3
    assert {action.moves[0].canoe for action in refusal.nearest} == {"red-1"}


def test_b04_a_canoe_on_the_river_must_move_and_the_other_may():
    state = position("red-1 M1")
    assert forbidden(state, paddle(move("red-2", "M3"))) == "B4"
    played(state, paddle(move("red-1", "M4")))
    played(state, paddle(move("red-2", "M3"), move("red-1", "M4")))


def test_b04_only_one_canoe_is_launched_in_a_turn():
    assert forbidden(position(), paddle(move("red-1", "M3"), move("red-2", "M3"))) == "B4"


def test_b04_without_a_canoe_the_player_does_nothing():
    assert legal_actions(position("red-1 falls", "red-2 falls")) == (paddle(),)


def test_b05_all_points_are_spent_in_one_direction():
    assert forbidden(position(), paddle(move("red-1", "M2"))) == "B5"
    assert forbidden(position(), paddle(move("red-1", "M4"))) == "B5"


def test_b05_a_canoe_that_lands_may_waste_surplus_points():
    played(position("red-1 M1", card="6"), paddle(move("red-1", "beach")))


def test_b06_past_the_fork_the_player_chooses_the_arm():
    state = position("red-1 M5", card="2")
    for to in ("L2", "R2"):
        played(state, paddle(move("red-1", to)))


def test_b06_nobody_paddles_over_the_falls_or_across_the_island():
    state = position("red-1 L2", card="1")
    assert forbidden(state, paddle(move("red-1", "falls"))) == "B6"
    assert forbidden(state, paddle(move("red-1", "R2"))) == "B6"


def test_b07_loading_costs_two_points_even_without_a_move():
    after = played(position("red-1 M3", card="2"), paddle(move("red-1", "M3", before=["load:violet"])))
    assert after.canoes["red-1"].cargo == ("violet",)
    assert after.deposits["amethyst"]["violet"] == 6


def test_b07_unload_then_load_but_never_load_then_unload():
    state = position("red-1 M4 violet", card="4")
    after = played(state, paddle(move("red-1", "M4", before=["unload", "load:clear"])))
    assert dict(after.deposits["diamond"]) == {"clear": 6, "violet": 1}
    assert forbidden(state, paddle(move("red-1", "M4", before=["load:clear", "unload"]))) == "B7"


def test_b07_not_before_and_after():
    state = position("red-1 M3", card="5")
    both = move("red-1", "M4", before=["load:violet"], after=["unload"])
    assert forbidden(state, paddle(both)) == "B7"


def test_b08_a_gem_is_not_unloaded_at_home_unless_the_house_says_so():
    home = paddle(move("red-1", "M3", before=["unload"]))
    assert forbidden(position("red-1 M3 violet", card="2"), home) == "B8"
    played(position("red-1 M3 violet", card="2", unload_home=True), home)


def test_b09_a_canoe_steals_upstream_when_it_arrives_empty():
    after = played(position("red-1 M5", "blue-1 M2 pink"), paddle(move("red-1", "M2", steal=["blue-1"])))
    assert (after.canoes["red-1"].cargo, after.canoes["blue-1"].cargo) == (("pink",), ())


@pytest.mark.parametrize(
    ("canoe", "to"), [("red-1 M1", "M4"), ("red-1 M5 violet", "M2"), ("red-1 M3", "beach")]
)
def test_b09_no_theft_downstream_full_or_landing(canoe, to):
    state = position(canoe, f"blue-1 {to} pink")
    assert forbidden(state, paddle(move("red-1", to, steal=["blue-1"]))) == "B9"


def test_b09_stealing_after_unloading_before_the_move_is_a_house_option():
    table, turn = (
        ("red-1 M4 violet", "blue-1 M3 pink"),
        move("red-1", "M3", before=["unload"], steal=["blue-1"]),
    )
    played(position(*table), paddle(turn))
    assert forbidden(position(*table, steal_after_unload=False), paddle(turn)) == "B9"


def test_b10_a_loaded_canoe_that_lands_delivers():
    after = played(position("red-1 M3 clear"), paddle(move("red-1", "beach")))
    assert dict(after.players["red"].delivered) == {"clear": 1}
    assert after.canoes["red-1"].cargo == ()


def test_b11_a_cloud_moves_the_marker_one_step_and_no_canoe():
    state = position(card="cloud", weather=2)
    assert legal_actions(state) == (ChangeWeather("red", 1),)
    assert forbidden(state, paddle(move("red-1", "M1"))) == "B11"


def test_b12_what_the_first_canoe_does_to_a_deposit_counts_for_the_second():
    state = position("red-1 M4 violet", "red-2 M4", card="2")
    give, take = move("red-1", "M4", before=["unload"]), move("red-2", "M4", before=["load:violet"])
    played(state, paddle(give, take))
    assert forbidden(state, paddle(take, give)) == "B7"


def test_b13_the_river_moves_by_the_lowest_number_and_the_weather():
    state = played(position("red-1 M1", card="2", weather=-1), paddle(move("red-1", "M3")))
    for player in ("blue", "green"):
        state = apply(state, next(a for a in legal_actions(state) if a.player == player))
    assert (state.phase, state.river_distance) == (Phase.RIVER, 1)


def test_b13_only_one_arm_moves_with_a_disc():
    state = at_the_river("red-1 M5", "red-2 L1", "blue-1 R1", distance=1)
    after = played(state, River((RIGHT,)))
    assert [after.canoes[name].at for name in ("red-1", "red-2", "blue-1")] == ["R1", "L1", "R2"]


def test_b14_the_table_decides_the_arm_of_each_disc_and_the_last_is_remembered():
    state = at_the_river(distance=2)
    assert len(legal_actions(state)) == 4
    assert apply(state, River((RIGHT, LEFT))).last_arm is LEFT


def test_b15_a_canoe_that_falls_is_lost_and_its_gem_goes_home():
    after = played(at_the_river("red-1 L2 violet", distance=1), River((LEFT,)))
    assert after.canoes["red-1"] == Canoe("falls")
    assert after.deposits["amethyst"]["violet"] == 8


GOALS = [
    {"pink": 4},
    dict.fromkeys(("violet", "clear", "yellow", "blue", "pink"), 1),
    {"pink": 3, "blue": 3, "clear": 1},
]


def _last_turn(delivered, **options):
    state = position("red-1 M1", card="1", delivered=delivered, **options)
    state = apply(state, paddle(move("red-1", "M2")))
    for _ in ("blue", "green"):
        state = apply(state, legal_actions(state)[0])
    return state


@pytest.mark.parametrize("gems", GOALS)
def test_b16_a_goal_ends_the_game_before_the_river_moves(gems):
    state = _last_turn({"red": gems})
    assert (state.phase, state.winners, state.to_act) == (Phase.OVER, ("red",), ())
    assert legal_actions(state) == ()
    assert forbidden(state, River()) == "B16"


def test_b16_three_of_one_colour_and_six_in_all_are_no_goal():
    assert _last_turn({"red": {"pink": 3, "blue": 3}}).phase is Phase.RIVER


def test_b16_all_who_meet_a_goal_win_unless_the_house_counts_value():
    gems = {"red": {"violet": 4}, "green": {"pink": 4}}
    assert _last_turn(gems).winners == ("red", "green")
    assert _last_turn(gems, tie_break="gem-value").winners == ("green",)


def test_b9_a_gem_is_not_named_where_there_is_no_choice():
    state = position("red-1 M3", "red-2 falls", "blue-2 M2 pink", card="1")
    refusal = why_not(state, paddle(move("red-1", "M2", steal=["blue-2:pink"])))
    assert (refusal.rule, refusal.message.key) == ("B9", "why-not.gem-needs-no-name")
