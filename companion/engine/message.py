"""A text for people by its key: the code never holds the sentence itself."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Message:
    """``key`` names a sentence in the catalogues, ``values`` fill its placeholders.

    A value may be a plain value, another message, or a tuple of either.
    """

    key: str
    values: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))
