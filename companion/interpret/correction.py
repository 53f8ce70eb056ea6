"""*The board is right*: the position a game goes on from when what lies on the board is adopted.

A correction comes from the camera (`adopt`) or from somebody's hand on the page (`arranged`). For the camera's, the
nearest legal story gives everything it cannot see (hands, whose turn is next); canoes, their cargo and the weather
are then set as they were seen. Gems are conserved: what a canoe or a player gained or lost leaves or enters a deposit,
and a loaded canoe on the beach has delivered.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from companion.board.expectation import canoe_colour
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
from companion.interpret.hypotheses import nearest

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.board.picture import BoardPicture


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


@dataclass(frozen=True, slots=True)
class Laid:
    """The table as somebody lays it on the page; canoes and gems ashore that are not named stay as they are."""

    canoes: Mapping[str, Placed]
    weather: int
    delivered: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """Gems ashore by player; a loaded canoe that is laid on the beach delivers on top of them."""
    first: str | None = None
    """Who holds the buoy; ``None`` leaves it where it is."""


def arranged(state: State, laid: Laid) -> State:
    """The position with the table as it was laid; raises `Refused` for what cannot lie so."""
    _check(state, laid)
    document = state_to_json(state)
    before = _gems(document)
    for player, gems in laid.delivered.items():
        document["players"][player]["delivered"] = dict(gems)
    for name, placed in laid.canoes.items():
        _put(document, name, placed.at, placed.cargo)
    document["weather"] = laid.weather
    document["first"] = laid.first or document["first"]
    _balance(document, before)
    if _gems(document) != before:
        raise Refused(Message("refused.too-many-gems"))
    try:
        return state_from_json(document, state.setup)
    except EngineError as error:
        raise Refused(Message("refused.no-position")) from error


def _check(state: State, laid: Laid) -> None:
    for name, placed in laid.canoes.items():
        known = name in state.canoes and all(gem in GEM_HOME for gem in placed.cargo)
        if not known or len(placed.cargo) > state.canoes[name].places:
            raise Refused(Message("refused.no-such-load", {"canoe": name[:20]}))
    if laid.weather not in WEATHER_TRACK:
        raise Refused(Message("refused.no-such-weather", {"value": laid.weather}))
    for player, gems in laid.delivered.items():
        if player not in state.players or any(
            gem not in GEM_HOME or count < 0 for gem, count in gems.items()
        ):
            raise Refused(Message("refused.no-such-gems", {"player": player[:20]}))
    # Whose turn it is counts from the buoy: in the middle of a round it cannot change hands.
    if laid.first not in (None, state.first) and state.phase != Phase.CHOOSE:
        raise Refused(Message("refused.buoy-mid-round"))
    if laid.first is not None and laid.first not in state.players:
        raise Refused(Message("refused.no-such-seat", {"colour": laid.first[:20]}))


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
