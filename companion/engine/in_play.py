"""The rules in play for one set-up: the base game's recipe with the steps its modules join."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from companion.engine.board import HAND_ORDER, NUMBERS, Card
from companion.engine.expansion import Expansion
from companion.engine.modules import EXPANSIONS
from companion.engine.plays import CloudCard, NumberCard
from companion.engine.rulebook import Rulebook
from companion.engine.state import BASE_HAND

if TYPE_CHECKING:
    from companion.engine.rulebook import Play
    from companion.engine.setup import Setup


@lru_cache(maxsize=256)
def rulebook(setup: Setup) -> Rulebook:
    """The rules for this set-up."""
    in_play = [EXPANSIONS[name] for name in EXPANSIONS if name in setup.modules]
    plays: dict[str, Play] = {str(card): NumberCard(NUMBERS[card]) for card in BASE_HAND if card in NUMBERS}
    plays[str(Card.CLOUD)] = CloudCard()
    for expansion in in_play:
        plays |= expansion.plays()
    return Rulebook(
        setup=setup,
        plays={card: plays[card] for card in HAND_ORDER if card in plays},
        rests=_joined(in_play, "rests")[-1],
        boardings=_joined(in_play, "boardings")[-1],
        **{step: tuple(_joined(in_play, step)[1:]) for step in _STEPS},
    )


_STEPS = ("set_up", "meetings", "weather_changed", "disc_pushed", "put_back", "river_over")


def _joined(in_play: list[Expansion], step: str) -> list[Any]:
    """What the base game does at a step, then what each module does that joins there."""
    base = getattr(Expansion, step)
    joined = [expansion for expansion in in_play if getattr(type(expansion), step) is not base]
    return [getattr(expansion, step) for expansion in (Expansion(), *joined)]
