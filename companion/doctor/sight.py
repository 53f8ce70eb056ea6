"""The camera: does it film, how often, in which light, and does it still see the board where it was calibrated?"""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import numpy as np

from companion.doctor.report import good, note, wrong
from vision.calibration import Calibration
from vision.cameras import open_camera
from vision.errors import CalibrationError, CameraError
from vision.registration import MOVED_PX, register

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import NDArray

    from companion.doctor.report import Finding
    from companion.settings import CameraSettings, Settings

FILMED_S = 2.0
SLOWEST_FPS = 4.0
"""A hand stays over the board for a second; below this it may come and go between two pictures."""
DARK, BRIGHT = 45.0, 215.0
"""Middle grey of a picture that is too dark, and too bright, to tell colours by."""
GLARING_SHARE = 0.05
GLARING = 250
LARGEST_DRIFT_PX = 60.0
"""The board is found again wherever it lies; but so far off, the pieces show other sides than at calibration."""
UNKNOWN = "unknown: nothing was filmed now"
OLD_DAYS = 180
CALIBRATE = "niagara calibrate --players red,blue,green (with your colours)"


@dataclass(frozen=True, slots=True, eq=False)
class Filmed:
    """What a camera delivered in a few seconds: the last picture, and how many there were in which time."""

    bgr: NDArray[np.uint8]
    frames: int
    lasted_s: float


def check_sight(settings: Settings, *, playing: bool) -> Iterator[Finding]:
    """Camera, frame rate, light, calibration and drift."""
    camera = settings.camera
    filmed, why = None, "see `camera` above"
    if camera.source == "none":
        yield note(
            "camera", "the settings want none: everything is entered by hand", "name one under [camera]"
        )
    elif playing:
        why = "to have it measured, stop the companion: sudo systemctl stop niagara"
        yield good("camera", "left to the companion that is playing")
    else:
        try:
            name, filmed = film(camera.source)
        except CameraError as error:
            what, _, cure = str(error).partition("; ")
            yield wrong(
                "camera", what, cure or "see docs/raspberry-pi.md, or play without: niagara run --safe"
            )
        else:
            height, width = filmed.bgr.shape[:2]
            yield good("camera", f"{name} films {width}x{height}")
    if filmed is None:
        yield note("frame rate", UNKNOWN, why)
        yield note("light", UNKNOWN, why)
    else:
        yield judge_rate(filmed.frames, filmed.lasted_s)
        yield judge_light(filmed.bgr)
    yield _check_calibration(camera, settings.table.players)
    yield _check_drift(camera.calibration, filmed, why)


def film(source: str) -> tuple[str, Filmed]:
    """Film for a moment; raises `CameraError`."""
    with open_camera(source) as camera:
        frame = camera.frame()
        began_s, frames = time.monotonic(), 0
        while frame is not None and time.monotonic() - began_s < FILMED_S:
            following = camera.frame()
            if following is None:
                break
            frame, frames = following, frames + 1
        if frame is None:
            raise CameraError(f"{camera.name}: there is no picture in it; expected at least one")
        return camera.name, Filmed(frame.bgr, frames, time.monotonic() - began_s)


def judge_rate(frames: int, lasted_s: float) -> Finding:
    """What to say of this many pictures in this time."""
    if lasted_s < FILMED_S:
        return good("frame rate", f"{frames + 1} pictures, as fast as they are asked for")
    rate = frames / lasted_s
    if rate < SLOWEST_FPS:
        return wrong(
            "frame rate",
            f"{rate:.1f} pictures a second, {SLOWEST_FPS:.0f} are needed",
            "more light on the board; for a network camera a smaller picture or a better network",
        )
    return good("frame rate", f"{rate:.1f} pictures a second")


def judge_light(bgr: NDArray[np.uint8]) -> Finding:
    """What to say of the light in a picture (height, width, 3)."""
    brightest = bgr.max(axis=2)
    middle = float(np.median(brightest))
    glaring = float(np.mean(bgr.min(axis=2) >= GLARING))
    if middle < DARK:
        return wrong(
            "light", f"too dark (middle {middle:.0f} of 255)", "more light on the board, from the side"
        )
    if middle > BRIGHT or glaring > GLARING_SHARE:
        return wrong(
            "light",
            f"too bright (middle {middle:.0f} of 255, {glaring:.0%} of the picture white)",
            "move the lamp to the side, and keep the sun off the board",
        )
    return good("light", f"middle {middle:.0f} of 255, {glaring:.0%} of the picture glaring")


def _check_calibration(camera: CameraSettings, players: tuple[str, ...]) -> Finding:
    file = camera.calibration
    cure = f"{CALIBRATE} -o {file}"
    if not file.exists():
        missing = note if camera.source == "none" else wrong
        return missing("calibration", f"{file} is not there", cure)
    try:
        calibration = Calibration.load(file)
    except (CalibrationError, OSError) as error:
        return wrong("calibration", f"{file}: it cannot be read ({error})", cure)
    return judge_calibration(calibration, players, _age_days(file))


def _check_drift(file: Path, filmed: Filmed | None, why_not_filmed: str) -> Finding:
    if filmed is None:
        return note("drift", UNKNOWN, why_not_filmed)
    try:
        return judge_drift(drift_px(Calibration.load(file), filmed.bgr))
    except (CalibrationError, OSError):
        return note("drift", "unknown without a calibration", "see `calibration` above")


def judge_calibration(calibration: Calibration, players: tuple[str, ...], age_days: int) -> Finding:
    """What to say of a calibration this old for a table of these players."""
    missing = [player for player in players if player not in calibration.players]
    if missing:
        return wrong("calibration", f"it does not know {', '.join(missing)}", CALIBRATE)
    if calibration.notes:
        return note("calibration", "; ".join(calibration.notes), f"mend this, then {CALIBRATE}")
    if age_days > OLD_DAYS:
        return note("calibration", f"{age_days} days old", f"colours fade and lamps change; {CALIBRATE}")
    return good("calibration", f"{age_days} days old, for {', '.join(calibration.players)}")


def drift_px(calibration: Calibration, bgr: NDArray[np.uint8]) -> float | None:
    """How far the board's corners are from where calibration had them, at most; ``None`` when it is not found."""
    found = register(
        bgr, calibration.layout, calibration.pose, calibration.reference, stickers=calibration.stickers
    )
    if found is None:
        return None
    width, height = calibration.layout.size
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)
    apart = found.pose.to_px(corners) - calibration.pose.to_px(corners)
    return float(np.hypot(apart[:, 0], apart[:, 1]).max())


def judge_drift(drift: float | None) -> Finding:
    """What to say of a board that lies this many pixels off."""
    if drift is None:
        return wrong(
            "drift",
            "the board is not found in the picture",
            "look at it with `niagara photo`: all of the board must be in it, in the light",
        )
    if drift > LARGEST_DRIFT_PX:
        return wrong(
            "drift", f"the board lies {drift:.0f} pixels off", f"bring camera and board back, or {CALIBRATE}"
        )
    if drift > MOVED_PX:
        return note(
            "drift",
            f"the board lies {drift:.0f} pixels off, and is found there",
            "nothing, unless readings get worse",
        )
    return good("drift", f"{drift:.1f} pixels")


def _age_days(file: Path) -> int:
    made = datetime.fromtimestamp(file.stat().st_mtime, UTC)
    return max((datetime.now(UTC) - made).days, 0)
