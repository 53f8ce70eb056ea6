"""Loading and unloading at a deposit: what a canoe may do there, and what lies there after it (B7, B8, N6)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from typing import TYPE_CHECKING

from companion.engine.actions import UNLOAD, load, unload
from companion.engine.board import GEM_HOME
from companion.engine.state import with_gems

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.engine.frozen import FrozenMap

OPERATION_COST = 2
"""Points for loading or unloading one gem (B7)."""


@dataclass(frozen=True, slots=True)
class Dealing:
    """Operations in their order, and the canoe's cargo and the deposit's gems after them."""

    operations: tuple[str, ...]
    unloads: bool
    cargo: tuple[str, ...]
    gems: FrozenMap[str, int]


@lru_cache(maxsize=1 << 14)
def dealings(
    deposit: str, gems: FrozenMap[str, int], cargo: tuple[str, ...], places: int, unload_home: bool
) -> tuple[Dealing, ...]:
    """Everything a canoe with this cargo may load and unload beside a deposit where these gems lie.

    A canoe with one place loads, unloads, or unloads and then loads another colour (B7); one with two does each
    up to twice, again no colour both ways (N6). Doing nothing is not among them.
    """
    unloadable = [gem for gem in cargo if unload_home or GEM_HOME[gem] != deposit]
    found = []
    for unloaded in _choices(unloadable):
        kept = list(cargo)
        for gem in unloaded:
            kept.remove(gem)
        for loaded in _loads(gems, unloaded, places - len(kept)):
            if unloaded or loaded:
                lying = gems
                for gem in unloaded:
                    lying = with_gems(lying, gem, 1)
                for gem in loaded:
                    lying = with_gems(lying, gem, -1)
                words = (*(UNLOAD if places == 1 else unload(gem) for gem in unloaded), *map(load, loaded))
                found.append(Dealing(words, bool(unloaded), tuple(sorted((*kept, *loaded))), lying))
    return tuple(found)


def _choices(gems: list[str]) -> list[tuple[str, ...]]:
    """Every different selection of some of these gems, none included."""
    picked = {pick for count in range(len(gems) + 1) for pick in combinations(sorted(gems), count)}
    return sorted(picked, key=lambda pick: (len(pick), pick))


def _loads(gems: FrozenMap[str, int], barred: tuple[str, ...], room: int) -> Iterator[tuple[str, ...]]:
    """Every different load of so many gems that lie there, of no colour just unloaded."""
    lying = sorted(gem for gem, count in gems.items() if count and gem not in barred)
    for count in range(room + 1):
        for loaded in combinations_with_replacement(lying, count):
            if all(loaded.count(gem) <= gems[gem] for gem in loaded):
                yield loaded
