"""`make mutate` finds the thresholds of a module, moves each by half, and lists what no test noticed."""

import json
import os
import subprocess
import sys
from textwrap import dedent

import pytest
from mutate.__main__ import main
from mutate.sites import decisions, thresholds
from paths import TESTS

READER = '''
"""A reader with one threshold that its tests watch and one that they do not."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Thresholds:
    least_votes: float = 3.0
    most_shade: float = 0.8


def decide(votes, shade, thresholds=Thresholds()):
    return votes >= thresholds.least_votes and shade < thresholds.most_shade
'''
READER_TEST = """
from rooms.discs.reader import decide


def test_a_disc_needs_votes():
    assert decide(3.2, 0.0)
    assert not decide(2.8, 0.0)
"""
ENDLESS = """
STEP = 2
at = 4
while at != 8:
    at += STEP
"""
ENDLESS_TEST = """
import rooms.falls.steps


def test_it_ends():
    pass
"""


@pytest.fixture
def mutate(tmp_path):
    """Runs the command in a house of two rooms; returns its exit status and what it printed."""
    for folder, module, text, test in (
        ("discs", "reader.py", READER, READER_TEST),
        ("falls", "steps.py", ENDLESS, ENDLESS_TEST),
    ):
        room, tests = tmp_path / "rooms" / folder, tmp_path / "tests/rooms" / folder
        room.mkdir(parents=True)
        tests.mkdir(parents=True)
        (room / "__init__.py").touch()
        (room / module).write_text(text)
        (tests / f"test_{module}").write_text(test)
    (tmp_path / "rooms/__init__.py").touch()
    (tmp_path / "pyproject.toml").write_text(
        '[tool.pytest.ini_options]\naddopts = ["--import-mode=importlib"]\n'
    )

    def run(*arguments):
        done = subprocess.run(  # noqa: S603 - the tool itself, in a house of its own
            [sys.executable, "-m", "mutate", *arguments],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(TESTS), "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert "Traceback" not in done.stderr, done.stderr
        return done.returncode, done.stdout

    return run


def test_a_threshold_that_no_test_watches_survives_and_is_listed(mutate):
    status, said = mutate("rooms/discs")
    assert status == 1
    assert "rooms/discs/reader.py:10: Thresholds.most_shade: 0.8 -> 0.4" in said
    assert "Thresholds.most_shade: 0.8 -> 1.2" in said
    assert "least_votes" not in said
    assert said.splitlines()[-1].split() == ["in", "all", "4", "2", "2"]


def test_nothing_survives_where_every_threshold_is_watched(mutate):
    status, said = mutate("rooms/discs/reader.py", "-k", "least_votes")
    assert status == 0
    assert said.splitlines()[-1].split() == ["in", "all", "2", "2", "0"]


def test_each_mutant_is_told_as_json_with_the_test_that_noticed_it(mutate):
    _, said = mutate("rooms/discs", "--json")
    told = {(each["name"], each["new"]): each["noticed_by"] for each in json.loads(said)}
    noticed = "tests/rooms/discs/test_reader.py::test_a_disc_needs_votes"
    assert told == {
        ("Thresholds.least_votes", "1.5"): noticed,
        ("Thresholds.least_votes", "4.5"): noticed,
        ("Thresholds.most_shade", "0.4"): None,
        ("Thresholds.most_shade", "1.2"): None,
    }


def test_decisions_are_turned_round_when_asked_for(mutate):
    _, said = mutate("rooms/discs", "--decisions", "--json", "-k", "decide")
    told = {each["new"]: each["noticed_by"] is not None for each in json.loads(said)}
    assert told == {
        "(votes >= thresholds.least_votes or shade < thresholds.most_shade)": True,
        "(votes > thresholds.least_votes)": False,
        "(votes < thresholds.least_votes)": True,
        "(shade <= thresholds.most_shade)": False,
        "(shade >= thresholds.most_shade)": True,
    }


def test_a_mutant_that_never_ends_is_noticed_by_its_slowness(mutate):
    status, said = mutate("rooms/falls", "--verbose", "--patience", "1")
    assert "STEP: 2 -> 3   noticed by time" in said
    assert "STEP: 2 -> 1" in said
    assert status == 1


def test_tests_that_fail_with_nothing_changed_are_no_measure(mutate, tmp_path):
    (tmp_path / "tests/rooms/discs/test_wrong.py").write_text("def test_wrong():\n    assert False\n")
    assert mutate("rooms/discs") == (2, "")


def test_other_tests_can_be_named(mutate):
    status, said = mutate("rooms/discs", "--tests", "tests/rooms/falls")
    assert status == 1
    assert said.count("(no test of its room loads this module)") == 4


def test_a_sample_is_the_same_for_the_same_seed_and_others_for_others(mutate, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)

    def sample(seed):
        assert main(["rooms", "--list", "--sample", "2", "--seed", str(seed)]) == 0
        return capsys.readouterr().out

    assert sample(7) == sample(7)
    assert len({sample(seed) for seed in range(20)}) == 3, "two of three thresholds"


def found(tmp_path, text, finder=thresholds):
    file = tmp_path / "module.py"
    file.write_text(dedent(text), encoding="utf-8")
    return [
        (each[0].name, each[0].old, *(mutant.new for mutant in each)) for each in finder(file, "module.py")
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("FEW = 3", [("FEW", "3", "1", "5")]),
        ("ONE = 1", [("ONE", "1", "0", "2")]),
        ("LOW = -0.2", [("LOW", "-0.2", "-0.3", "-0.1")]),
        ("KERNEL_PX = 5", [("KERNEL_PX", "5", "3", "7")]),
        ("SPREAD = np.ones((5, 5), np.uint8)", [("SPREAD", "(5, 5)", "(3, 3)", "(7, 7)")]),
        ("DAY_S: float = 24 * 60", [("DAY_S", "24 * 60", "720", "2160")]),
        ("A, B = 1.0, 2.0", [("A", "1.0", "0.5", "1.5"), ("B", "2.0", "1.0", "3.0")]),
        ("BY = {'a': (1.0, 'x')}", [("BY['a'][0]", "1.0", "0.5", "1.5")]),
        ("SPREAD = np.diag([0.5]) ** 2", [("SPREAD[0]", "0.5", "0.25", "0.75")]),
        ("ODDS = Odds(shown=1.0)", [("ODDS.shown", "1.0", "0.5", "1.5")]),
        ("class Disc:\n    LEAST = 2.0", [("Disc.LEAST", "2.0", "1.0", "3.0")]),
    ],
)
def test_a_number_in_a_constant_is_moved_by_half(tmp_path, text, expected):
    assert found(tmp_path, text) == expected


def test_whole_numbers_are_rounded_away_and_sizes_stay_odd(tmp_path):
    text = """
    from dataclasses import dataclass, field

    @dataclass(frozen=True)
    class Parameters:
        rounds: int = 5
        blur_px: int = 3
        lift: tuple = field(default_factory=lambda: (8.0, 0.0))
    """
    assert found(tmp_path, text) == [
        ("Parameters.rounds", "5", "2", "8"),
        ("Parameters.blur_px", "3", "1", "5"),
        ("Parameters.lift.default_factory[0]", "8.0", "4.0", "12.0"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "NONE = 0",
        "YES = True",
        "WORD = 'x'",
        "VERSION = 3",
        "small = 3.0",
        "LAST = NAMES[1]",
        "class Kind(Enum):\n    ONE = 1",
        "class Loose:\n    field: float = 1.0",
        "def look():\n    LOCAL = 2.0",
    ],
)
def test_what_is_no_threshold_is_left_alone(tmp_path, text):
    assert found(tmp_path, text) == []


def test_a_plain_condition_is_denied_and_other_functions_are_left_alone(tmp_path):
    text = """
    def judge(seen):
        if seen: return 1
        return 2 if not seen.there else 3

    def look(seen):
        return seen.x < 3
    """
    assert found(tmp_path, text, decisions) == [
        ("judge", "seen", "(not seen)"),
        ("judge", "not seen.there", "(seen.there)"),
    ]


def test_a_change_keeps_every_other_byte(tmp_path):
    file = tmp_path / "module.py"
    file.write_text('WORD, LEAST = "Fälle — é", 2.0  # ö\nREST = 1\n', encoding="utf-8")
    changed = [
        mutant.applied(file.read_bytes()).decode() for each in thresholds(file, "m") for mutant in each
    ]
    assert changed[:2] == [
        'WORD, LEAST = "Fälle — é", 1.0  # ö\nREST = 1\n',
        'WORD, LEAST = "Fälle — é", 3.0  # ö\nREST = 1\n',
    ]
