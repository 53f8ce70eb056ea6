"""Reading JSON documents strictly: a wrong field, type or word raises `NotUnderstood`, saying what was expected."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from companion.engine.errors import NotUnderstood

if TYPE_CHECKING:
    from collections.abc import Sequence

_MISSING = object()


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
