"""A record is read strictly: the first bad line is reported, everything before it is kept."""

import pytest

from companion.engine import NotUnderstood, SetupError, read_record, replay

HEADER = '{"format":"niagara-record","version":1,"players":["red","blue","green"],"first":"red"}\n'
GOOD = '{"act":"choose","player":"red","card":"4"}\n'


@pytest.mark.parametrize(
    "line",
    [
        '{"act":"choose","player":"blue","ca',
        '{"act":"choose","player":"blue","card":4}',
        '{"act":"choose","player":"blue","card":"9"}',
        '{"act":"choose","player":"blue","card":"4","note":"x"}',
        '{"act":"weather","player":"blue","to":true}',
        '{"act":"river","arms":["middle"]}',
        '{"act":"retrieve","player":"blue","canoe":"blue-1","pay":""}',
        '{"act":"swim"}',
        '["choose"]',
        "[" * 100_000,
    ],
)
def test_a_line_that_cannot_be_read_is_reported_and_what_came_before_is_kept(line):
    played = replay(HEADER + GOOD + line)
    assert (played.broken.line, played.broken.refusal) == (3, None)
    assert len(played.actions) == 1
    assert played.state.players["red"].chosen == "4"


def test_a_line_against_the_rules_is_reported_with_the_rule():
    assert replay(HEADER + GOOD + GOOD).broken.refusal.rule == "B2"


def test_an_unknown_player_is_reported():
    assert replay(HEADER + GOOD.replace("red", "pink")).broken.refusal.rule == "B1"


def test_a_record_that_must_be_whole_names_the_line():
    with pytest.raises(NotUnderstood, match=r"g\.ngr, line 3 is against the rules"):
        read_record(HEADER + GOOD + GOOD, "g.ngr")


@pytest.mark.parametrize("header", ["", "{}\n", HEADER.replace(":1", ":2"), HEADER.replace(":1", ":true")])
def test_a_header_that_cannot_be_read_is_refused(header):
    with pytest.raises(NotUnderstood, match="line 1"):
        replay(header)


def test_a_set_up_that_cannot_be_played_is_refused():
    with pytest.raises(SetupError, match="unknown option 'luck'"):
        replay(HEADER.replace('"first":"red"', '"first":"red","options":{"luck":1}'))
