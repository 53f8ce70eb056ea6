"""What truly lies on a kept picture, in the form of the pictures for development that `vision.bench` reads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from companion.engine import BEACH, FALLS
from vision.geometry import board_corners
from vision.sighting import cargo_of

if TYPE_CHECKING:
    from companion.board.labelled import LabelledLook
    from vision.calibration.model import Calibration
    from vision.geometry import Pose
    from vision.layout import Layout


def truth_document(labelled: LabelledLook, pose: Pose, layout: Layout) -> dict[str, Any]:
    """The document beside a picture, by the word of the game; ``pose`` says where the board is in the picture.

    Discs are said to lie in their seats: the game knows no millimetres. On which beach a canoe lies it does not know
    either. ``doubtful`` names the facts that nobody vouches for, ``settled_by`` how the players agreed.
    """
    board = labelled.board
    ashore = [
        {"colour": colour, "at": place, "cargo": None}
        for place, counts in ((BEACH, board.beach), (FALLS, board.falls))
        for colour, count in (counts or {}).items()
        for _ in range(count)
    ]
    afloat = [
        {"colour": piece.colour, "at": space, "cargo": (piece.cargo or (None,))[0]}
        for space, pieces in board.canoes.items()
        for piece in pieces or ()
    ]
    two_gems = {
        cargo_of(space)
        for space, pieces in board.canoes.items()
        if any(len(piece.cargo or ()) > 1 for piece in pieces or ())
    }
    return {
        "discs": {name: {"x": x, "y": y, "offset_mm": 0.0} for name, (x, y) in layout.spaces.items()},
        "canoes": afloat + ashore,
        "gems_in_deposits": {name: dict(gems or {}) for name, gems in board.deposits.items()},
        "weather": board.weather,
        "buoy": board.buoy,
        "faults": [],
        "tags": [],
        "settled_by": str(labelled.by),
        "doubtful": sorted(labelled.doubtful | two_gems),
        "corners_px": corners_px(pose, layout),
        "spaces_px": {
            name: pose.to_px(np.array([place]))[0].tolist() for name, place in layout.spaces.items()
        },
    }


def session_document(calibration: Calibration) -> dict[str, Any]:
    """The document of a table; the places are those that calibration found or somebody showed it."""
    layout, lens = calibration.layout, calibration.pose.lens
    return {
        "players": list(calibration.players),
        "joe": calibration.joe,
        "markers": calibration.stickers,
        "image_size": [lens.width_px, lens.height_px],
        "layout": "own",
        "spaces_mm": {name: list(place) for name, place in layout.spaces.items()},
        "deposits_mm": {name: list(deposit.centre) for name, deposit in layout.deposits.items()},
        "weather_mm": [list(place) for place in layout.weather.centres],
        "buoy_mm": [list(place) for place in layout.buoy.centres],
        "beaches_mm": {
            name: [beach.x_min, beach.y_min, beach.x_max, beach.y_max]
            for name, beach in layout.beaches.items()
        },
    }


def corners_px(pose: Pose, layout: Layout) -> list[list[float]]:
    """Where the board's corners are in the picture."""
    corners: list[list[float]] = pose.to_px(board_corners(layout.size)).tolist()
    return corners
