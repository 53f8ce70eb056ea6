"""A mapping that cannot be changed and can be hashed: what positions are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn, TypeVar

if TYPE_CHECKING:
    from collections.abc import Mapping

Key = TypeVar("Key")
Value = TypeVar("Value")


class FrozenMap(dict[Key, Value]):
    """A dict without ways to change it; `put` makes a changed copy."""

    __slots__ = ()

    def put(self, changes: Mapping[Key, Value]) -> FrozenMap[Key, Value]:
        """A copy with some values replaced."""
        return FrozenMap({**self, **changes})

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        message = "a position cannot be changed; apply an action to get another one"
        raise TypeError(message)

    __setitem__ = __delitem__ = update = pop = popitem = clear = setdefault = __ior__ = _refuse
