"""Positions and pictures in a few words, for the core's tests."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.board.expectation import expected_picture
from companion.engine import Choose, apply, initial_state, setup_from_parts, state_from_json, state_to_json

if TYPE_CHECKING:
    from companion.board.picture import BoardPicture
    from companion.engine import State

PLAYERS = ("red", "blue", "green")


def start(**options):
    return initial_state(setup_from_parts(PLAYERS, "red", (), options))


def chosen(state: State, **cards: str) -> State:
    """The position after these cards were laid face down."""
    for player in state.to_act:
        state = apply(state, Choose(player, cards[player]))
    return state


def placed(state: State, weather: int | None = None, **canoes: str) -> State:
    """The same position with canoes elsewhere: ``red_1="M3+violet"``; gems come from the deposit of their colour."""
    document = state_to_json(state)
    homes = dict(zip(("violet", "clear", "yellow", "blue", "pink"), document["deposits"], strict=True))
    for name, where in canoes.items():
        at, *cargo = where.split("+")
        document["canoes"][name.replace("_", "-")] = {"at": at, "cargo": cargo}
        for gem in cargo:
            document["deposits"][homes[gem]][gem] -= 1
    if weather is not None:
        document["weather"] = weather
    return state_from_json(document, state.setup)


def seen(state: State, **changes) -> BoardPicture:
    """What a perfect camera sees of a position, with some of it changed."""
    return replace(expected_picture(state), **changes)
