"""A mapping that cannot be changed and can be hashed: what positions are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn, TypeVar

if TYPE_CHECKING:
    from collections.abc import Mapping

Key = TypeVar("Key")
Value = TypeVar("Value")


class FrozenMap(dict[Key, Value]):
    """A dict without ways to change it; `put` and `put_one` make a changed copy.

    >>> FrozenMap({"violet": 7}).put({"clear": 1})
    {'violet': 7, 'clear': 1}
    """

    __slots__ = ("_hash",)

    def put(self, changes: Mapping[Key, Value]) -> FrozenMap[Key, Value]:
        """A copy with some values replaced."""
        copy: FrozenMap[Key, Value] = FrozenMap(self)
        dict.update(copy, changes)
        return copy

    def put_one(self, key: Key, value: Value) -> FrozenMap[Key, Value]:
        """A copy with one value replaced."""
        copy: FrozenMap[Key, Value] = FrozenMap(self)
        dict.__setitem__(copy, key, value)
        return copy

    def __hash__(self) -> int:  # type: ignore[override]
        try:
            return self._hash
        except AttributeError:
            self._hash: int = hash(frozenset(self.items()))
            return self._hash

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        message = "a position cannot be changed; apply an action to get another one"
        raise TypeError(message)

    __setitem__ = __delitem__ = update = pop = popitem = clear = setdefault = __ior__ = _refuse
