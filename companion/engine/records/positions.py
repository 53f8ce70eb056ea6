"""Positions as JSON documents, both ways, as the format describes them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.engine.board import (
    HAND_ORDER,
    NUMBERS,
    PLACES,
    SPACES,
    WEATHER_TRACK,
    Arm,
    Card,
    Deposit,
    Gem,
    Phase,
)
from companion.engine.errors import NotUnderstood
from companion.engine.frozen import FrozenMap
from companion.engine.records.reading import Fields, one_of
from companion.engine.rules import initial_state
from companion.engine.setup import Module
from companion.engine.state import Canoe, Player, Spirits, State, Table

if TYPE_CHECKING:
    from companion.engine.setup import Setup

_GEMS = tuple(map(str, Gem))
_FARTHEST = max(NUMBERS.values()) + WEATHER_TRACK[-1]
"""As far as a river can move at once (B13)."""


def state_to_json(state: State) -> dict[str, Any]:
    """A position as a document; counts of zero are left out."""
    return {
        "round": state.round,
        "phase": str(state.phase),
        "first": state.first,
        "to_act": list(state.to_act),
        "weather": state.weather,
        "river_distance": state.river_distance,
        "players": {
            name: {
                "hand": list(player.hand),
                "chosen": player.chosen,
                "played": player.played,
                "delivered": _counts(player.delivered),
            }
            for name, player in state.players.items()
        },
        "canoes": {
            name: {"at": canoe.at, "cargo": list(canoe.cargo)} for name, canoe in state.canoes.items()
        },
        "deposits": {name: _counts(gems) for name, gems in state.deposits.items()},
        "last_arm": None if state.last_arm is None else str(state.last_arm),
        "retrieved": list(state.retrieved),
        "winners": list(state.winners),
        "modules": _spirits_to_json(state.spirits, state.setup),
    }


def _spirits_to_json(spirits: Spirits, setup: Setup) -> dict[str, Any]:
    """What the modules in play add."""
    kept: dict[str, Any] = {}
    if Module.WHIRLPOOL in setup.modules:
        kept["whirlpool"] = spirits.whirlpool
    if Module.BEAVER in setup.modules:
        kept["beaver"] = spirits.beaver
    if Module.MOOSE in setup.modules:
        kept["moose"] = spirits.moose
    if Module.CARDS in setup.modules:
        kept |= {"moored": list(spirits.moored), "named": dict(spirits.named)}
    return kept


def _counts(gems: Mapping[str, int]) -> dict[str, int]:
    return {str(gem): count for gem, count in sorted(gems.items()) if count}


def state_from_json(document: object, setup: Setup) -> State:
    """The position a document describes, of a game with this set-up; raises `NotUnderstood`."""
    fields = Fields(document, "state")
    last_arm = fields.take("last_arm", (str, type(None)))
    state = State(
        setup=setup,
        table=_table(fields, setup),
        round=fields.take("round", int),
        phase=Phase(one_of(fields.take("phase", str), tuple(Phase), "'phase'")),
        first=one_of(fields.take("first", str), setup.players, "'first'"),
        to_act=_colours(fields, "to_act", setup),
        river_distance=fields.take("river_distance", (int, type(None))),
        last_arm=None if last_arm is None else Arm(one_of(last_arm, tuple(Arm), "'last_arm'")),
        retrieved=_colours(fields, "retrieved", setup),
        winners=_colours(fields, "winners", setup),
    )
    fields.finish()
    _check_moment(state)
    return state


def _check_moment(state: State) -> None:
    """What the phase goes on with must be there: cards to choose or play, a distance for the river (B2, B13)."""
    players = state.players
    lying = [name for name in state.to_act if players[name].chosen is not None]
    unnamed = [
        name
        for name, player in players.items()
        if player.played == Card.ONE_TWO_THREE and name not in state.spirits.named
    ]
    if unnamed:
        raise NotUnderstood(f"modules: 'named' is without {unnamed[0]}, who has played 1/2/3")
    if state.phase == Phase.CHOOSE and (lying or not state.to_act):
        raise NotUnderstood("phase choose: expected in 'to_act' those who have not chosen, one at least")
    if state.phase == Phase.PADDLE and not (len(state.to_act) == len(lying) == 1):
        raise NotUnderstood("phase paddle: expected in 'to_act' one player, whose card is 'chosen'")
    if state.phase == Phase.RIVER and state.river_distance not in range(_FARTHEST + 1):
        raise NotUnderstood(
            f"phase river: 'river_distance' is {state.river_distance!r}, expected 0 to {_FARTHEST}"
        )


def _colours(fields: Fields, name: str, setup: Setup) -> tuple[str, ...]:
    return tuple(one_of(colour, setup.players, f"{name!r}: a player") for colour in fields.take_words(name))


def _table(fields: Fields, setup: Setup) -> Table:
    start = initial_state(setup).table
    players = Fields(fields.take("players", dict), "players")
    canoes = Fields(fields.take("canoes", dict), "canoes")
    deposits = Fields(fields.take("deposits", dict), "deposits")
    table = Table(
        canoes=FrozenMap(
            {name: _canoe(canoes.take(name, dict), name, canoe) for name, canoe in start.canoes.items()}
        ),
        deposits=FrozenMap(
            {str(home): _gem_counts(deposits.take(home, dict), f"deposit {home}") for home in Deposit}
        ),
        players=FrozenMap({name: _player(players.take(name, dict), name) for name in setup.players}),
        weather=fields.take("weather", int),
        spirits=_spirits(fields.take("modules", dict, {}), setup, tuple(start.canoes)),
    )
    if table.weather not in WEATHER_TRACK:
        raise NotUnderstood(f"'weather' is {table.weather}, expected one of {WEATHER_TRACK}")
    for named in (players, canoes, deposits):
        named.finish()
    return table


def _player(document: object, name: str) -> Player:
    fields = Fields(document, f"player {name}")
    player = Player(
        hand=tuple(one_of(card, HAND_ORDER, "a card") for card in fields.take_words("hand")),
        chosen=fields.take("chosen", (str, type(None))),
        played=fields.take("played", (str, type(None))),
        delivered=_gem_counts(fields.take("delivered", dict), f"player {name}"),
    )
    for card in (player.chosen, player.played):
        one_of(HAND_ORDER[0] if card is None else card, HAND_ORDER, f"player {name}: a card")
    fields.finish()
    return player


def _canoe(document: object, name: str, canoe: Canoe) -> Canoe:
    fields = Fields(document, f"canoe {name}")
    at = one_of(fields.take("at", str), PLACES, f"canoe {name}: 'at'")
    cargo = tuple(one_of(gem, _GEMS, f"canoe {name}: a gem") for gem in fields.take_words("cargo"))
    if len(cargo) > canoe.places:
        raise NotUnderstood(f"canoe {name}: {len(cargo)} gems, expected {canoe.places} at most")
    fields.finish()
    return replace(canoe, at=at, cargo=tuple(sorted(cargo)))


def _spirits(document: object, setup: Setup, canoes: tuple[str, ...]) -> Spirits:
    fields = Fields(document, "modules")
    at_rest = Spirits()
    spirits = Spirits(
        whirlpool=fields.take("whirlpool", (str, type(None)), None),
        beaver=fields.take("beaver", (str, type(None)), None),
        moose=fields.take("moose", (str, type(None)), None),
        moored=fields.take_words("moored", []),
        named=FrozenMap(fields.take("named", dict, {})),
    )
    for space in (spirits.whirlpool, spirits.beaver):
        one_of(SPACES[0] if space is None else space, SPACES, "modules: a space")
    for canoe in (*spirits.moored, *(() if spirits.moose is None else (spirits.moose,))):
        one_of(canoe, canoes, "modules: a canoe")
    for colour, value in spirits.named.items():
        one_of(str(colour), setup.players, "modules: 'named': a player")
        one_of(str(value), ("1", "2", "3"), "modules: 'named': a value")
    if _spirits_to_json(at_rest, setup).keys() != set(document):  # type: ignore[call-overload]
        expected = ", ".join(_spirits_to_json(at_rest, setup)) or "nothing"
        raise NotUnderstood(f"modules: found {sorted(document)}, expected {expected}")  # type: ignore[call-overload]
    return spirits


def _gem_counts(document: object, what: str) -> FrozenMap[str, int]:
    if not isinstance(document, Mapping):
        raise NotUnderstood(f"{what}: expected a JSON object of gems, found {document!r}")
    for gem, count in document.items():
        one_of(gem, _GEMS, f"{what}: a gem")
        if isinstance(count, bool) or not isinstance(count, int) or count < 0:
            raise NotUnderstood(f"{what}: {count!r} {gem} gems, expected a count")
    return FrozenMap({gem: count for gem, count in document.items() if count})
