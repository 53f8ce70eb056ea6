"""What the camera sees, drawn over its picture so that a person can check it at a glance."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.colours import TYPICAL_BGR
from vision.sighting import Disc

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.geometry import Pose
    from vision.reader import Reader
    from vision.sighting import SeenSpace, Sighting

_DISC_BGR = {
    Disc.SEATED: (90, 220, 90),
    Disc.DISPLACED: (0, 170, 255),
    Disc.MISSING: (40, 40, 255),
    Disc.UNSEEN: (190, 190, 190),
}
_INK, _PAPER = (255, 255, 255), (30, 30, 30)


def annotate(bgr: NDArray[np.uint8], reader: Reader) -> NDArray[np.uint8]:
    """A copy of the picture with what ``reader`` saw in it last: discs, canoes by name, weather, buoy."""
    drawn = bgr.copy()
    sighting, registration = reader.sighting, reader.registration
    if sighting is None or registration is None:
        _write(drawn, (20, 40), "board not found")
        return drawn
    pose, layout = registration.pose, reader.calibration.layout
    width, height = layout.size
    outline = pose.to_px(np.array([[0, 0], [width, 0], [width, height], [0, height]]))
    cv2.polylines(drawn, [outline.astype(np.int32)], True, _INK, 1, cv2.LINE_AA)
    if not sighting.readable:
        _write(drawn, (20, 40), f"not readable: {sighting.why}")
        return drawn
    for name, space in sighting.spaces.items():
        _space(drawn, pose, layout.spaces[name], layout.disc.diameter / 2, name, space)
    _markings(drawn, pose, reader, sighting)
    return drawn


def _space(
    drawn: NDArray[np.uint8],
    pose: Pose,
    place: tuple[float, float],
    radius: float,
    name: str,
    space: SeenSpace,
) -> None:
    turn = np.linspace(0, 2 * np.pi, 49)
    ring = pose.to_px(np.asarray(place) + radius * np.column_stack((np.cos(turn), np.sin(turn))))
    thickness = 2 if space.disc is Disc.SEATED else 4
    cv2.polylines(drawn, [ring.astype(np.int32)], True, _DISC_BGR[space.disc], thickness, cv2.LINE_AA)
    x, y = pose.to_px(np.array([place]))[0]
    lines = [name if space.disc is Disc.SEATED else f"{name} {space.disc}"]
    lines += ["?"] if space.canoes is None else [_told(canoe.colour, canoe.cargo) for canoe in space.canoes]
    for row, line in enumerate(lines):
        colour = TYPICAL_BGR.get(line.split(" ", maxsplit=1)[0], _INK)
        _write(drawn, (round(x) - 30, round(y) - 34 + 15 * row), line, colour)


def _told(colour: str, cargo: str | None) -> str:
    return colour if cargo is None else f"{colour} +{cargo}"


def _markings(drawn: NDArray[np.uint8], pose: Pose, reader: Reader, sighting: Sighting) -> None:
    layout = reader.calibration.layout
    if sighting.weather is not None:
        at = layout.weather.centres[layout.weather.values.index(sighting.weather)]
        x, y = pose.to_px(np.array([at]))[0]
        _write(drawn, (round(x) - 30, round(y) - 20), f"weather {sighting.weather:+d}")
    if sighting.buoy is not None:
        x, y = pose.to_px(np.array([layout.buoy.centres[sighting.buoy]]))[0]
        _write(drawn, (round(x) - 20, round(y) + 28), "buoy")
    for name, gems in sighting.deposits.items():
        x, y = pose.to_px(np.array([layout.deposits[name].centre]))[0]
        told = "?" if gems is None else " ".join(f"{count} {gem}" for gem, count in gems.items()) or "empty"
        _write(drawn, (round(x) - 30, round(y) + 5), told)
    beach = "?" if sighting.beach is None else ", ".join(f"{n} {c}" for c, n in sighting.beach.items())
    _write(drawn, (12, drawn.shape[0] - 14), f"beach: {beach}")


def _write(
    drawn: NDArray[np.uint8], at: tuple[int, int], text: str, colour: tuple[int, int, int] = _INK
) -> None:
    for ink, thickness in ((_PAPER, 3), (colour, 1)):
        cv2.putText(drawn, text, at, cv2.FONT_HERSHEY_SIMPLEX, 0.45, ink, thickness, cv2.LINE_AA)
