from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from hardware.errors import HardwareError, PinError
from hardware.pins import HEADER, PartKind, PinLayout
from hardware.wiring import MOST_MA, RESISTORS, wiring_svg, wiring_table


def test_the_default_layout_has_no_problems_and_takes_one_pin_of_spi_only() -> None:
    used = [part.pin for part in PinLayout().parts()]
    assert PinLayout().problems() == ()
    assert len(used) == len(set(used)) == 18
    assert set(used) & {2, 3, 14, 15} == set()
    assert set(used) & {7, 8, 9, 10, 11} == {7}


def test_the_header_has_each_position_once() -> None:
    assert len(set(HEADER.values())) == len(HEADER)


def test_all_problems_of_a_layout_are_told_at_once() -> None:
    with pytest.raises(PinError) as caught:
        PinLayout(buzzer=21, seats=(17, 17, 99), status=(5, 6), river=(2,))
    text = str(caught.value)
    assert "pin 17 is used by lamp, seat 1 and lamp, seat 2" in text
    assert "pin 21 is used by buzzer and button" in text
    assert "pin 99 (lamp, seat 3) is not on the header" in text
    assert "pin 2 (river lamp 1) is I2C's" in text
    assert "the status lamp needs 3 pins, found 2" in text
    assert isinstance(caught.value, HardwareError)


def test_a_layout_has_a_lamp_for_six_seats_at_most() -> None:
    with pytest.raises(PinError, match="1 to 6 seat lamps, found 7"):
        PinLayout(seats=(4, 17, 27, 22, 19, 26, 8))


def test_settings_move_single_parts() -> None:
    assert PinLayout.from_mapping({"buzzer": 8, "seats": (17, 27)}) == PinLayout(buzzer=8, seats=(17, 27))


def test_settings_with_several_mistakes_hear_of_all() -> None:
    with pytest.raises(PinError, match=r"unknown part 'lamp'.*buzzer is \(1, 2\), expected one BCM number"):
        PinLayout.from_mapping({"lamp": 4, "buzzer": (1, 2)})


def test_the_wiring_table_names_each_part_with_pin_position_and_resistor() -> None:
    lines = wiring_table(PinLayout()).splitlines()
    assert len(lines) == 1 + 18 + 1 + 1 + 1 + len(RESISTORS)
    assert lines[1].split() == ["lamp,", "seat", "1", "4", "7", "470", "or", "120", "Ω", "in", "series"]
    assert "red, orange, yellow" in lines[-4]
    assert lines[-4].split()[-4:] == ["470", "Ω", "2.8", "mA"]


def test_all_lamps_lit_at_once_take_no_more_than_the_pins_may_give() -> None:
    lamps = [part for part in PinLayout().parts() if part.kind not in (PartKind.BUZZER, PartKind.BUTTON)]
    assert len(lamps) * max(each.milliamperes for each in RESISTORS) < MOST_MA


def test_the_wiring_picture_is_an_svg_that_names_each_part() -> None:
    texts = [node.text for node in ET.fromstring(wiring_svg(PinLayout())).iter() if node.text]  # noqa: S314 - our own
    assert {str(part) for part in PinLayout().parts()} <= set(texts)


def test_the_picture_and_the_table_follow_the_pins_of_the_settings() -> None:
    pins = PinLayout(buzzer=8, seats=(17, 27))
    drawn = {node.text for node in ET.fromstring(wiring_svg(pins)).iter() if node.text}  # noqa: S314 - our own
    assert "BCM 8" in drawn
    assert "lamp, seat 3" not in drawn
    assert ["buzzer", "8", "24"] in [line.split() for line in wiring_table(pins).splitlines()]
