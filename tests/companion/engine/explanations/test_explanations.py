"""Why things happen: every change of the position is told, with the rule it follows from."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from positions import game, move, paddle, position

from companion.engine import (
    MODULES,
    Arm,
    Canoe,
    ChangeWeather,
    Choose,
    Event,
    IllegalAction,
    Paddle,
    Phase,
    Retrieve,
    River,
    apply,
    explain,
    initial_state,
    setup_from_parts,
    state_to_json,
)
from companion.engine.random_play import random_game
from companion.words import LANGUAGES, say


def told(state, action):
    return [
        f"{reason.rule} {reason.message.key.removeprefix('why.')}" for reason in explain(Event(state, action))
    ]


def sentences(state, action, language="en"):
    return [say(reason.message, language) for reason in explain(Event(state, action))]


TURNS = {
    "a canoe is launched": (position(card="3"), paddle(move("red-1", "M3")), ["B5 points", "B5 launched"]),
    "the arm is chosen past the fork": (
        position("red-1 M5", "red-2 falls", card="1"),
        paddle(move("red-1", "R1")),
        ["B5 points", "B5 downstream", "B6 arm"],
    ),
    "a gem is loaded before moving": (
        position("red-1 M3", "red-2 falls", card="3"),
        paddle(move("red-1", "M4", before=["load:violet"])),
        ["B5 points", "B7 loaded", "B5 downstream"],
    ),
    "points are spent without a move": (
        position("red-1 M3", "red-2 falls", card="2"),
        paddle(move("red-1", "M3", before=["load:violet"])),
        ["B5 points", "B7 loaded"],
    ),
    "a gem is changed for another one": (
        position("red-1 M4 violet", "red-2 falls", card="4"),
        paddle(move("red-1", "M4", before=["unload", "load:clear"])),
        ["B5 points", "B7 unloaded", "B7 loaded"],
    ),
    "a gem is stolen": (
        position("red-1 M3", "red-2 falls", "blue-1 M2 pink", card="1"),
        paddle(move("red-1", "M2", steal=["blue-1"])),
        ["B5 points", "B5 upstream", "B9 stolen"],
    ),
    "landing delivers and wastes": (
        position("red-1 M2 pink", "red-2 falls", card="5"),
        paddle(move("red-1", "beach")),
        ["B5 points", "B5 lands", "B5 surplus", "B10 delivered"],
    ),
    "nothing is left to paddle with": (
        position("red-1 falls", "red-2 falls", card="5"),
        paddle(),
        ["B5 points", "B4 no-canoe"],
    ),
    "two canoes are told one after the other": (
        position("red-1 M1", card="3"),
        paddle(move("red-2", "M3"), move("red-1", "M4")),
        ["B5 points", "B5 launched", "B5 downstream"],
    ),
    "a cloud moves the weather": (position(card="cloud"), ChangeWeather("red", 1), ["B11 weather"]),
}


@pytest.mark.parametrize("name", TURNS)
def test_a_turn_is_told_step_by_step(name):
    state, action, steps = TURNS[name]
    assert told(state, action) == steps


def test_the_sentences_name_canoe_gem_place_and_points():
    state = position("red-1 M3", "red-2 falls", card="3")
    said = sentences(state, paddle(move("red-1", "M4", before=["load:violet"])))
    assert said[1] == "red 1 loads a gem (violet) from the amethyst deposit for 2 points."
    assert said[2] == "red 1 paddles downstream: M3 → M4, spaces: 1, a point each."


def test_a_card_face_down_is_not_told():
    texts = {language: {" ".join(sentences(game(), Choose("red", card), language)) for card in "123456"}
             for language in LANGUAGES}  # fmt: skip
    assert {language: len(said) for language, said in texts.items()} == dict.fromkeys(LANGUAGES, 1)


def test_who_chooses_last_is_told_who_begins():
    state = apply(apply(game(), Choose("red", "1")), Choose("green", "1"))
    assert told(state, Choose("blue", "3")) == ["B2 chosen", "B2 all-chosen"]


def last_turn(*canoes, card="3", **more):
    """Green plays ``card`` last; the others have played a 6."""
    state = position(*canoes, **more)
    players = {
        name: replace(player, chosen=card) if name == "green" else replace(player, chosen=None, played="6")
        for name, player in state.players.items()
    }
    return replace(state, to_act=("green",)).on_table(players=state.players.put(players))


def test_after_the_last_turn_the_distance_of_the_river_is_told():
    state, action = last_turn(card="3", weather=1), Paddle("green", (move("green-1", "M3"),))
    assert told(state, action)[-1] == "B13 distance"
    assert sentences(state, action)[-1] == "The river will move: lowest card 3, weather 1, together 4."


@pytest.mark.parametrize(
    ("delivered", "goal"),
    [
        ({"violet": 4}, "four-alike"),
        ({"violet": 1, "clear": 1, "yellow": 1, "blue": 1, "pink": 1}, "five-colours"),
        ({"violet": 3, "clear": 3, "yellow": 1}, "any-seven"),
    ],
)
def test_a_win_is_told_with_its_goal(delivered, goal):
    state = last_turn(card="cloud", delivered={"red": delivered})
    assert told(state, ChangeWeather("green", 1))[-1] == f"B16 won-{goal}"


def test_ties_broken_by_value_are_told():
    both = {"red": {"violet": 4}, "blue": {"pink": 4}}
    state = last_turn(card="cloud", delivered=both, tie_break="gem-value")
    assert told(state, ChangeWeather("green", 1))[-2:] == ["B16 won-four-alike", "B16 tie-break"]


def test_a_retrieval_is_told_with_its_price():
    state = game()
    lost = state.on_table(canoes=state.canoes.put({"red-1": Canoe("falls"), "red-2": Canoe("falls")}))
    assert told(lost, Retrieve("red", "red-1")) == ["B3 retrieved-free"]


def test_what_is_against_the_rules_is_not_explained_but_refused():
    with pytest.raises(IllegalAction):
        explain(Event(position(card="3"), paddle(move("red-1", "M4"))))


def test_a_moored_canoe_that_the_whirlpool_takes_over_the_falls_is_told_with_all_it_carried():
    setup = setup_from_parts(["red", "blue", "green"], "red", ["cards", "whirlpool", "moose"], {})
    state = initial_state(setup)
    players = {name: replace(player, played="1") for name, player in state.players.items()}
    state = replace(state, phase=Phase.RIVER, to_act=(), river_distance=1).on_table(
        canoes=state.canoes.put_one("red-1", Canoe("L2", ("violet",))),
        players=state.players.put(players),
        spirits=replace(state.spirits, whirlpool="L1", moose="red-1", moored=("red-1",)),
    )
    reasons = told(state, River((Arm.LEFT,)))
    assert reasons[-4:] == ["N3 put-back-lower", "B15 gem-home", "N5 moose-home", "B2 buoy"]


def facts(state, action, after):
    """Every change between two positions that players are to be told of: a word of the sentence, and its reasons."""
    one, other = state_to_json(state), state_to_json(after)
    for name, canoe in other["canoes"].items():
        earlier = one["canoes"][name]
        if canoe["at"] == "falls" != earlier["at"] and name != "joe":
            yield name, {"lost", "thrown-over", "put-back-lower"}
        if isinstance(action, River) and canoe["at"] not in (earlier["at"], "falls"):
            yield name, {"rides", "joe-paddles", "joe-again", "put-back-lower"}
    for name, player in other["players"].items():
        for gem, count in player["delivered"].items():
            if count > one["players"][name]["delivered"].get(gem, 0):
                yield gem, {"delivered"}
    for spirit, names in (("whirlpool", {"whirlpool-drifts", "whirlpool-falls"}),
                          ("beaver", {"beaver-drifts", "beaver-falls", "beaver-enters"}),
                          ("moose", {"moose-aboard", "moose-home"})):  # fmt: skip
        if one["modules"].get(spirit) != other["modules"].get(spirit):
            yield "", names
    if other["weather"] != one["weather"]:
        yield "", {"weather", "beaver-falls"}
    if other["phase"] == "over":
        yield other["winners"][0], {"won-four-alike", "won-five-colours", "won-any-seven"}


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 2**32 - 1), st.sets(st.sampled_from(MODULES)))
def test_every_change_of_the_position_is_told_in_every_language(seed, modules):
    setup = setup_from_parts(["red", "blue", "green"], "blue", sorted(modules), {})
    for state, action in random_game(setup, random.Random(seed), 150):
        reasons = explain(Event(state, action))
        said = {language: [say(reason.message, language) for reason in reasons] for language in LANGUAGES}
        for word, steps in facts(state, action, apply(state, action)):
            telling = [
                sentence
                for reason, sentence in zip(reasons, said["en"], strict=True)
                if reason.message.key.removeprefix("why.") in steps
                and word.replace("-", " ") in sentence.lower()
            ]
            assert telling, (word, steps, said["en"])
        assert all(reason.rule[1:].isdigit() for reason in reasons)
        assert reasons or state.phase == Phase.OVER
