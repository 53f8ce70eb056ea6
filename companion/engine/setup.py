"""Who plays, with what and by which house options (B1)."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from companion.engine.board import PLAYER_COLOURS, SIXTH_COLOUR
from companion.engine.errors import SetupError
from companion.engine.message import Message

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class Module(StrEnum):
    """The expansions, by the names that a record gives them."""

    JOE = "joe"
    """Diamanten Joe (J1-J4)."""
    SIX_PLAYERS = "six-players"
    """Three to six players (N1)."""
    CARDS = "cards"
    """Three more cards in each hand (N2)."""
    WHIRLPOOL = "whirlpool"
    """A marked disc on which no canoe rests (N3)."""
    BEAVER = "beaver"
    """The beaver (N4)."""
    MOOSE = "moose"
    """The moose waits at the ruby and gives a canoe strength (N5)."""
    DOUBLE_CANOES = "double-canoes"
    """One canoe of each player holds two gems (N6)."""


MODULES = tuple(map(str, Module))
"""The modules a record may name."""

_CHOICES: dict[str, tuple[str, ...]] = {
    "retrieve_in": ("choose", "own-turn"),
    "tie_break": ("none", "gem-value"),
    "moose": ("+2", "double"),
}


@dataclass(frozen=True, slots=True)
class Options:
    """House options, each with the rule it belongs to and the default of the printed rules."""

    retrieve_in: str = "choose"
    """B3: lost canoes come back before choosing a card, or in the own turn with a number card."""
    retrieve_limit: int = 1
    """B3: canoes a player may put back in a round."""
    unload_home: bool = False
    """B8: whether a gem may be unloaded in the deposit of its own colour."""
    steal_after_unload: bool = True
    """B9: whether a canoe that unloaded before paddling may steal on arrival."""
    tie_break: str = "none"
    """B16: all who meet a goal win, or only those with the most valuable gems."""
    moose: str = "+2"
    """N5: what the moose aboard adds to a canoe's points."""


@dataclass(frozen=True, slots=True)
class Setup:
    """The header of a game: players clockwise, who holds the buoy first, modules and options."""

    players: tuple[str, ...]
    first: str
    modules: tuple[str, ...] = ()
    options: Options = field(default_factory=Options)

    def __post_init__(self) -> None:
        found = self._problems()
        if found:
            raise SetupError("; ".join(text for text, _ in found), tuple(message for _, message in found))

    def _problems(self) -> list[tuple[str, Message]]:
        """Everything that is wrong with this set-up, all at once: as a text, and in the catalogue's words."""
        found = []
        colours = (*PLAYER_COLOURS, SIXTH_COLOUR) if Module.SIX_PLAYERS in self.modules else PLAYER_COLOURS
        rule, most = "N1" if Module.SIX_PLAYERS in self.modules else "B1", len(colours)
        if not 3 <= len(self.players) <= most:
            text = f"{len(self.players)} players: Niagara is for 3 to {most} ({rule})"
            found.append((text, _problem("players", count=len(self.players), most=most)))
        found += (
            (
                f"unknown player {colour!r}: expected one of {', '.join(colours)} ({rule})",
                _problem("unknown-player", colour=colour, known=colours),
            )
            for colour in self.players
            if colour not in colours
        )
        if len(set(self.players)) < len(self.players):
            found.append(("a colour plays twice", _problem("player-twice")))
        if self.first not in self.players:
            text = f"first player {self.first!r} does not play: expected one of {', '.join(self.players)}"
            found.append((text, _problem("first", known=self.players)))
        found += (
            (
                f"unknown module {module!r}: expected some of {', '.join(MODULES)}",
                _problem("unknown-module", module=module),
            )
            for module in self.modules
            if module not in MODULES
        )
        if len(set(self.modules)) < len(self.modules):
            found.append(("a module is named twice", _problem("module-twice")))
        if self.options.retrieve_limit < 1:
            text = f"retrieve_limit is {self.options.retrieve_limit}: expected 1 or more (B3)"
            found.append((text, _problem("retrieve-limit")))
        return found


def _problem(key: str, **values: object) -> Message:
    return Message(f"setup.{key}", values)


def setup_from_parts(
    players: Sequence[str], first: str | None, modules: Sequence[str], options: Mapping[str, object]
) -> Setup:
    """A set-up from plain values, as files and forms have them; raises `SetupError` naming what is wrong.

    >>> setup_from_parts(["red", "blue", "green"], None, [], {}).first
    'red'
    """
    known = {part.name: part for part in dataclasses.fields(Options)}
    for name, value in options.items():
        if name not in known:
            raise SetupError(f"unknown option {name!r}: expected some of {', '.join(known)}")
        default = known[name].default
        if type(value) is not type(default):
            raise SetupError(f"option {name!r} is {value!r}: expected a value like {default!r}")
        if name in _CHOICES and value not in _CHOICES[name]:
            raise SetupError(f"option {name!r} is {value!r}: expected one of {', '.join(_CHOICES[name])}")
    first_player = first if first is not None else next(iter(players), "")
    return Setup(tuple(players), first_player, tuple(modules), Options(**options))  # type: ignore[arg-type]
