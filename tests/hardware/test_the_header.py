"""The header's numbers, held against gpiozero's own description of a Raspberry Pi, and the drawing in the docs."""

from __future__ import annotations

import re
from pathlib import Path

from gpiozero.pins.pi import PiBoardInfo

from hardware.pins import HEADER, RESERVED, PartKind, PinLayout
from hardware.wiring import GROUNDS, MOST_MA, POWERS, RESISTORS, wiring_svg

PI_4 = 0xC03111
"""The revision of a Raspberry Pi 4."""
NAMES = {number: pin.name for number, pin in PiBoardInfo.from_revision(PI_4).headers["J8"].pins.items()}


def test_every_usable_pin_is_where_a_pi_has_it() -> None:
    assert {bcm: NAMES[position] for bcm, position in HEADER.items()} == {bcm: f"GPIO{bcm}" for bcm in HEADER}
    assert len(HEADER) == sum(name.startswith("GPIO") for name in NAMES.values()) - len({"GPIO0", "GPIO1"})


def test_grounds_and_powers_are_where_a_pi_has_them() -> None:
    assert set(GROUNDS) == {number for number, name in NAMES.items() if name == "GND"}
    assert set(POWERS) == {number for number, name in NAMES.items() if re.fullmatch(r"\dV\d?", name)}


def test_i2c_and_the_serial_console_keep_their_pins() -> None:
    assert set(RESERVED) == {2, 3, 14, 15}


def test_the_drawing_in_the_docs_is_the_one_of_the_default_pins() -> None:
    drawn = Path(__file__).parents[2] / "docs/evening/wiring.svg"
    assert drawn.read_text(encoding="utf-8") == wiring_svg(PinLayout())


def test_every_lamp_gets_two_to_three_milliamperes_and_all_together_nearly_what_the_pins_may_give() -> None:
    assert all(2.2 < resistor.milliamperes < 3.0 for resistor in RESISTORS)
    lamps = [part for part in PinLayout().parts() if part.kind not in (PartKind.BUZZER, PartKind.BUTTON)]
    together_ma = len(lamps) * max(each.milliamperes for each in RESISTORS)
    assert 0.8 * MOST_MA < together_ma < MOST_MA
