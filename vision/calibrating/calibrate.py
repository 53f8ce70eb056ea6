"""Calibrating: what is learnt once of this board, these pieces and this light, from an empty and a set-up picture."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibrating.corrected import unsure_complaint
from vision.calibrating.layout_fit import FittedLayout, fit_layout, with_room
from vision.calibrating.piece_colours import appeared, learn_canoes, learn_gems
from vision.calibrating.quality import judge
from vision.calibrating.set_up_evidence import measure
from vision.calibration.model import Calibration
from vision.errors import CalibrationError, CalibrationTrouble
from vision.geometry import Canvas, Points, Pose
from vision.layout import Layout, default_layout
from vision.photometry.bare_board import BareBoard
from vision.photometry.relight import relight
from vision.registration.board_outline import pose_from_corners, pose_from_outline
from vision.registration.register import Reference, pose_from_markers, register
from vision.typical_colours import TYPICAL_CANOE_BGR

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from vision.photometry.relight import Relit

Picture = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class SetUpThresholds:
    """What a picture of set-up must show. Chosen on sessions 00-07 of the photo-real development tables."""

    least_share: float = 0.01
    """Share of the board that canoes, gems and rims cover at least. More: sparse set-ups are refused. Less:
    the grain of an empty board is taken for pieces."""


SET_UP_THRESHOLDS = SetUpThresholds()


@dataclass(frozen=True, slots=True, eq=False)
class FoundPlaces:
    """A board in an empty and a set-up picture, and where everything lies on it."""

    setup_pose: Pose
    """Where the board is in the set-up picture."""
    stickers: bool
    empty_bgr: Picture
    """The empty board, rectified."""
    set_up: Relit
    """The board set up, rectified and in the light of the empty one."""
    fit: FittedLayout


def calibrate(
    empty_bgr: Picture,
    setup_bgr: Picture,
    players: Sequence[str],
    *,
    joe: bool = False,
    layout: Layout | None = None,
    confirmed: Collection[str] | None = None,
    corners_px: Points | None = None,
) -> Calibration:
    """Learn this table from the empty river and the board set up for a game (B1).

    ``layout`` says where everything lies on this board, and is believed. With ``confirmed`` it is a first guess: only
    the places with these names (`vision.calibration.places`) are believed, all others are looked for in the pictures.
    Without either, everything is looked for from where it usually lies. What is not certain then is not read.

    ``corners_px`` (4, 2) are the board's corners pointed out by hand, from the upstream end of the left bank
    clockwise, for a board that is not found by itself.

    Raises `CalibrationError` when a picture shows no board, the set-up no canoes, or a colour is not known.
    """
    _check_players(players)
    found = find_places(empty_bgr, setup_bgr, layout=layout, confirmed=confirmed, corners_px=corners_px)
    empty, set_up, fitted, certainty = found.empty_bgr, found.set_up, found.fit.layout, found.fit.certainty
    canvas = Canvas(fitted.size)
    calibration = Calibration(
        layout=fitted,
        pose=found.setup_pose,
        stickers=found.stickers,
        players=tuple(players),
        joe=joe,
        empty_bgr=empty,
        setup_bgr=set_up.bgr,
        canoes=learn_canoes(set_up, empty, fitted, canvas, tuple(players), joe=joe),
        gems=learn_gems(set_up, fitted, canvas),
        certainty=certainty,
    )
    notes = judge(measure(calibration, setup_bgr), calibration.players, fitted.weather.start)
    return replace(calibration, notes=(*notes, *unsure_complaint(certainty)))


def find_places(
    empty_bgr: Picture,
    setup_bgr: Picture,
    *,
    layout: Layout | None = None,
    confirmed: Collection[str] | None = None,
    corners_px: Points | None = None,
) -> FoundPlaces:
    """Where everything lies on the board in these two pictures; parameters and errors are those of `calibrate`."""
    board = layout or default_layout()
    canvas = Canvas(board.size)
    if corners_px is None:
        pose, stickers = _find_board(empty_bgr, board)
    else:
        pose, stickers = pose_from_corners(empty_bgr, board, corners_px), False
    empty = canvas.rectify(empty_bgr, pose)
    flat_setup, pose = _rectified_set_up(setup_bgr, empty, board, pose, stickers=stickers)
    if layout is not None and confirmed is None:
        set_up = _set_up_like_empty(flat_setup, empty, layout)
        return FoundPlaces(pose, stickers, empty, set_up, FittedLayout(layout, {}))
    guessed = _set_up_like_empty(flat_setup, empty, with_room(board))
    fit = fit_layout(board, guessed, empty, canvas, confirmed or ())
    # The light is told best by all the land there is, which is known now.
    exact = relight(flat_setup, BareBoard.of(empty, canvas, fit.layout))
    return FoundPlaces(pose, stickers, empty, exact if exact.hidden is None else guessed, fit)


def shows_pieces(difference: Picture, thresholds: SetUpThresholds = SET_UP_THRESHOLDS) -> bool:
    """Whether enough lies on the board for a set-up, by the difference to the empty board (height, width)."""
    return float(np.mean(appeared(difference))) >= thresholds.least_share


def _check_players(players: Sequence[str]) -> None:
    unknown = [colour for colour in players if colour not in TYPICAL_CANOE_BGR or colour == "wood"]
    if unknown or not players:
        known = ", ".join(colour for colour in TYPICAL_CANOE_BGR if colour != "wood")
        message = f"players {', '.join(unknown) or 'missing'}: expected colours of {known}"
        raise CalibrationError(message)


def _rectified_set_up(
    setup_bgr: Picture, empty: Picture, board: Layout, pose: Pose, *, stickers: bool
) -> tuple[Picture, Pose]:
    """The set-up picture, rectified, and the board's pose in it."""
    canvas = Canvas(board.size)
    registered = register(setup_bgr, board, pose, Reference.of(empty, canvas, board), stickers=stickers)
    if registered is None:
        message = "the set-up picture does not show the board of the empty picture: take both from one place"
        raise CalibrationError(message, CalibrationTrouble.ANOTHER_PLACE)
    return canvas.rectify(setup_bgr, registered.pose), registered.pose


def _set_up_like_empty(setup_bgr: Picture, empty: Picture, board: Layout) -> Relit:
    """The rectified set-up picture in the light of the ``empty`` one, on a board of this layout."""
    set_up = relight(setup_bgr, BareBoard.of(empty, Canvas(board.size), board))
    if set_up.hidden is not None:
        message = "something covers the board in the set-up picture: take hands and boxes away from it"
        raise CalibrationError(message, CalibrationTrouble.COVERED)
    if not shows_pieces(set_up.difference):
        message = "the set-up picture shows an empty board: lay out discs, canoes and gems first"
        raise CalibrationError(message, CalibrationTrouble.EMPTY_SET_UP)
    return set_up


def _find_board(empty_bgr: Picture, layout: Layout) -> tuple[Pose, bool]:
    """The board's pose in the empty picture, and whether it has stickers."""
    grey = np.asarray(cv2.cvtColor(empty_bgr, cv2.COLOR_BGR2GRAY), np.uint8)
    fitted = pose_from_markers(grey, layout)
    if fitted is not None:
        return fitted[0], True
    pose = pose_from_outline(empty_bgr, layout)
    if pose is None:
        message = "the empty picture shows no board: all of it must be seen, on a table of another colour"
        raise CalibrationError(message, CalibrationTrouble.NO_BOARD)
    return pose, False
