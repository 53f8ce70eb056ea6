"""A calibration with places shown by hand: where somebody moved or confirmed them, and what is learnt there anew."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.calibrating.piece_colours import learn_canoes, learn_gems
from vision.calibration.complaint import Complaint, Poor
from vision.calibration.places import CONFIRMED, kind_or_name, layout_with, unsure_names
from vision.errors import LayoutError
from vision.imaging.channels import brightest
from vision.layout import layout_problem
from vision.photometry.bare_board import smoothed
from vision.photometry.relight import Relit

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from vision.calibration.model import Calibration
    from vision.calibration.places import BoardPlace

OF_PLACES = frozenset({Poor.NO_DISC, Poor.TOGETHER, Poor.CLOUD, Poor.UNSURE})
"""Complaints of what was not found where it was looked for: with other places they are not known to hold."""


def corrected(calibration: Calibration, shown: Iterable[BoardPlace]) -> Calibration:
    """The calibration with the places ``shown`` where they are shown, confirmed by it; all others stay as they are.

    To confirm a place that lies right, show it unmoved; to confirm all, show ``calibration.places``. The colours of
    canoes and gems are learnt anew at their places, from the pictures that the calibration keeps; the reader of the
    new calibration is a new `vision.reader.Reader`. Complaints that another place may have settled are dropped.

    Raises `KeyError` for a name that is no place of this board, `CalibrationError` where no canoe is on the beaches
    or no Joe on the first space (see its ``trouble``), `LayoutError` where spaces overlap or a place leaves the board.
    """
    places = tuple(shown)
    layout = layout_with(calibration.layout, places)
    problem = layout_problem(layout)
    if problem is not None:
        raise LayoutError(problem)
    certainty = {**calibration.certainty, **{place.name: CONFIRMED for place in places}}
    set_up = _set_up_of(calibration)
    canvas = calibration.canvas
    notes = [note for note in calibration.notes if note.about not in OF_PLACES]
    return replace(
        calibration,
        layout=layout,
        certainty=certainty,
        canoes=learn_canoes(
            set_up, calibration.empty_bgr, layout, canvas, calibration.players, joe=calibration.joe
        ),
        gems=learn_gems(set_up, layout, canvas),
        notes=(*notes, *unsure_complaint(certainty)),
    )


def unsure_complaint(certainty: Mapping[str, float]) -> tuple[Complaint, ...]:
    """The complaint that names what is unsure, a row by its name; none when all is certain."""
    unsure = tuple(dict.fromkeys(map(kind_or_name, unsure_names(certainty))))
    return (Complaint(Poor.UNSURE, {"places": unsure}),) if unsure else ()


def _set_up_of(calibration: Calibration) -> Relit:
    """The set-up picture as it was learnt from: it is kept in the light of the empty one."""
    set_up = calibration.setup_bgr
    difference = brightest(cv2.absdiff(smoothed(set_up), calibration.bare.smooth))
    return Relit(set_up, set_up, np.asarray(difference, np.uint8), None, 0.0)
