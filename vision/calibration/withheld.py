"""A sighting without what was read at places of which calibration is not certain: there nothing is told."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vision.calibration.places import FALLS, INSERTION, PlaceKind, kind_or_name
from vision.sighting import DiscState, SeenSpace, Sighting

if TYPE_CHECKING:
    from collections.abc import Collection


def without_unsure(seen: Sighting, unsure: Collection[str]) -> Sighting:
    """The sighting with nothing told of the places whose names are ``unsure``.

    A row counts as a whole: the cloud is told by which of its squares looks otherwise than the others. The beaches are
    counted together; and a canoe that may lie on an unsure space or beach is not known to have gone over the falls.
    """
    if not unsure:
        return seen
    spaces = {
        name: SeenSpace(DiscState.UNSEEN, None) if name in unsure else space
        for name, space in seen.spaces.items()
    }
    kinds = {kind_or_name(name) for name in unsure}
    beach_untold = PlaceKind.BEACH in kinds
    falls_untold = beach_untold or not spaces.keys().isdisjoint(unsure)
    untold = kinds | ({FALLS} if falls_untold else set())
    return replace(
        seen,
        spaces=spaces,
        insertion=DiscState.UNSEEN if INSERTION in unsure else seen.insertion,
        beach=None if beach_untold else seen.beach,
        falls=None if falls_untold else seen.falls,
        weather=None if PlaceKind.WEATHER in kinds else seen.weather,
        buoy=None if PlaceKind.BUOY in kinds else seen.buoy,
        deposits={name: None if name in unsure else gems for name, gems in seen.deposits.items()},
        confidence={name: sure for name, sure in seen.confidence.items() if kind_or_name(name) not in untold},
    )
