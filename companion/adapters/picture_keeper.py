"""Keeps pictures of the board with what truly lay there, on a thread of its own; the game waits for none of it."""

from __future__ import annotations

import hashlib
import json
import logging
import queue
import threading
from typing import TYPE_CHECKING

from companion.adapters.calibration_file import calibration_pictures, to_jpeg
from companion.adapters.picture_store import PicturedTable
from companion.adapters.picture_truth import corners_px, session_document, truth_document
from vision.overlay.board_only import board_only

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from companion.adapters.board_observer import BoardObserver, SettledLook
    from companion.adapters.picture_store import PictureStore
    from companion.board.labelled import LabelledLook
    from companion.service.ports import KeptPicture
    from vision.calibration.model import Calibration

_LOG = logging.getLogger(__name__)

MOST_WAITING = 4
"""Pictures that may wait to be written: a slow disk costs pictures, never the memory of the machine."""
NAME_DIGITS = 10
"""Hexadecimal digits of a table's name."""

_Job = tuple["SettledLook", "LabelledLook"]


class PictureKeeper:
    """Fulfils `companion.service.ports.KeptPictures` for one camera and its calibration's file."""

    def __init__(self, observer: BoardObserver, store: PictureStore, calibration: Path) -> None:
        self._observer = observer
        self._store = store
        self._calibration = calibration
        self._jobs: queue.Queue[_Job | None] = queue.Queue(MOST_WAITING)
        self._last: tuple[object, frozenset[str]] | None = None
        self._told = ""
        self._thread = threading.Thread(target=self._run, name="niagara-pictures", daemon=True)
        self._thread.start()

    @property
    def keeping(self) -> bool:
        """Whether the host allows it."""
        return self._store.keeping

    @property
    def possible(self) -> bool:
        """Whether the calibration's own pictures are there, without which the others are worth little."""
        return calibration_pictures(self._calibration) is not None

    @property
    def most_bytes(self) -> int:
        """What all of them may take; the oldest make room."""
        return self._store.most_bytes

    def allow(self, *, keeping: bool) -> None:
        """Keep pictures from now on, after a restart too, or keep none any more."""
        self._store.allow(keeping=keeping)

    def keep(self, labelled: LabelledLook) -> None:
        """Hand the picture of this look to the thread that keeps it; one of a board that lies as before is enough.

        The same board is kept again once fewer of its facts are doubtful.
        """
        if self._last is not None:
            board, doubtful = self._last
            if board == labelled.board and doubtful <= labelled.doubtful:
                return
        if (look := self._observer.settled(labelled.look)) is None or not self._store.keeping:
            return
        try:
            self._jobs.put_nowait((look, labelled))
        except queue.Full:
            return
        self._last = labelled.board, labelled.doubtful

    def pictures(self) -> tuple[KeptPicture, ...]:
        """All of them, the newest first."""
        return self._store.pictures()

    def jpeg(self, name: str) -> bytes | None:
        """One of them; ``None`` when there is none of this name."""
        return self._store.jpeg(name)

    def delete(self, name: str) -> bool:
        """Delete one of them; whether there was one of this name."""
        return self._store.delete(name)

    def delete_all(self) -> None:
        """Delete all of them, those too that wait to be written."""
        self._jobs.join()
        self._store.delete_all()

    def zip_parts(self) -> Iterator[bytes]:
        """All of them with their truth as one zip file, piece by piece."""
        return self._store.zip_parts()

    def close(self) -> None:
        """Write what waits, and end the thread."""
        self._jobs.put(None)
        self._thread.join()

    # --- on the thread of its own -------------------------------------------------------------------------

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            try:
                self._write(*job)
                self._told = ""
            except Exception as error:  # noqa: BLE001 - a picture is less than a game; said once, not at each picture
                if repr(error) != self._told:
                    _LOG.warning("a picture could not be kept: %s", error)
                self._told = repr(error)
            finally:
                self._jobs.task_done()

    def _write(self, look: SettledLook, labelled: LabelledLook) -> None:
        table = self._table(look.calibration)
        if table is None or not self._store.keeping:
            return
        layout = look.calibration.layout
        picture = to_jpeg(board_only(look.bgr, look.pose, layout.size))
        self._store.add(table, picture, truth_document(labelled, look.pose, layout))

    def _table(self, calibration: Calibration) -> PicturedTable | None:
        """The table of this calibration, named by the pictures it was learnt from; ``None`` where there are none."""
        taken = calibration_pictures(self._calibration)
        if taken is None:
            return None
        digest = hashlib.sha256(taken.empty + taken.set_up).hexdigest()[:NAME_DIGITS]
        corners = {"corners_px": corners_px(calibration.pose, calibration.layout)}
        document = json.dumps(corners).encode()
        return PicturedTable(
            f"table-{digest}",
            session_document(calibration),
            {
                "empty.jpg": taken.empty,
                "empty.json": document,
                "setup.jpg": taken.set_up,
                "setup.json": document,
            },
        )
