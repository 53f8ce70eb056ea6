"""The document beside each picture: what is truly there, in the words of the pictures' format."""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from tools.tables.positions import Position
    from tools.tables.style import TableStyle
    from vision.layout import Layout, Place

WITHIN_MM = 40.0
"""A disc that was slid from its space is still told as that space's, so far away at most."""


def truth_of(
    position: Position, layout: Layout, tags: tuple[str, ...], project: Callable[[Place], tuple[float, float]]
) -> dict[str, Any]:
    """Places, colours, cargo, offsets in mm and where the board is in the picture, in pixels."""
    width, height = layout.size
    return {
        "discs": _discs(position, layout),
        "canoes": [
            {
                "colour": canoe.colour,
                "at": position.at[canoe.name],
                "cargo": canoe.cargo[0] if canoe.cargo else None,
                "x": canoe.x_mm,
                "y": canoe.y_mm,
                "angle_rad": canoe.angle_rad,
            }
            for canoe in position.scene.canoes
        ],
        "gems_in_deposits": _gems(position, layout),
        "gems_mm": [[gem.colour, gem.x_mm, gem.y_mm] for gem in position.scene.gems],
        "weather": position.weather,
        "buoy": position.buoy,
        "faults": list(position.faults),
        "tags": list(tags),
        "corners_px": [project(at) for at in ((0.0, 0.0), (width, 0.0), (width, height), (0.0, height))],
        "spaces_px": {name: project(at) for name, at in layout.spaces.items()},
    }


def session_of(style: TableStyle, layout: Layout, players: tuple[str, ...], *, joe: bool) -> dict[str, Any]:
    """What holds for all pictures of a table."""
    return {
        "maker": "tools.tables",
        "seed": style.seed,
        "players": list(players),
        "joe": joe,
        "markers": style.stickers,
        "table": str(style.tabletop),
        "print": str(style.board.painter),
        "gems": str(style.gems.shape),
        "hulls": str(style.hulls.shape),
        "image_size": list(style.camera.size_px),
        "tilt_deg": style.camera.tilt_deg,
        "layout": "own" if style.own_layout else "default",
        "spaces_mm": {name: list(at) for name, at in layout.spaces.items()},
        "deposits_mm": {name: list(deposit.centre) for name, deposit in layout.deposits.items()},
        "weather_mm": [list(at) for at in layout.weather.centres],
        "buoy_mm": [list(at) for at in layout.buoy.centres],
        "beaches_mm": {name: [b.x_min, b.y_min, b.x_max, b.y_max] for name, b in layout.beaches.items()},
    }


def _discs(position: Position, layout: Layout) -> dict[str, dict[str, float] | None]:
    """Each disc belongs to the space whose middle is nearest to it."""
    found: dict[str, dict[str, float] | None] = dict.fromkeys(layout.spaces)
    for disc in position.scene.discs:
        space = min(layout.spaces, key=lambda name: math.dist(layout.spaces[name], (disc.x_mm, disc.y_mm)))
        away = math.dist(layout.spaces[space], (disc.x_mm, disc.y_mm))
        if away <= WITHIN_MM:
            found[space] = {"x": disc.x_mm, "y": disc.y_mm, "offset_mm": away}
    return found


def _gems(position: Position, layout: Layout) -> dict[str, dict[str, int]]:
    counts: dict[str, Counter[str]] = {name: Counter() for name in layout.deposits}
    for gem in position.scene.gems:
        place = gem.x_mm, gem.y_mm
        counts[min(layout.deposits, key=lambda name: math.dist(layout.deposits[name].centre, place))][
            gem.colour
        ] += 1
    return {name: dict(count) for name, count in counts.items()}
