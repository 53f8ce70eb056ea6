"""River discs: seated, displaced, missing.

A transparent disc shows by its rim, whose edges vote for the disc's middle wherever it lies, and by what it
does to the water below: the printed waves fade and shift, while bare water has the empty board's waves at
full strength. Both are measured here, and `vision.discs.decide` decides.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vision.discs.decide import decide, decide_insertion, rim_proves_seated
from vision.discs.evidence import DiscEvidence
from vision.discs.rim_candidates import RimFinder, beside_canoes
from vision.discs.water_texture import WaterTexture
from vision.imaging.grey import grey_of

if TYPE_CHECKING:
    from vision.calibration.model import Calibration
    from vision.discs.decide import DiscFinding
    from vision.discs.rim_candidates import Grey, Mask, RimCandidates
    from vision.photometry.relight import Relit

INSERTION = "insertion"
"""The name of the place above the rope, where a new disc is put into the river."""


class DiscReader:
    """Reads all spaces; keeps what does not change between pictures."""

    def __init__(self, calibration: Calibration) -> None:
        layout, canvas = calibration.layout, calibration.canvas
        empty, set_up = grey_of(calibration.empty_bgr), grey_of(calibration.setup_bgr)
        self._spaces = tuple(layout.spaces)
        places = {**layout.spaces, INSERTION: layout.river.insertion}
        self._water = {
            name: WaterTexture.of(place, empty, set_up, canvas) for name, place in layout.spaces.items()
        }
        self._finder = RimFinder(empty, set_up, places, layout.disc.diameter / 2, canvas)

    @property
    def votes_at_set_up(self) -> dict[str, float]:
        """How clearly set-up shows the rim of each space's disc, in grey levels a pixel of the rim."""
        return {name: self._finder.votes_at_set_up[name] for name in self._spaces}

    def read(self, relit: Relit, occupied: Mask) -> dict[str, DiscFinding]:
        """Every space's disc and the one above the rope; pixels ``occupied`` by canoes are not looked at."""
        grey = grey_of(relit.bgr)
        covered = beside_canoes(occupied)
        rims = self._finder.look(grey, covered)
        found = {name: decide(self._measure(name, grey, rims, covered)) for name in self._spaces}
        return found | {INSERTION: decide_insertion(rims.seat(INSERTION), rims.elsewhere(INSERTION))}

    def _measure(self, name: str, grey: Grey, rims: RimCandidates, covered: Mask) -> DiscEvidence:
        seat, votes_at_set_up = rims.seat(name), self._finder.votes_at_set_up[name]
        return DiscEvidence(
            votes_at_set_up,
            seat,
            rims.elsewhere(name),
            rims.slipped(name),
            None if rim_proves_seated(votes_at_set_up, seat) else self._water[name].measure(grey, covered),
        )
