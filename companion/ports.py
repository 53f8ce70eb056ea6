"""What the core asks of the outside: eyes and signs. Adapters fulfil these; tests have doubles by hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.announcements import Fact
    from companion.engine.message import Message
    from companion.picture import BoardPicture
    from companion.views import LampsView, TableView, Watching


@dataclass(frozen=True, slots=True)
class Observation:
    """One look of the camera in game words: what it is doing, and the board if it could be read."""

    watching: Watching
    text: Message
    picture: BoardPicture | None = None
    lens: bytes | None = None
    """The annotated picture as JPEG, when there is a new one."""


class Signs(Protocol):
    """Lamps and sounds: told of every fact and of the newest view."""

    def announce(self, facts: Sequence[Fact], view: TableView) -> None:
        """Show and sound what happened; must not block."""
        ...

    def lamps(self) -> LampsView:
        """The panel as it is lit now."""
        ...

    def close(self) -> None:
        """Everything off."""
        ...
