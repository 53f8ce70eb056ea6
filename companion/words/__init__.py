"""The companion's words: message catalogues in every language, and the one function that says a message.

The code speaks in `Message` records - a key and its values; sentences live only in the ``*.LANGUAGE.toml`` files
beside this module. A value that names a thing of the game (``violet``, ``M3``, ``red-1``) is itself looked up as
``term.violet``; a value that is a message is said first; a tuple is joined as a list.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

from companion.engine.message import Message

if TYPE_CHECKING:
    from collections.abc import Mapping

LANGUAGES = ("en", "fr")
DEFAULT_LANGUAGE = "en"


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


def say(message: Message, language: str = DEFAULT_LANGUAGE) -> str:
    """The message as a sentence.

    >>> from companion.engine.message import Message
    >>> say(Message("term.violet"), "fr")
    'violette'
    """
    values = {name: _term(value, language) for name, value in message.values.items()}
    return catalogue(language)[message.key].format(**values)


def term(value: str, language: str = DEFAULT_LANGUAGE) -> str:
    """The word for one thing of the game (``violet``, ``beach``), or the value itself (``M3``)."""
    return catalogue(language).get(f"term.{value}", value)


def _term(value: object, language: str) -> str:
    if isinstance(value, Message):
        return say(value, language)
    if isinstance(value, tuple | list | frozenset):
        said = [_term(part, language) for part in value]
        return ", ".join(said) if said else term("nothing", language)
    return term(str(value), language)


def _flat(table: Mapping[str, object], prefix: str = "") -> dict[str, str]:
    flat: dict[str, str] = {}
    for key, value in table.items():
        if isinstance(value, dict):
            flat |= _flat(value, f"{prefix}{key}.")
        else:
            flat[f"{prefix}{key}"] = str(value)
    return flat
