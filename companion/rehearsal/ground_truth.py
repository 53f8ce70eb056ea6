"""What truly lies on the virtual table, in game words: what a perfect camera would report, and honest players say."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from companion.board.comparison import differences
from companion.board.discrepancy import HOUSEKEEPING_KINDS, Kind
from companion.board.expectation import expected_picture
from companion.board.picture import BoardPicture, DiscSeen, Piece
from companion.engine import BEACH
from companion.rehearsal.piece_steps import gems_in, place_of
from vision.sighting import SEATED_WITHIN_MM
from vision.simulate import moves

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.engine import State
    from vision.layout import Layout
    from vision.simulate.scene import Scene

UNTIDY = HOUSEKEEPING_KINDS - {Kind.CARGO_WRONG}
"""What lies wrong without anybody having played otherwise; what his canoe carries, everybody knows."""


def true_picture(scene: Scene, layout: Layout) -> BoardPicture:
    """The table as it lies, nothing unseen."""
    places = [(canoe, place_of(scene, layout, canoe.name)) for canoe in scene.canoes]
    return BoardPicture(
        canoes={
            space: tuple(
                sorted(
                    Piece(canoe.colour, tuple(sorted(canoe.cargo)))
                    for canoe, place in places
                    if place == space
                )
            )
            for space in layout.spaces
        },
        beach=dict(Counter(canoe.colour for canoe, place in places if place == BEACH)),
        falls=None,
        weather=next(
            (
                value
                for value, centre in zip(layout.weather.values, layout.weather.centres, strict=True)
                if centre == scene.cloud
            ),
            None,
        ),
        buoy=next((seat for seat, centre in enumerate(layout.buoy.centres) if centre == scene.buoy), None),
        deposits={deposit: dict(gems_in(scene, layout, deposit)) for deposit in layout.deposits},
        discs={space: _disc(scene, layout, space) for space in layout.spaces},
    )


def true_hypothesis(hypotheses: Mapping[str, State], truth: BoardPicture) -> str | None:
    """The key of the position that lies on the table, be it a little untidy; ``None`` when no hypothesis is true."""
    for unheeded in (frozenset[Kind](), UNTIDY):
        for hypothesis, state in hypotheses.items():
            if {item.kind for item in differences(expected_picture(state), truth)} <= unheeded:
                return hypothesis
    return None


def _disc(scene: Scene, layout: Layout, space: str) -> DiscSeen:
    disc = moves.disc_on_space(scene, layout, space)
    if disc is None:
        return DiscSeen.MISSING
    x_mm, y_mm = layout.spaces[space]
    offset_mm = ((disc.x_mm - x_mm) ** 2 + (disc.y_mm - y_mm) ** 2) ** 0.5
    return DiscSeen.SEATED if offset_mm <= SEATED_WITHIN_MM else DiscSeen.DISPLACED
