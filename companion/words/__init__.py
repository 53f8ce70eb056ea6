"""The companion's words: message catalogues in every language, and the one function that says a message.

The code speaks in `Message` records - a key and its values; sentences live only in the ``*.LANGUAGE.toml`` files
beside this module. A value that names a thing of the game (``violet``, ``M3``, ``red-1``) is itself looked up as
``term.violet``; a number may bring its noun (`Count`); a value that is a message is said first; a tuple is joined
as a list.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import TYPE_CHECKING, Self

from companion.engine.message import Message

if TYPE_CHECKING:
    from collections.abc import Mapping

LANGUAGES = ("en", "fr", "de")
DEFAULT_LANGUAGE = "en"
PEOPLE = ("player", "players", "by")
"""Gaps of a sentence that speak of players, who have names."""
NOBODY: Mapping[str, str] = MappingProxyType({})


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """Every sentence of one language by its key; raises `ValueError` for a language that is not spoken here."""
    if language not in LANGUAGES:
        message = f"{language!r} is not a language of the companion; it speaks {', '.join(LANGUAGES)}"
        raise ValueError(message)
    sentences: dict[str, str] = {}
    for file in resources.files(__package__).iterdir():
        if file.name.endswith(f".{language}.toml"):
            sentences |= _flat(tomllib.loads(file.read_text(encoding="utf-8")))
    return sentences


def say(message: Message, language: str = DEFAULT_LANGUAGE, names: Mapping[str, str] = NOBODY) -> str:
    """The message as a sentence; ``names`` calls players by name where a sentence speaks of people.

    >>> from companion.engine.message import Message
    >>> say(Message("term.violet"), "fr")
    'violette'
    >>> say(Message("prompt.paddle", {"player": "red", "card": "3"}), names={"red": "Ada"})
    'Ada plays card 3.'
    """

    def said(value: object, people: Mapping[str, str]) -> object:
        match value:
            case Message():
                return say(value, language, names)
            case bool():
                return str(value)
            case int():
                return Count(value, language)
            case tuple() | list() | frozenset():
                parts = [str(said(part, people)) for part in value]
                return ", ".join(parts) if parts else term("nothing", language)
        return people.get(str(value)) or term(str(value), language)

    values = {gap: said(value, names if gap in PEOPLE else NOBODY) for gap, value in message.values.items()}
    return catalogue(language)[message.key].format(**values)


def term(value: str, language: str = DEFAULT_LANGUAGE) -> str:
    """The word for one thing of the game (``violet``, ``beach``, ``red-1``), or the value itself (``M3``).

    >>> term("red-1")
    'red 1'
    """
    words = catalogue(language)
    colour, _, number = value.rpartition("-")
    if number.isdigit() and f"term.{colour}" in words:
        return f"{words[f'term.{colour}']} {number}"
    return words.get(f"term.{value}", value)


class Count(int):
    """A number that knows its noun: ``{count:disc|discs}`` says *1 disc* or *3 discs*.

    >>> f"{Count(1, 'en'):disc|discs}, {Count(0, 'en'):disc|discs}, {Count(0, 'fr'):disque|disques}"
    '1 disc, 0 discs, 0 disque'
    """

    _one: bool

    def __new__(cls, value: int, language: str) -> Self:
        """``value`` with the plural rule of ``language``: French counts nothing like one."""
        count = super().__new__(cls, value)
        count._one = value == 1 or (language == "fr" and value == 0)
        return count

    def __format__(self, spec: str) -> str:
        one, bar, many = spec.partition("|")
        return f"{int(self)} {one if self._one else many}" if bar else format(int(self), spec)


def _flat(table: Mapping[str, object], prefix: str = "") -> dict[str, str]:
    flat: dict[str, str] = {}
    for key, value in table.items():
        if isinstance(value, dict):
            flat |= _flat(value, f"{prefix}{key}.")
        else:
            flat[f"{prefix}{key}"] = str(value)
    return flat
