"""A contact sheet of what was not told rightly: the place in the picture, what was true, what was read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.bench.score import INSERTION, FactKind, Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.bench.score import Fact
    from vision.bench.truth import Truth
    from vision.layout import Layout, Place

AROUND_MM = 42.0
"""Half the side of what a tile shows; of the whole board where the fact has no one place. More shows more of the
surroundings, and everything smaller; less cuts a canoe off that lies beside its space."""
TILE_PX = 220
"""Side of a tile. More shows finer and makes the sheet larger."""
CAPTION_PX = 56
"""Height of the three lines of text below a tile. Less cuts the last one off."""
COLUMNS = 6
"""Tiles side by side. More makes the sheet wider than a screen, less longer."""
MOST_TILES = 90
"""As many as a person looks through; of more failures the wrong answers come first, and the rest is left out."""
PAPER, INK = (250, 250, 250), (30, 30, 30)
"""Ground and text, as (blue, green, red)."""
WRONG, OPEN = (40, 40, 210), (190, 130, 30)
"""The frame of a wrong answer, red, and of one withheld, blue."""


@dataclass(frozen=True, slots=True, eq=False)
class Tile:
    """One failure: where it happened, cut out of its picture."""

    picture: str
    fact: Fact
    bgr: NDArray[np.uint8]
    """(TILE_PX, TILE_PX, 3)."""


def cut_out(truth: Truth, bgr: NDArray[np.uint8], fact: Fact, layout: Layout) -> Tile:
    """The tile of one fact; its place is found by the board's true corners."""
    width, height = layout.size
    x, y = _place(fact, layout) or (width / 2, height / 2)
    reach_x = reach_y = AROUND_MM
    if _place(fact, layout) is None:
        reach_x = reach_y = max(width, height) / 2
    board = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    to_px = cv2.getPerspectiveTransform(board, np.array(truth.corners_px, np.float32))
    to_mm = np.array(
        [[2 * reach_x / TILE_PX, 0, x - reach_x], [0, 2 * reach_y / TILE_PX, y - reach_y], [0, 0, 1]]
    )
    tile = cv2.warpPerspective(
        bgr, to_px @ to_mm, (TILE_PX, TILE_PX), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    )
    return Tile(f"{truth.picture.parents[1].name}/{truth.picture.stem}", fact, np.asarray(tile, np.uint8))


def draw_sheet(tiles: Sequence[Tile]) -> NDArray[np.uint8]:
    """All tiles with their captions, wrong answers first; as many as a person looks through."""
    shown = sorted(
        tiles, key=lambda tile: (tile.fact.verdict is not Verdict.WRONG, tile.fact.kind, tile.picture)
    )
    shown = shown[:MOST_TILES]
    rows = max((len(shown) + COLUMNS - 1) // COLUMNS, 1)
    sheet = np.full((rows * (TILE_PX + CAPTION_PX), COLUMNS * TILE_PX, 3), PAPER, np.uint8)
    for number, tile in enumerate(shown):
        top, left = number // COLUMNS * (TILE_PX + CAPTION_PX), number % COLUMNS * TILE_PX
        sheet[top : top + TILE_PX, left : left + TILE_PX] = tile.bgr
        colour = WRONG if tile.fact.verdict is Verdict.WRONG else OPEN
        cv2.rectangle(sheet, (left, top), (left + TILE_PX - 1, top + TILE_PX - 1), colour, 2)
        fact = tile.fact
        head = f"{tile.picture} {fact.kind} {fact.where if fact.where != fact.kind else ''}"
        for row, (line, ink) in enumerate(
            ((head, INK), (f"true: {_short(fact.true)}", INK), (f"read: {_short(fact.told)}", colour))
        ):
            at = (left + 4, top + TILE_PX + 15 + 17 * row)
            cv2.putText(sheet, line, at, cv2.FONT_HERSHEY_SIMPLEX, 0.42, ink, 1, cv2.LINE_AA)
    return sheet


def _place(fact: Fact, layout: Layout) -> Place | None:
    """Where on the board a fact is; ``None`` when it is about more than one place."""
    if fact.where in layout.spaces:
        return layout.spaces[fact.where]
    if fact.where in layout.deposits:
        return layout.deposits[fact.where].centre
    if fact.where == INSERTION:
        return layout.river.insertion
    if fact.kind is FactKind.WEATHER:
        return layout.weather.centres[layout.weather.values.index(int(fact.true))]
    if fact.kind is FactKind.BUOY:
        return layout.buoy.centres[int(fact.true)]
    return None


def _short(text: str) -> str:
    """A dictionary as people write lists, and not longer than a tile is wide."""
    plain = text.replace("{}", "nothing").translate(str.maketrans("", "", "{}'"))
    return plain if len(plain) < 30 else f"{plain[:28]}.."
