"""What holds for all gems of one picture: no more of a colour lie on the board than the box holds (rules B1, N1)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from vision.sighting import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vision.sighting import Sighting

GEMS_IN_THE_BOX = 8
"""Gems of each colour, spare ones included: one that lies on the board by mistake is to be told, not hidden."""


@dataclass(frozen=True, slots=True)
class _Told:
    """One answer that tells of gems: a deposit's count, or the cargo of the ``number``-th canoe of a space."""

    place: str
    number: int | None
    gems: Counter[str]
    sure: float


def within_gem_totals(seen: Sighting, total: int = GEMS_IN_THE_BOX) -> Sighting:
    """The sighting without the least sure gems of each colour of which more than ``total`` would lie on the board.

    One of the answers must be wrong then; the least probable ones are withheld until the rest can be true. Answers
    without a confidence are taken for the surest.
    """
    told = sorted(_told(seen), key=lambda one: one.sure)
    withheld: list[_Told] = []
    for colour in sorted({colour for one in told for colour in one.gems}):
        counted = sum(one.gems[colour] for one in told if one not in withheld)
        for one in told:
            if counted <= total:
                break
            if one.gems[colour] and one not in withheld:
                counted -= one.gems[colour]
                withheld.append(one)
    return _without(seen, withheld) if withheld else seen


def _told(seen: Sighting) -> Iterator[_Told]:
    for name, gems in seen.deposits.items():
        if gems:
            yield _Told(name, None, Counter(gems), seen.confidence.get(name, 1.0))
    for name, space in seen.spaces.items():
        for number, canoe in enumerate(space.canoes or ()):
            if canoe.cargo not in (None, UNKNOWN):
                sure = 1.0 if canoe.cargo_confidence is None else canoe.cargo_confidence
                yield _Told(name, number, Counter([str(canoe.cargo)]), sure)


def _without(seen: Sighting, withheld: list[_Told]) -> Sighting:
    places = {one.place for one in withheld if one.number is None}
    canoes = {(one.place, one.number) for one in withheld}
    spaces = {
        name: replace(
            space,
            canoes=None
            if space.canoes is None
            else tuple(
                replace(canoe, cargo=UNKNOWN) if (name, number) in canoes else canoe
                for number, canoe in enumerate(space.canoes)
            ),
        )
        for name, space in seen.spaces.items()
    }
    deposits = {name: None if name in places else gems for name, gems in seen.deposits.items()}
    return replace(seen, spaces=spaces, deposits=deposits)
