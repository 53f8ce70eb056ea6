"""The stored games: is the file whole, and can every game in it be gone on with?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.doctor.report import good, wrong
from companion.errors import LogError
from companion.stored import stored_in

if TYPE_CHECKING:
    from pathlib import Path

    from companion.doctor.report import Finding


def check_games(file: Path) -> Finding:
    """Read the whole file without changing it, while a companion may be writing to it."""
    if not file.exists():
        return good("games", f"none stored yet; the first one makes {file}")
    try:
        stored = stored_in(file)
    except LogError as error:
        return wrong(
            "games", str(error), f"put a backup in its place: niagara restore BACKUP.zip, or remove {file}"
        )
    going_on = f", game {stored.going_on} is going on" if stored.going_on is not None else ""
    return good("games", f"{stored.games} stored{going_on}; the file is whole")
