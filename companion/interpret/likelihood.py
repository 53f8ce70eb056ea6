"""How likely the gems and the arms that the camera reports are, if a hypothesis is true: the observation model.

Canoes are seen surely enough to be facts; gems are evidence. Every gem that is told contributes the natural logarithm
of the chance that the camera says this where that lies (naive Bayes: errors are taken as independent); what is unseen
says nothing for or against any hypothesis. All values are in nats: 0 where everything is as expected, less otherwise.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from companion.engine import Gem

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from companion.board.picture import BoardPicture, Piece, RiverSeen

Cargo = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ErrorRates:
    """How often the camera is sure of something and wrong; each a share, 0..1, of what it tells.

    Set by hand to what readings of photo-real and virtual tables got wrong; whole games of `make trial` show what they
    do. A greater rate makes the companion ask, or overlook, where a smaller one makes it believe what it sees.
    """

    misread: float = 0.02
    """A gem in a canoe is taken for one of another colour."""
    missed: float = 0.02
    """A coloured gem in a canoe is not seen at all."""
    missed_clear: float = 0.15
    """A clear gem in a canoe is not seen: it looks like the wood under it."""
    imagined: float = 0.005
    """A gem is seen in an empty canoe."""
    miscounted: float = 0.02
    """The gems of one deposit are counted wrongly."""
    wrong_arm: float = 0.02
    """A disc is seen to slide into the arm that it did not take."""


ERROR_RATES = ErrorRates()


def gem_log_likelihood(expected: BoardPicture, seen: BoardPicture, rates: ErrorRates = ERROR_RATES) -> float:
    """The logarithm of the chance of all gems told, canoes and deposits, where ``expected`` is true."""
    in_canoes = sum(
        cargo_log_likelihood(tuple(expected.canoes[space] or ()), pieces, rates)
        for space, pieces in seen.canoes.items()
        if pieces
    )
    miscounted = sum(
        gems is not None and gems != expected.deposits.get(deposit) for deposit, gems in seen.deposits.items()
    )
    return in_canoes + miscounted * math.log(rates.miscounted)


def arm_log_likelihood(arms: Sequence[str], river: RiverSeen, rates: ErrorRates = ERROR_RATES) -> float:
    """The logarithm of the chance to see the river move so when the discs took these ``arms``.

    The number of discs says nothing: a quick push slips between two pictures.
    """
    if river.arms is None or len(river.arms) != len(arms):
        return 0.0
    wrong = sum(seen not in (None, arm) for seen, arm in zip(river.arms, arms, strict=True))
    return wrong * math.log(rates.wrong_arm)


@lru_cache(maxsize=1 << 14)
def cargo_log_likelihood(
    expected: tuple[Piece, ...], seen: tuple[Piece, ...], rates: ErrorRates = ERROR_RATES
) -> float:
    """The logarithm of the chance of the gems told in the canoes of one space; alike canoes are paired at best."""
    total = 0.0
    for colour in {piece.colour for piece in seen}:
        told = [piece.cargo for piece in seen if piece.colour == colour]
        true = [piece.cargo or () for piece in expected if piece.colour == colour]
        pairings: Iterable[tuple[Cargo, ...]] = itertools.permutations(true, min(len(true), len(told)))
        total += max(
            sum(_one_canoe(cargo, says, rates) for cargo, says in zip(pairing, told, strict=False))
            for pairing in pairings
        )
    return total


def _one_canoe(true: Cargo, told: Cargo | None, rates: ErrorRates) -> float:
    """The logarithm of the chance that the camera tells this of a canoe with these gems."""
    if told is None or told == true:
        return 0.0
    if not true:
        return math.log(rates.imagined)
    if not told:
        return math.log(rates.missed_clear if set(true) == {Gem.CLEAR} else rates.missed)
    # Of two gems in a double canoe the camera may tell only the one on top.
    told_in_part = not Counter(told) - Counter(true)
    return 0.0 if told_in_part else math.log(rates.misread)
