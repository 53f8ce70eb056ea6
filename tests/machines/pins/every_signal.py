"""Runs on the emulated Pi: the panel as the product opens it, every signal, and what the pins showed meanwhile."""

import sys
import time

sys.path.insert(0, "/")

from hardware.gpio import open_panel, real_factory, taken_parts
from hardware.panel import Lamp, Lights, StatusColour
from hardware.pins import PinLayout
from hardware.signals import Signal

factory = real_factory()
print("factory", type(factory).__name__, factory.board_info.model, flush=True)
assert type(factory).__name__ == "LGPIOFactory"
taken = taken_parts(factory, PinLayout())
assert not taken, taken
factory.close()

panel = open_panel("gpio")
panel.show(Lights((Lamp.ON,) * 3, StatusColour.READY))
time.sleep(1)
assert panel.lit().seats[:3] == (1.0, 1.0, 1.0), panel.lit()
for signal in Signal:
    began = time.monotonic()
    panel.play(signal, count=1)
    seen = set()
    while time.monotonic() - began < 4:
        seen.add(panel.lit())
        time.sleep(0.02)
    assert len(seen) > 1, f"{signal} changed nothing"
    print("played", signal.value, len(seen), "pictures", flush=True)
panel.close()
print("PINS: all signals played", flush=True)
