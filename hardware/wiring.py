"""The wiring of the panel, drawn and listed from the pins in use."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from hardware.pins import HEADER, PartKind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hardware.pins import Part, PinLayout

PIN_V = 3.3
"""What a pin gives."""
MOST_MA = 50
"""What all pins of a Pi may give together (Raspberry Pi's own figure for the older boards)."""
GROUNDS = (6, 9, 14, 20, 25, 30, 34, 39)
POWERS = (1, 2, 4, 17)
"""Positions on the header that are ground, and that give 3.3 or 5 V."""


@dataclass(frozen=True, slots=True)
class Resistor:
    """What stands before the lamps of some colours: ``volts`` is what such a lamp keeps for itself."""

    colours: str
    volts: float
    ohms: int

    @property
    def milliamperes(self) -> float:
        """The current through one lamp."""
        return 1000 * (PIN_V - self.volts) / self.ohms


RESISTORS = (
    Resistor("red, orange, yellow", 2.0, 470),
    Resistor("green, blue, white", 3.0, 120),
    Resistor("RGB lamp: red leg", 2.0, 470),
    Resistor("RGB lamp: green and blue leg", 3.0, 120),
)
"""All lamps of a panel lit at once stay below `MOST_MA`."""
_PAINT = {
    PartKind.SEAT_LAMP: "#c98a00",
    PartKind.STATUS_RED: "#b03a2e",
    PartKind.STATUS_GREEN: "#b03a2e",
    PartKind.STATUS_BLUE: "#b03a2e",
    PartKind.RIVER_LAMP: "#1f6a99",
    PartKind.BUZZER: "#6c3483",
    PartKind.BUTTON: "#1e7a45",
}
_OHMS = {
    PartKind.SEAT_LAMP: "470 or 120",
    PartKind.STATUS_RED: "470",
    PartKind.STATUS_GREEN: "120",
    PartKind.STATUS_BLUE: "120",
    PartKind.RIVER_LAMP: "470 or 120",
}
"""Which resistor stands before a lamp: by its colour, or the leg of the RGB lamp."""
_ROW = 30
_TOP = 60


def wiring_table(pins: PinLayout) -> str:
    """A line for each part: what it is, its BCM number, header pin and resistor; then the resistors by colour."""
    rows = [("part", "BCM", "header pin", "resistor")]
    rows += [(str(part), str(part.pin), str(HEADER[part.pin]), _resistor(part.kind)) for part in pins.parts()]
    rows.append(("ground of all parts", "-", " or ".join(map(str, GROUNDS)), ""))
    lamps = [("lamp", "keeps", "resistor", "current")]
    lamps += [
        (each.colours, f"{each.volts:.1f} V", f"{each.ohms} Ω", f"{each.milliamperes:.1f} mA")
        for each in RESISTORS
    ]
    return "\n".join((*_columns(rows), "", *_columns(lamps)))


def wiring_svg(pins: PinLayout) -> str:
    """The 40-pin header with every part on its wire - resistor, lamp, buzzer or button - as an SVG picture."""
    by_place = {HEADER[part.pin]: part for part in pins.parts()}
    drawn = [*_header(by_place), *(line for place, part in by_place.items() for line in _wire(place, part))]
    table = (f"{each.colours}: {each.ohms} Ω ({each.milliamperes:.1f} mA)" for each in RESISTORS)
    bottom = _TOP + 20 * _ROW + 10
    drawn += [_text(40, bottom, "Resistor by the lamp's colour", "start", "#111", bold=True)]
    drawn += [_text(40, bottom + 20 * (at + 1), line, "start", "#111") for at, line in enumerate(table)]
    drawn.append(_ground(438, bottom - 8, "#111"))
    drawn.append(
        _text(456, bottom, f"ground: header pin {', '.join(map(str, GROUNDS))}", "start", "#111", bold=True)
    )
    drawn.append(_text(430, bottom + 20, "lamps: the longer leg towards the resistor", "start", "#111"))
    body = "\n".join(drawn)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 860 790" font-family="sans-serif">\n'
        '<rect width="860" height="790" fill="#fff"/>\n'
        f"{body}\n</svg>\n"
    )


def _header(by_place: dict[int, Part]) -> Iterator[str]:
    """The header as it lies with the board's edge to the right, pin 1 at the top left."""
    yield _text(430, 36, "Raspberry Pi, 40-pin header", "middle", "#111", bold=True)
    yield f'<rect x="398" y="{_TOP - 18}" width="64" height="{20 * _ROW + 6}" rx="6" fill="#222"/>'
    for place in range(1, 41):
        x, y = _spot(place)
        used = by_place.get(place)
        fill = (
            _PAINT[used.kind]
            if used
            else "#111"
            if place in GROUNDS
            else "#c0392b"
            if place in POWERS
            else "#999"
        )
        yield f'<circle cx="{x}" cy="{y}" r="10" fill="{fill}" stroke="#fff"/>'
        yield _text(x, y + 4, str(place), "middle", "#fff", size=10)
        if place in GROUNDS:
            yield _ground(x + (-18 if x < 430 else 18), y, "#111")


def _wire(place: int, part: Part) -> Iterator[str]:
    """One part: its wire, what stands in it, and its end at ground."""
    x, y = _spot(place)
    side = -1 if x < 430 else 1
    colour = _PAINT[part.kind]
    near, far = x + side * 10, x + side * 190
    yield f'<path d="M{near} {y} H{far}" stroke="{colour}" stroke-width="2" fill="none"/>'
    if part.kind in _OHMS:
        left = x + side * 70 - 16
        zigzag = f"M{left} {y} l4 -6 6 12 6 -12 6 12 6 -12 4 6"
        yield f'<rect x="{left}" y="{y - 8}" width="32" height="16" fill="#fff"/>'
        yield f'<path d="{zigzag}" stroke="{colour}" stroke-width="2" fill="none"/>'
        bulb = x + side * 140
        yield f'<circle cx="{bulb}" cy="{y}" r="9" fill="#fff" stroke="{colour}" stroke-width="2"/>'
        yield f'<path d="M{bulb - 6} {y - 6} l12 12 m0 -12 l-12 12" stroke="{colour}" stroke-width="2"/>'
    else:
        box = f'x="{x + side * 140 - 12}" y="{y - 9}" width="24" height="18" rx="4"'
        yield f'<rect {box} fill="#fff" stroke="{colour}" stroke-width="2"/>'
    anchor = "end" if side < 0 else "start"
    yield _ground(far, y, colour)
    yield _text(far + side * 20, y + 4, str(part), anchor, colour, bold=True)
    yield _text(x + side * 18, y - 4, f"BCM {part.pin}", anchor, "#555", size=9)


def _spot(place: int) -> tuple[int, int]:
    column, row = (place - 1) % 2, (place - 1) // 2
    return 416 + column * 28, _TOP + row * _ROW


def _ground(x: int, y: int, colour: str) -> str:
    return f'<path d="M{x} {y} v5 m-7 0 h14 m-11.5 3.5 h9 m-6.5 3.5 h4" stroke="{colour}" fill="none"/>'


def _text(x: int, y: int, said: str, anchor: str, colour: str, *, size: int = 13, bold: bool = False) -> str:
    weight = ' font-weight="700"' if bold else ""
    return (
        f'<text x="{x}" y="{y}" font-size="{size}"{weight} text-anchor="{anchor}" fill="{colour}">'
        f"{escape(said)}</text>"
    )


def _columns(rows: list[tuple[str, str, str, str]]) -> Iterator[str]:
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def _resistor(kind: PartKind) -> str:
    return f"{_OHMS[kind]} Ω in series" if kind in _OHMS else ""
