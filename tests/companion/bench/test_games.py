"""The check trial: pictures of games held against their records, counted by what became of them."""

import json
from dataclasses import replace

import cv2
import numpy as np
import pytest
from builders import chosen, placed, seen, start
from click.testing import CliRunner

from companion.bench.__main__ import main
from companion.bench.games import (
    LEGAL,
    MISTAKES,
    RIGHT_NAMES,
    CheckedPicture,
    CheckOutcome,
    Moment,
    as_text,
    outcome_of,
)
from companion.board.picture import DiscSeen
from companion.engine import ChangeWeather, Move, Paddle, apply
from tools.tables.games import MISTAKES as MADE
from tools.tables.games import game_moments, game_setup, moment_json
from tools.tables.positions import empty_position, set_up
from tools.tables.truth import truth_of
from vision.layout import default_layout
from vision.simulate import Light, Renderer, View

STATE = chosen(start(), red="2", blue="3", green="cloud")
LAUNCH = Paddle("red", (Move("red-1", "M2"),))
LAUNCHED = seen(apply(STATE, LAUNCH))
TOO_FAR = seen(placed(STATE, red_1="M4"))
CLOUD = apply(apply(STATE, LAUNCH), Paddle("blue", (Move("blue-1", "M3"),)))


def hiding(picture, space):
    return replace(picture, canoes={**picture.canoes, space: None})


def without_disc(picture, space):
    return replace(picture, discs={**picture.discs, space: DiscSeen.MISSING})


@pytest.mark.parametrize(
    ("picture", "outcome"),
    [
        (LAUNCHED, CheckOutcome.EXPLAINED),
        (hiding(LAUNCHED, "M2"), CheckOutcome.ASKED),
        (seen(STATE), CheckOutcome.ASKED),
        (None, CheckOutcome.ASKED),
        (TOO_FAR, CheckOutcome.CALLED_WRONG),
    ],
)
def test_a_legal_turn_is_explained_or_asked_about_or_called_wrong(picture, outcome):
    assert outcome_of(Moment("table/00", STATE, LAUNCH, None), picture, LAUNCHED) is outcome


def test_a_legal_turn_taken_for_another_one_is_told_apart():
    up, down = (seen(apply(CLOUD, ChangeWeather("green", to))) for to in (1, -1))
    moment = Moment("table/01", CLOUD, ChangeWeather("green", 1), None)
    assert outcome_of(moment, up, up) is CheckOutcome.EXPLAINED
    assert outcome_of(moment, down, up) is CheckOutcome.OTHER_ACTION


@pytest.mark.parametrize(
    ("picture", "outcome"),
    [
        (TOO_FAR, CheckOutcome.NAMED),
        (without_disc(LAUNCHED, "M5"), CheckOutcome.CAUGHT),
        (hiding(LAUNCHED, "M2"), CheckOutcome.DOUBTED),
        (None, CheckOutcome.DOUBTED),
        (LAUNCHED, CheckOutcome.ACCEPTED),
        (seen(STATE), CheckOutcome.ACCEPTED),
    ],
)
def test_a_mistake_is_caught_asked_about_or_accepted_silently(picture, outcome):
    assert outcome_of(Moment("table/02", STATE, LAUNCH, "wrong-space"), picture, TOO_FAR) is outcome


def test_what_perfect_eyes_take_for_a_legal_turn_is_no_mistake_to_be_caught():
    moment = Moment("table/03", STATE, LAUNCH, "wrong-canoe")
    assert outcome_of(moment, TOO_FAR, LAUNCHED) is CheckOutcome.LOOKS_LEGAL
    assert outcome_of(replace(moment, mistake=None), LAUNCHED, TOO_FAR) is CheckOutcome.LOOKS_LEGAL


def test_each_mistake_that_tables_are_made_with_has_its_right_names():
    assert RIGHT_NAMES.keys() == set(MADE)


def test_outcomes_are_shares_with_intervals_and_bounds():
    moment = Moment("table/00", STATE, LAUNCH, None)
    trials = [CheckedPicture(moment, CheckOutcome.EXPLAINED)] * 9 + [
        CheckedPicture(moment, CheckOutcome.CALLED_WRONG)
    ]
    lines = as_text([*trials, CheckedPicture(moment, CheckOutcome.LOOKS_LEGAL)]).splitlines()
    assert len(lines) == 4 + len(LEGAL) + len(MISTAKES)
    assert lines[1] == "legal turns: 10"
    assert " ".join(lines[2].split()) == "explained by the right action 9 90.0 59.6 - 98.2 <= 99.5"
    assert lines[6] == "mistakes: 0"
    assert lines[-1].endswith(": 1")


@pytest.fixture
def folder(tmp_path):
    """Three pictures of a game among three players, drawn by the project's own renderer."""
    layout, players = default_layout(), ("red", "blue", "green")
    view = View(tilt_deg=5.0)
    renderer = Renderer(layout, view, Light(), seed=4)
    rng = np.random.default_rng(3)
    laid = set_up(layout, players, rng, joe=False)
    record, moments = game_moments(layout, game_setup(players, joe=False), laid, 3, 4, rng)
    table = tmp_path / "table-1"

    def write(name, position, **besides):
        file = table / name
        file.parent.mkdir(parents=True, exist_ok=True)
        cv2.imwrite(str(file.with_suffix(".jpg")), renderer.draw(position.scene))
        truth = truth_of(
            position, layout, (), lambda at: tuple(view.project_flat(np.array([at]))[0].tolist())
        )
        file.with_suffix(".json").write_text(json.dumps(truth | besides))

    write("calibration/empty", empty_position())
    write("calibration/setup", laid)
    for number, moment in enumerate(moments):
        write(f"frames/{number:02d}", moment.position, **moment_json(moment))
    document = {"players": players, "joe": False, "markers": True, "layout": "default"}
    (table / "session.json").write_text(json.dumps(document))
    (table / "game.ngr").write_text(record)
    return tmp_path


def test_a_folder_of_games_is_read_and_tried_as_a_part_of_the_bench(folder):
    ran = CliRunner().invoke(main, ["--games", str(folder), "--misses"])
    assert ran.exit_code == 0
    assert ran.output.splitlines()[-12].startswith("3 pictures")
    assert "called wrong" in ran.output


def test_a_folder_without_games_is_told_in_a_sentence(tmp_path):
    ran = CliRunner().invoke(main, ["--games", str(tmp_path)])
    assert ran.exit_code == 2
    assert "game.ngr" in ran.output
