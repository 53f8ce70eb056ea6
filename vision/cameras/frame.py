"""A picture with the moment it was taken, and what every camera offers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, Self

if TYPE_CHECKING:
    from types import TracebackType

    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture: ``bgr`` is (height, width, 3) uint8, ``number`` counts up, ``taken_s`` is monotonic seconds.

    ``grey`` is the same moment small and without colour, (height, width) uint8, from a camera that makes it in
    hardware: enough to see whether something moves.
    """

    bgr: NDArray[np.uint8]
    number: int
    taken_s: float
    grey: NDArray[np.uint8] | None = None

    @property
    def gate(self) -> NDArray[np.uint8]:
        """The cheapest picture in which movement can be seen: ``grey``, or ``bgr`` where there is none."""
        return self.bgr if self.grey is None else self.grey


FILMED_S = 2.0
"""Seconds for which a camera is watched before its pace is known. More is surer, less takes one slow picture for a slow
camera."""


def tells_pace(lasted_s: float) -> bool:
    """Whether filming for so many seconds tells how often a picture comes."""
    return lasted_s >= FILMED_S


@dataclass(frozen=True, slots=True, eq=False)
class Filmed:
    """What a camera delivered lately: the newest picture, and how many came in which time."""

    name: str
    """The camera, as a person calls it."""
    bgr: NDArray[np.uint8]
    frames: int
    lasted_s: float


class Camera(Protocol):
    """Anything that delivers pictures: a Pi camera, a webcam, a film, a folder, the virtual table.

    Opening happens in ``__enter__`` and raises `CameraError` with one sentence that says the cure.
    """

    @property
    def name(self) -> str:
        """What a person calls it, e.g. ``usb:0``."""
        ...

    def __enter__(self) -> Self:
        """Open the camera; may be called again after ``__exit__``."""
        ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close it; closing twice is harmless."""
        ...

    def frame(self) -> Frame | None:
        """The newest picture not yet given, waiting for it a few seconds at most; ``None`` when a film is over.

        Raises `CameraError` when the camera went away.
        """
        ...
