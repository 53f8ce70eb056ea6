"""Picture files: what they say of themselves is read before they are decoded, which a small file can make endless."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.errors import PictureError

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

LARGEST_FILE = 64 * 1024 * 1024
"""Bytes of a picture's file."""
MOST_PIXELS = 40_000_000
"""Of a picture. Cameras for a Pi have 12 million; with four channels of 16 bits, 40 million take 440 MB to decode."""
LEAST_SIDE_PX = 32
"""Of either side; on less there is no board, and some filters have nothing to stand on."""
MOST_SCANS = 64
"""Of a progressive JPEG, which is decoded as a whole for each; encoders write ten."""
_PNG = b"\x89PNG\r\n\x1a\n"
_JPEG = b"\xff\xd8\xff"
_NO_SIZE = (0xC4, 0xC8, 0xCC)
"""Markers of JPEG among those of frames (SOF0 to SOF15) that do not begin one (ITU T.81, table B.1)."""
_START_OF_SCAN, _ALONE = 0xDA, (0x01, *range(0xD0, 0xD9))


def read_picture(path: Path) -> NDArray[np.uint8]:
    """The picture in ``path`` as (height, width, 3) BGR; raises `PictureError` when it is none that can be used."""
    with path.open("rb") as file:
        content = file.read(LARGEST_FILE + 1)
    try:
        return decode_picture(content)
    except PictureError as error:
        message = f"{path}: {error}"
        raise PictureError(message) from error


def decode_picture(content: bytes) -> NDArray[np.uint8]:
    """The picture in a PNG's or JPEG's content as (height, width, 3) BGR; raises `PictureError`.

    Its size is read from its header before anything is decoded.
    """
    if len(content) > LARGEST_FILE:
        raise PictureError(f"a file of more than {LARGEST_FILE // 2**20} MiB; make the picture smaller")
    width, height = stated_size(content)
    if width * height > MOST_PIXELS:
        raise PictureError(f"a picture of {width} x {height}; make it smaller, 4000 x 3000 is plenty")
    if min(width, height) < LEAST_SIDE_PX:
        raise PictureError(f"a picture of {width} x {height}, in which no board can be seen")
    try:
        picture = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error as error:
        raise PictureError("a damaged picture") from error
    if picture is None:
        raise PictureError("not a picture; expected a JPEG or PNG file")
    return np.asarray(picture, np.uint8)


def stated_size(content: bytes) -> tuple[int, int]:
    """Width and height that a PNG or JPEG says it has; raises `PictureError` for anything else."""
    if content.startswith(_PNG):
        return _png_size(content)
    if content.startswith(_JPEG):
        return _jpeg_size(content)
    raise PictureError("not a picture; expected a JPEG or PNG file")


def _png_size(content: bytes) -> tuple[int, int]:
    """From the header chunk; a second one, or an animation's, could say something else.

    Every chunk must lie within the file: OpenCV makes room for as much as a chunk says it has.
    """
    size, at, has_data = None, len(_PNG), False
    while at + 12 <= len(content):
        length, kind = int.from_bytes(content[at : at + 4], "big"), content[at + 4 : at + 8]
        if kind == b"IHDR" and size is None and length == 13:
            width, height = content[at + 8 : at + 12], content[at + 12 : at + 16]
            size = int.from_bytes(width, "big"), int.from_bytes(height, "big")
        elif kind in (b"IHDR", b"acTL", b"fcTL", b"fdAT") or size is None:
            break
        has_data = has_data or kind == b"IDAT"
        at += 12 + length
        if kind == b"IEND" and at <= len(content) and has_data and size is not None:
            return size
    raise PictureError("a damaged picture, or one that moves; expected a JPEG or PNG file")


def _jpeg_size(content: bytes) -> tuple[int, int]:
    """From the frame header before the first scan; nowhere else may one stand."""
    size, at = None, 2
    while at + 4 <= len(content) and content[at] == 0xFF:
        marker = content[at + 1]
        if marker == 0xFF or marker in _ALONE:
            at += 1 if marker == 0xFF else 2
            continue
        if marker == _START_OF_SCAN and size is not None:
            if content.count(b"\xff\xda", at) > MOST_SCANS:
                break
            return size
        if 0xC0 <= marker <= 0xCF and marker not in _NO_SIZE:
            if size is not None:
                break
            size = (
                int.from_bytes(content[at + 7 : at + 9], "big"),
                int.from_bytes(content[at + 5 : at + 7], "big"),
            )
        at += 2 + int.from_bytes(content[at + 2 : at + 4], "big")
    raise PictureError("a damaged picture; expected a JPEG or PNG file")
