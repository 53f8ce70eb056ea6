"""What every panel keeps, recorded or on (mock) pins."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from hardware.gpio import GpioPanel, mock_factory
from hardware.panel import Lamp, Lights, Panel, StatusColour
from hardware.pins import PinLayout
from hardware.recording import RecordingPanel
from hardware.signals import Signal

Eventually = Callable[[Callable[[], bool]], None]


@pytest.fixture(params=["recording", "gpio"])
def any_panel(request: pytest.FixtureRequest) -> Iterator[tuple[Panel, Callable[[], None]]]:
    """A panel, and a finger on its button."""
    if request.param == "recording":
        recording = RecordingPanel()
        yield recording, recording.press
        recording.close()
        return
    factory = mock_factory()
    button = factory.pin(PinLayout().button)
    panel = GpioPanel(factory, wait=lambda _seconds: None)
    yield panel, button.drive_low
    panel.close()


def test_what_is_shown_is_lit(any_panel: tuple[Panel, Callable[[], None]], eventually: Eventually) -> None:
    panel, _ = any_panel
    panel.show(Lights((Lamp.OFF, Lamp.ON, Lamp.BLINK), StatusColour.READY))
    eventually(lambda: panel.lit().seats == (0.0, 1.0, 1.0))
    assert panel.lit().status_rgb == StatusColour.READY.value


def test_river_lamps_stay_lit_between_signals(
    any_panel: tuple[Panel, Callable[[], None]], eventually: Eventually
) -> None:
    panel, _ = any_panel
    panel.show(Lights(river=frozenset({2, 4})))
    eventually(lambda: panel.lit().river == (0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0))
    panel.show(Lights())
    eventually(lambda: not any(panel.lit().river))


def test_the_button_calls_back(any_panel: tuple[Panel, Callable[[], None]], eventually: Eventually) -> None:
    panel, press = any_panel
    pressed: list[bool] = []
    panel.on_done(lambda: pressed.append(True))
    press()
    eventually(lambda: pressed == [True])


def test_a_closed_panel_is_dark_and_may_be_closed_again(any_panel: tuple[Panel, Callable[[], None]]) -> None:
    panel, _ = any_panel
    panel.show(Lights((Lamp.ON,), StatusColour.READY))
    panel.play(Signal.GAME_WON)
    panel.close()
    panel.close()
    lit = panel.lit()
    assert not any((*lit.seats, *lit.status_rgb, *lit.river))
    assert lit.tone is None
