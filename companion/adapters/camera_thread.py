"""Frames from a camera, one after the other, to the observer and what it observes to the service.

A camera that goes away is opened again after a while, until the thread is closed.
"""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING

from companion.adapters.camera_words import away_message
from companion.board.observation import Observation, Watching
from vision.errors import CameraError, CameraTrouble

if TYPE_CHECKING:
    from companion.adapters.board_observer import BoardObserver
    from companion.service import Service
    from vision.cameras.frame import Camera, Filmed, Frame

_LOG = logging.getLogger(__name__)

RETRY_S = (1.0, 2.0, 5.0, 10.0, 30.0)
"""Waits before the camera is tried again; the last one repeats."""


def hand_in(frame: Frame, observer: BoardObserver, service: Service, *, wait: bool = False) -> None:
    """Tell the service what is observed in this frame; ``wait`` until it has dealt with it (virtual time).

    Who plays is asked anew each time: another game may have begun with others in the seats.
    """
    players = tuple(player.colour for player in service.table().players)
    service.see(observer.observe(frame, players), frame.taken_s, wait=wait)


class CameraThread:
    """Takes frames from the time it is started until it is closed."""

    def __init__(self, camera: Camera, observer: BoardObserver) -> None:
        self._camera = camera
        self._observer = observer
        self._failures = 0
        self._told = ""
        self._trouble: CameraError | None = None
        self._closing = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self, service: Service) -> None:
        """Take frames from now on, and hand in to ``service`` what is observed in them."""
        self._thread = threading.Thread(target=self._run, args=(service,), name="niagara-camera", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Close the camera and end the thread; harmless where it was never started."""
        self._closing.set()
        if self._thread is not None:
            self._thread.join()

    def filmed(self) -> Filmed:
        """What was taken lately; raises `CameraError` while the camera is away."""
        trouble = self._trouble
        if trouble is not None:
            raise CameraError(str(trouble), trouble.trouble)
        return self._observer.filmed(self._camera.name)

    def _run(self, service: Service) -> None:
        while not self._closing.is_set():
            try:
                with self._camera as camera:
                    while not self._closing.is_set() and (frame := camera.frame()) is not None:
                        hand_in(frame, self._observer, service)
                        self._failures = 0
                        self._trouble = None
                    return
            except CameraError as error:
                self._tell(error, service)
            except Exception:  # noqa: BLE001 - logged with all there is to know
                # One picture that nobody foresaw must not blind the table for the rest of the evening.
                _LOG.exception("looking at the board failed")
                text = f"{self._camera.name}: a picture could not be looked at; it is tried again"
                self._tell(CameraError(text, CameraTrouble.PICTURE), service)
            self._closing.wait(RETRY_S[min(self._failures, len(RETRY_S) - 1)])
            self._failures += 1

    def _tell(self, trouble: CameraError, service: Service) -> None:
        """Say why nothing is seen; what was said already is not written down again at every attempt."""
        self._trouble, why = trouble, str(trouble)
        if why != self._told or self._failures == 0:
            _LOG.warning("%s", why)
        self._told = why
        service.see(Observation(Watching.AWAY, away_message(self._camera.name, trouble)), 0.0)
