from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from hardware.gpio import GpioPanel, mock_factory

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gpiozero.pins.mock import MockFactory


@pytest.fixture
def factory() -> MockFactory:
    return mock_factory()


@pytest.fixture
def panel(factory: MockFactory) -> Iterator[GpioPanel]:
    """Real gpiozero devices on mock pins; the steps of a signal take no time."""
    panel = GpioPanel(factory, wait=lambda _seconds: None)
    yield panel
    panel.close()


@pytest.fixture
def eventually() -> Callable[[Callable[[], bool]], None]:
    """Wait for the player's thread, at most two seconds."""

    def wait_for(holds: Callable[[], bool]) -> None:
        deadline = time.monotonic() + 2
        while not holds():
            assert time.monotonic() < deadline, "it did not happen within two seconds"
            time.sleep(0.002)

    return wait_for
