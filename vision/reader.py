"""Reading one picture: the recipe from pixels to a sighting."""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.canoes import ON_SPACE_MM, CanoeReader
from vision.discs import INSERTION, DiscReader
from vision.hand import hand_mask
from vision.light import relight
from vision.markings import MarkingReader
from vision.masks import BEACH_MARGIN_MM
from vision.registration import register
from vision.sighting import Board, Disc, SeenCanoe, SeenSpace, Sighting, Unreadable

if TYPE_CHECKING:
    from vision.calibration import Calibration
    from vision.canoes import Fleet, FoundCanoe
    from vision.discs import DiscFinding
    from vision.layout import Place
    from vision.registration import Registration

Picture = NDArray[np.uint8]
TOO_DARK = 14
BLURRED = 6.0
"""Percent of the calibration picture's sharpness (variance of the Laplacian) below which it is blur."""
CERTAIN = 0.55
STRANGE_CANOES = 1
"""More canoes too many of one colour than this are skin or a sleeve."""
WILD_LIGHT = 26.0
"""Median difference to the empty board beyond which the light was not understood."""


class Reader:
    """Reads pictures of one calibrated table; keeps the last registration to look there first.

    Not for use by several threads at once.
    """

    def __init__(self, calibration: Calibration) -> None:
        self.calibration = calibration
        self.registration: Registration | None = None
        self.sighting: Sighting | None = None
        self._canoes = CanoeReader(calibration)
        self._discs = DiscReader(calibration)
        self._markings = MarkingReader(calibration)
        self._sharpness = _sharpness(calibration.setup_bgr)

    def read(self, bgr: Picture) -> Sighting:
        """What lies on the table; never a guess."""
        self.sighting = self._read(bgr)
        return self.sighting

    def refuse(self, why: Unreadable) -> Sighting:
        """Withdraw what was read last: the picture must not be used after all."""
        self.sighting = _unreadable(self.registration, why)
        return self.sighting

    def _read(self, bgr: Picture) -> Sighting:
        calibration = self.calibration
        last = None if self.registration is None else self.registration.markers
        self.registration = register(
            bgr,
            calibration.layout,
            calibration.pose,
            calibration.reference,
            stickers=calibration.stickers,
            last=last,
        )
        if self.registration is None:
            dark = float(bgr[::8, ::8].mean()) < TOO_DARK
            return _unreadable(None, Unreadable.DARK if dark else Unreadable.BOARD_LOST)
        rectified = calibration.canvas.rectify(bgr, self.registration.pose)
        if _sharpness(rectified) < BLURRED / 100 * self._sharpness:
            return _unreadable(self.registration, Unreadable.BLUR)
        relit = relight(rectified, calibration.empty_bgr)
        if relit.residual > WILD_LIGHT:
            return _unreadable(self.registration, Unreadable.HAND)
        if hand_mask(relit, calibration) is not None:
            return _unreadable(self.registration, Unreadable.HAND)
        fleet = self._canoes.read(relit, self.registration.pose)
        surplus = self._surplus(fleet)
        if max(surplus.values(), default=0) > STRANGE_CANOES:
            return _unreadable(self.registration, Unreadable.HAND)
        discs = self._discs.read(relit, fleet.pixels)
        insertion = discs.pop(INSERTION)
        weather, weather_sure = self._markings.weather(relit)
        buoy = self._markings.buoy(relit)
        spaces, beach = self._places(fleet, discs, surplus)
        confidence = {name: finding.confidence for name, finding in discs.items()}
        for canoe in fleet.canoes:
            space = self._space_of(canoe.place_mm)
            if space is not None:
                confidence[space] = min(confidence[space], canoe.confidence)
        return Sighting(
            board=Board.MOVED if self.registration.moved else Board.FOUND,
            board_by=self.registration.by,
            readable=True,
            why=None,
            hand=False,
            reprojection_px=self.registration.reprojection_px,
            spaces=spaces,
            insertion=insertion.disc,
            beach=beach,
            falls=self._falls(spaces, beach),
            weather=weather,
            buoy=buoy.index,
            deposits=self._markings.deposits(relit),
            confidence=confidence | {"weather": weather_sure, "buoy": buoy.confidence},
        )

    def _places(
        self, fleet: Fleet, discs: dict[str, DiscFinding], surplus: Counter[str]
    ) -> tuple[dict[str, SeenSpace], dict[str, int] | None]:
        """Canoes by space and on the beaches; a place with something doubtful is unseen."""
        aboard: dict[str, list[FoundCanoe]] = {name: [] for name in discs}
        beach: Counter[str] = Counter()
        hidden = {self._space_of(place) for place in fleet.doubtful_mm}
        beach_hidden = any(self._on_beach(place) for place in fleet.doubtful_mm)
        for canoe in fleet.canoes:
            space = self._space_of(canoe.place_mm)
            doubtful = canoe.confidence < CERTAIN or surplus[canoe.colour] > 0
            if space is not None:
                aboard[space].append(canoe)
                if doubtful:
                    hidden.add(space)
            elif self._on_beach(canoe.place_mm):
                beach[canoe.colour] += 1
                beach_hidden |= doubtful
        spaces = {
            name: SeenSpace(
                disc=finding.disc,
                canoes=None
                if name in hidden
                else tuple(SeenCanoe(canoe.colour, canoe.cargo) for canoe in aboard[name]),
                offset_mm=finding.offset_mm,
            )
            for name, finding in discs.items()
        }
        return spaces, None if beach_hidden else dict(beach)

    def _falls(self, spaces: dict[str, SeenSpace], beach: dict[str, int] | None) -> dict[str, int] | None:
        """Lost canoes are out of sight: they are those that are nowhere, when every place was seen."""
        if beach is None or any(space.canoes is None for space in spaces.values()):
            return None
        seen = Counter(beach)
        seen.update(canoe.colour for space in spaces.values() for canoe in space.canoes or ())
        return dict(self._owned() - seen)

    def _owned(self) -> Counter[str]:
        """How many canoes of each colour there are on this table."""
        owned = Counter(dict.fromkeys(self.calibration.players, 2))
        if self.calibration.joe:
            owned[self.calibration.layout.pieces.joe_colour] = 1
        return owned

    def _surplus(self, fleet: Fleet) -> Counter[str]:
        """How many more canoes of a colour were found on the board than exist: some of them are something else."""
        on_board = (
            canoe.colour
            for canoe in fleet.canoes
            if self._space_of(canoe.place_mm) is not None or self._on_beach(canoe.place_mm)
        )
        return Counter(on_board) - self._owned()

    def _space_of(self, place: Place) -> str | None:
        spaces = self.calibration.layout.spaces
        nearest = min(spaces, key=lambda name: math.dist(spaces[name], place))
        return nearest if math.dist(spaces[nearest], place) <= ON_SPACE_MM else None

    def _on_beach(self, place: Place) -> bool:
        return any(
            beach.x_min - BEACH_MARGIN_MM <= place[0] <= beach.x_max + BEACH_MARGIN_MM
            and beach.y_min - BEACH_MARGIN_MM <= place[1] <= beach.y_max + BEACH_MARGIN_MM
            for beach in self.calibration.layout.beaches.values()
        )


def _unreadable(registration: Registration | None, why: Unreadable) -> Sighting:
    board = Board.LOST if registration is None else Board.MOVED if registration.moved else Board.FOUND
    names = ("M1", "M2", "M3", "M4", "M5", "L1", "L2", "R1", "R2")
    return Sighting(
        board=board,
        board_by=None if registration is None else registration.by,
        readable=False,
        why=why,
        hand=why is Unreadable.HAND,
        reprojection_px=None if registration is None else registration.reprojection_px,
        spaces={name: SeenSpace(Disc.UNSEEN, None) for name in names},
        insertion=Disc.UNSEEN,
        beach=None,
        falls=None,
        weather=None,
        buoy=None,
        deposits=dict.fromkeys(("amethyst", "diamond", "amber", "sapphire", "ruby")),
        confidence={},
    )


def _sharpness(bgr: Picture) -> float:
    return float(cv2.Laplacian(cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY), cv2.CV_32F)[::2, ::2].var())
