"""The whole table without hardware: virtual camera, mock pins, bots - to watch in a browser, or in a hurry."""

from __future__ import annotations

import tempfile
import threading
import time
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from companion.adapters.eyes import Eyes, EyesThread
from companion.adapters.virtual.party import Habits, Party
from companion.adapters.workshop import TableWorkshop
from companion.engine import setup_from_parts
from companion.settings import PatienceSettings, Settings
from companion.wiring import Companion, open_companion
from hardware.gpio import open_panel
from vision.calibration import calibrate
from vision.layout import default_layout
from vision.reader import Reader
from vision.settle import Patience as StillPatience
from vision.settle import Settler
from vision.simulate import View, VirtualCamera, VirtualTable, empty_scene, set_up
from vision.watch import Watch

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from companion.adapters.virtual.party import Tally
    from vision.layout import Layout

FRAMES_A_SECOND = 8
COLOURS = ("red", "blue", "green", "yellow", "brown")
FAST_HABITS = Habits(think_s=0.0, carry_s=0.125, react_s=0.25)
FAST_PATIENCE = PatienceSettings(looks=2, wrong_after_s=1.0, remind_after_s=2.0, follow_s=4.0)


@dataclass(slots=True)
class Stage:
    """The virtual table with its camera, calibrated as a real one would be."""

    table: VirtualTable
    camera: VirtualCamera
    layout: Layout
    watch: Watch


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
    settler = Settler(StillPatience() if paced else StillPatience(looks=1))
    return Stage(table, camera, layout, Watch(Reader(calibration), settler))


class RealPace:
    """Seconds on the clock, until somebody says stop."""

    def __init__(self) -> None:
        self._stop = threading.Event()

    @property
    def over(self) -> bool:
        """Whether `stop` was called."""
        return self._stop.is_set()

    def pause(self, seconds: float) -> None:
        """Wait, or return at once when the party is over."""
        self._stop.wait(seconds)

    def stop(self) -> None:
        """Break up the party."""
        self._stop.set()


class FramePace:
    """Virtual time: a pause is as many frames as a camera would take in it, each looked at in turn."""

    def __init__(self, camera: VirtualCamera, eyes: Eyes) -> None:
        self._camera = camera
        self._eyes = eyes
        self.over = False

    def pause(self, seconds: float) -> None:
        """Take the frames of this time, as fast as they can be drawn and read."""
        for _ in range(round(seconds * FRAMES_A_SECOND)):
            frame = self._camera.frame()
            if frame is not None:
                self._eyes.look(frame, wait=True)


@dataclass(frozen=True, slots=True)
class Trial:
    """One game played through the pictures, and what came of it."""

    seed: int
    tally: Tally
    seconds: float

    @classmethod
    def played(cls, seed: int, players: Sequence[str], slip: float) -> Trial:
        """Play one whole game, from set-up to a winner."""
        began = time.perf_counter()
        tally = fast_game(seed, players, slip)
        return cls(seed, tally, time.perf_counter() - began)

    def to_json(self) -> dict[str, Any]:
        """The trial as plain values; counts by kind of slip too."""
        return {
            "seed": self.seed,
            "rounds": self.tally.rounds,
            "mistakes": self.tally.made.total(),
            "announced": self.tally.announced.total(),
            "made": {str(slip): count for slip, count in self.tally.made.items()},
            "named": {str(slip): count for slip, count in self.tally.announced.items()},
            "false_alarms": self.tally.false_alarms,
            "questions": self.tally.questions,
            "by_hand": self.tally.entered_by_hand,
            "seconds": round(self.seconds, 1),
            "winners": list(self.tally.winners),
        }

    def line(self) -> str:
        """The trial as a row of the table."""
        row = self.to_json()
        counts = (
            ("rounds", 6),
            ("mistakes", 8),
            ("announced", 9),
            ("false_alarms", 12),
            ("questions", 9),
            ("by_hand", 7),
        )
        cells = "  ".join(str(row[name]).rjust(width) for name, width in counts)
        return f"{self.seed:4}  {cells}  {self.seconds:7.1f}  {', '.join(self.tally.winners)}"


def fast_game(seed: int, players: Sequence[str], slip: float) -> Tally:
    """One whole game through the pictures, in virtual time."""
    rng = Random(seed)
    stage = build_stage(players, rng, paced=False)
    with tempfile.TemporaryDirectory() as folder, ExitStack() as closing:
        companion = closing.enter_context(
            _companion(Settings(patience=FAST_PATIENCE), Path(folder) / "games.sqlite3", players)
        )
        eyes = Eyes(stage.watch, companion.service, players, lens=False)
        pace = FramePace(closing.enter_context(stage.camera), eyes)
        habits = replace(FAST_HABITS, slip=slip)
        return Party(companion.service, stage.table, stage.layout, pace, rng, habits).play_game()


def _companion(settings: Settings, games: Path, players: Sequence[str]) -> Companion:
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
        companion = closing.enter_context(_companion(settings, file, players))
        url = companion.serve(settings.web.host, port or settings.web.port, None)
        eyes = Eyes(stage.watch, companion.service, players)
        looking = EyesThread(stage.camera, eyes, companion.service)
        companion.on_close(looking.close)
        companion.service.workshop = TableWorkshop(
            eyes=eyes, panel=companion.panel, calibration=Path(folder) / "calibration.zip"
        )
        pace = RealPace()
        companion.on_close(pace.stop)
        say(f"The table is open: {url}  (host: {url}/host/{companion.service.host_key})")
        say("Bots are playing; take a seat on the page to join in. Ctrl-C ends it.")
        habits = FAST_HABITS if fast else Habits(slip=slip)
        party = Party(companion.service, stage.table, stage.layout, pace, rng, habits)
        while not pace.over:
            tally = party.play_game()
            say(f"Game over after {tally.rounds} rounds; winner: {', '.join(tally.winners)}.")
            pace.pause(REST_S)
            companion.service.new_game(companion.service.host_key)


REST_S = 20.0
"""Between a win and the next game of the demonstration."""
