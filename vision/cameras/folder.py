"""A folder of pictures as a camera: each once, in the order of their names."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Self

from vision.cameras.frame import Frame
from vision.errors import CameraError, CameraTrouble, PictureError
from vision.imaging.picture_files import read_picture

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from types import TracebackType

PICTURES = (".jpg", ".jpeg", ".png")


class FolderCamera:
    """Shows the pictures of a folder; a file that is no picture is a `CameraError`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._left: Iterator[tuple[int, Path]] | None = None

    @property
    def name(self) -> str:
        """The folder's name."""
        return str(self._folder)

    def __enter__(self) -> Self:
        try:
            files = sorted(file for file in self._folder.iterdir() if file.suffix.lower() in PICTURES)
        except OSError as error:
            raise CameraError(
                f"{self._folder}: the folder cannot be opened ({error.strerror})", CameraTrouble.NO_PICTURE
            ) from error
        if not files:
            raise CameraError(
                f"{self._folder}: no pictures there; expected .jpg or .png files", CameraTrouble.NO_PICTURE
            )
        self._left = iter(list(enumerate(files, 1)))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._left = None

    def frame(self) -> Frame | None:
        """The next picture; ``None`` after the last one."""
        if self._left is None:
            raise CameraError(f"{self._folder}: the folder is closed; open it before asking for pictures")
        following = next(self._left, None)
        if following is None:
            return None
        number, file = following
        try:
            return Frame(read_picture(file), number, time.monotonic())
        except PictureError as error:
            raise CameraError(str(error), CameraTrouble.NO_PICTURE) from error
