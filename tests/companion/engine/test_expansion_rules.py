"""Each rule of the expansions, J1 to J4 and N1 to N6, as sentences; the number is in the name."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from companion.engine import (
    Arm,
    ChangeWeather,
    Lasso,
    Move,
    Paddle,
    Phase,
    River,
    SetupError,
    apply,
    initial_state,
    legal_actions,
    setup_from_parts,
    why_not,
)
from companion.engine.frozen import FrozenMap

LEFT, RIGHT = Arm.LEFT, Arm.RIGHT


def position(*canoes, card="3", modules=(), spirits=None, weather=0, others="6", **options):
    """Red is to play ``card``; blue and green have laid down ``others``; canoes not named are where they start."""
    state = initial_state(setup_from_parts(["red", "blue", "green"], "red", modules, options))
    placed = {}
    for line in canoes:
        name, at, *cargo = line.split()
        placed[name] = replace(state.canoes[name], at=at, cargo=tuple(sorted(cargo)))
    players = {
        name: replace(player, chosen=card if name == "red" else others)
        for name, player in state.players.items()
    }
    return replace(state, phase=Phase.PADDLE, to_act=("red",)).on_table(
        weather=weather,
        canoes=state.canoes.put(placed),
        players=FrozenMap(players),
        spirits=replace(state.spirits, **(spirits or {})),
    )


def river(*canoes, distance, first_card="cloud", **more):
    """The river is to move by ``distance``; the first player has played ``first_card``."""
    state = position(*canoes, **more)
    players = {
        name: replace(player, chosen=None, played=first_card if name == "red" else "cloud")
        for name, player in state.players.items()
    }
    return replace(state, phase=Phase.RIVER, to_act=(), river_distance=distance).on_table(
        players=FrozenMap(players)
    )


def go(name, to, **more):
    value = more.pop("value", None)
    moves = (Move(name, to, **{key: tuple(w) if isinstance(w, list) else w for key, w in more.items()}),)
    return Paddle("red", moves, value)


def after(state, action):
    assert action in legal_actions(state)
    return apply(state, action)


def forbidden(state, action):
    refusal = why_not(state, action)
    assert refusal is not None
    assert action not in legal_actions(state)
    return refusal.rule


def places(state):
    """Where one canoe of red can end with nothing loaded."""
    return {a.moves[0].to for a in legal_actions(state) if not (a.moves[0].before or a.moves[0].after)}


def test_every_rule_of_the_expansions_has_a_test():
    numbers = set(re.findall(r"def test_([jn]\d)_", Path(__file__).read_text(encoding="utf-8")))
    assert numbers == {"j1", "j2", "j3", "j4", "n1", "n2", "n3", "n4", "n5", "n6"}


# --- Diamanten Joe ------------------------------------------------------------------------------------------


def test_j1_joe_starts_on_the_first_space():
    assert position(modules=["joe"]).canoes["joe"].at == "M1"


def test_j2_joe_loads_a_gem_of_the_deposits_own_colour_then_paddles_up_and_down_again():
    state = apply(river("joe M2", distance=1, first_card="4", modules=["joe"]), River((LEFT,)))
    assert (state.canoes["joe"].at, state.canoes["joe"].cargo) == ("M3", ("violet",))
    assert state.deposits["amethyst"] == {"violet": 6}


def test_j2_with_a_cloud_joe_loads_and_stays():
    state = apply(river("joe M3", distance=0, modules=["joe"]), River())
    assert (state.canoes["joe"].at, state.canoes["joe"].cargo) == ("M3", ("violet",))


def test_j2_joe_goes_down_by_the_right_arm_and_never_over_the_falls():
    state = river("joe M1", distance=0, first_card="7", modules=["joe", "cards"])
    assert apply(state, River()).canoes["joe"].at == "R2"


def test_j3_joe_falls_like_a_canoe_and_is_back_on_the_first_space_in_the_next_round():
    state = apply(river("joe L2 blue", distance=1, first_card="3", modules=["joe"]), River((LEFT,)))
    assert (state.canoes["joe"].at, state.canoes["joe"].cargo) == ("M1", ())
    assert state.deposits["sapphire"] == {"blue": 8}


@pytest.mark.parametrize(
    ("own", "his", "word", "own_after", "his_after"),
    [
        ((), ("pink",), "take", ("pink",), ()),
        (("blue",), ("pink",), "swap", ("pink",), ("blue",)),
        (("blue",), (), "give", (), ("blue",)),
    ],
)
def test_j4_a_canoe_that_ends_on_joes_space_takes_swaps_or_gives(own, his, word, own_after, his_after):
    state = position(f"red-1 M1 {' '.join(own)}", f"joe M4 {' '.join(his)}", modules=["joe"])
    state = after(state, go("red-1", "M4", joe=word))
    assert (state.canoes["red-1"].cargo, state.canoes["joe"].cargo) == (own_after, his_after)


def test_j4_joe_is_met_after_a_move_of_one_space_and_not_together_with_a_theft():
    state = position("red-1 M4", "joe M4 pink", card="2", modules=["joe"])
    assert forbidden(state, go("red-1", "M4", before=["load:clear"], joe="swap")) == "J4"
    state = position("red-1 M5", "joe M4 pink", "blue-1 M4 clear", card="1", modules=["joe"])
    assert forbidden(state, go("red-1", "M4", steal=["blue-1"], joe="swap")) == "J4"


# --- The Spirits --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("count", "gems"), [(3, 6), (4, 7), (5, 7), (6, 8)])
def test_n1_gems_go_by_the_number_of_players(count, gems):
    players = ["black", "red", "green", "yellow", "blue", "brown"][:count]
    state = initial_state(setup_from_parts(players, "black", ["six-players"], {}))
    assert state.deposits["ruby"] == {"pink": gems}


def test_n1_black_needs_the_module():
    with pytest.raises(SetupError, match="black"):
        setup_from_parts(["black", "red", "green"], "red", [], {})


def test_n2_a_hand_has_ten_cards():
    hand = position(modules=["cards"]).players["green"].hand
    assert hand == ("1", "2", "3", "4", "5", "6", "7", "1/2/3", "lasso", "cloud")


def test_n2_the_named_value_moves_exactly_one_canoe_and_counts_for_the_river():
    state = position("red-1 M3", "red-2 M4", card="1/2/3", modules=["cards"])
    done = after(state, go("red-1", "M5", value=2))
    assert done.spirits.named == {"red": 2}
    assert forbidden(state, Paddle("red", (Move("red-1", "M5"), Move("red-2", "M2")), 2)) == "N2"
    assert forbidden(state, go("red-1", "M5")) == "N2"


def test_n2_without_a_canoe_a_value_is_still_named():
    state = position("red-1 falls", "red-2 falls", card="1/2/3", modules=["cards"])
    assert {action.value for action in legal_actions(state)} == {1, 2, 3}


def test_n2_the_lasso_moors_at_least_one_canoe_which_does_not_drift():
    state = position("red-1 L2 pink", "red-2 M3", card="lasso", modules=["cards"], others="cloud")
    assert forbidden(state, Lasso("red", ())) == "N2"
    state = apply(after(state, Lasso("red", ("red-1",))), ChangeWeather("blue", 1))
    state = apply(state, ChangeWeather("green", 2))
    state = apply(state, River((LEFT, LEFT)))
    assert (state.canoes["red-1"].at, state.canoes["red-2"].at) == ("L2", "M5")
    assert state.spirits.moored == ()


def test_n2_nobody_steals_from_a_moored_canoe():
    state = position(
        "red-1 M4", "blue-1 M3 pink", card="1", modules=["cards"], spirits={"moored": ("blue-1",)}
    )
    assert forbidden(state, go("red-1", "M3", steal=["blue-1"])) == "N2"


@pytest.mark.parametrize(
    ("start", "points", "whirlpool", "ends"),
    [
        ("beach", "3", "M3", {"M4"}),
        ("M4", "1", "M5", {"L1", "R1", "M3"}),
        ("L1", "1", "L2", {"falls", "M5"}),
        ("M4", "1", "M3", {"M4", "M5"}),
        ("M4", "2", "M3", {"M4", "L1", "R1"}),
        ("M4", "3", "M3", {"M2", "L2", "R2"}),
        ("M5", "2", "M3", {"M4", "L2", "R2"}),
        ("M3", "3", "M1", {"M2", "L1", "R1"}),
        ("M3", "4", "M1", {"beach", "L2", "R2"}),
    ],
)
def test_n3_no_canoe_rests_on_the_whirlpool(start, points, whirlpool, ends):
    state = position(
        f"red-1 {start}", "red-2 falls", card=points, modules=["whirlpool"], spirits={"whirlpool": whirlpool}
    )
    assert places(state) == ends


def test_n3_a_canoe_that_got_no_further_has_not_moved_and_does_not_steal():
    state = position("red-1 M4", "red-2 falls", "blue-1 M4 pink", card="1", modules=["whirlpool"])
    assert forbidden(state, go("red-1", "M4", steal=["blue-1"])) == "B9"


def test_n3_its_disc_comes_in_again_as_the_next_one_pushed():
    state = river(distance=2, modules=["whirlpool"], spirits={"whirlpool": "L2"})
    assert apply(state, River((LEFT, LEFT))).spirits.whirlpool == "M1"
    state = river(distance=1, modules=["whirlpool"], spirits={"whirlpool": "L2"})
    assert apply(state, River((LEFT,))).spirits.whirlpool is None


def test_n3_a_canoe_put_back_from_the_lasso_onto_it_goes_one_space_down():
    state = river(
        "red-1 M5",
        distance=2,
        modules=["whirlpool", "cards"],
        spirits={"whirlpool": "M3", "moored": ("red-1",)},
    )
    assert apply(state, River((LEFT, RIGHT))).canoes["red-1"].at == "R1"


def test_n4_the_beaver_goes_into_the_water_at_plus_two_and_resets_the_weather_when_he_falls():
    state = after(position(card="cloud", weather=1, modules=["beaver"]), ChangeWeather("red", 2))
    assert state.spirits.beaver == "M1"
    state = apply(
        river(distance=2, weather=2, modules=["beaver"], spirits={"beaver": "R2"}), River((LEFT, RIGHT))
    )
    assert (state.spirits.beaver, state.weather) == (None, 0)


@pytest.mark.parametrize(("option", "to"), [("+2", "M4"), ("double", "M3")])
def test_n5_the_moose_gives_points_this_turn_and_every_turn_he_is_aboard(option, to):
    options = {"card": "4", "modules": ["moose"], "moose": option}
    state = position("red-1 L2", **options)
    landing = {"+2": "M1", "double": "beach"}[option]
    assert after(state, go("red-1", landing, moose=True)).spirits.moose == (
        None if landing == "beach" else "red-1"
    )
    state = position(
        "red-1 L2", **options | {"card": {"+2": "1", "double": "2"}[option]}, spirits={"moose": "red-1"}
    )
    assert after(state, go("red-1", {"+2": "M4", "double": "M3"}[option])).spirits.moose == "red-1"
    assert to in places(state)


def test_n5_the_moose_is_taken_aboard_only_where_he_waits_and_goes_home_with_the_falls():
    state = position("red-1 L1", card="3", modules=["moose"])
    assert forbidden(state, go("red-1", "M1", moose=True)) == "N5"
    state = apply(
        river("red-1 L2", distance=1, modules=["moose"], spirits={"moose": "red-1"}), River((LEFT,))
    )
    assert state.spirits.moose is None


def test_n6_a_double_canoe_loads_two_and_unloads_two():
    state = position("red-2 M3", "red-1 falls", card="4", modules=["double-canoes"])
    state = after(state, go("red-2", "M3", before=["load:violet", "load:violet"]))
    assert (state.canoes["red-2"].cargo, state.deposits["amethyst"]) == (("violet", "violet"), {"violet": 5})
    state = position("red-2 M3 blue pink", "red-1 falls", card="4", modules=["double-canoes"])
    assert (
        after(state, go("red-2", "M3", before=["unload:pink", "unload:blue"][::-1])).canoes["red-2"].cargo
        == ()
    )
    assert forbidden(state, go("red-2", "M3", before=["unload:blue", "load:blue"])) == "B7"


def test_n6_the_order_of_two_loads_makes_no_difference():
    state = position("red-2 M3 blue pink", "red-1 falls", card="4", modules=["double-canoes"])
    assert why_not(state, go("red-2", "M3", before=["unload:pink", "unload:blue"])) is None


def test_n6_a_double_steals_one_gem_for_each_free_place_from_one_canoe_or_two():
    state = position(
        "red-2 M4",
        "red-1 falls",
        "blue-2 M3 blue pink",
        "green-1 M3 clear",
        card="1",
        modules=["double-canoes"],
    )
    state_after = after(state, go("red-2", "M3", steal=["blue-2:pink", "green-1"]))
    assert state_after.canoes["red-2"].cargo == ("clear", "pink")
    assert after(state, go("red-2", "M3", steal=["blue-2:blue", "blue-2:pink"])).canoes["blue-2"].cargo == ()
    state = position(
        "red-2 M4 pink", "red-1 falls", "blue-2 M3 blue pink", card="1", modules=["double-canoes"]
    )
    assert forbidden(state, go("red-2", "M3", steal=["blue-2:blue", "blue-2:pink"])) == "B9"


def test_n6_a_single_takes_one_gem_of_a_double_which_it_likes():
    state = position("red-1 M4", "blue-2 M3 blue pink", card="1", modules=["double-canoes"])
    assert after(state, go("red-1", "M3", steal=["blue-2:pink"])).canoes["blue-2"].cargo == ("blue",)
    assert forbidden(state, go("red-1", "M3", steal=["blue-2"])) == "B9"
