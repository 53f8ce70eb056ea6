"""A sighting in game words."""

import pytest

from companion.adapters.sighting_to_board import board_picture, observation
from companion.board.observation import Watching
from companion.board.picture import DiscSeen, Piece
from vision.confidence.drift import DriftKind
from vision.sighting import UNKNOWN, Board, DiscState, SeenCanoe, SeenSpace, Sighting
from vision.watch import FrameKind, FrameReading


def sighting(spaces, **more):
    usual = {
        "board": Board.FOUND,
        "board_by": "markers",
        "readable": True,
        "why": None,
        "hand": False,
        "reprojection_px": 0.2,
        "spaces": spaces,
        "insertion": DiscState.MISSING,
        "beach": {"red": 1, "yellow": 2, "blue": 0},
        "falls": None,
        "weather": 1,
        "buoy": 0,
        "deposits": {"ruby": {"pink": 2, "blue": 0}, "amethyst": None},
        "confidence": {},
    }
    return Sighting(**{**usual, **more})


def disc(space, seen, offset_mm):
    picture = board_picture(sighting({space: SeenSpace(seen, (), offset_mm)}), ("red", "blue"))
    return picture.discs[space]


@pytest.mark.parametrize(
    ("space", "offset_mm", "seen"),
    [
        ("L2", 17.0, DiscSeen.DISPLACED),
        ("L2", 23.0, DiscSeen.OVERHANGING),
        ("R2", 23.0, DiscSeen.OVERHANGING),
        ("M3", 23.0, DiscSeen.DISPLACED),
        ("L2", None, DiscSeen.DISPLACED),
    ],
)
def test_a_last_disc_hangs_over_the_falls_when_it_was_pushed_two_centimetres(space, offset_mm, seen):
    assert disc(space, DiscState.DISPLACED, offset_mm) is seen


def test_canoes_of_colours_that_do_not_play_are_left_out_and_unknown_cargo_stays_open():
    canoes = (SeenCanoe("red", UNKNOWN), SeenCanoe("yellow", None), SeenCanoe("blue", "violet"))
    picture = board_picture(sighting({"M1": SeenSpace(DiscState.SEATED, canoes)}), ("red", "blue"))
    assert set(picture.canoes["M1"]) == {Piece("red", None), Piece("blue", ("violet",))}
    assert picture.beach == {"red": 1}


def test_what_is_unseen_is_not_empty():
    picture = board_picture(sighting({"M1": SeenSpace(DiscState.UNSEEN, None)}), ("red", "blue"))
    assert picture.canoes["M1"] is None
    assert picture.falls is None
    assert picture.deposits == {"ruby": {"pink": 2}, "amethyst": None}


@pytest.mark.parametrize(
    ("seen", "extra"), [(DiscState.SEATED, True), (DiscState.DISPLACED, True), (DiscState.MISSING, False)]
)
def test_a_disc_above_the_rope_is_one_too_many(seen, extra):
    assert board_picture(sighting({}, insertion=seen), ("red",)).extra_disc is extra


def test_a_picture_unlike_those_of_calibration_is_read_and_the_page_says_why_more_is_asked():
    look = FrameReading(FrameKind.SETTLED, sighting({}, asks_more=DriftKind.LIGHT))
    told = observation(look, ("red",), lens=None)
    assert told.watching is Watching.WATCHING
    assert told.text.key == "asks-more.light"
    usual = FrameReading(FrameKind.SETTLED, sighting({}))
    assert observation(usual, ("red",), lens=None).text.key == "camera.watching"
