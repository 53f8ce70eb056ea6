"""Reading one picture: the recipe from pixels to a sighting."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from vision.calibration.withheld import without_unsure
from vision.canoes.fleet import owned_canoes
from vision.canoes.reader import CanoeReader
from vision.confidence.calibrator import fitted_calibrator
from vision.confidence.drift import drift_of, light_change
from vision.confidence.gem_totals import within_gem_totals
from vision.confidence.withholding import with_certainty
from vision.discs.reader import INSERTION, DiscReader
from vision.gems.reader import GemReader
from vision.photometry.hand_mask import hides_too_much
from vision.photometry.occlusion import behind_hand
from vision.photometry.relight import relight, room_for
from vision.placement import CanoePlacer
from vision.readability import is_blurred, is_light_strange, mean_level, sharpness, why_no_board
from vision.registration.register import FoundBy, register
from vision.sighting import (
    Board,
    DiscState,
    SeenCanoe,
    SeenSpace,
    Sighting,
    Unreadable,
    canoes_of,
    cargo_of,
    disc_of,
)
from vision.weather_buoy import MarkingReader

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vision.calibration.model import Calibration
    from vision.confidence.calibrator import Calibrator
    from vision.confidence.drift import Drift
    from vision.discs.decide import DiscFinding
    from vision.gems.counting import GemCount
    from vision.layout import Layout
    from vision.photometry.relight import Relit
    from vision.placement import Placement
    from vision.registration.register import Registration
    from vision.weather_buoy import Marker

Picture = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class _Findings:
    """What the readers of the several pieces found in one picture."""

    discs: Mapping[str, DiscFinding]
    """Of each river space, by its name."""
    insertion: DiscFinding
    canoes: Placement
    weather: tuple[int | None, float]
    buoy: Marker
    deposits: Mapping[str, GemCount]


class Reader:
    """Reads pictures of one calibrated table; keeps the last registration to look there first.

    Not for use by several threads at once.
    """

    def __init__(self, calibration: Calibration, calibrator: Calibrator | None = None) -> None:
        """``calibrator`` says what detectors' confidences are worth; the package's own if none is given."""
        self.calibration = calibration
        self._calibrator = fitted_calibrator() if calibrator is None else calibrator
        self.drift: Drift = {}
        """How far the last picture was from what calibration knows."""
        self.registration: Registration | None = None
        self.sighting: Sighting | None = None
        self.hidden: NDArray[np.bool_] | None = None
        """What hands hid of the board in the last picture, (height, width) of the canvas."""
        self._canoes = CanoeReader(calibration)
        self._placer = CanoePlacer(calibration.layout, owned_canoes(calibration))
        self._discs = DiscReader(calibration)
        self._markings = MarkingReader(calibration)
        self._gems = GemReader(calibration)
        self._sharpness = sharpness(calibration.setup_bgr)
        self._room = room_for(calibration.setup_bgr)

    def read(self, bgr: Picture) -> Sighting:
        """What lies on the table, in a picture (height, width, 3); never a guess."""
        self.hidden = None
        self.sighting = self._read(bgr)
        return self.sighting

    def refuse(self, why: Unreadable) -> Sighting:
        """Withdraw what was read last: the picture must not be used after all."""
        self.sighting = _unreadable(self.calibration.layout, self.registration, why)
        return self.sighting

    def _read(self, bgr: Picture) -> Sighting:
        """Register, rectify, relight, leave out what hands hide, read the pieces; refuse what cannot be used."""
        calibration = self.calibration
        registration = self.registration = self._register(bgr)
        if registration is None:
            return _unreadable(calibration.layout, None, why_no_board(mean_level(bgr)))
        rectified = registration.rectified
        if rectified is None:
            rectified = calibration.canvas.rectify(bgr, registration.pose)
        sharp = sharpness(rectified)
        if is_blurred(sharp, self._sharpness):
            return _unreadable(calibration.layout, registration, Unreadable.BLUR)
        relit = relight(rectified, calibration.bare, self._room)
        self.hidden = relit.hidden
        if _is_covered(relit):
            return _unreadable(calibration.layout, registration, Unreadable.HAND)
        seen = without_unsure(
            _sighting(registration, self._findings(relit, registration)), calibration.unsure
        )
        self.drift = drift_of(
            light=light_change(rectified, relit.matte, relit.hidden),
            residual_levels=relit.residual,
            sharpness=sharp / max(self._sharpness, 1.0),
            misfit_px=registration.reprojection_px,
            stickers=registration.by is FoundBy.MARKERS,
        )
        if relit.hidden is not None:
            seen = behind_hand(seen, relit.hidden, calibration.layout, calibration.canvas)
        told = with_certainty(seen, self.drift, self._calibrator)
        return within_gem_totals(told)

    def _register(self, bgr: Picture) -> Registration | None:
        """Where the board is in the picture: near where it was last, or anywhere; ``None`` when there is none."""
        calibration = self.calibration
        return register(
            bgr,
            calibration.layout,
            calibration.pose,
            calibration.reference,
            stickers=calibration.stickers,
            last=self.registration,
        )

    def _findings(self, relit: Relit, registration: Registration) -> _Findings:
        """Read the pieces: canoes first, for they cover discs and gems."""
        fleet = self._canoes.read(relit, registration.pose)
        discs = self._discs.read(relit, fleet.pixels)
        insertion = discs.pop(INSERTION)
        middles_mm = {name: finding.place_mm for name, finding in discs.items()}
        return _Findings(
            discs,
            insertion,
            self._placer.place(fleet.canoes, fleet.doubtful_mm, middles_mm),
            self._markings.weather(relit),
            self._markings.buoy(relit),
            self._gems.read(relit),
        )


def _is_covered(relit: Relit) -> bool:
    """Whether hands, or a light not understood, leave too little of the board to read."""
    hidden_share = 0.0 if relit.hidden is None else float(relit.hidden.mean())
    return is_light_strange(relit.residual) or hides_too_much(hidden_share)


def _sighting(registration: Registration, found: _Findings) -> Sighting:
    """What was found, in the words of the board."""
    return Sighting(
        board=_board(registration),
        board_by=registration.by.value,
        readable=True,
        why=None,
        hand=False,
        reprojection_px=registration.reprojection_px,
        spaces={name: _space(name, finding, found.canoes) for name, finding in found.discs.items()},
        insertion=found.insertion.disc,
        beach=found.canoes.beach,
        falls=found.canoes.falls,
        weather=found.weather[0],
        buoy=found.buoy.index,
        deposits={name: count.gems for name, count in found.deposits.items()},
        confidence=_confidence(found),
    )


def _space(name: str, finding: DiscFinding, canoes: Placement) -> SeenSpace:
    aboard = tuple(
        SeenCanoe(canoe.colour, canoe.cargo, canoe.confidence, canoe.cargo_confidence)
        for canoe in canoes.aboard[name]
    )
    return SeenSpace(finding.disc, None if name in canoes.hidden else aboard, finding.offset_mm)


def _confidence(found: _Findings) -> dict[str, float]:
    """The detectors' own grades, 0 to 1, which are no probabilities yet."""
    canoes = found.canoes
    everywhere = [canoe for group in (*canoes.aboard.values(), canoes.ashore) for canoe in group]
    missing = 0 if canoes.falls is None else sum(canoes.falls.values())
    # Where canoes are missing, any place that looks empty may be where one was overlooked.
    nothing_there = 1 - missing / max(missing + len(everywhere), 1)
    confidence = {disc_of(name): finding.confidence for name, finding in found.discs.items()}
    for name, aboard in canoes.aboard.items():
        confidence[canoes_of(name)] = min((canoe.confidence for canoe in aboard), default=nothing_there)
        confidence[name] = min(confidence[disc_of(name)], *(canoe.confidence for canoe in aboard), 1.0)
        if aboard and name not in canoes.hidden:
            confidence[cargo_of(name)] = min(canoe.cargo_confidence for canoe in aboard)
    return (
        confidence
        | {INSERTION: found.insertion.confidence}
        | {"beach": min((canoe.confidence for canoe in canoes.ashore), default=nothing_there)}
        | {"falls": min((canoe.confidence for canoe in everywhere), default=0.0)}
        | {"weather": found.weather[1], "buoy": found.buoy.confidence}
        | {name: count.confidence for name, count in found.deposits.items() if count.gems is not None}
    )


def _unreadable(layout: Layout, registration: Registration | None, why: Unreadable) -> Sighting:
    """A sighting of which nothing is known but why."""
    return Sighting(
        board=_board(registration),
        board_by=None if registration is None else registration.by.value,
        readable=False,
        why=why,
        hand=why is Unreadable.HAND,
        reprojection_px=None if registration is None else registration.reprojection_px,
        spaces={name: SeenSpace(DiscState.UNSEEN, None) for name in layout.spaces},
        insertion=DiscState.UNSEEN,
        beach=None,
        falls=None,
        weather=None,
        buoy=None,
        deposits=dict.fromkeys(layout.deposits),
        confidence={},
    )


def _board(registration: Registration | None) -> Board:
    if registration is None:
        return Board.LOST
    return Board.MOVED if registration.moved else Board.FOUND
