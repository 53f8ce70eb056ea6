"""Picture files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.errors import PictureError

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray


def read_picture(path: Path) -> NDArray[np.uint8]:
    """The picture in ``path`` as (height, width, 3) BGR; raises `PictureError` when it is none."""
    content = np.frombuffer(path.read_bytes(), np.uint8)
    picture = cv2.imdecode(content, cv2.IMREAD_COLOR) if content.size else None
    if picture is None:
        message = f"{path}: not a picture; expected a JPEG or PNG file"
        raise PictureError(message)
    return np.asarray(picture, np.uint8)
