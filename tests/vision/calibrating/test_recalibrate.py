"""Calibrating anew in the middle of a game: other lamps and another place of the camera become the usual ones."""

from collections import Counter
from dataclasses import replace
from functools import cache
from random import Random

import numpy as np
import pytest
from paths import PICTURES

from vision.bench.score import Verdict, score
from vision.bench.truth import load_sessions
from vision.calibrating.calibrate import calibrate
from vision.calibrating.recalibrate import KnownPosition, recalibrate
from vision.errors import CalibrationError
from vision.imaging.picture_files import read_picture
from vision.layout import default_layout
from vision.reader import Reader
from vision.sighting import Board, DiscState
from vision.simulate import (
    HandPiece,
    Light,
    Renderer,
    View,
    canoes_on_space,
    empty_scene,
    set_up,
    with_canoe_on_space,
)

LAYOUT = default_layout()
PLAYERS = ("red", "blue", "yellow")
DAY, EVENING = Light(), Light(kelvin=2800.0, level=0.75, lamp_mm=(450.0, 260.0), falloff=0.7)
VIEW = View(tilt_deg=4.0)
BUMPED = replace(VIEW, roll_deg=2.5, aim_mm=(258.0, 146.0))


@cache
def renderer(view, light):
    if light != DAY:
        return renderer(view, DAY).in_light(light)
    return Renderer(LAYOUT, view, light, seed=8)


def picture(scene, view=VIEW, light=DAY):
    return renderer(view, light).draw(scene)


def scattered(scene, seed):
    """Half of the canoes go to spaces of their own."""
    rng = Random(seed)
    for index, space in zip(range(0, len(scene.canoes), 2), ("M2", "L1", "R2"), strict=True):
        scene = with_canoe_on_space(scene, LAYOUT, index, space, rng)
    return scene


def colours_on(scene, space):
    return tuple(scene.canoes[index].colour for index in canoes_on_space(scene, LAYOUT, space))


def known(scene):
    spaces = {name: colours_on(scene, name) for name in LAYOUT.spaces}
    afloat = Counter(colour for colours in spaces.values() for colour in colours)
    return KnownPosition(
        spaces=spaces,
        beach=Counter(canoe.colour for canoe in scene.canoes) - afloat,
    )


@pytest.fixture(scope="module")
def laid():
    return set_up(LAYOUT, PLAYERS, Random(4))


@pytest.fixture(scope="module")
def calibration(laid):
    return calibrate(picture(empty_scene()), picture(laid), PLAYERS)


@pytest.fixture(scope="module")
def again(calibration, laid):
    now = scattered(laid, 1)
    return recalibrate([picture(now, BUMPED, EVENING)], calibration, known(now))


def test_the_camera_has_not_moved_since(calibration, again, laid):
    evening = picture(laid, BUMPED, EVENING)
    assert Reader(calibration).read(evening).board is Board.MOVED
    assert Reader(again).read(evening).board is Board.FOUND


def test_how_board_and_pieces_look_is_kept(calibration, again):
    assert again.layout == calibration.layout
    assert again.players == calibration.players
    assert again.canoes == calibration.canoes
    assert again.gems == calibration.gems
    assert np.array_equal(again.empty_bgr, calibration.empty_bgr)


def test_several_pictures_do_as_well_as_one(calibration, laid):
    now = scattered(laid, 1)
    several = recalibrate([picture(now, BUMPED, EVENING) for _ in range(3)], calibration, known(now))
    assert Reader(several).read(picture(laid, BUMPED, EVENING)).board is Board.FOUND


def test_a_board_that_lies_otherwise_than_the_game_has_it_is_refused(calibration, laid):
    now = scattered(laid, 1)
    with pytest.raises(CalibrationError, match="does not lie as the game has it"):
        recalibrate([picture(now, BUMPED, EVENING)], calibration, known(laid))


def test_later_pictures_are_read_right(again, laid):
    for seed in (2, 3):
        scene = scattered(laid, seed)
        seen = Reader(again).read(picture(scene, BUMPED, EVENING))
        assert seen.readable
        for name, space in seen.spaces.items():
            assert space.disc is DiscState.SEATED
            assert Counter(canoe.colour for canoe in space.canoes) == Counter(colours_on(scene, name))
        assert seen.weather == 0
        assert seen.buoy == 0


def test_a_hand_over_the_board_is_refused(calibration, laid):
    with pytest.raises(CalibrationError, match="something covers the board"):
        recalibrate([picture(replace(laid, hand=HandPiece(250.0, 120.0, 1.2)))], calibration, known(laid))


def test_a_picture_of_something_else_is_refused(calibration, laid):
    with pytest.raises(CalibrationError, match="does not show the board that was calibrated"):
        recalibrate([np.full((720, 1280, 3), 60, np.uint8)], calibration, known(laid))


BARELY_TOLD = 1
"""So many answers that one picture's grain just lets be told, another's may leave open."""


@pytest.mark.parametrize("session", load_sessions(PICTURES), ids=lambda session: session.name)
def test_after_other_lamps_and_a_bump_a_table_is_found_where_it_lies_and_read_no_worse(session):
    before = calibrate(
        read_picture(session.empty), read_picture(session.setup), session.players, joe=session.joe
    )
    knocked, later = [truth for truth in session.pictures if "bumped" in truth.tags and not truth.hand][:2]
    position = KnownPosition(
        spaces={name: tuple(canoe.colour for canoe in canoes) for name, canoes in knocked.canoes.items()},
        beach=knocked.beach,
    )
    after = recalibrate([read_picture(knocked.picture)], before, position)
    first, second = (Reader(calibration).read(read_picture(later.picture)) for calibration in (before, after))
    assert (first.board, second.board) == (Board.MOVED, Board.FOUND)
    told = [Counter(fact.verdict for fact in score(later, sighting)) for sighting in (first, second)]
    assert told[1][Verdict.WRONG] <= told[0][Verdict.WRONG]
    assert told[1][Verdict.RIGHT] >= told[0][Verdict.RIGHT] - BARELY_TOLD
