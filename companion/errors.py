"""What can go wrong in the companion, besides the engine's refusals::

CompanionError
├── Refused            an order that cannot be done now; carries its sentence as a `Message`
├── LogError           the game log cannot be opened or read
│   ├── NewerLog       … because a newer version of the companion wrote it
│   └── LogDamaged     … because it is not what was written
├── BackupError        a backup that cannot be made or put back
├── CalibrationUnusable   a calibration file that this companion cannot go on with
└── SettingsError (also ValueError)   a settings file that is not understood
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.words import say

if TYPE_CHECKING:
    from pathlib import Path

    from companion.engine.message import Message


LONGEST_QUOTE = 80
"""Characters that a refusal quotes of an order that is not understood."""
LONGEST_NAME_QUOTED = 20
"""Characters that a refusal quotes of a name - of a canoe, a colour - that nobody has."""


class CompanionError(Exception):
    """Root of the errors raised on purpose here; the text is one sentence for the user."""


class Refused(CompanionError):
    """An order that cannot be carried out; nothing has changed."""

    def __init__(self, message: Message) -> None:
        super().__init__(say(message))
        self.message = message


class LogError(CompanionError):
    """The game log's file cannot be used; the text says which file and what to do.

    ``game`` is the number of the stored game that cannot be gone through, if it is one game's fault.
    """

    def __init__(self, text: str, game: int | None = None) -> None:
        super().__init__(text)
        self.game = game


class NewerLog(LogError):
    """A newer version of the companion wrote the game log."""


class LogDamaged(LogError):
    """The file of the game log is not what was written; ``what`` says how that shows and what can still be read."""

    def __init__(self, path: Path, what: str, game: int | None = None) -> None:
        super().__init__(
            f"{path}: damaged ({what}). `niagara recover` keeps what can be read and puts the damaged file aside; "
            "or restore a backup",
            game,
        )
        self.what = what


class BackupError(CompanionError):
    """A backup cannot be made or put back; the text says why, and nothing has changed."""


class CalibrationUnusable(CompanionError):
    """A calibration file cannot be gone on with; the text says which and why."""


class SettingsError(CompanionError, ValueError):
    """A settings file is not understood; the text says where and what was expected."""
