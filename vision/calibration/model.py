"""What is known of this board, these pieces and this light, once they have been calibrated."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from vision.calibration.places import places_of, unsure_names
from vision.geometry import Canvas
from vision.photometry.bare_board import BareBoard
from vision.registration.register import Reference

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vision.calibration.complaint import Complaint
    from vision.calibration.places import BoardPlace
    from vision.geometry import Pose
    from vision.imaging.colour_models import ColourModel
    from vision.layout import Layout

Picture = NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class Calibration:
    """Everything the readers know of this table, from an empty and a set-up picture."""

    layout: Layout
    pose: Pose
    stickers: bool
    players: tuple[str, ...]
    joe: bool
    empty_bgr: Picture
    """The empty board, rectified."""
    setup_bgr: Picture
    """The board set up, rectified, in the light of the empty picture."""
    canoes: dict[str, ColourModel]
    gems: dict[str, ColourModel]
    """Colours of canoes and gems, by name."""
    notes: tuple[Complaint, ...] = ()
    certainty: Mapping[str, float] = field(default_factory=dict)
    """How certain each place of the layout is to lie there, 0 to 1, by its name (`vision.calibration.places`); one that
    is not in it was confirmed by a person, or by a version that asked nobody."""

    @property
    def places(self) -> tuple[BoardPlace, ...]:
        """Every place of the board with where it lies and how certain that is, to be shown and corrected."""
        return places_of(self.layout, self.certainty)

    @property
    def unsure(self) -> tuple[str, ...]:
        """The names of the places that are not read until somebody confirms them."""
        return unsure_names(self.certainty)

    @property
    def canvas(self) -> Canvas:
        """The rectified picture's frame."""
        return Canvas(self.layout.size)

    @property
    def colours(self) -> tuple[str, ...]:
        """Canoe colours on this table, Joe's included."""
        return (*self.players, self.layout.pieces.joe_colour) if self.joe else self.players

    @cached_property
    def reference(self) -> Reference:
        """What of the empty board's print finds it again."""
        return Reference.of(self.empty_bgr, self.canvas, self.layout)

    @cached_property
    def bare(self) -> BareBoard:
        """The empty board, prepared for comparing."""
        return BareBoard.of(self.empty_bgr, self.canvas, self.layout)
