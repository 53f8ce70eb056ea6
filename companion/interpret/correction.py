"""*The board is right*: the position a game goes on from when what lies on the board is adopted.

A correction comes from the camera (`adopt`) or from somebody's hand on the page (`arranged`). For the camera's, the
nearest legal action gives everything it cannot see (hands, whose turn is next); canoes, their cargo and the weather
are then set as they were seen. Gems are conserved: what a canoe or a player gained or lost leaves or enters a deposit,
and a loaded canoe on the beach has delivered.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from companion.board.expectation import canoe_colour
from companion.engine import (
    BEACH,
    FALLS,
    GEM_HOME,
    PLACES,
    WEATHER_TRACK,
    Canoe,
    FrozenMap,
    Phase,
    State,
    Table,
    with_gems,
)
from companion.engine.message import Message
from companion.errors import LONGEST_NAME_QUOTED, Refused
from companion.interpret.ranking import nearest

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.board.picture import BoardPicture


def adopt(state: State, seen: BoardPicture) -> State:
    """The position after the board was declared right; raises nothing for a whole picture."""
    played_on = state.phase in (Phase.PADDLE, Phase.RIVER)
    base = nearest(state, seen)[0].state if played_on else state
    table = _with_canoes_as_seen(base.table, seen)
    if seen.weather is not None:
        table = replace(table, weather=seen.weather)
    return replace(base, table=_balanced(table, _gems_in_play(base.table)))


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
    canoe = replace(state.canoes[name], cargo=tuple(sorted(cargo)))
    table = replace(state.table, canoes=state.canoes.put_one(name, canoe))
    return replace(state, table=_balanced(table, _gems_in_play(state.table)))


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
    before = _gems_in_play(state.table)
    table = _with_delivered(replace(state.table, weather=laid.weather), laid.delivered)
    for name, placed in laid.canoes.items():
        table = _with_canoe_at(table, name, placed.at, placed.cargo)
    table = _balanced(table, before)
    if _gems_in_play(table) != before:
        raise Refused(Message("refused.too-many-gems"))
    if any(placed.at not in PLACES for placed in laid.canoes.values()):
        raise Refused(Message("refused.no-position"))
    return replace(state, table=table, first=laid.first or state.first)


def _check(state: State, laid: Laid) -> None:
    for name, placed in laid.canoes.items():
        known = name in state.canoes and all(gem in GEM_HOME for gem in placed.cargo)
        if not known or len(placed.cargo) > state.canoes[name].places:
            raise Refused(Message("refused.no-such-load", {"canoe": name[:LONGEST_NAME_QUOTED]}))
    if laid.weather not in WEATHER_TRACK:
        raise Refused(Message("refused.no-such-weather", {"value": laid.weather}))
    for player, gems in laid.delivered.items():
        if player not in state.players or any(
            gem not in GEM_HOME or count < 0 for gem, count in gems.items()
        ):
            raise Refused(Message("refused.no-such-gems", {"player": player[:LONGEST_NAME_QUOTED]}))
    # Whose turn it is counts from the buoy: in the middle of a round it cannot change hands.
    if laid.first not in (None, state.first) and state.phase != Phase.CHOOSE:
        raise Refused(Message("refused.buoy-mid-round"))
    if laid.first is not None and laid.first not in state.players:
        raise Refused(Message("refused.no-such-seat", {"colour": laid.first[:LONGEST_NAME_QUOTED]}))


def _with_delivered(table: Table, delivered: Mapping[str, Mapping[str, int]]) -> Table:
    """The table with these gems ashore; players that are not named keep theirs."""
    players = {
        name: replace(
            table.players[name], delivered=FrozenMap({gem: count for gem, count in gems.items() if count})
        )
        for name, gems in delivered.items()
    }
    return replace(table, players=table.players.put(players))


def _with_canoes_as_seen(table: Table, seen: BoardPicture) -> Table:
    """Every colour's canoes to the places where that colour was seen, those already there first."""
    for colour in {canoe_colour(name) for name in table.canoes}:
        free = _places_of(colour, seen)
        displaced = []
        for name in (name for name in table.canoes if canoe_colour(name) == colour):
            here = next((spot for spot in free if spot[0] == table.canoes[name].at), None)
            if here is None:
                displaced.append(name)
            else:
                free.remove(here)
                table = _with_canoe_at(table, name, *here)
        for name in displaced:
            table = _with_canoe_at(table, name, *(free.pop(0) if free else (FALLS, ())))
    return table


def _places_of(colour: str, seen: BoardPicture) -> list[tuple[str, tuple[str, ...] | None]]:
    """Where canoes of a colour were seen, on the river and on the beach, each with its cargo if it was told."""
    on_the_river = [
        (space, piece.cargo)
        for space, pieces in seen.canoes.items()
        for piece in pieces or ()
        if piece.colour == colour
    ]
    return on_the_river + [(BEACH, ())] * (seen.beach or {}).get(colour, 0)


def _with_canoe_at(table: Table, name: str, place: str, cargo: tuple[str, ...] | None) -> Table:
    """The table with one canoe laid elsewhere; ``cargo`` is ``None`` where it was not told: it keeps what it has."""
    canoe, player = table.canoes[name], table.players.get(canoe_colour(name))
    if place == BEACH and player is not None:
        delivered = player.delivered
        for gem in canoe.cargo:
            delivered = with_gems(delivered, gem, 1)
        players = table.players.put_one(canoe_colour(name), replace(player, delivered=delivered))
        table = replace(table, players=players)
    if cargo is None:
        cargo = () if place in (BEACH, FALLS) else canoe.cargo
    laid = Canoe(place, tuple(sorted(cargo)), canoe.places)
    return replace(table, canoes=table.canoes.put_one(name, laid))


def _gems_in_play(table: Table) -> Counter[str]:
    """All gems by colour: in canoes, in deposits and ashore."""
    gems: Counter[str] = Counter()
    for canoe in table.canoes.values():
        gems.update(canoe.cargo)
    for holding in (*table.deposits.values(), *(player.delivered for player in table.players.values())):
        gems.update(holding)
    return gems


def _balanced(table: Table, before: Counter[str]) -> Table:
    """Gems that vanished lie in the deposit of their colour; those that appeared are gone from one that had some."""
    deposits, after = table.deposits, _gems_in_play(table)
    for gem, count in (before - after).items():
        home = GEM_HOME[gem]
        deposits = deposits.put_one(home, with_gems(deposits[home], gem, count))
    for gem in (after - before).elements():
        source = next((name for name in (GEM_HOME[gem], *deposits) if deposits[name].get(gem, 0)), None)
        if source is not None:
            deposits = deposits.put_one(source, with_gems(deposits[source], gem, -1))
    return replace(table, deposits=deposits)
