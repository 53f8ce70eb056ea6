"""One thread that plays signals on lamps and buzzer, in order, and lets steady lamps blink between them."""

from __future__ import annotations

import threading
from collections import deque
from dataclasses import replace
from typing import TYPE_CHECKING

from hardware.panel import Lights, PanelPicture
from hardware.signals import URGENT, Lamp, Level, Signal, Step, timeline

if TYPE_CHECKING:
    from collections.abc import Callable

BLINK_S = 0.35
"""A blinking lamp is on this long, then off this long."""


class Player:
    """Calls ``draw`` with one `PanelPicture` after the other, from its own thread only."""

    def __init__(
        self,
        draw: Callable[[PanelPicture], None],
        *,
        river_lamps: int,
        level: Level = Level.ALL,
        wait: Callable[[float], None] | None = None,
    ) -> None:
        """``wait`` lets so many seconds of a step pass; tests pass one that does not take them."""
        self._draw = draw
        self._river_lamps = river_lamps
        self._level = level
        self._wait = wait or self._until_closed
        self._changed = threading.Condition()
        self._urgent: deque[tuple[Step, ...]] = deque()
        self._routine: deque[tuple[Step, ...]] = deque()
        self._lights = Lights()
        self._bright = True
        self._picture = PanelPicture()
        self._open = True
        self._thread = threading.Thread(target=self._run, name="niagara-panel", daemon=True)
        self._thread.start()

    @property
    def picture(self) -> PanelPicture:
        """What was drawn last."""
        return self._picture

    def show(self, lights: Lights) -> None:
        """Light this from now on."""
        with self._changed:
            self._lights = lights
            self._changed.notify()

    def play(self, signal: Signal, *, count: int = 0) -> None:
        """Queue a signal."""
        steps = timeline(signal, count=count, river_lamps=self._river_lamps, level=self._level)
        with self._changed:
            (self._urgent if signal in URGENT else self._routine).append(steps)
            self._changed.notify()

    def close(self) -> None:
        """Stop in the middle of whatever plays, put everything out and end the thread."""
        with self._changed:
            self._open = False
            self._changed.notify()
        self._thread.join()

    def _run(self) -> None:
        with self._changed:
            while self._open:
                steps = self._next()
                if steps is None:
                    self._steady()
                else:
                    self._play(steps)
            self._put(PanelPicture((0.0,) * len(self._lights.seats), river=(0.0,) * self._river_lamps))

    def _next(self) -> tuple[Step, ...] | None:
        for queue in (self._urgent, self._routine):
            if queue:
                return queue.popleft()
        return None

    def _steady(self) -> None:
        """Show the steady lights until something comes up or a blinking lamp has to change."""
        self._put(self._still())
        if Lamp.BLINK in self._lights.seats:
            if not self._changed.wait(BLINK_S):
                self._bright = not self._bright
        else:
            self._changed.wait()

    def _play(self, steps: tuple[Step, ...]) -> None:
        for step in steps:
            if not self._open:
                return
            still = self._still()
            self._put(
                replace(
                    still,
                    status_rgb=still.status_rgb if step.status is None else step.status.value,
                    river=self._river(step.river),
                    tone=step.tone,
                )
            )
            self._wait(step.seconds)
        self._put(self._still())

    def _still(self) -> PanelPicture:
        level = {Lamp.OFF: 0.0, Lamp.ON: 1.0, Lamp.BLINK: float(self._bright)}
        return PanelPicture(
            tuple(level[lamp] for lamp in self._lights.seats),
            self._lights.status.value,
            self._river(self._lights.river),
        )

    def _river(self, lit: frozenset[int]) -> tuple[float, ...]:
        return tuple(float(lamp in lit) for lamp in range(self._river_lamps))

    def _put(self, picture: PanelPicture) -> None:
        if picture != self._picture:
            self._picture = picture
            self._draw(picture)

    def _until_closed(self, seconds: float) -> None:
        """Let the whole time pass although others notify; only closing cuts it short."""
        self._changed.wait_for(lambda: not self._open, seconds)
