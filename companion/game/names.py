"""What somebody may be called at the table: as it was typed, but that it misleads nobody and breaks no page."""

from __future__ import annotations

import unicodedata
from itertools import count
from typing import TYPE_CHECKING

from companion.engine.message import Message
from companion.errors import Refused
from companion.words import LANGUAGES, term

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

LONGEST_NAME = 24
"""Letters of a player's name that are kept."""
MOST_MARKS = 2
"""Accents on one letter that are kept: Vietnamese has two, and more climb over the lines of a page."""


def name_at_table(typed: str, colour: str, colours: Iterable[str], others: Collection[str]) -> str:
    """The name under which the player of a colour sits beside ``others``.

    What cannot be seen is left out - controls, marks of direction, halves of surrogates -, and of two alike names the
    later one is numbered. Raises `Refused` for the name of another player's colour.
    """
    name = shown(typed)
    if any(
        _alike(name) == _alike(term(other, language))
        for other in colours
        for language in LANGUAGES
        if other != colour
    ):
        raise Refused(Message("refused.name-is-colour", {"name": name}))
    taken = {_alike(other) for other in others}
    if not name or _alike(name) not in taken:
        return name
    for number in count(2):
        numbered = f"{name[: LONGEST_NAME - len(str(number)) - 1].rstrip()} {number}"
        if _alike(numbered) not in taken:
            return numbered
    raise AssertionError


def shown(typed: str) -> str:
    """What of a name can be seen, in one line and of bounded length."""
    kept, marks = "", 0
    for letter in unicodedata.normalize("NFC", typed[: 20 * LONGEST_NAME]):
        kind = unicodedata.category(letter)
        marks = marks + 1 if kind.startswith("M") else 0
        if letter.isspace():
            kept += " "
        elif not kind.startswith("C") and marks <= MOST_MARKS:
            kept += letter
    return " ".join(kept.split())[:LONGEST_NAME].rstrip()


def _alike(name: str) -> str:
    """The same for names that are read as one: capitals, accents and widths do not tell them apart."""
    apart = unicodedata.normalize("NFKD", name).casefold()
    return "".join(letter for letter in apart if not unicodedata.combining(letter))
