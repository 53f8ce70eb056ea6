"""*The board is right*: the position a game goes on from when what lies on the board is adopted.

A correction comes from the camera (`adopt`) or from somebody's hand on the page (`arranged`). For the camera's, the
nearest legal story gives everything it cannot see (hands, whose turn is next); canoes, their cargo and the weather
are then set as they were seen. Gems are conserved: what a canoe gained or lost leaves or enters a deposit, and a
loaded canoe on the beach has delivered.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.engine import (
    BEACH,
    FALLS,
    GEM_HOME,
    WEATHER_TRACK,
    EngineError,
    Gem,
    Phase,
    State,
    state_from_json,
    state_to_json,
)
from companion.engine.message import Message
from companion.errors import Refused
from companion.expectation import canoe_colour
from companion.explanation import nearest

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.picture import BoardPicture


def adopt(state: State, seen: BoardPicture) -> State:
    """The position after the board was declared right; raises nothing for a whole picture."""
    played_on = state.phase in (Phase.PADDLE, Phase.RIVER)
    base = nearest(state, seen)[0].state if played_on else state
    document = state_to_json(base)
    before = _gems(document)
    _place_canoes(document, seen)
    if seen.weather is not None:
        document["weather"] = seen.weather
    _balance(document, before)
    return state_from_json(document, state.setup)


def untold(adopted: State, seen: BoardPicture) -> tuple[str, ...]:
    """The canoes on the river whose gems were not told: the players are to say what they carry."""
    return tuple(
        name
        for name, canoe in adopted.canoes.items()
        if any(
            piece.colour == canoe_colour(name) and piece.cargo is None
            for piece in seen.canoes.get(canoe.at) or ()
        )
    )


def with_cargo(state: State, name: str, cargo: tuple[str, ...]) -> State:
    """The position with other gems in one canoe; they come from and go to the deposits of their colours."""
    document = state_to_json(state)
    before = _gems(document)
    document["canoes"][name]["cargo"] = sorted(cargo)
    _balance(document, before)
    return state_from_json(document, state.setup)


@dataclass(frozen=True, slots=True)
class Placed:
    """Where somebody says that a canoe lies, and what it carries."""

    at: str
    cargo: tuple[str, ...] = ()


def arranged(state: State, canoes: Mapping[str, Placed], weather: int) -> State:
    """The position with canoes, cargo and weather laid as somebody says; raises `Refused` for what cannot lie so."""
    for name, placed in canoes.items():
        known = name in state.canoes and all(gem in GEM_HOME for gem in placed.cargo)
        if not known or len(placed.cargo) > state.canoes[name].places:
            raise Refused(Message("refused.no-such-load", {"canoe": name[:20]}))
    if weather not in WEATHER_TRACK:
        raise Refused(Message("refused.no-such-weather", {"value": weather}))
    document = state_to_json(state)
    before = _gems(document)
    for name, placed in canoes.items():
        _put(document, name, placed.at, placed.cargo)
    document["weather"] = weather
    _balance(document, before)
    if _gems(document) != before:
        raise Refused(Message("refused.too-many-gems"))
    try:
        return state_from_json(document, state.setup)
    except EngineError as error:
        raise Refused(Message("refused.no-position", {"text": str(error)})) from error


def _place_canoes(document: dict[str, Any], seen: BoardPicture) -> None:
    """Every colour's canoes to the places where that colour was seen, those already there first."""
    canoes: dict[str, dict[str, Any]] = document["canoes"]
    for colour in {canoe_colour(name) for name in canoes}:
        free = _places_of(colour, seen)
        restless = []
        for name in (name for name in canoes if canoe_colour(name) == colour):
            here = next((spot for spot in free if spot[0] == canoes[name]["at"]), None)
            if here is None:
                restless.append(name)
            else:
                free.remove(here)
                _put(document, name, *here)
        for name in restless:
            _put(document, name, *(free.pop(0) if free else (FALLS, ())))


def _places_of(colour: str, seen: BoardPicture) -> list[tuple[str, tuple[str, ...] | None]]:
    spots = [
        (space, piece.cargo)
        for space, pieces in seen.canoes.items()
        for piece in pieces or ()
        if piece.colour == colour
    ]
    return spots + [(BEACH, ())] * (seen.beach or {}).get(colour, 0)


def _put(document: dict[str, Any], name: str, place: str, cargo: tuple[str, ...] | None) -> None:
    canoe = document["canoes"][name]
    if place == BEACH and canoe["cargo"]:
        delivered = document["players"][canoe_colour(name)]["delivered"]
        for gem in canoe["cargo"]:
            delivered[gem] = delivered.get(gem, 0) + 1
    if cargo is not None or place in (BEACH, FALLS):
        canoe["cargo"] = sorted(cargo or ())
    canoe["at"] = place


def _gems(document: dict[str, Any]) -> Counter[str]:
    """All gems in play by colour."""
    gems: Counter[str] = Counter()
    for canoe in document["canoes"].values():
        gems.update(canoe["cargo"])
    for holding in (*document["deposits"].values(), *(p["delivered"] for p in document["players"].values())):
        gems.update(holding)
    return gems


def _balance(document: dict[str, Any], before: Counter[str]) -> None:
    """Put gems that vanished into the deposit of their colour; take gems that appeared from a deposit that has one."""
    deposits: dict[str, dict[str, int]] = document["deposits"]
    after = _gems(document)
    for gem, count in (before - after).items():
        home = deposits[GEM_HOME[Gem(gem)]]
        home[gem] = home.get(gem, 0) + count
    for gem in (after - before).elements():
        holders = [name for name in (GEM_HOME[Gem(gem)], *deposits) if deposits[name].get(gem, 0)]
        if holders:
            deposits[holders[0]][gem] -= 1
