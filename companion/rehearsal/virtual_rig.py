"""A table without hardware: the virtual table under its calibrated virtual camera, and a running table in front."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.adapters.board_observer import BoardObserver
from companion.adapters.calibration_file import CalibrationPictures, save_calibration
from companion.operation.settings import with_changes
from companion.operation.wiring import RunningTable, TableParts, open_table
from companion.rehearsal.drawn_table import DrawnTable
from companion.rehearsal.table_clock import FRAMES_A_SECOND, FrameClock
from hardware.gpio import open_panel
from vision.calibrating.calibrate import calibrate
from vision.calibrating.corrected import corrected
from vision.calibration.places import places_of
from vision.motion.stillness import StillnessGate, StillnessThresholds
from vision.reader import Reader
from vision.simulate import View, VirtualCamera, VirtualTable, empty_scene, set_up
from vision.watch import Watch

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path
    from random import Random

    from companion.engine import Setup
    from companion.operation.settings import Settings
    from vision.calibration.model import Calibration
    from vision.layout import Layout

COLOURS = ("red", "blue", "green", "yellow", "brown")
"""The colours that can play: the base game's."""


@dataclass(frozen=True, slots=True)
class VirtualRig:
    """The virtual table with its camera, calibrated as a real one would be."""

    setup: Setup
    """The game that is played at it."""
    table: VirtualTable
    camera: VirtualCamera
    layout: Layout
    """Where things truly lie."""
    watch: Watch
    calibration: Calibration
    pictures: CalibrationPictures
    """What the calibration was learnt from."""


def build_rig(players: Sequence[str], rng: Random, *, paced: bool) -> VirtualRig:
    """Lay the virtual table of these players and calibrate its camera; see `build_drawn_rig`."""
    return build_drawn_rig(DrawnTable(tuple(players)), rng, paced=paced)


def build_drawn_rig(drawn: DrawnTable, rng: Random, *, paced: bool) -> VirtualRig:
    """Lay the virtual table and calibrate its camera from an empty and a set-up picture.

    On a board of its own layout calibration finds the places, and an honest host shows those it is not sure of.
    ``paced`` lets a camera's frame take as long as a real one's does; else they come as fast as they are drawn.
    Raises `CalibrationError` when the table cannot be calibrated.
    """
    view = View(tilt_deg=rng.uniform(-5, 5), roll_deg=rng.uniform(-3, 3))
    laid = set_up(drawn.layout, drawn.players, rng, joe=drawn.joe)
    table = VirtualTable(empty_scene())
    seed = rng.randrange(2**31)
    with VirtualCamera(table, drawn.printed, view, seed=seed, paced=False) as camera:
        empty = camera.frame().bgr
        table.set(laid)
        set_up_bgr = camera.frame().bgr
    known = None if drawn.own else drawn.layout
    calibration = calibrate(empty, set_up_bgr, drawn.players, joe=drawn.joe, layout=known)
    if calibration.unsure:
        true_places = places_of(drawn.layout, {})
        calibration = corrected(calibration, [p for p in true_places if p.name in calibration.unsure])
    pictures = CalibrationPictures.of(empty, set_up_bgr, calibration)
    camera = VirtualCamera(table, drawn.printed, view, seed=seed, fps=FRAMES_A_SECOND, paced=paced)
    settler = StillnessGate(StillnessThresholds() if paced else StillnessThresholds(still_frames=1))
    watch = Watch(Reader(calibration), settler)
    return VirtualRig(drawn.setup, table, camera, drawn.layout, watch, calibration, pictures)


def open_virtual_table(
    rig: VirtualRig, settings: Settings, folder: Path, *, games: Path | None = None, source: str | None = None
) -> RunningTable:
    """A running table whose camera films the rig, with mock pins; it keeps its files in ``folder``.

    ``games`` keeps the games elsewhere; ``source`` is what the doctor calls the camera.
    """
    chosen = _settings_for(rig, settings, folder, games, source)
    return open_table(chosen, _parts(rig, BoardObserver(rig.watch), rig.camera))


@contextmanager
def stepped_table(
    rig: VirtualRig, settings: Settings, folder: Path, *, annotated: bool = True
) -> Iterator[tuple[RunningTable, FrameClock]]:
    """The same in virtual time: a frame is taken whenever a pause of the clock asks for it.

    ``annotated`` says whether pictures are drawn for the page.
    """
    observer = BoardObserver(rig.watch, annotated=annotated)
    chosen = _settings_for(rig, settings, folder)
    with open_table(chosen, _parts(rig, observer)) as table, rig.camera as camera:
        yield table, FrameClock(camera, observer, table.service)


def _settings_for(
    rig: VirtualRig,
    settings: Settings,
    folder: Path,
    games: Path | None = None,
    source: str | None = None,
) -> Settings:
    learnt = folder / "calibration.zip"
    save_calibration(rig.calibration, learnt, rig.pictures)
    return with_changes(
        settings,
        games=games or folder / "games.sqlite3",
        camera={"source": source or rig.camera.name, "calibration": learnt},
        panel={"kind": "mock"},
    )


def _parts(rig: VirtualRig, observer: BoardObserver, camera: VirtualCamera | None = None) -> TableParts:
    return TableParts(observer=observer, camera=camera, panel=open_panel("mock"), setup=rig.setup)
