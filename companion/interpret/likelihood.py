"""How likely the gems that the camera reports are, if a story is true.

Canoes are seen surely enough to be facts; gems are evidence. Every gem that is told contributes the logarithm of
the chance that the camera says this where that lies; what is unseen says nothing for or against any story.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from companion.board.picture import BoardPicture, Piece, RiverSeen

Cargo = tuple[str, ...]
_CLEAR = "clear"


@dataclass(frozen=True, slots=True)
class GemErrors:
    """How often the camera is sure of a gem and wrong; shares of the gems it tells."""

    misread: float = 0.02
    """A gem in a canoe is taken for one of another colour."""
    missed: float = 0.02
    """A gem in a canoe is not seen at all …"""
    missed_clear: float = 0.15
    """… and a clear one is missed more easily."""
    imagined: float = 0.005
    """A gem is seen in an empty canoe."""
    miscounted: float = 0.02
    """The gems of a deposit are counted wrongly."""


DEFAULT_ERRORS = GemErrors()


def gems_likelihood(expected: BoardPicture, seen: BoardPicture, errors: GemErrors = DEFAULT_ERRORS) -> float:
    """The logarithm of the chance of all gems told, canoes and deposits, where ``expected`` is true."""
    in_canoes = sum(
        cargo_likelihood(tuple(expected.canoes[space] or ()), pieces, errors)
        for space, pieces in seen.canoes.items()
        if pieces
    )
    miscounted = sum(
        gems is not None and gems != expected.deposits.get(deposit) for deposit, gems in seen.deposits.items()
    )
    return in_canoes + miscounted * math.log(errors.miscounted)


WRONG_ARM = 0.02
"""How often a disc is seen to slide into an arm that it did not take."""


def arms_likelihood(arms: Sequence[str], river: RiverSeen) -> float:
    """The logarithm of the chance to see the river move so when the discs took these ``arms``.

    The number of discs says nothing: a quick push slips between two pictures.
    """
    if river.arms is None or len(river.arms) != len(arms):
        return 0.0
    wrong = sum(seen not in (None, arm) for seen, arm in zip(river.arms, arms, strict=True))
    return wrong * math.log(WRONG_ARM)


@lru_cache(maxsize=1 << 14)
def cargo_likelihood(expected: tuple[Piece, ...], seen: tuple[Piece, ...], errors: GemErrors) -> float:
    """The same for the canoes of one space; alike canoes are paired as suits them best."""
    total = 0.0
    for colour in {piece.colour for piece in seen}:
        told = [piece.cargo for piece in seen if piece.colour == colour]
        ought = [piece.cargo or () for piece in expected if piece.colour == colour]
        pairings: Iterable[tuple[Cargo, ...]] = itertools.permutations(ought, min(len(ought), len(told)))
        total += max(
            sum(_told(cargo, says, errors) for cargo, says in zip(pairing, told, strict=False))
            for pairing in pairings
        )
    return total


def _told(true: Cargo, says: Cargo | None, errors: GemErrors) -> float:
    """The chance that the camera says this of a canoe with these gems."""
    if says is None or says == true:
        return 0.0
    if not true:
        return math.log(errors.imagined)
    if not says:
        return math.log(errors.missed_clear if set(true) == {_CLEAR} else errors.missed)
    # Of two gems in a double canoe the camera may tell only the one on top.
    told_in_part = not Counter(says) - Counter(true)
    return 0.0 if told_in_part else math.log(errors.misread)
