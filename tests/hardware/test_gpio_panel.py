from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from gpiozero import LED, PWMLED, Device
from gpiozero.tones import Tone

from hardware.errors import PanelError
from hardware.gpio import GpioPanel, mock_factory, open_panel, taken_parts
from hardware.panel import Lamp, Lights, StatusColour
from hardware.pins import Part, PartKind, PinLayout
from hardware.signals import Level, Signal, timeline

if TYPE_CHECKING:
    from gpiozero.pins.mock import MockFactory

PINS = PinLayout()
OUTPUTS = [part.pin for part in PINS.parts() if part.kind is not PartKind.BUTTON]
Eventually = Callable[[Callable[[], bool]], None]


def test_a_seat_whose_turn_it_is_is_lit_on_its_own_pin(
    panel: GpioPanel, factory: MockFactory, eventually: Eventually
) -> None:
    panel.show(Lights((Lamp.OFF, Lamp.ON), StatusColour.MISTAKE))
    eventually(lambda: panel.lit().seats == (0.0, 1.0))
    eventually(lambda: [factory.pin(pin).state for pin in PINS.status] == [1.0, 0.0, 0.0])
    assert [factory.pin(pin).state for pin in PINS.seats] == [0.0, 1.0, 0.0, 0.0, 0.0, 0.0]


def test_a_seat_with_something_to_put_right_blinks(
    panel: GpioPanel, factory: MockFactory, eventually: Eventually
) -> None:
    lamp = factory.pin(PINS.seats[0])
    panel.show(Lights((Lamp.BLINK,)))
    eventually(lambda: [state.state for state in lamp.states][-3:] == [1.0, 0.0, 1.0])


def test_the_river_runs_down_its_lamps_as_often_as_it_moves(factory: MockFactory) -> None:
    lamps = [factory.pin(pin) for pin in PINS.river]
    _frequencies_of(factory, Signal.RIVER, count=3)
    for lamp in lamps:
        assert [state.state for state in lamp.states if state.state] == [1.0] * 3


@pytest.mark.parametrize("signal", Signal)
def test_the_buzzer_can_play_every_tone_of_a_signal(factory: MockFactory, signal: Signal) -> None:
    sounded = _frequencies_of(factory, signal, count=1)
    assert sounded == [
        None if step.tone is None else pytest.approx(Tone(step.tone).frequency)
        for step in timeline(signal, count=1)
    ]


def _frequencies_of(factory: MockFactory, signal: Signal, *, count: int) -> list[float | None]:
    """What the buzzer's pin does at each step of a whole signal on a panel of its own; None is silence."""
    steps = len(timeline(signal, count=count))
    buzzer = factory.pin(PINS.buzzer)
    sounded: list[float | None] = []
    played = threading.Event()

    def step_passes(_seconds: float) -> None:
        sounded.append(buzzer.frequency if buzzer.state else None)
        if len(sounded) == steps:
            played.set()

    panel = GpioPanel(factory, wait=step_passes)
    panel.play(signal, count=count)
    assert played.wait(2)
    panel.close()
    return sounded


def test_closing_in_the_middle_of_a_signal_is_quick_and_leaves_every_pin_low(factory: MockFactory) -> None:
    panel = GpioPanel(factory)
    pins = [factory.pin(pin) for pin in OUTPUTS]
    panel.show(Lights((Lamp.ON,) * 6, StatusColour.OVER))
    for _ in range(20):
        panel.play(Signal.GAME_WON)
    time.sleep(0.05)
    began = time.monotonic()
    panel.close()
    assert time.monotonic() - began < 0.3
    assert [pin.states[-1].state for pin in pins] == [0] * len(pins)


def test_a_pin_in_use_is_named_with_the_cure_and_all_pins_are_given_back(factory: MockFactory) -> None:
    with (
        LED(PINS.buzzer, pin_factory=factory),
        pytest.raises(
            PanelError, match=r"the buzzer cannot have BCM pin 12 .*another pin in the settings"
        ) as refused,
    ):
        GpioPanel(factory)
    assert refused.value.pins == (12,)
    GpioPanel(factory).close()


def test_two_mock_panels_do_not_share_pins_nor_the_global_factory() -> None:
    before = Device.pin_factory
    one, other = open_panel("mock"), open_panel("mock")
    one.close()
    other.close()
    assert Device.pin_factory is before


def test_without_pins_the_panel_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    with pytest.raises(
        PanelError, match=r"run on a Raspberry Pi with lgpio installed.*--panel mock"
    ) as refused:
        open_panel("gpio")
    assert refused.value.pins == ()


def test_parts_whose_pin_is_taken_are_named_and_nothing_lights_up_meanwhile() -> None:
    factory = mock_factory()
    layout = PinLayout()
    lamp = PWMLED(layout.river[2], pin_factory=factory)
    try:
        ((taken, reason),) = taken_parts(factory, layout)
        assert taken == Part(PartKind.RIVER_LAMP, layout.river[2], 3)
        assert reason
        others = [part.pin for part in layout.parts() if part != taken]
        assert {factory.pin(pin).function for pin in others} == {"input"}
    finally:
        lamp.close()
        factory.close()


def test_pins_that_were_looked_at_can_be_had_afterwards() -> None:
    factory = mock_factory()
    assert taken_parts(factory, PinLayout()) == ()
    GpioPanel(factory).close()


def test_at_night_every_lamp_is_dim_and_nothing_sounds(
    panel: GpioPanel, factory: MockFactory, eventually: Eventually
) -> None:
    panel.show(Lights((Lamp.ON,), StatusColour.READY, frozenset({2})))
    eventually(lambda: panel.lit().seats == (1.0,))
    panel.level = Level.NIGHT
    eventually(lambda: panel.lit().seats == (0.2,))
    assert max(panel.lit().river) == 0.2
    assert 0 < max(panel.lit().status_rgb) < 0.2
    panel.play(Signal.MISTAKE)
    panel.level = Level.ALL
    eventually(lambda: panel.lit().seats == (1.0,))
