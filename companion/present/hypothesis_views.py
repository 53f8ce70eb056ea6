"""Questions as pictures: how the board would lie after each answer, and where the answers differ."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from companion.board.expectation import canoe_colour
from companion.board.picture import WEATHER
from companion.engine import PLACES
from companion.present.views import CanoeView, HypothesisView

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.engine import State


def places_of(state: State) -> dict[str, tuple[CanoeView, ...]]:
    """The canoes by place: every space, the beach and below the falls."""
    places: dict[str, list[CanoeView]] = {place: [] for place in PLACES}
    for name, canoe in state.canoes.items():
        view = CanoeView(str(name), canoe_colour(name), tuple(map(str, canoe.cargo)))
        places[str(canoe.at)].append(view)
    return {place: tuple(canoes) for place, canoes in places.items()}


def deposits_of(state: State) -> dict[str, dict[str, int]]:
    """The gems that lie in each deposit, by colour."""
    return {
        str(deposit): {str(gem): count for gem, count in gems.items() if count}
        for deposit, gems in state.deposits.items()
    }


def hypothesis_views(now: State, positions: Mapping[str, State]) -> dict[str, HypothesisView]:
    """The board after each answer, by its key; a single answer is held against the board as it lies ``now``."""
    compared = [*positions.values(), *([now] if len(positions) == 1 else [])]
    differing = _differing(compared)
    return {
        key: HypothesisView(places_of(state), deposits_of(state), state.weather, differing)
        for key, state in positions.items()
    }


def _differing(states: Sequence[State]) -> tuple[str, ...]:
    """The places at which these positions do not look alike; canoes of one colour do."""
    looks = [_look(state) for state in states]
    return tuple(place for place in looks[0] if any(look[place] != looks[0][place] for look in looks[1:]))


def _look(state: State) -> dict[str, object]:
    canoes = {
        place: Counter((canoe.colour, canoe.cargo) for canoe in there)
        for place, there in places_of(state).items()
    }
    return {**canoes, **deposits_of(state), WEATHER: state.weather}
