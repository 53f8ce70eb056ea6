"""Small networks that are part of the package, run by OpenCV: weights in the exchange format ONNX, no other library.

How each was made - pictures, seed, command - is said in `docs/networks.md`.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from threading import Lock
from typing import TYPE_CHECKING, Self

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Batch = NDArray[np.float32]


class Network:
    """One network with a single output; may be shared by threads, which it answers one after the other."""

    def __init__(self, onnx: bytes) -> None:
        self._net = cv2.dnn.readNetFromONNX(np.frombuffer(onnx, np.uint8))
        self._busy = Lock()

    @classmethod
    @cache
    def packaged(cls, name: str) -> Self:
        """The network ``name`` of this package, read from its file once."""
        return cls(resources.files("vision.networks").joinpath(f"{name}.onnx").read_bytes())

    def forward(self, **inputs: Batch) -> Batch:
        """The output of one forward pass, for inputs by their names in the file; each has a batch as its first axis.

        Shapes are those of the file: OpenCV 5 does not refuse others, and what it answers then means nothing.
        """
        with self._busy:
            for name, batch in inputs.items():
                self._net.setInput(np.ascontiguousarray(batch, np.float32), name)
            # A copy: the network's own memory is written over by its next pass.
            return np.array(self._net.forward(), np.float32)
