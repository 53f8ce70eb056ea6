"""The whole table without hardware: virtual camera, mock pins, bots - to watch in a browser, or in a hurry."""

from __future__ import annotations

import tempfile
import threading
import time
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from companion.adapters.eyes import Eyes, EyesThread
from companion.adapters.virtual.party import Habits, Party
from companion.agreement import Patience
from companion.engine import setup_from_parts
from companion.settings import PatienceSettings
from companion.wiring import Companion, open_companion
from hardware.gpio import open_panel
from vision.calibration import calibrate
from vision.layout import default_layout
from vision.reader import Reader
from vision.settle import Settler
from vision.settle import Patience as StillPatience
from vision.simulate import moves
from vision.simulate.camera import VirtualCamera
from vision.simulate.light import Light
from vision.simulate.render import Renderer
from vision.simulate.table import VirtualTable
from vision.simulate.view import View
from vision.watch import Watch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from companion.adapters.virtual.party import Tally
    from companion.settings import Settings
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


def build_stage(players: Sequence[str], rng: Random, *, real_time: bool) -> Stage:
    """Lay the virtual table and calibrate its camera from an empty and a set-up picture."""
    layout = default_layout()
    view, light = View(tilt_deg=rng.uniform(-6, 6), roll_deg=rng.uniform(-3, 3)), Light()
    renderer = Renderer(layout, view, light, seed=rng.randrange(2**31))
    laid = moves.set_up(layout, players, rng)
    calibration = calibrate(renderer.draw(moves.empty_scene()), renderer.draw(laid), players, layout=layout)
    table = VirtualTable(laid)
    camera = VirtualCamera(table, renderer, fps=FRAMES_A_SECOND, real_time=real_time)
    watch = Watch(Reader(calibration), Settler(StillPatience() if real_time else StillPatience(looks=2)))
    return Stage(table, camera, layout, watch)


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


def fast_games(
    count: int, seed: int, players: Sequence[str], slip: float
) -> Iterator[tuple[int, Tally, float]]:
    """Play whole games through the pictures as fast as possible; yields seed, tally and seconds of each."""
    for number in range(count):
        began = time.perf_counter()
        tally = fast_game(seed + number, players, slip)
        yield seed + number, tally, time.perf_counter() - began


def fast_game(seed: int, players: Sequence[str], slip: float) -> Tally:
    """One whole game through the pictures, from set-up to a winner."""
    rng = Random(seed)
    stage = build_stage(players, rng, real_time=False)
    with tempfile.TemporaryDirectory() as folder, ExitStack() as closing:
        companion = closing.enter_context(_companion(Path(folder) / "games.sqlite3", players, fast=True))
        eyes = Eyes(stage.watch, companion.service, players, lens=False)
        camera = closing.enter_context(stage.camera)
        habits = Habits(
            slip=slip, think_s=FAST_HABITS.think_s, carry_s=FAST_HABITS.carry_s, react_s=FAST_HABITS.react_s
        )
        party = Party(companion.service, stage.table, stage.layout, FramePace(camera, eyes), rng, habits)
        return party.play_game()


def _companion(
    games: Path, players: Sequence[str], *, fast: bool, settings: Settings | None = None
) -> Companion:
    from companion.settings import Settings as Defaults

    chosen = settings or Defaults()
    if fast:
        chosen = chosen.model_copy(update={"patience": FAST_PATIENCE})
    setup = setup_from_parts(tuple(players), players[0], (), {})
    return open_companion(chosen, camera=True, setup=setup, panel=open_panel("mock"), games=games)


def run_demo(
    settings: Settings,
    players: Sequence[str],
    *,
    port: int,
    seed: int,
    slip: float,
    fast: bool,
    games: Path | None,
    say: Callable[[str], None],
) -> None:
    """The demonstration with its page, until interrupted; a new game begins a while after a win."""
    rng = Random(seed)
    say("Laying the virtual table and calibrating its camera …")
    stage = build_stage(players, rng, real_time=True)
    with tempfile.TemporaryDirectory() as folder, ExitStack() as closing:
        file = games or Path(folder) / "games.sqlite3"
        companion = closing.enter_context(_companion(file, players, fast=False, settings=settings))
        url = companion.serve(settings.web.host, port, None)
        eyes = EyesThread(stage.camera, Eyes(stage.watch, companion.service, players), companion.service)
        companion.on_close(eyes.close)
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
