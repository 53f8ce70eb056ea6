"""A camera that looks at the virtual table; to the rest of the program it is a camera like any other."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Self

from vision.cameras.frame import Frame
from vision.errors import CameraError

from .light import Light
from .render import Renderer
from .view import View

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

    from vision.layout import Layout

    from .table import VirtualTable


class VirtualCamera:
    """Pictures of a `VirtualTable`, at ``fps`` a second.

    ``paced`` keeps real time, as a camera does; without it every call renders at once and ``taken_s``
    advances by 1/``fps`` a picture, so that a program under test lives through seconds in moments.
    """

    def __init__(
        self,
        table: VirtualTable,
        layout: Layout,
        view: View | None = None,
        light: Light | None = None,
        *,
        seed: int = 0,
        fps: float = 8.0,
        paced: bool = True,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._table = table
        self._layout = layout
        self._view = view or View()
        self._light = light or Light()
        self._seed = seed
        self._interval_s = 1.0 / fps
        self._paced = paced
        self._clock = clock
        self._sleep = sleep
        self._renderer: Renderer | None = None
        self._number = 0
        self._taken_s = 0.0

    @property
    def name(self) -> str:
        """What a person calls it."""
        return "virtual"

    def __enter__(self) -> Self:
        """Print the board and start the clock."""
        self._renderer = Renderer(self._layout, self._view, self._light, self._seed)
        self._taken_s = self._clock() if self._paced else 0.0
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop looking."""
        self._renderer = None

    def frame(self) -> Frame:
        """The table as it lies when the next picture is due."""
        renderer = self._renderer
        if renderer is None:
            raise CameraError("The virtual camera is closed: open it before asking for pictures.")
        due_s = self._taken_s + self._interval_s
        if self._paced:
            self._sleep(max(due_s - self._clock(), 0.0))
            due_s = max(due_s, self._clock())
        self._taken_s = due_s
        self._number += 1
        return Frame(renderer.draw(self._table.scene), self._number, due_s)

    def change(self, *, view: View | None = None, light: Light | None = None) -> None:
        """Somebody knocks the camera or switches a lamp: from the next picture on it looks like this."""
        knocked = view is not None and view != self._view
        self._view, self._light = view or self._view, light or self._light
        if self._renderer is not None and not knocked:
            self._renderer = self._renderer.in_light(self._light)
        elif self._renderer is not None:
            self._renderer = Renderer(self._layout, self._view, self._light, self._seed)
