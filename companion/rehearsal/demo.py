"""The whole table without hardware: virtual camera, mock pins, bots - to watch in a browser, or in a hurry."""

from __future__ import annotations

import tempfile
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from companion.adapters.calibration_file import save_calibration
from companion.adapters.camera_thread import CameraThread, Eyes
from companion.adapters.equipment import TableEquipment
from companion.engine import setup_from_parts
from companion.operation.doctor import examine_table
from companion.operation.settings import with_changes
from companion.operation.wiring import Companion, open_companion
from companion.rehearsal.habits import Habits
from companion.rehearsal.table_clock import WallClock
from companion.rehearsal.virtual_players import VirtualPlayers
from hardware.gpio import open_panel
from vision.calibrating.calibrate import calibrate
from vision.layout import default_layout
from vision.motion.stillness import Settler, StillnessThresholds
from vision.reader import Reader
from vision.simulate import View, VirtualCamera, VirtualTable, empty_scene, set_up
from vision.watch import Watch

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from companion.operation.settings import Settings
    from vision.calibration.model import Calibration
    from vision.layout import Layout

FRAMES_A_SECOND = 8
COLOURS = ("red", "blue", "green", "yellow", "brown")
FAST_HABITS = Habits(think_s=0.0, carry_s=0.125, react_s=0.25)


@dataclass(slots=True)
class Stage:
    """The virtual table with its camera, calibrated as a real one would be."""

    table: VirtualTable
    camera: VirtualCamera
    layout: Layout
    watch: Watch
    calibration: Calibration


def build_stage(players: Sequence[str], rng: Random, *, paced: bool) -> Stage:
    """Lay the virtual table and calibrate its camera from an empty and a set-up picture."""
    layout = default_layout()
    view = View(tilt_deg=rng.uniform(-5, 5), roll_deg=rng.uniform(-3, 3))
    laid = set_up(layout, players, rng)
    table = VirtualTable(empty_scene())
    seed = rng.randrange(2**31)
    with VirtualCamera(table, layout, view, seed=seed, paced=False) as camera:
        empty = camera.frame().bgr
        table.set(laid)
        calibration = calibrate(empty, camera.frame().bgr, players, layout=layout)
    camera = VirtualCamera(table, layout, view, seed=seed, fps=FRAMES_A_SECOND, paced=paced)
    settler = Settler(StillnessThresholds() if paced else StillnessThresholds(looks=1))
    return Stage(table, camera, layout, Watch(Reader(calibration), settler), calibration)


def companion_of(settings: Settings, games: Path, players: Sequence[str]) -> Companion:
    """A companion for the virtual table: mock pins, the base game."""
    setup = setup_from_parts(tuple(players), players[0], (), {})
    return open_companion(settings, camera=True, setup=setup, panel=open_panel("mock"), games=games)


def run_demo(
    settings: Settings,
    players: Sequence[str],
    *,
    port: int | None,
    seed: int,
    slip: float,
    fast: bool,
    games: Path | None,
    say: Callable[[str], None],
) -> None:
    """The demonstration with its page, until interrupted; a new game begins a while after a win."""
    rng = Random(seed)
    say("Laying the virtual table and calibrating its camera …")
    stage = build_stage(players, rng, paced=True)
    with tempfile.TemporaryDirectory() as folder, ExitStack() as closing:
        file = games or Path(folder) / "games.sqlite3"
        learnt = Path(folder) / "calibration.zip"
        save_calibration(stage.calibration, learnt)
        chosen = with_changes(
            settings,
            games=file,
            camera={"source": stage.camera.name, "calibration": learnt},
            panel={"kind": "mock"},
            web={"port": port},
        )
        companion = closing.enter_context(companion_of(chosen, file, players))
        url = companion.serve(chosen.web.host, chosen.web.port, None)
        eyes = Eyes(stage.watch, companion.service)
        looking = CameraThread(stage.camera, eyes, companion.service)
        companion.on_close(looking.close)
        companion.service.equipment = TableEquipment(eyes=eyes, panel=companion.panel, calibration=learnt)
        companion.service.doctor = partial(examine_table, chosen, looking.filmed)
        clock = WallClock()
        companion.on_close(clock.stop)
        say(f"The table is open: {url}  (host: {url}/host/{companion.service.host_key})")
        say("Bots are playing; take a seat on the page to join in. Ctrl-C ends it.")
        habits = FAST_HABITS if fast else Habits(slip=slip)
        virtual_players = VirtualPlayers(companion.service, stage.table, stage.layout, clock, rng, habits)
        while not clock.over:
            results = virtual_players.play_game()
            say(f"Game over after {results.rounds} rounds; winner: {', '.join(results.winners)}.")
            clock.pause(REST_S)
            companion.service.new_game(companion.service.host_key)


REST_S = 20.0
"""Between a win and the next game of the demonstration."""
