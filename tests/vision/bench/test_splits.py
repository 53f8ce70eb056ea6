"""The wall between fitting and judging: a table is on one side of it."""

import json

import pytest

from vision.bench.score import Fact, FactKind, Verdict
from vision.bench.side_by_side import (
    ALL_FACTS,
    TableKind,
    Telling,
    bounds_json,
    bounds_text,
    groups,
    tellings,
)
from vision.bench.splits import Provenance, Split, SplitRule, split_of, split_rules
from vision.bench.truth import load_sessions

OWN = "tools.tables"


@pytest.mark.parametrize(
    ("table", "split"),
    [
        (Provenance("session-05", "pictures"), Split.FITTED),
        (Provenance("session-08", "pictures"), Split.NEVER_SEEN),
        (Provenance("session-12", "pictures-more"), Split.LOOKED_AT),
        (Provenance("session-05", "judge-own"), Split.NEVER_SEEN),
        (Provenance("table-2000", "fit", OWN, 2000), Split.FITTED),
        (Provenance("table-2999", "anywhere", OWN, 2999), Split.FITTED),
        (Provenance("table-3000", "fit", OWN, 3000), Split.NEVER_SEEN),
        (Provenance("table-4500", "fit-games", OWN, 4500), Split.CONFIDENCES),
        (Provenance("table-5000", "judge-games", OWN, 5000), Split.NEVER_SEEN),
        (Provenance("session-05", "pictures", "somebody else"), Split.NEVER_SEEN),
    ],
)
def test_a_table_is_on_the_side_that_the_file_says(table, split):
    assert split_of(table) is split


def test_the_first_rule_that_holds_counts_and_a_table_without_a_seed_has_none_of_the_seeds():
    rules = (
        SplitRule(Split.FITTED, OWN, seeds=(10, 20)),
        SplitRule(Split.LOOKED_AT, OWN, names=("table-*",)),
    )
    assert split_of(Provenance("table-10", "a", OWN, 10), rules) is Split.FITTED
    assert split_of(Provenance("table-10", "a", OWN), rules) is Split.LOOKED_AT
    assert split_of(Provenance("other", "a", OWN), rules) is Split.NEVER_SEEN


def test_each_rule_of_the_file_says_why():
    assert all(len(rule.why) > 20 for rule in split_rules())


def test_a_session_says_where_it_comes_from_and_is_left_out_while_it_has_no_pictures(tmp_path):
    document = {"players": ["red"], "joe": False, "markers": True, "layout": "own", "maker": OWN, "seed": 7}
    truth = {
        "discs": {}, "canoes": [], "gems_in_deposits": {}, "weather": 0, "buoy": 0, "faults": [], "tags": [],
        "corners_px": [[0, 0]] * 4,
    }  # fmt: skip
    for name in ("made", "being-made"):
        (tmp_path / name / "frames").mkdir(parents=True)
        (tmp_path / name / "session.json").write_text(json.dumps(document))
        (tmp_path / name / "frames" / "00.json").write_text(json.dumps(truth))
    (tmp_path / "made" / "frames" / "00.jpg").write_bytes(b"")
    (session,) = load_sessions(tmp_path)
    assert session.provenance == Provenance("made", tmp_path.name, OWN, 7)
    assert session.own_layout


def told(verdict, kind=FactKind.WEATHER):
    return Fact(kind, verdict, "weather", "0", "1")


def test_facts_are_told_withheld_or_wrong_and_summaries_are_not_counted_again():
    facts = [
        told(Verdict.RIGHT),
        told(Verdict.WRONG),
        told(Verdict.ABSTAINED),
        told(Verdict.RIGHT, FactKind.DISC),
        told(Verdict.WRONG, FactKind.PICTURE),
    ]
    counted = tellings(facts)
    assert counted["weather"] == Telling(right=1, wrong=1, withheld=1)
    assert counted[ALL_FACTS] == Telling(right=2, wrong=1, withheld=1)
    assert "picture" not in counted


def test_the_bound_of_what_is_told_is_clopper_and_pearsons():
    assert Telling(right=60, wrong=0, withheld=9).wrong_at_most == pytest.approx(0.0487, abs=5e-5)


def test_splits_stand_side_by_side_and_each_kind_of_table_below():
    sessions = {"a": [told(Verdict.RIGHT)], "b": [told(Verdict.WRONG)], "c": [told(Verdict.ABSTAINED)]}
    kinds = {
        "a": TableKind(Split.NEVER_SEEN, "x", stickers=True, own_layout=False),
        "b": TableKind(Split.FITTED, "x", stickers=False, own_layout=False),
        "c": TableKind(Split.NEVER_SEEN, "y", stickers=True, own_layout=True),
    }
    grouped = groups(sessions, kinds)
    assert {name: len(facts) for name, facts in grouped["split"].items()} == {
        "fitted here": 1,
        "never seen": 2,
    }
    assert list(grouped["split"]) == ["fitted here", "never seen"]
    assert len(grouped["part"]["never seen, with stickers"]) == 2
    assert len(grouped["part"]["never seen, made by y"]) == 1
    assert next(iter(grouped["part"])).startswith("fitted here")
    text = bounds_text(grouped["split"])
    assert text.splitlines()[1].split() == ["fitted", "here", "never", "seen"]
    assert "1 / 0 / 1  <= 100.00" in text
    assert bounds_json(grouped["split"])["never seen"]["weather"] == {
        "told": 1, "withheld": 1, "wrong": 0, "wrong_at_most": 0.95,
    }  # fmt: skip
