"""The most likely *illegal* action: what a player seems to have done, as moves that a rule forbids."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.board.discrepancy import Discrepancy, Kind, discrepancy
from companion.board.expectation import canoe_colour
from companion.board.picture import WEATHER
from companion.engine import (
    BEACH,
    DEPOSIT_BESIDE,
    SPACES,
    Card,
    ChangeWeather,
    Lasso,
    Module,
    Move,
    Paddle,
    State,
    signed,
    why_not,
)
from companion.engine.actions import UNLOAD, load
from companion.engine.message import Message
from companion.words.actions import tell_move

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.board.picture import BoardPicture


def illegal_weather(state: State, player: str, seen: BoardPicture) -> Discrepancy | None:
    """With a cloud card: the marker did not move exactly one step (B11)."""
    if state.players[player].chosen != Card.CLOUD or seen.weather is None or seen.weather == state.weather:
        return None
    refusal = why_not(state, ChangeWeather(player, seen.weather))
    if refusal is None:
        return None
    return replace(
        discrepancy(
            Kind.WEATHER_WRONG,
            WEATHER,
            expected=Message("seen.weather-step", {"value": signed(state.weather)}),
            seen=Message("seen.weather", {"value": signed(seen.weather)}),
            rule=refusal.rule,
        ),
        message=refusal.message,
    )


def illegal_paddling(state: State, player: str, seen: BoardPicture) -> Discrepancy | None:
    """The player's canoes as they lie now, tried as a paddle action: the engine says which rule it breaks."""
    moves = tuple(moves_seen(state, player, seen))
    if not moves:
        return None
    refusal = why_not(state, Paddle(player, moves))
    if refusal is None:
        return None
    return replace(
        discrepancy(
            Kind.MOVE_ILLEGAL,
            moves[0].to,
            expected=Message("seen.a-legal-move", {"card": state.players[player].chosen}),
            seen=Message("seen.paddled", {"moves": tuple(tell_move(state, move) for move in moves)}),
            rule=refusal.rule,
            colour=player,
            origin=state.canoes[moves[0].canoe].at,
        ),
        message=refusal.message,
    )


def nothing_done(state: State) -> Discrepancy | None:
    """A turn declared done with nothing moved: the rule that asks for something."""
    player = state.to_act[0]
    match state.players[player].chosen:
        case Card.CLOUD:
            refusal = why_not(state, ChangeWeather(player, state.weather))
        case Card.LASSO:
            refusal = why_not(state, Lasso(player, ()))
        case _:
            refusal = why_not(state, Paddle(player, ()))
    if refusal is None:
        return None
    item = discrepancy(
        Kind.MOVE_ILLEGAL,
        BEACH,
        expected=Message("seen.a-legal-move", {"card": state.players[player].chosen}),
        seen=Message("seen.nothing-moved"),
        rule=refusal.rule,
        colour=player,
    )
    return replace(item, message=refusal.message)


def moves_seen(state: State, player: str, seen: BoardPicture) -> Iterator[Move]:
    """The player's canoes that left their places, paired with the places where one of his colour turned up.

    Gems that they gained or lost are told as loads, unloads and thefts where that can be.
    """
    left: list[str] = []
    arrived: list[str] = []
    for place in (*SPACES, BEACH):
        lies = seen.colours(place)
        if lies is None:
            continue
        ought = [name for name in state.canoes_of(player) if state.canoes[name].at == place]
        surplus = lies[player] - len(ought)
        arrived += [place] * max(surplus, 0)
        left += ought[: max(-surplus, 0)]
    for canoe, place in zip(left, arrived, strict=False):
        yield _with_gems(state, Move(canoe, place), seen)


def _with_gems(state: State, move: Move, seen: BoardPicture) -> Move:
    """The move with what became of the canoe's gems, if they can be told: at its goal if a deposit is there."""
    cargo = _cargo_seen(state, move, seen)
    if cargo is None:
        return move
    had, has = Counter(state.canoes[move.canoe].cargo), Counter(cargo)
    gained, given = [*(has - had).elements()], [*(had - has).elements()]
    if not gained and not given:
        return move
    robbed = _robbed(state, move, gained, seen)
    if robbed is not None and not given:
        return replace(move, steal=(robbed,))
    operations = (*(UNLOAD for _ in given), *map(load, gained))
    return replace(move, after=operations) if move.to in DEPOSIT_BESIDE else replace(move, before=operations)


def _cargo_seen(state: State, move: Move, seen: BoardPicture) -> tuple[str, ...] | None:
    """The cargo of a canoe that moved; ``None`` ashore, untold, or when another of its colour lies beside it."""
    colour = canoe_colour(move.canoe)
    alike = [piece for piece in seen.canoes.get(move.to) or () if piece.colour == colour]
    return alike[0].cargo if len(alike) == 1 and Module.DOUBLE_CANOES not in state.setup.modules else None


def _robbed(state: State, move: Move, gained: list[str], seen: BoardPicture) -> str | None:
    """An opponent's canoe on the same space that had this gem and is now seen without."""
    for name, canoe in state.canoes.items():
        if (
            canoe.at == move.to
            and list(canoe.cargo) == gained
            and canoe_colour(name) != canoe_colour(move.canoe)
        ):
            pieces = seen.canoes.get(move.to) or ()
            if any(piece.colour == canoe_colour(name) and piece.cargo == () for piece in pieces):
                return name
    return None
