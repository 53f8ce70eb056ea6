"""The panel's rhythms: how long a press, a blink and a run down the river last, and how bright the night is."""

from __future__ import annotations

import itertools
import statistics
import threading
import time
from typing import TYPE_CHECKING

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.gpio import GpioPanel
from hardware.panel import Lamp, Lights
from hardware.pins import PinLayout
from hardware.player import SignalPlayer
from hardware.signals import Level, Signal, timeline

if TYPE_CHECKING:
    from collections.abc import Callable

    from hardware.panel import PanelPicture


@pytest.mark.parametrize(("seconds", "said"), [(1.1, "pressed"), (1.9, "held")])
def test_a_button_is_held_when_a_finger_stays_for_more_than_a_second_and_a_half(
    panel: GpioPanel, factory: MockFactory, seconds: float, said: str
) -> None:
    heard: list[str] = []
    told = threading.Event()

    def hear(what: str) -> None:
        heard.append(what)
        told.set()

    panel.on_button(lambda: hear("pressed"), lambda: hear("held"))
    finger = factory.pin(PinLayout().button)
    finger.drive_low()
    time.sleep(seconds)
    finger.drive_high()
    assert told.wait(2)
    assert heard == [said]


class DebouncedPin(MockPWMPin):
    """A mock pin that debounces as the kernel does: a level counts once it has lasted for the pin's bounce time."""

    def follow(self, levels: list[tuple[str, float]]) -> None:
        """The wire's levels, each with the seconds it lasts."""
        for level, lasts_s in levels:
            if lasts_s >= self.bounce:
                if level == "low":
                    self.drive_low()
                else:
                    self.drive_high()


CHATTER_S, QUICK_PRESS_S = 0.03, 0.07
"""Longer than a switch's contacts chatter, and shorter than a finger stays that taps as fast as it can."""


@pytest.mark.parametrize(
    ("levels", "presses"),
    [
        ([("low", CHATTER_S), ("high", CHATTER_S), ("low", 0.5), ("high", CHATTER_S), ("low", CHATTER_S)], 1),
        ([("low", 0.3), ("high", CHATTER_S), ("low", 0.3)], 1),
        ([("low", QUICK_PRESS_S), ("high", 0.5), ("low", QUICK_PRESS_S)], 2),
        ([("low", CHATTER_S)], 0),
    ],
    ids=["contacts that chatter", "a finger that trembles", "two quick taps", "a knock at the table"],
)
def test_contacts_that_chatter_press_once_and_a_quick_finger_each_time(
    levels: list[tuple[str, float]], presses: int
) -> None:
    factory = MockFactory(pin_class=DebouncedPin)
    panel = GpioPanel(factory, wait=lambda _seconds: None)
    heard: list[str] = []
    panel.on_button(lambda: heard.append("pressed"), lambda: heard.append("held"))
    factory.pin(PinLayout().button).follow([*levels, ("high", 1.0)])
    panel.close()
    assert heard == ["pressed"] * presses


def test_a_blinking_lamp_changes_about_three_times_a_second() -> None:
    changes_s: list[float] = []
    enough = threading.Event()

    def draw(_picture: PanelPicture) -> None:
        changes_s.append(time.monotonic())
        if len(changes_s) == 6:
            enough.set()

    player = SignalPlayer(draw, river_lamps=7)
    player.show(Lights((Lamp.BLINK,)))
    assert enough.wait(10)
    player.close()
    pauses_s = [later - earlier for earlier, later in itertools.pairwise(changes_s)][:5]
    assert 0.22 < statistics.median(pauses_s) < 0.42


def test_the_river_runs_down_its_lamps_in_less_than_a_second_slowly_enough_to_be_followed() -> None:
    one, two = (sum(step.seconds for step in timeline(Signal.RIVER, count=count)) for count in (1, 2))
    assert 0.6 < one < 0.9
    assert two == pytest.approx(2 * one)


def test_at_night_a_lamp_gives_a_fifth_of_its_light_which_looks_like_half(
    factory: MockFactory, eventually: Callable[[Callable[[], bool]], None]
) -> None:
    panel = GpioPanel(factory, level=Level.NIGHT, wait=lambda _seconds: None)
    panel.show(Lights((Lamp.ON,)))
    eventually(lambda: panel.lit().seats != ())
    [lit] = panel.lit().seats
    panel.close()
    seen_as = lit**0.43  # the eye's response, Stevens's power law for a small source
    assert 0.42 < seen_as < 0.58
