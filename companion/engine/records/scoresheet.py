"""The score sheet: a whole game in notation, one action a line, ``#`` before remarks (``docs/notation.md``)."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from companion.engine.board import BEACH, Phase
from companion.engine.errors import NotUnderstood
from companion.engine.records.corrections import Correction, correction_notation
from companion.engine.records.notation import notation, signed
from companion.engine.setup import Options, Setup, setup_from_parts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from companion.engine.actions import Action
    from companion.engine.state import State

TITLE = "niagara"
REMARK = "#"


def header_notation(setup: Setup) -> str:
    """The first line of a score sheet; options at their default are left out.

    >>> header_notation(Setup(("red", "blue", "green"), "blue", ("joe",), Options(retrieve_limit=2)))
    'niagara red blue green, first blue, with joe, retrieve_limit=2'
    """
    default = Options()
    parts = [f"{TITLE} {' '.join(setup.players)}", f"first {setup.first}"]
    if setup.modules:
        parts.append(f"with {' '.join(setup.modules)}")
    for option in dataclasses.fields(Options):
        value = getattr(setup.options, option.name)
        if value != getattr(default, option.name):
            parts.append(f"{option.name}={_option_text(value)}")
    return ", ".join(parts)


def header_from_notation(line: str) -> Setup:
    """The set-up a score sheet begins with; raises `NotUnderstood` or `SetupError`."""
    first: str | None = None
    modules: tuple[str, ...] = ()
    options: dict[str, object] = {}
    opening, *parts = [part.split() for part in line.partition(REMARK)[0].split(",")]
    if opening[:1] != [TITLE]:
        raise NotUnderstood(
            f"{line.strip()[:80]!r}: expected a line like 'niagara red blue green, first red'"
        )
    for part in parts:
        match part:
            case ["first", player]:
                first = player
            case ["with", *names]:
                modules = tuple(names)
            case [option] if "=" in option:
                name, _, text = option.partition("=")
                options[name] = _option_value(name, text)
            case _:
                raise NotUnderstood(
                    f"{line.strip()[:80]!r}: found {' '.join(part)!r}, "
                    "expected 'first PLAYER', 'with MODULE …' or 'OPTION=VALUE'"
                )
    return setup_from_parts(opening[1:], first, modules, options)


def _option_text(value: object) -> str:
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


def _option_value(name: str, text: str) -> object:
    """The value as the option of this name has it; a word where there is no such option or no such value."""
    default = getattr(Options(), name, None)
    if isinstance(default, bool):
        return {"yes": True, "no": False}.get(text, text)
    if isinstance(default, int) and text.isascii() and text.isdigit():
        return int(text[:9])
    return text


def score_sheet(
    setup: Setup,
    game: Iterable[tuple[State, Action | Correction]],
    remarks: Callable[[State, Action | Correction], Iterable[str]] = lambda _state, _action: (),
) -> Iterator[str]:
    """The lines of a game in notation; ``game`` holds each position with the action played there.

    A remark tells where the canoes are when a round begins; ``remarks`` may say more about each action.
    """
    yield header_notation(setup)
    for state, action in game:
        if state.phase == Phase.CHOOSE and state.to_act == setup.players and not state.retrieved:
            yield f"{REMARK} {_position(state)}"
        yield correction_notation(action) if isinstance(action, Correction) else notation(action)
        yield from (f"{REMARK}   {remark}" for remark in remarks(state, action))


def _position(state: State) -> str:
    away = (
        " ".join((name, canoe.at, *(f"+{gem}" for gem in canoe.cargo)))
        for name, canoe in state.canoes.items()
        if canoe.at != BEACH
    )
    return "; ".join((f"round {state.round}: {state.first} first, weather {signed(state.weather)}", *away))
