"""A correction is a line of a record: the game is followed past it, in JSON Lines and in notation."""

import json

import pytest
from builders import PLAYERS, start

from companion.engine import (
    Choose,
    Correction,
    FrozenMap,
    NotUnderstood,
    apply,
    correction_to_json,
    read_record,
    replay,
    score_sheet,
    write_record,
)


@pytest.fixture
def corrected():
    """Set-up, red's card, the weather put right, blue's card: the lines and the positions."""
    before = apply(start(), Choose("red", "3"))
    right = before.on_table(weather=2)
    return [Choose("red", "3"), Correction(right, "host"), Choose("blue", "4")], [
        start(), before, right, apply(right, Choose("blue", "4"))
    ]  # fmt: skip


def test_a_record_is_followed_past_a_correction(corrected):
    lines, states = corrected
    played = read_record(write_record(start().setup, lines))
    assert list(played.actions) == lines
    assert list(played.states) == states


def test_a_score_sheet_is_followed_past_a_correction(corrected):
    lines, states = corrected
    text = "\n".join(score_sheet(start().setup, zip(states, lines, strict=False)))
    played = read_record(text)
    assert list(played.actions) == lines
    assert list(played.states) == states


def test_the_line_names_who_and_holds_the_position(corrected):
    line = json.loads(write_record(start().setup, corrected[0]).splitlines()[2])
    assert (line["act"], line["by"], line["state"]["weather"]) == ("correct", "host", 2)
    del line["by"]
    assert Correction(corrected[1][2]).by == ""


def changed(**changes):
    """A correction line whose position has these fields changed."""
    document = correction_to_json(Correction(start(), "host"))
    document["state"] |= changes
    return document


def with_player(**changes):
    document = correction_to_json(Correction(start(), "host"))
    document["state"]["players"]["red"] |= changes
    return document


@pytest.mark.parametrize(
    ("document", "said"),
    [
        (changed(round=3), "round 3, expected 1 or the next"),
        (changed(round=0), "round 0"),
        (changed(to_act=[*PLAYERS, "red"]), "twice in 'to_act'"),
        (with_player(delivered={"violet": 1}), "1 violet gems too many"),
        (with_player(hand=["1", "1"]), "red holds a card twice"),
        (with_player(hand=["1", "3"], chosen="3"), "expected in 'to_act'"),
        (changed(weather=9), "'weather' is 9"),
        (correction_to_json(Correction(start(), "x" * 21)), "expected one short word"),
        (correction_to_json(Correction(start(), "a\nb")), "expected one short word"),
        ({"act": "correct"}, "'state' is missing"),
        ({**correction_to_json(Correction(start())), "why": ""}, "unknown field 'why'"),
    ],
)
def test_a_position_that_no_game_could_be_in_breaks_the_record_at_its_line(document, said):
    text = write_record(start().setup, []) + json.dumps(document)
    broken = replay(text).broken
    assert broken.line == 2
    assert said in broken.text


def test_fewer_gems_than_the_box_holds_are_a_position():
    state = start().on_table(deposits=FrozenMap({home: FrozenMap() for home in start().deposits}))
    assert replay(write_record(start().setup, [Correction(state)])).state == state


@pytest.mark.parametrize(
    "line", ["correct", "correct host", "correct host {", "correct host []", "correct - {}"]
)
def test_a_broken_correction_in_notation_is_a_broken_line(line):
    with pytest.raises(NotUnderstood, match="line 2"):
        read_record(f"niagara red blue green, first red\n{line}")
