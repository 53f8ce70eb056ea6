"""Which canoe of the set-up is whose: hulls among what lies on the beaches, each given its colour's name.

The pixels are clustered (k-means) into more colours than there are players, for shadows form clusters too; hulls are
found in the clusters by their shape, without the shadows they cast. As each player has as many canoes as every other,
names are given to all hulls at once (assignment problem) and colours learnt from the hulls named so, in turns. What is
no hull, or is dimmed like a shadow, is left without a name.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.canoes.cast_shadows import without_grain
from vision.canoes.evidence import uneven_light
from vision.canoes.fleet import CANOES_EACH
from vision.canoes.hull_finder import HullFinder
from vision.canoes.hull_shapes import HullShape
from vision.canoes.shadowless_hulls import ShadowlessFinder
from vision.imaging.assignment import cheapest_assignment
from vision.imaging.colour_clusters import clustered
from vision.imaging.colour_models import median_lab, to_lab

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vision.canoes.hull_shapes import Hull
    from vision.geometry import Canvas
    from vision.imaging.colour_models import Lab
    from vision.layout import Layout

Picture = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class SetUpHullParameters:
    """How hulls of the set-up are found and named.

    Chosen on sessions 00-07 of the photo-real development tables and on tables of `tools.tables`.
    """

    shadow_clusters: int = 1
    """Clusters more than players. More splits a canoe's lit and its shaded side; less gives shadows a player's."""
    median_px: int = 3
    """Pixels: side of the median filter before colours are clustered."""
    inner: float = 0.9
    """Size of the outline within which a hull's pixels are learnt from, in hull sizes. More takes in the ground at its
    edge; less leaves its rim out."""
    lightness: float = 0.7
    """Weight of L against a and b. More trusts the exposure of the picture; less mixes up brown and black."""
    thin_cost: float = 3000.0
    """Squared Lab steps that a hull costs whose outline is empty. More names whole hulls of odd colours before half
    ones of the usual; less names slivers of shadow."""
    even_dimming: float = 0.25
    """Unevenness (0..1) from which a hull is not dimmed like a shadow: channels lose unequal shares of their light."""
    shadow_cost: float = 600.0
    """Squared Lab steps that a hull costs whose channels are all dimmed alike. More loses canoes of the ground's hue;
    less names shadows."""
    nobody_cost: float = 12000.0
    """Squared Lab steps that a canoe not found costs. More names anything; less leaves canoes in odd light unnamed."""
    least_cover: float = 0.55
    """Share (0..1) of its outline that a hull shows to be learnt from, unless no hull of its name shows more."""
    rounds: int = 5
    """How often names are given and colours learnt anew, at most."""


SET_UP_HULLS = SetUpHullParameters()


def hulls_at_set_up(
    set_up_bgr: Picture,
    empty_bgr: Picture,
    pieces: NDArray[np.bool_],
    layout: Layout,
    canvas: Canvas,
    usual_bgr: Mapping[str, tuple[int, int, int]],
    parameters: SetUpHullParameters = SET_UP_HULLS,
) -> dict[str, Picture]:
    """The pixels (n, 3) of the hulls of each name of ``usual_bgr``; a name whose canoes are not seen is left out.

    ``pieces`` (height, width) is where something lies on the beaches. Both pictures are in the same light.
    """
    count = len(usual_bgr) + parameters.shadow_clusters
    if np.count_nonzero(pieces) < count:
        return {}
    scale = canvas.px_per_mm
    shape = HullShape(layout.pieces.canoe_length * scale, layout.pieces.canoe_beam * scale)
    finder = ShadowlessFinder(HullFinder(shape), shape, count, without_grain(empty_bgr), scale)
    quiet = np.asarray(cv2.medianBlur(set_up_bgr, parameters.median_px), np.uint8)
    shadow = finder.find(_cluster_labels(quiet, pieces, count), set_up_bgr).shadow
    hulls = finder.finder.find(_cluster_labels(quiet, pieces & ~shadow, count), count)
    if not hulls:
        return {}
    seen = [_inside(hull, shape, set_up_bgr, parameters.inner) for hull in hulls]
    light = [
        uneven_light(own, _inside(hull, shape, empty_bgr, parameters.inner))
        for hull, own in zip(hulls, seen, strict=True)
    ]
    owners = named(
        np.stack([median_lab(own) for own in seen]),
        np.array([blemish(hull.cover, *told, parameters) for hull, told in zip(hulls, light, strict=True)]),
        np.stack([to_lab(np.array([bgr], np.uint8))[0] for bgr in usual_bgr.values()]),
        parameters,
    )
    found: dict[str, Picture] = {}
    for index, name in enumerate(usual_bgr):
        mine = [number for number, owner in enumerate(owners) if owner == index]
        chosen = taught_by({number: hulls[number].cover for number in mine}, parameters)
        if chosen:
            found[name] = np.concatenate([seen[number] for number in chosen])
    return found


def taught_by(covers: Mapping[int, float], parameters: SetUpHullParameters = SET_UP_HULLS) -> tuple[int, ...]:
    """Which hulls of one colour it is learnt from, of their numbers and covers (0..1): the whole ones, or the best."""
    whole = tuple(number for number, cover in covers.items() if cover >= parameters.least_cover)
    return whole or tuple(sorted(covers, key=lambda number: -covers[number])[:1])


def blemish(
    cover: float, brightest_ratio: float, unevenness: float, parameters: SetUpHullParameters = SET_UP_HULLS
) -> float:
    """What speaks against a hull, in squared Lab steps: an outline that is not full, and light dimmed alike.

    Light is told as by `vision.canoes.evidence.uneven_light`.
    """
    dimmed_alike = max(0.0, 1 - unevenness / parameters.even_dimming) if brightest_ratio < 1 else 0.0
    return parameters.thin_cost * (1 - cover) + parameters.shadow_cost * dimmed_alike


def named(
    hulls_lab: Lab,
    blemishes: NDArray[np.float64],
    usual_lab: Lab,
    parameters: SetUpHullParameters = SET_UP_HULLS,
) -> tuple[int | None, ...]:
    """Whose each hull is, an index into ``usual_lab`` (names, 3), or nobody's.

    ``hulls_lab`` (n, 3) are the hulls' colours; ``blemishes`` (n,), in squared Lab steps, speak against their being
    hulls at all.
    """
    weights = np.array([parameters.lightness, 1.0, 1.0])
    colours = usual_lab
    owners: tuple[int | None, ...] = ()
    for _ in range(parameters.rounds):
        apart = np.sum(((colours[:, None] - hulls_lab[None]) * weights) ** 2, axis=2) + blemishes
        slots = np.repeat(apart, CANOES_EACH, axis=0)
        nobody = np.full((len(slots), len(slots)), parameters.nobody_cost)
        columns = cheapest_assignment(np.hstack((slots, nobody)))
        owner_of = {column: slot // CANOES_EACH for slot, column in enumerate(columns)}
        before, owners = owners, tuple(owner_of.get(number) for number in range(len(hulls_lab)))
        if owners == before:
            break
        colours = np.stack(
            [
                hulls_lab[[owner == index for owner in owners]].mean(axis=0) if index in owners else usual
                for index, usual in enumerate(usual_lab)
            ]
        )
    return owners


def _cluster_labels(bgr: Picture, pieces: NDArray[np.bool_], count: int) -> NDArray[np.uint8]:
    """Labels 1..``count`` of the pixels of ``pieces`` by their colour, 0 elsewhere."""
    labels = np.zeros(pieces.shape, np.uint8)
    labels[pieces] = clustered(to_lab(bgr[pieces]), count) + 1
    return labels


def _inside(hull: Hull, shape: HullShape, bgr: Picture, inner: float) -> Picture:
    """The pixels (n, 3) within a hull's outline."""
    window, here = shape.window(bgr.shape, hull)
    return bgr[window][shape.fill(bgr[window].shape, here, inner)]
