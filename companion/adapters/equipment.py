"""The first evening, from the browser: what is attached, marker sheet, calibration, sound check."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import numpy as np

from companion.adapters.board_observer import watch_with
from companion.adapters.board_places import board_jpeg, places_view, with_shown
from companion.adapters.calibration_file import (
    CalibrationPictures,
    calibration_pictures,
    save_calibration,
)
from companion.adapters.calibration_words import complaint_message, failure_message
from companion.adapters.sighting_to_board import known_position
from companion.engine.message import Message
from companion.errors import Refused
from companion.files import write_safely
from companion.service.ports import EquipmentPart, Shot
from hardware.signals import Level, Signal
from vision.calibrating.calibrate import calibrate
from vision.calibrating.recalibrate import recalibrate
from vision.calibration.file import load_calibration
from vision.errors import CalibrationError
from vision.registration.marker_sheet import marker_sheet

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from companion.adapters.board_observer import BoardObserver
    from companion.adapters.voice import SpokenAnnouncer
    from companion.board.picture import BoardPicture
    from companion.service.ports import PlacesView, ShownPlace
    from hardware.panel import Panel
    from vision.calibration.model import Calibration

_SOUNDS = {signal.name.lower().replace("_", "-"): signal for signal in Signal}
SPEECH = "speech"
"""The name of the spoken sentence among what can be tried."""
RIVER_SAMPLE = 3
"""Discs of the river signal in the sound check."""


class TableEquipment:
    """Sets up one table; a part that is not there is ``None``."""

    def __init__(
        self,
        *,
        observer: BoardObserver | None,
        panel: Panel | None,
        calibration: Path,
        speech: SpokenAnnouncer | None = None,
        level: Level = Level.ALL,
        no_panel: Message | None = None,
    ) -> None:
        """``level`` is how much is heard until somebody has chosen; that is kept beside the calibration.

        ``no_panel`` says why there is none, where one was wanted.
        """
        self._observer = observer
        self._panel = panel
        self._no_panel = no_panel or Message("part.panel-missing")
        self._speech = speech
        self._file = calibration
        self._level_file = calibration.with_name("sounds")
        self._apply(_kept_level(self._level_file) or level)
        self._shots: dict[Shot, NDArray[np.uint8]] = {}
        self._one_at_a_time = threading.Lock()

    def parts(self) -> tuple[EquipmentPart, ...]:
        """What is attached, and what to do about what is not."""
        frame = None if self._observer is None else self._observer.newest
        if frame is None:
            camera = EquipmentPart("camera", False, Message("part.camera-missing"))
        else:
            height, width = frame.bgr.shape[:2]
            camera = EquipmentPart("camera", True, Message("part.camera", {"width": width, "height": height}))
        known = self.calibrated
        learnt = EquipmentPart(
            "calibration", known, Message("part.calibrated" if known else "part.uncalibrated")
        )
        lamps = self._panel is not None
        panel = EquipmentPart("panel", lamps, Message("part.panel") if lamps else self._no_panel)
        return (camera, learnt, panel)

    def marker_sheet(self) -> bytes:
        """The sheet of stickers to print, as PDF."""
        return marker_sheet()

    def shoot(self, shot: Shot) -> None:
        """Keep the newest picture as one of the two that calibration needs."""
        frame = None if self._observer is None else self._observer.newest
        if frame is None:
            raise Refused(Message("refused.no-picture"))
        self._shots[shot] = frame.bgr

    def shots(self) -> frozenset[Shot]:
        """Which pictures have been taken."""
        return frozenset(self._shots)

    def calibrate(
        self, players: Sequence[str], corners: Sequence[tuple[float, float]] | None, *, joe: bool
    ) -> tuple[Message, ...]:
        """Learn this table from the two pictures, save it and look with it from now on; returns its notes.

        ``corners`` are the board's corners as shares 0..1 of the picture's width and height.
        """
        if self._observer is None or self.shots() != frozenset(Shot):
            raise Refused(Message("refused.shots-first"))
        empty, set_up = self._shots[Shot.EMPTY], self._shots[Shot.SET_UP]
        corners_px = None
        if corners is not None:
            corners_px = np.array(corners, np.float64) * (empty.shape[1], empty.shape[0])
        with self._one_at_a_time:
            try:
                learnt = calibrate(empty, set_up, players, joe=joe, corners_px=corners_px)
            except CalibrationError as error:
                raise Refused(failure_message(error)) from error
            self._look_with(learnt, CalibrationPictures.of(empty, set_up, learnt))
        return tuple(map(complaint_message, learnt.notes))

    def recalibrate(self, expected: BoardPicture) -> None:
        """Find the board anew where a game is going on: camera or board were moved, or the light is another."""
        frame = None if self._observer is None else self._observer.newest
        if self._observer is None or frame is None:
            raise Refused(Message("refused.no-picture"))
        with self._one_at_a_time:
            try:
                learnt = recalibrate([frame.bgr], self._known(), known_position(expected))
            except CalibrationError as error:
                raise Refused(failure_message(error)) from error
            self._look_with(learnt, calibration_pictures(self._file))

    @property
    def calibrated(self) -> bool:
        """Whether there is a calibration."""
        return self._file.exists()

    def places(self) -> PlacesView | None:
        """Where everything lies on the calibrated board; ``None`` before the first calibration."""
        return places_view(load_calibration(self._file)) if self.calibrated else None

    def board_jpeg(self, shot: Shot) -> bytes:
        """The calibrated board straight from above: empty, or set up."""
        return board_jpeg(self._known(), shot)

    def show_places(self, shown: Mapping[str, ShownPlace], version: str) -> tuple[Message, ...]:
        """Have these places where somebody has shown them, and read there; returns what is still poor."""
        if self._observer is None:
            raise Refused(Message("refused.no-picture"))
        with self._one_at_a_time:
            learnt = with_shown(self._known(), shown, version)
            self._look_with(learnt, calibration_pictures(self._file))
        return tuple(map(complaint_message, learnt.notes))

    def _known(self) -> Calibration:
        if not self.calibrated:
            raise Refused(Message("refused.calibrate-first"))
        return load_calibration(self._file)

    def _look_with(self, learnt: Calibration, pictures: CalibrationPictures | None) -> None:
        """Save it, and read with what the file says from now on."""
        assert self._observer is not None  # noqa: S101 - asked by the callers
        save_calibration(learnt, self._file, pictures)
        self._observer.use(watch_with(self._file))

    def sounds(self) -> tuple[str, ...]:
        """What can be tried: the panel's signals, and the voice."""
        signals = tuple(_SOUNDS) if self._panel is not None else ()
        return (*signals, SPEECH) if self._speech is not None else signals

    def sound(self, name: str) -> None:
        """Play one signal, or say a sentence."""
        if name == SPEECH and self._speech is not None:
            self._speech.try_out()
        elif name in _SOUNDS and self._panel is not None:
            self._panel.play(_SOUNDS[name], count=RIVER_SAMPLE)
        else:
            raise Refused(Message("refused.no-panel"))

    def levels(self) -> tuple[str, ...]:
        """How much can be heard, the most first; nothing where nothing sounds."""
        return tuple(map(str, Level)) if self.sounds() else ()

    @property
    def level(self) -> str:
        """How much is heard now."""
        return str(self._level)

    def set_level(self, level: str) -> None:
        """Have so much heard from now on, after a restart too."""
        if level not in self.levels():
            raise Refused(Message("refused.no-panel"))
        self._apply(Level(level))
        write_safely(self._level_file, level.encode())

    def _apply(self, level: Level) -> None:
        self._level = level
        if self._panel is not None:
            self._panel.level = level
        if self._speech is not None:
            self._speech.level = str(level)


def _kept_level(file: Path) -> Level | None:
    """The level somebody chose, if the file tells one."""
    try:
        return Level(file.read_text(encoding="utf-8").strip())
    except (OSError, ValueError):
        return None
