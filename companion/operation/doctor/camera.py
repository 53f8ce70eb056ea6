"""The camera: does it film, how often, in which light, and does it still see the board where it was calibrated?"""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import numpy as np

from companion.adapters.calibration_words import complaint_message, reason_of
from companion.adapters.camera_words import trouble_key
from companion.present.health_report import good, note, wrong
from vision.calibration.file import load_calibration
from vision.cameras import open_camera
from vision.cameras.frame import Filmed, tells_pace
from vision.cameras.live import without_password
from vision.errors import CalibrationError, CameraError, CameraTrouble
from vision.registration.register import corner_shift_px, is_moved, register

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from numpy.typing import NDArray

    from companion.operation.settings import CameraSettings, Settings
    from companion.present.health_report import Finding
    from vision.calibration.model import Calibration


@dataclass(frozen=True, slots=True)
class CameraThresholds:
    """From when on the doctor complains of camera, light and calibration. Set by hand; no bench measures them."""

    slowest_fps: float = 4.0
    """Frames a second. A hand stays over the board for a second: with less it may come and go between two frames."""
    dark: float = 45.0
    """Median of the brightest channel, 0..255, below which a picture is too dark to tell colours by."""
    bright: float = 215.0
    """The same, above which it is too bright."""
    glaring: int = 250
    """A pixel is glare when all its channels, 0..255, reach this. Less takes white paper for glare."""
    glaring_share: float = 0.05
    """Share of the picture, 0..1, that may be glare: a lamp mirrored in the board is more."""
    largest_drift_px: float = 60.0
    """Pixels a corner may lie off. The board is found wherever it lies, but farther off the pieces show other sides
    than at calibration."""
    old_days: int = 180
    """Days after which a calibration is called old: colours fade and lamps are changed."""


CAMERA_THRESHOLDS = CameraThresholds()


def check_sight(settings: Settings, filming: Callable[[], Filmed] | None) -> Iterator[Finding]:
    """Camera, frame rate, light, calibration and drift.

    ``filming`` gives the newest pictures, or raises `CameraError`; ``None`` where another program plays with them.
    """
    camera, filmed = settings.camera, None
    not_filmed = "not-filmed-see-camera"
    if camera.source == "none":
        yield note("camera", "camera-unwanted")
    elif filming is None:
        not_filmed = "not-filmed-in-play"
        yield good("camera", "camera-in-play")
    else:
        try:
            filmed = filming()
        except CameraError as error:
            name = without_password(camera.source)
            yield wrong("camera", trouble_key(name, error.trouble), name=name, reason=str(error))
        else:
            height, width = filmed.bgr.shape[:2]
            yield good("camera", "camera-films", name=filmed.name, size=f"{width}x{height}")
    if filmed is None:
        yield note("frame rate", not_filmed)
        yield note("light", not_filmed)
    else:
        yield judge_rate(filmed.frames, filmed.lasted_s)
        yield judge_light(filmed.bgr)
    yield _check_calibration(camera, settings.table.players)
    yield note("drift", not_filmed) if filmed is None else _check_drift(camera.calibration, filmed)


def film(source: str) -> Filmed:
    """Film for a moment; raises `CameraError`."""
    with open_camera(source) as camera:
        frame = camera.frame()
        began_s, frames = time.monotonic(), 0
        while frame is not None and not tells_pace(time.monotonic() - began_s):
            following = camera.frame()
            if following is None:
                break
            frame, frames = following, frames + 1
        if frame is None:
            raise CameraError(
                f"{camera.name}: there is no picture in it; expected at least one", CameraTrouble.NO_PICTURE
            )
        return Filmed(camera.name, frame.bgr, frames, time.monotonic() - began_s)


def judge_rate(frames: int, lasted_s: float, thresholds: CameraThresholds = CAMERA_THRESHOLDS) -> Finding:
    """What to say of this many pictures in this time."""
    if not tells_pace(lasted_s):
        return good("frame rate", "rate-as-asked", frames=frames + 1)
    rate = frames / lasted_s
    if rate < thresholds.slowest_fps:
        return wrong("frame rate", "rate-low", rate=f"{rate:.1f}", least=round(thresholds.slowest_fps))
    return good("frame rate", "rate-enough", rate=f"{rate:.1f}")


def judge_light(bgr: NDArray[np.uint8], thresholds: CameraThresholds = CAMERA_THRESHOLDS) -> Finding:
    """What to say of the light in a picture (height, width, 3)."""
    brightest = bgr.max(axis=2)
    middle = float(np.median(brightest))
    glaring = float(np.mean(bgr.min(axis=2) >= thresholds.glaring))
    if middle < thresholds.dark:
        return wrong("light", "light-dark", middle=round(middle))
    if middle > thresholds.bright or glaring > thresholds.glaring_share:
        return wrong("light", "light-glaring", middle=round(middle), percent=round(100 * glaring))
    return good("light", "light-enough", middle=round(middle), percent=round(100 * glaring))


def _check_calibration(camera: CameraSettings, players: tuple[str, ...]) -> Finding:
    file = camera.calibration
    if not file.exists():
        if camera.source == "none":
            return note("calibration", "calibration-absent", file=str(file))
        return wrong("calibration", "calibration-absent", file=str(file))
    try:
        calibration = load_calibration(file)
    except CalibrationError as error:
        return wrong("calibration", "calibration-unreadable", file=str(file), reason=reason_of(error))
    return judge_calibration(calibration, players, _age_days(file))


def _check_drift(file: Path, filmed: Filmed) -> Finding:
    try:
        return judge_drift(drift_px(load_calibration(file), filmed.bgr))
    except CalibrationError:
        return note("drift", "drift-unknown")


def judge_calibration(
    calibration: Calibration,
    players: tuple[str, ...],
    age_days: int,
    thresholds: CameraThresholds = CAMERA_THRESHOLDS,
) -> Finding:
    """What to say of a calibration this old for a table of these players."""
    missing = [player for player in players if player not in calibration.players]
    if missing:
        return wrong("calibration", "calibration-lacks", colours=tuple(missing))
    if calibration.notes:
        return note("calibration", "calibration-poor", notes=tuple(map(complaint_message, calibration.notes)))
    if age_days > thresholds.old_days:
        return note("calibration", "calibration-old", days=age_days)
    return good("calibration", "calibration-known", days=age_days, colours=tuple(calibration.players))


def drift_px(calibration: Calibration, bgr: NDArray[np.uint8]) -> float | None:
    """How far the board's corners are from where calibration had them, at most; ``None`` when it is not found."""
    found = register(
        bgr, calibration.layout, calibration.pose, calibration.reference, stickers=calibration.stickers
    )
    return None if found is None else corner_shift_px(found.pose, calibration.pose, calibration.layout.size)


def judge_drift(drift: float | None, thresholds: CameraThresholds = CAMERA_THRESHOLDS) -> Finding:
    """What to say of a board that lies this many pixels off."""
    if drift is None:
        return wrong("drift", "drift-not-found")
    if drift > thresholds.largest_drift_px:
        return wrong("drift", "drift-large", pixels=round(drift))
    if is_moved(drift):
        return note("drift", "drift-some", pixels=round(drift))
    return good("drift", "drift-none", pixels=f"{drift:.1f}")


def _age_days(file: Path) -> int:
    made = datetime.fromtimestamp(file.stat().st_mtime, UTC)
    return max((datetime.now(UTC) - made).days, 0)
