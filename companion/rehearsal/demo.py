"""The demonstration: the whole table without hardware - virtual camera, mock pins, bots - to watch in a browser."""

from __future__ import annotations

import tempfile
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from companion.rehearsal.habits import FAST_HABITS, Habits
from companion.rehearsal.table_clock import WallClock
from companion.rehearsal.virtual_players import VirtualPlayers
from companion.rehearsal.virtual_rig import build_rig, open_virtual_table

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from companion.operation.settings import Settings

REST_S = 20.0
"""Between a win and the next game of the demonstration."""


def run_demo(
    settings: Settings,
    players: Sequence[str],
    *,
    seed: int,
    slip: float,
    fast: bool,
    games: Path | None,
    say: Callable[[str], None],
) -> None:
    """The demonstration with its page, until interrupted; a new game begins a while after a win."""
    rng = Random(seed)
    say("Laying the virtual table and calibrating its camera …")
    rig = build_rig(players, rng, paced=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        open_virtual_table(rig, settings, Path(folder), games=games) as table,
    ):
        url = table.serve(settings.web.host, settings.web.port)
        say(f"The table is open: {url}  (host: {url}/host/{table.service.host_key})")
        say("Bots are playing; take a seat on the page to join in. Ctrl-C ends it.")
        habits = FAST_HABITS if fast else Habits(slip=slip)
        clock = WallClock()
        bots = VirtualPlayers(table.service, rig.table, rig.layout, clock, rng, habits)
        while not clock.over:
            results = bots.play_game()
            say(f"Game over after {results.rounds} rounds; winner: {', '.join(results.winners)}.")
            clock.pause(REST_S)
            table.service.new_game(table.service.host_key)
