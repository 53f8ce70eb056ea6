"""A gem that changed its place while no rule let it: told only when both its places say so.

One gem seen otherwise than expected can be a misreading. A gem that turned up in a canoe *and* is gone from a
deposit or from another canoe has been moved.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from companion.board.comparison import differences
from companion.board.discrepancy import Discrepancy, Kind
from companion.engine import Gem

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from companion.board.picture import BoardPicture, Piece


def gems_moved(expected: BoardPicture, seen: BoardPicture) -> tuple[Discrepancy, ...]:
    """The canoes whose gems were moved, as differences; empty when it may be a misreading."""
    amiss = [item for item in differences(expected, seen) if item.kind == Kind.CARGO_WRONG]
    came, went = _deposits(expected, seen)
    for item in amiss:
        gained, lost = _canoes(expected, seen, item.where)
        came, went = came + gained, went + lost
    moved = came & went
    return tuple(item for item in amiss if any(both & moved for both in _canoes(expected, seen, item.where)))


def _canoes(expected: BoardPicture, seen: BoardPicture, space: str) -> tuple[Counter[str], Counter[str]]:
    """The gems that came into the canoes of a space, and those that left them."""
    should, does = _gems(expected.canoes[space] or ()), _gems(seen.canoes[space] or ())
    lost = should - does
    # A clear gem is overlooked too easily for its absence to prove anything.
    del lost[Gem.CLEAR]
    return does - should, lost


def _gems(pieces: Iterable[Piece]) -> Counter[str]:
    return Counter(gem for piece in pieces for gem in piece.cargo or ())


def _deposits(expected: BoardPicture, seen: BoardPicture) -> tuple[Counter[str], Counter[str]]:
    """The gems that came into deposits, and those that left them."""
    came: Counter[str] = Counter()
    went: Counter[str] = Counter()
    for deposit, gems in seen.deposits.items():
        should: Mapping[str, int] | None = expected.deposits.get(deposit)
        if gems is not None and should is not None:
            came += Counter(gems) - Counter(should)
            went += Counter(should) - Counter(gems)
    return came, went
