"""The panel on real pins through gpiozero, or on its mock pins - the only module that knows gpiozero."""

from __future__ import annotations

import os
import threading
from contextlib import ExitStack
from itertools import chain, repeat
from typing import TYPE_CHECKING, Literal, TypeVar

from gpiozero import PWMLED, RGBLED, Button, InputDevice, TonalBuzzer
from gpiozero.pins.mock import MockFactory, MockPWMPin
from gpiozero.tones import Tone

from hardware.errors import PanelError
from hardware.panel import HOLD_S
from hardware.pins import PinLayout
from hardware.player import SignalPlayer
from hardware.signals import Level

if TYPE_CHECKING:
    from collections.abc import Callable

    from gpiozero.pins import Factory

    from hardware.panel import Lights, PanelPicture
    from hardware.pins import Part
    from hardware.signals import Signal

Device = TypeVar("Device", PWMLED, RGBLED, TonalBuzzer, Button)

BOUNCE_S = 0.05
"""A button's contacts chatter for some milliseconds; shorter presses than this, in seconds, are not noticed."""
NO_PINS = (
    "no GPIO pins here: run on a Raspberry Pi with lgpio installed (sudo apt install python3-lgpio), "
    "or choose the mock panel (--panel mock)"
)


class GpioPanel:
    """Lamps, buzzer and button on the pins of ``layout``, driven by one `SignalPlayer` thread."""

    def __init__(
        self,
        factory: Factory,
        layout: PinLayout | None = None,
        *,
        level: Level = Level.ALL,
        wait: Callable[[float], None] | None = None,
    ) -> None:
        """Take over ``factory`` and claim every pin; raises `PanelError` naming a pin that is taken."""
        pins = layout or PinLayout()
        self._closing = ExitStack()
        self._closing.callback(factory.close)
        try:
            self._seats = [self._claim("seat lamp", PWMLED, pin, pin_factory=factory) for pin in pins.seats]
            self._status = self._claim("status lamp", RGBLED, *pins.status, pin_factory=factory)
            self._river = [self._claim("river lamp", PWMLED, pin, pin_factory=factory) for pin in pins.river]
            self._buzzer = self._claim("buzzer", TonalBuzzer, pins.buzzer, pin_factory=factory)
            self._button = self._claim(
                "button",
                Button,
                pins.button,
                pull_up=True,
                bounce_time=BOUNCE_S,
                hold_time=HOLD_S,
                pin_factory=factory,
            )
        except PanelError:
            self._closing.close()
            raise
        self._player = SignalPlayer(self._draw, river_lamps=len(pins.river), level=level, wait=wait)
        self._closing.callback(self._player.close)

    def show(self, lights: Lights) -> None:
        """Light this between signals."""
        self._player.show(lights)

    def play(self, signal: Signal, *, count: int = 0) -> None:
        """Queue a signal."""
        self._player.play(signal, count=count)

    @property
    def level(self) -> Level:
        """How much is heard, and how bright it is."""
        return self._player.level

    @level.setter
    def level(self, level: Level) -> None:
        self._player.level = level

    def lit(self) -> PanelPicture:
        """What is lit now."""
        return self._player.picture

    def on_button(self, pressed: Callable[[], None], held: Callable[[], None]) -> None:
        """Call these when the button was pressed, and when it is held down for `HOLD_S`."""
        was_held = threading.Event()

        def hold() -> None:
            was_held.set()
            held()

        def release() -> None:
            # Only now is it known that this was no more than a press.
            if was_held.is_set():
                was_held.clear()
            else:
                pressed()

        self._button.when_held, self._button.when_released = hold, release

    def close(self) -> None:
        """Everything off, all pins given back."""
        self._closing.close()

    def _claim(self, part: str, kind: type[Device], *pins: int, **options: object) -> Device:
        try:
            device = kind(*pins, **options)
        except Exception as error:
            # lgpio raises its own class for a busy pin, which cannot be named where lgpio is not installed.
            numbers = ", ".join(map(str, pins))
            message = (
                f"the {part} cannot have BCM pin {numbers} ({error}): stop the program that uses it, "
                "or give the part another pin in the settings"
            )
            raise PanelError(message, pins) from error
        self._closing.callback(device.close)
        return device

    def _draw(self, picture: PanelPicture) -> None:
        # A table of three leaves the other seats' lamps dark.
        for lamp, value in zip(self._seats, chain(picture.seats, repeat(0.0)), strict=False):
            lamp.value = value
        for lamp, value in zip(self._river, picture.river, strict=True):
            lamp.value = value
        self._status.value = picture.status_rgb
        if picture.tone is None:
            self._buzzer.stop()
        else:
            self._buzzer.play(Tone(picture.tone))


def taken_parts(factory: Factory, layout: PinLayout) -> tuple[tuple[Part, str], ...]:
    """The parts whose pin cannot be had, each with the reason.

    Every pin is claimed as an input for a moment: nothing lights up and nothing sounds.
    """
    taken = []
    for part in layout.parts():
        try:
            InputDevice(part.pin, pin_factory=factory).close()
        except Exception as error:  # noqa: BLE001 - lgpio's own class cannot be named where it is not installed
            taken.append((part, str(error)))
    return tuple(taken)


def open_panel(
    kind: Literal["gpio", "mock"], *, pins: PinLayout | None = None, level: Level = Level.ALL
) -> GpioPanel:
    """The panel on this machine's pins, or on pins that only the page shows; raises `PanelError`."""
    return GpioPanel(mock_factory() if kind == "mock" else real_factory(), pins, level=level)


def mock_factory() -> MockFactory:
    """Pins of its own that exist only in memory."""
    return MockFactory(pin_class=MockPWMPin)


def real_factory() -> Factory:
    """The factory of lgpio, which works on every Pi, unless `GPIOZERO_PIN_FACTORY=mock` is set."""
    if os.environ.get("GPIOZERO_PIN_FACTORY") == "mock":
        return mock_factory()
    try:
        from gpiozero.pins.lgpio import LGPIOFactory  # noqa: PLC0415 - only where lgpio is installed

        return LGPIOFactory()
    except Exception as error:
        # lgpio's own class cannot be named where lgpio is not installed.
        message = f"{NO_PINS} ({error})"
        raise PanelError(message) from error
