"""Where a canoe comes to rest when it paddles so many points (B5, B6)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from companion.engine.board import BEACH, downstream, upstream


@dataclass(frozen=True, slots=True)
class Rest:
    """A place where a canoe ends its paddling; ``upstream`` says whether it got at least one space that way."""

    at: str
    upstream: bool = False


@cache
def rests(start: str, points: int) -> tuple[Rest, ...]:
    """Every place where a canoe can end that spends exactly ``points`` paddling; landing may waste some.

    >>> [rest.at for rest in rests("M5", 2)]
    ['L2', 'R2', 'M3']
    """
    if points == 0:
        return (Rest(start),)
    return (*down(start, points), *_up(start, points))


@cache
def down(start: str, points: int) -> tuple[Rest, ...]:
    """The spaces reached downstream, one for each arm that can be chosen; never over the falls (B6)."""
    ways = (way for way in downstream(start) if len(way) >= points)
    return tuple(dict.fromkeys(Rest(way[points - 1]) for way in ways))


def _up(start: str, points: int) -> tuple[Rest, ...]:
    """The place reached upstream: landing wastes the surplus and ends the canoe's turn (B5)."""
    if start == BEACH:
        return ()
    way = upstream(start)
    return (Rest(BEACH),) if points >= len(way) else (Rest(way[points - 1], upstream=True),)
