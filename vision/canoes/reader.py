"""Canoes: their colour, where they lie, and what they carry.

Every pixel that the empty board does not explain is labelled with a canoe's colour; hulls are found in the labels by
their shape; each is judged by its evidence, the surest first.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.canoes.beach import BeachReader
from vision.canoes.cargo import CargoReader
from vision.canoes.cargo_network import CargoNetwork, second_opinion
from vision.canoes.cast_shadows import unshaded_board
from vision.canoes.decide import (
    CanoeVerdict,
    best_colour,
    decide,
    hides_another,
    is_suppressed,
    may_be_overlooked,
)
from vision.canoes.empty_hulls import teaches
from vision.canoes.evidence import measure, overlap, unclaimed
from vision.canoes.fleet import Fleet, FoundCanoe, owned_canoes
from vision.canoes.hold import look_into
from vision.canoes.hull_crops import hull_crop
from vision.canoes.hull_finder import HULL_FINDER_THRESHOLDS, HullFinder
from vision.canoes.hull_shapes import HullShape
from vision.canoes.labels import CANOE_REGION_PARAMETERS, CanoeLabeller
from vision.canoes.shadowless_hulls import ShadowlessFinder
from vision.imaging.colour_models import Palette
from vision.imaging.windows import around
from vision.photometry.relight import relight

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from vision.calibration.model import Calibration
    from vision.canoes.decide import CanoeEvidence
    from vision.canoes.hold import Hold
    from vision.canoes.hull_crops import Picture
    from vision.canoes.hull_shapes import Hull
    from vision.canoes.shadowless_hulls import ShadowlessHulls
    from vision.geometry import Canvas, Pose
    from vision.layout import Place
    from vision.photometry.relight import Relit


@dataclass(frozen=True, slots=True)
class CanoeHeight:
    """How high above the board canoes are seen."""

    outline_mm: float = 9.0
    """Millimetres above the board of a canoe's outline, about half-way up its 15 mm. More puts canoes far from the
    camera too near to it; less too far."""


CANOE_HEIGHT = CanoeHeight()


class CanoeReader:
    """Reads all canoes of pictures of one calibrated table."""

    def __init__(self, calibration: Calibration) -> None:
        self._calibration = calibration
        self._canvas = calibration.canvas
        pieces, scale = calibration.layout.pieces, self._canvas.px_per_mm
        self._shape = HullShape(pieces.canoe_length * scale, pieces.canoe_beam * scale)
        self._finder = HullFinder(self._shape)
        self._labeller = CanoeLabeller(calibration)
        self._beaches = BeachReader(calibration, self._shape.area_px)
        self._names = tuple(calibration.canoes)
        self._palette = Palette.of(calibration.canoes)
        self._owned = owned_canoes(calibration)
        self._hulls = ShadowlessFinder(
            self._finder, self._shape, len(self._names), unshaded_board(calibration), scale
        )
        empty = self._hulls_at_set_up()
        self._cargo = CargoReader(calibration.gems, self._empty_holds(empty))
        self._network = CargoNetwork(calibration, self._wholest(empty))

    def read(self, relit: Relit, pose: Pose) -> Fleet:
        """All canoes in a picture brought back to the light of calibration."""
        seen = self._hulls.find(self._labeller.labels(relit), relit.bgr)
        labels = seen.labels
        taken = np.zeros(labels.shape, np.uint8)
        lying: list[tuple[Hull, FoundCanoe]] = []
        doubtful: list[Place] = []
        surplus = 0
        found: Counter[str] = Counter()
        for hull, evidence, place in self._surest_first(seen, relit, pose):
            _, likeliest = best_colour(evidence, self._names)
            if is_suppressed(overlap(hull, self._shape, taken, self._label(likeliest))):
                continue
            finding = decide(evidence, [name for name in self._names if found[name] < self._owned[name]])
            if finding.verdict in (CanoeVerdict.CANOE, CanoeVerdict.DOUBTFUL):
                found[finding.colour] += 1
            if finding.verdict is CanoeVerdict.CANOE:
                window, here = self._shape.window(labels.shape, hull)
                inside = self._shape.fill(taken[window].shape, here)
                taken[window][inside] = self._label(finding.colour)
                hold = look_into(relit.matte, hull, self._canvas.px_per_mm)
                cargo, sure = self._cargo.read(hold, finding.colour)
                lying.append((hull, FoundCanoe(finding.colour, place, cargo, finding.confidence, sure)))
            elif finding.verdict is not CanoeVerdict.NOTHING:
                doubtful.append(place)
            surplus += finding.verdict is CanoeVerdict.SURPLUS
        doubtful += self._half_hidden(lying, self._owned - found, labels)
        pixels = taken > 0
        doubtful += self._overlooked([canoe.place_mm for _, canoe in lying], labels, pixels | seen.shadow)
        doubtful += places_below(self._beaches.read(relit, pixels | seen.shadow), self._canvas, pose)
        return Fleet(tuple(self._confirmed(lying, relit.matte)), pixels, tuple(doubtful), surplus)

    def _confirmed(
        self, lying: Sequence[tuple[Hull, FoundCanoe]], matte_bgr: Picture
    ) -> Iterator[FoundCanoe]:
        """The canoes, their cargo held against what the network says of it."""
        crops = [self._crop(matte_bgr, hull) for hull, _ in lying]
        said = self._network.probabilities(crops, [canoe.colour for _, canoe in lying])
        for (_, canoe), probabilities in zip(lying, said, strict=True):
            cargo, sure = second_opinion(canoe.cargo, canoe.cargo_confidence, probabilities)
            yield replace(canoe, cargo=cargo, cargo_confidence=sure)

    def _crop(self, bgr: Picture, hull: Hull) -> Picture:
        return hull_crop(bgr, hull.middle_px, hull.angle_rad, self._canvas.px_per_mm)

    def _label(self, colour: str) -> int:
        """The label of a colour's pixels."""
        return self._names.index(colour) + 1

    def _surest_first(
        self, seen: ShadowlessHulls, relit: Relit, pose: Pose
    ) -> Iterator[tuple[Hull, CanoeEvidence, Place]]:
        """All hulls seen with their evidence and their place on the board."""
        measured = [
            (
                hull,
                measure(
                    hull, self._shape, relit.matte, self._calibration.empty_bgr, seen.labels, self._palette
                ),
            )
            for hull in seen.hulls
        ]
        measured.sort(key=lambda one: -best_colour(one[1], self._names)[0])
        places = places_below([hull.middle_px for hull, _ in measured], self._canvas, pose)
        for (hull, evidence), place in zip(measured, places, strict=True):
            yield hull, evidence, place

    def _half_hidden(
        self, lying: list[tuple[Hull, FoundCanoe]], lacking: Counter[str], labels: NDArray[np.uint8]
    ) -> Iterator[Place]:
        """The places of canoes under which another of their colour lies, of the colours ``lacking``."""
        if not lacking:
            return
        claimed = np.zeros(labels.shape, bool)
        for hull, _ in lying:
            window, here = self._shape.window(labels.shape, hull)
            claimed[window] |= self._shape.fill(claimed[window].shape, here, HULL_FINDER_THRESHOLDS.claim)
        for hull, canoe in lying:
            if lacking[canoe.colour]:
                label = self._label(canoe.colour)
                if hides_another(unclaimed(hull, self._shape, labels, claimed, label)):
                    yield canoe.place_mm

    def _overlooked(
        self, canoes_mm: Sequence[Place], labels: NDArray[np.uint8], explained: NDArray[np.bool_]
    ) -> list[Place]:
        """The spaces without a canoe where canoes' labels lie open that are not ``explained`` (height, width)."""
        layout = self._calibration.layout
        bare = [
            place
            for place in layout.spaces.values()
            if all(math.dist(place, canoe) > CANOE_REGION_PARAMETERS.on_space_mm for canoe in canoes_mm)
        ]
        reach_mm, strange = layout.disc.diameter / 2, (labels > 0) & ~explained
        return [
            place
            for place in bare
            if may_be_overlooked(thick_px(strange, place, reach_mm, self._canvas) / self._shape.area_px)
        ]

    def _hulls_at_set_up(self) -> list[Hull]:
        """The canoes at set-up: all of them lie there empty, some partly under others."""
        labels = self._labeller.labels(relight(self._calibration.setup_bgr, self._calibration.bare))
        return self._finder.find(labels, len(self._names))

    def _empty_holds(self, hulls: Sequence[Hull]) -> dict[str, tuple[Hold, ...]]:
        """The insides of the canoes at set-up that teach how empty ones look, by colour."""
        calibration = self._calibration
        holds: dict[str, list[Hold]] = {name: [] for name in self._names}
        for hull in hulls:
            hold = look_into(calibration.setup_bgr, hull, self._canvas.px_per_mm)
            colour = self._names[hull.label - 1]
            if teaches(hull.cover, hold, calibration.canoes[colour].mean):
                holds[colour].append(hold)
        return {name: tuple(found) for name, found in holds.items()}

    def _wholest(self, hulls: Sequence[Hull]) -> dict[str, Picture]:
        """By colour, the crop of the hull at set-up that fills most of its outline."""
        return {
            self._names[hull.label - 1]: self._crop(self._calibration.setup_bgr, hull)
            for hull in sorted(hulls, key=lambda hull: hull.cover)
        }


def thick_px(mask: NDArray[np.bool_], place: Place, reach_mm: float, canvas: Canvas) -> int:
    """How many pixels around a place are true (height, width), without lines thinner than three pixels."""
    window = around(canvas.at(place), reach_mm * canvas.px_per_mm, mask.shape)
    opened = cv2.morphologyEx(mask[window].astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    return cv2.countNonZero(opened)


def places_below(
    middles_px: Sequence[tuple[float, float]],
    canvas: Canvas,
    pose: Pose,
    height_mm: float = CANOE_HEIGHT.outline_mm,
) -> list[Place]:
    """The places on the board, in millimetres, below the middles of canoes, in pixels of the canvas.

    What stands above the board is seen aside of where it is.
    """
    if not middles_px:
        return []
    flat = np.array([canvas.place(*middle) for middle in middles_px])
    return [(float(x), float(y)) for x, y in pose.to_mm(pose.to_px(flat), height_mm)]
