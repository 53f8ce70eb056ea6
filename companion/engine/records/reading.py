"""Reading JSON documents strictly: a wrong field, type or word raises `NotUnderstood`, saying what was expected."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from companion.engine.errors import NotUnderstood

if TYPE_CHECKING:
    from collections.abc import Sequence

_MISSING = object()
DEEPEST = 12
"""Lists and objects within one another; a position has five. What is deeper cannot even be quoted."""
LONGEST_QUOTE = 60
"""Characters that are quoted of a text that is no document."""


def json_document(text: str) -> object:
    """The JSON document in a text; raises `NotUnderstood` for what is none, or none that a program can go on with."""
    try:
        document: object = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise NotUnderstood(f"not a JSON document ({error}); found {text[:LONGEST_QUOTE]!r}") from error
    level = [document]
    for _ in range(DEEPEST):
        if not all(_is_writable(value) for value in level if isinstance(value, str)):
            raise NotUnderstood(f"half of a surrogate pair is no letter; found {text[:LONGEST_QUOTE]!r}")
        level = [part for value in level for part in _parts(value)]
        if not level:
            return document
    raise NotUnderstood(f"lists and objects more than {DEEPEST} deep; found {text[:LONGEST_QUOTE]!r}")


def _parts(value: object) -> Sequence[object]:
    if isinstance(value, dict):
        return [*value, *value.values()]
    return value if isinstance(value, list) else ()


def _is_writable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


class Fields:
    """The fields of one JSON object, taken one by one; what is left over at the end was not expected."""

    def __init__(self, document: object, what: str) -> None:
        if not isinstance(document, Mapping):
            raise NotUnderstood(f"{what}: expected a JSON object, found {document!r}")
        self._left = dict(document)
        self._what = what

    def take(self, name: str, kind: type | tuple[type, ...], default: Any = _MISSING) -> Any:
        """The value of one field, checked for its type; booleans are no numbers here."""
        value = self._left.pop(name, default)
        if value is _MISSING:
            raise NotUnderstood(f"{self._what}: the field {name!r} is missing")
        kinds = kind if isinstance(kind, tuple) else (kind,)
        fits = isinstance(value, kinds) and not (isinstance(value, bool) and bool not in kinds)
        if not fits and value is not default:
            names = " or ".join("null" if one is type(None) else one.__name__ for one in kinds)
            raise NotUnderstood(f"{self._what}: {name!r} is {value!r}, expected {names}")
        return value

    def take_words(self, name: str, default: Any = _MISSING) -> tuple[str, ...]:
        """A list of words."""
        value = self.take(name, list, default)
        if any(not isinstance(word, str) for word in value):
            raise NotUnderstood(f"{self._what}: {name!r} is {value!r}, expected a list of words")
        return tuple(value)

    def finish(self) -> None:
        """Nothing may be left."""
        if self._left:
            raise NotUnderstood(f"{self._what}: unknown field {next(iter(self._left))!r}")


def one_of(value: str, known: Sequence[str], what: str) -> str:
    """The value, if it is one of the known words."""
    if value not in known:
        raise NotUnderstood(f"{what} is {value!r}, expected one of {', '.join(known)}")
    return value
