"""What every panel keeps, recorded or on (mock) pins."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import pytest

from hardware.gpio import GpioPanel, mock_factory
from hardware.panel import HOLD_S, Lamp, Lights, Panel, StatusColour
from hardware.pins import PinLayout
from hardware.recording import RecordingPanel
from hardware.signals import Signal

Eventually = Callable[[Callable[[], bool]], None]
Finger = Callable[[float], None]


@pytest.fixture(params=["recording", "gpio"])
def any_panel(request: pytest.FixtureRequest) -> Iterator[tuple[Panel, Finger]]:
    """A panel, and a finger that lies on its button for so many seconds."""
    if request.param == "recording":
        recording = RecordingPanel()
        yield recording, lambda seconds: recording.hold() if seconds > HOLD_S else recording.press()
        recording.close()
        return
    factory = mock_factory()
    button = factory.pin(PinLayout().button)

    def lie(seconds: float) -> None:
        button.drive_low()
        time.sleep(seconds)
        button.drive_high()

    panel = GpioPanel(factory, wait=lambda _seconds: None)
    yield panel, lie
    panel.close()


def test_what_is_shown_is_lit(any_panel: tuple[Panel, Finger], eventually: Eventually) -> None:
    panel, _ = any_panel
    panel.show(Lights((Lamp.OFF, Lamp.ON, Lamp.BLINK), StatusColour.READY))
    eventually(lambda: panel.lit().seats == (0.0, 1.0, 1.0))
    assert panel.lit().status_rgb == StatusColour.READY.value


def test_river_lamps_stay_lit_between_signals(
    any_panel: tuple[Panel, Finger], eventually: Eventually
) -> None:
    panel, _ = any_panel
    panel.show(Lights(river=frozenset({2, 4})))
    eventually(lambda: panel.lit().river == (0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0))
    panel.show(Lights())
    eventually(lambda: not any(panel.lit().river))


def test_the_button_says_whether_it_was_pressed_or_held_each_time_once(
    any_panel: tuple[Panel, Finger], eventually: Eventually
) -> None:
    panel, finger = any_panel
    said: list[str] = []
    panel.on_button(lambda: said.append("pressed"), lambda: said.append("held"))
    finger(0.01)
    eventually(lambda: said == ["pressed"])
    finger(HOLD_S + 0.2)
    eventually(lambda: said == ["pressed", "held"])
    finger(0.01)
    eventually(lambda: said == ["pressed", "held", "pressed"])


def test_a_button_nobody_listens_to_may_be_pressed(any_panel: tuple[Panel, Finger]) -> None:
    panel, finger = any_panel
    finger(0.01)
    panel.show(Lights())


def test_a_closed_panel_is_dark_and_may_be_closed_again(any_panel: tuple[Panel, Finger]) -> None:
    panel, _ = any_panel
    panel.show(Lights((Lamp.ON,), StatusColour.READY))
    panel.play(Signal.GAME_WON)
    panel.close()
    panel.close()
    lit = panel.lit()
    assert not any((*lit.seats, *lit.status_rgb, *lit.river))
    assert lit.tone is None
