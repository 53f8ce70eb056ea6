"""One thread that plays signals on lamps and buzzer, in order, and lets steady lamps blink between them."""

from __future__ import annotations

import threading
from collections import deque
from dataclasses import replace
from typing import TYPE_CHECKING

from hardware.panel import Lights, PanelPicture
from hardware.signals import (
    BEATS,
    NIGHT_BRIGHTNESS,
    URGENT,
    Lamp,
    Level,
    Signal,
    SignalStep,
    StatusColour,
    timeline,
)

if TYPE_CHECKING:
    from collections.abc import Callable

BEAT_S = 0.3
"""A blinking lamp is on this long, then off this long; the beat of the status lamp's rhythms too."""


class SignalPlayer:
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
        self._urgent: deque[tuple[SignalStep, ...]] = deque()
        self._routine: deque[tuple[SignalStep, ...]] = deque()
        self._lights = Lights()
        self._beat = 0
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
            if lights != self._lights:
                self._beat = 0
            self._lights = lights
            self._changed.notify()

    @property
    def level(self) -> Level:
        """How much is heard, and how bright it is."""
        return self._level

    @level.setter
    def level(self, level: Level) -> None:
        with self._changed:
            self._level = level
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

    def _next(self) -> tuple[SignalStep, ...] | None:
        for queue in (self._urgent, self._routine):
            if queue:
                return queue.popleft()
        return None

    def _steady(self) -> None:
        """Show the steady lights until something comes up or a blinking lamp has to change."""
        self._put(self._still())
        lively = Lamp.BLINK in self._lights.seats or len(BEATS[self._lights.status]) > 1
        if not self._changed.wait(BEAT_S if lively else None):
            self._beat += 1

    def _play(self, steps: tuple[SignalStep, ...]) -> None:
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
        bright = {Lamp.OFF: 0.0, Lamp.ON: 1.0, Lamp.BLINK: float(self._beat % 2 == 0)}
        status = self._lights.status
        rhythm = BEATS[status]
        lit = rhythm[self._beat % len(rhythm)] == "#"
        return PanelPicture(
            tuple(bright[lamp] for lamp in self._lights.seats),
            (status if lit else StatusColour.OFF).value,
            self._river(self._lights.river),
        )

    def _river(self, lit: frozenset[int]) -> tuple[float, ...]:
        return tuple(float(lamp in lit) for lamp in range(self._river_lamps))

    def _put(self, picture: PanelPicture) -> None:
        if self._level is Level.NIGHT:
            picture = _dimmed(picture)
        if picture != self._picture:
            self._picture = picture
            self._draw(picture)

    def _until_closed(self, seconds: float) -> None:
        """Let the whole time pass although others notify; only closing cuts it short."""
        self._changed.wait_for(lambda: not self._open, seconds)


def _dimmed(picture: PanelPicture) -> PanelPicture:
    """The same at night."""
    red, green, blue = (NIGHT_BRIGHTNESS * part for part in picture.status_rgb)
    return PanelPicture(
        tuple(NIGHT_BRIGHTNESS * lamp for lamp in picture.seats),
        (red, green, blue),
        tuple(NIGHT_BRIGHTNESS * lamp for lamp in picture.river),
        picture.tone,
    )
