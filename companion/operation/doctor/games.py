"""The stored games: is the file whole, and can every game in it be gone on with?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.errors import LogError, NewerLog
from companion.game.stored import stored_in
from companion.present.health_report import good, wrong

if TYPE_CHECKING:
    from pathlib import Path

    from companion.present.health_report import Finding


def check_games(file: Path) -> Finding:
    """Read the whole file without changing it, while a companion may be writing to it."""
    if not file.exists():
        return good("games", "games-none", file=str(file))
    try:
        stored = stored_in(file)
    except NewerLog:
        return wrong("games", "games-newer", file=str(file))
    except LogError as error:
        if error.game is not None:
            return wrong("games", "games-broken", file=str(file), number=error.game)
        return wrong("games", "games-damaged", file=str(file))
    if stored.going_on is not None:
        return good("games", "games-going-on", games=stored.games, number=stored.going_on)
    return good("games", "games-stored", games=stored.games)
