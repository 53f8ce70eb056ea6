"""The eyes: pictures from a camera, looked at until something settled is seen, told to the service.

`Eyes.look` takes one frame; `CameraThread` does so for ever, and comes back by itself when the camera went away.
"""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING

import cv2

from companion.adapters.camera_words import away_message
from companion.adapters.sighting_to_board import observation
from companion.board.observation import Observation, Watching
from companion.engine.message import Message
from vision.cameras.frame import FILMED_S, Filmed
from vision.errors import CameraError, CameraTrouble
from vision.overlay.annotate import annotate

if TYPE_CHECKING:
    from companion.service import Service
    from vision.cameras.frame import Camera, Frame
    from vision.watch import Watch

_LOG = logging.getLogger(__name__)

LENS_EVERY_S = 1.0
"""The annotated picture is drawn anew at most this often."""
RETRY_S = (1.0, 2.0, 5.0, 10.0, 30.0)
"""Waits before the camera is tried again; the last one repeats."""


class Eyes:
    """One watch over one camera's frames, told to one service."""

    def __init__(self, watch: Watch | None, service: Service, *, lens: bool = True) -> None:
        """Without a ``watch`` nothing is read yet: the picture is only shown, until `use` brings one."""
        self._watch = watch
        self.newest: Frame | None = None
        self._service = service
        self._lens = lens
        self._drawn_s = -LENS_EVERY_S
        self._since_s: float | None = None
        self._frames = 0
        self._pace = (0, 0.0)

    def look(self, frame: Frame, *, wait: bool = False) -> None:
        """Take one frame; ``wait`` until the service has dealt with it (virtual time)."""
        self.newest = frame
        self._count(frame.taken_s)
        if self._watch is None:
            self._service.see(self._unread(frame, Message("camera.uncalibrated")), frame.taken_s, wait=wait)
            return
        # Who plays is asked anew each time: another game may have begun with others in the seats.
        players = tuple(player.colour for player in self._service.table().players)
        strangers = tuple(
            colour for colour in players if colour not in self._watch.reader.calibration.players
        )
        if strangers:
            unknown = Message("camera.other-players", {"colours": strangers})
            self._service.see(self._unread(frame, unknown), frame.taken_s, wait=wait)
            return
        look = self._watch.look(frame)
        lens = self._draw(frame) if look.sighting is not None else None
        seen = observation(look, players, lens=lens)
        self._service.see(seen, frame.taken_s, wait=wait)

    def filmed(self, name: str) -> Filmed:
        """What was looked at lately through the camera of this name; raises `CameraError` before the first picture."""
        if self.newest is None:
            raise CameraError(
                f"{name}: the camera has given no picture yet; wait a moment", CameraTrouble.NOT_YET
            )
        return Filmed(name, self.newest.bgr, *self._pace)

    def use(self, watch: Watch) -> None:
        """Read with a new calibration from the next frame on."""
        self._watch = watch

    def _count(self, taken_s: float) -> None:
        """Measure anew, every few seconds, how often a picture comes."""
        if self._since_s is None:
            self._since_s = taken_s
            return
        self._frames += 1
        if taken_s - self._since_s >= FILMED_S:
            self._pace = (self._frames, taken_s - self._since_s)
            self._since_s, self._frames = taken_s, 0

    def _unread(self, frame: Frame, why: Message) -> Observation:
        return Observation(Watching.UNREADABLE, why, lens=self._draw(frame))

    def _draw(self, frame: Frame) -> bytes | None:
        if not self._lens or frame.taken_s - self._drawn_s < LENS_EVERY_S:
            return None
        self._drawn_s = frame.taken_s
        shown = frame.bgr if self._watch is None else annotate(frame.bgr, self._watch.reader)
        done, jpeg = cv2.imencode(".jpg", shown)
        return jpeg.tobytes() if done else None


class CameraThread:
    """Looks through a camera until closed; a camera that goes away is opened again after a while."""

    def __init__(self, camera: Camera, eyes: Eyes, service: Service) -> None:
        self._camera = camera
        self._eyes = eyes
        self._service = service
        self._failures = 0
        self._told = ""
        self._trouble: CameraError | None = None
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="niagara-eyes", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Close the camera and end the thread."""
        self._closing.set()
        self._thread.join()

    def filmed(self) -> Filmed:
        """What was looked at lately; raises `CameraError` while the camera is away."""
        trouble = self._trouble
        if trouble is not None:
            raise CameraError(str(trouble), trouble.trouble)
        return self._eyes.filmed(self._camera.name)

    def _run(self) -> None:
        while not self._closing.is_set():
            try:
                with self._camera as camera:
                    while not self._closing.is_set() and (frame := camera.frame()) is not None:
                        self._eyes.look(frame)
                        self._failures = 0
                        self._trouble = None
                    return
            except CameraError as error:
                self._tell(error)
            except Exception:  # noqa: BLE001 - logged with all there is to know
                # One picture that nobody foresaw must not blind the table for the rest of the evening.
                _LOG.exception("looking at the board failed")
                text = f"{self._camera.name}: a picture could not be looked at; it is tried again"
                self._tell(CameraError(text, CameraTrouble.PICTURE))
            self._closing.wait(RETRY_S[min(self._failures, len(RETRY_S) - 1)])
            self._failures += 1

    def _tell(self, trouble: CameraError) -> None:
        """Say why nothing is seen; what was said already is not written down again at every attempt."""
        self._trouble, why = trouble, str(trouble)
        if why != self._told or self._failures == 0:
            _LOG.warning("%s", why)
        self._told = why
        self._service.see(Observation(Watching.AWAY, away_message(self._camera.name, trouble)), 0.0)
