"""Reading one picture: the recipe from pixels to a sighting."""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.canoes.fleet import owned_canoes
from vision.canoes.labels import CANOE_REGION_PARAMETERS
from vision.canoes.reader import CanoeReader
from vision.discs.reader import INSERTION, DiscReader
from vision.gems.reader import GemReader
from vision.masks import BEACH_MARGIN_MM
from vision.photometry.hand_mask import hides_too_much
from vision.photometry.occlusion import behind_hand
from vision.photometry.relight import relight, room_for
from vision.registration.register import register
from vision.sighting import Board, Disc, SeenCanoe, SeenSpace, Sighting, Unreadable, cargo_of
from vision.weather_buoy import MarkingReader

if TYPE_CHECKING:
    from vision.calibration.model import Calibration
    from vision.canoes.fleet import Fleet, FoundCanoe
    from vision.discs.decide import DiscFinding
    from vision.layout import Beach, Place
    from vision.registration.register import Registration

Picture = NDArray[np.uint8]
TOO_DARK = 14
BLURRED = 6.0
"""Percent of the calibration picture's sharpness (variance of the Laplacian) below which it is blur."""
MOST_ABREAST = 4
"""So many canoes have room side by side on a disc."""
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
        self.hidden: NDArray[np.bool_] | None = None
        """What hands hid of the board in the last picture, (height, width) of the canvas."""
        self._canoes = CanoeReader(calibration)
        self._discs = DiscReader(calibration)
        self._markings = MarkingReader(calibration)
        self._gems = GemReader(calibration)
        self._sharpness = _sharpness(calibration.setup_bgr)
        self._room = room_for(calibration.setup_bgr)

    def read(self, bgr: Picture) -> Sighting:
        """What lies on the table; never a guess."""
        self.hidden = None
        self.sighting = self._read(bgr)
        return self.sighting

    def refuse(self, why: Unreadable) -> Sighting:
        """Withdraw what was read last: the picture must not be used after all."""
        self.sighting = _unreadable(self.registration, why)
        return self.sighting

    def _read(self, bgr: Picture) -> Sighting:
        calibration = self.calibration
        self.registration = register(
            bgr,
            calibration.layout,
            calibration.pose,
            calibration.reference,
            stickers=calibration.stickers,
            last=self.registration,
        )
        if self.registration is None:
            dark = float(bgr[::8, ::8].mean()) < TOO_DARK
            return _unreadable(None, Unreadable.DARK if dark else Unreadable.BOARD_LOST)
        rectified = self.registration.rectified
        if rectified is None:
            rectified = calibration.canvas.rectify(bgr, self.registration.pose)
        if _sharpness(rectified) < BLURRED / 100 * self._sharpness:
            return _unreadable(self.registration, Unreadable.BLUR)
        relit = relight(rectified, calibration.bare, self._room)
        self.hidden = relit.hidden
        if relit.residual > WILD_LIGHT or (
            relit.hidden is not None and hides_too_much(float(relit.hidden.mean()))
        ):
            return _unreadable(self.registration, Unreadable.HAND)
        fleet = self._canoes.read(relit, self.registration.pose)
        discs = self._discs.read(relit, fleet.pixels)
        insertion = discs.pop(INSERTION)
        weather, weather_sure = self._markings.weather(relit)
        buoy = self._markings.buoy(relit)
        deposits = self._gems.read(relit)
        aboard = self._aboard(fleet, discs)
        hidden = {self._space_of(place, discs) for place in fleet.doubtful_mm} | self._crowded(aboard, fleet)
        beach_hidden = any(map(self._on_beach, fleet.doubtful_mm))
        confidence = {name: finding.confidence for name, finding in discs.items()}
        for name, canoes in aboard.items():
            confidence[name] = min([confidence[name], *(canoe.confidence for canoe in canoes)])
            if canoes and name not in hidden:
                confidence[cargo_of(name)] = min(canoe.cargo_confidence for canoe in canoes)
        seen = Sighting(
            board=Board.MOVED if self.registration.moved else Board.FOUND,
            board_by=self.registration.by,
            readable=True,
            why=None,
            hand=False,
            reprojection_px=self.registration.reprojection_px,
            spaces={
                name: SeenSpace(
                    finding.disc,
                    None
                    if name in hidden
                    else tuple(SeenCanoe(canoe.colour, canoe.cargo) for canoe in aboard[name]),
                    finding.offset_mm,
                )
                for name, finding in discs.items()
            },
            insertion=insertion.disc,
            beach=None if beach_hidden else self._beach(fleet, discs),
            falls=None if fleet.doubtful_mm or hidden else dict(self._missing(fleet)),
            weather=weather,
            buoy=buoy.index,
            deposits={name: count.gems for name, count in deposits.items()},
            confidence=confidence
            | {"weather": weather_sure, "buoy": buoy.confidence}
            | {name: count.confidence for name, count in deposits.items() if count.gems is not None},
        )
        return (
            seen
            if relit.hidden is None
            else behind_hand(seen, relit.hidden, calibration.layout, calibration.canvas)
        )

    def _aboard(self, fleet: Fleet, discs: dict[str, DiscFinding]) -> dict[str, list[FoundCanoe]]:
        """The canoes of each space."""
        aboard: dict[str, list[FoundCanoe]] = {name: [] for name in discs}
        for canoe in fleet.canoes:
            space = self._space_of(canoe.place_mm, discs)
            if space is not None:
                aboard[space].append(canoe)
        return aboard

    def _crowded(self, aboard: dict[str, list[FoundCanoe]], fleet: Fleet) -> set[str]:
        """Spaces where more canoes lie than have room side by side, while some are nowhere: they may lie below."""
        if not self._missing(fleet):
            return set()
        return {name for name, canoes in aboard.items() if len(canoes) > MOST_ABREAST}

    def _beach(self, fleet: Fleet, discs: dict[str, DiscFinding]) -> dict[str, int]:
        """How many canoes of each colour lie on the beaches."""
        return dict(
            Counter(
                canoe.colour
                for canoe in fleet.canoes
                if self._on_beach(canoe.place_mm) and self._space_of(canoe.place_mm, discs) is None
            )
        )

    def _missing(self, fleet: Fleet) -> Counter[str]:
        """The canoes that are nowhere on the board; lost over the falls, when no place is in doubt."""
        return owned_canoes(self.calibration) - Counter(canoe.colour for canoe in fleet.canoes)

    def _space_of(self, place: Place, discs: dict[str, DiscFinding]) -> str | None:
        """The space whose disc this place is on; a displaced disc takes its canoes with it."""
        spaces = self.calibration.layout.spaces

        def away(name: str) -> float:
            return min(math.dist(middle, place) for middle in (spaces[name], discs[name].place_mm) if middle)

        nearest = min(spaces, key=away)
        return nearest if away(nearest) <= CANOE_REGION_PARAMETERS.on_space_mm else None

    def _on_beach(self, place: Place) -> bool:
        """Whether a canoe here is drawn up on a beach, or beside one; what can still touch a disc is not."""
        layout = self.calibration.layout
        off_mm = min(_off_sand(place, beach) for beach in layout.beaches.values())
        afloat_mm = (layout.disc.diameter + layout.pieces.canoe_length) / 2
        clear = min(math.dist(place, space) for space in layout.spaces.values()) > afloat_mm
        return off_mm == 0 or (off_mm <= BEACH_MARGIN_MM and clear)


def _off_sand(place: Place, beach: Beach) -> float:
    """How far beside the sand of a beach a place is, at most along one side of it; 0 on it."""
    return max(
        beach.x_min - place[0], place[0] - beach.x_max, beach.y_min - place[1], place[1] - beach.y_max, 0.0
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
    edges = cv2.Laplacian(cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY), cv2.CV_16S)
    _, spread = cv2.meanStdDev(np.ascontiguousarray(edges[::2, ::2]))
    return float(spread[0, 0]) ** 2
