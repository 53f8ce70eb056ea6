"""The wiring of the panel, drawn and listed from the pins in use."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from hardware.pins import HEADER

if TYPE_CHECKING:
    from hardware.pins import PinLayout

_RESISTOR = {"lamp": "330 Ω in series", "status": "330 Ω in series", "river": "330 Ω in series"}
_COLOUR = {
    "lamp": "#d8a200",
    "status": "#b03a2e",
    "river": "#2471a3",
    "buzzer": "#6c3483",
    "button": "#1e8449",
}


def wiring_table(pins: PinLayout) -> str:
    """A line for each part: what it is, its BCM number, its place on the header and its resistor."""
    rows = [("part", "BCM", "header pin", "resistor")]
    rows += [(part, str(pin), str(HEADER[pin]), _resistor(part)) for part, pin in pins.parts()]
    rows.append(("ground of all parts", "-", "6, 9, 14, 20, 25, 30, 34 or 39", ""))
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    )


def wiring_svg(pins: PinLayout) -> str:
    """The 40-pin header with the parts beside their pins, as an SVG picture."""
    by_place = {HEADER[pin]: part for part, pin in pins.parts()}
    drawn = []
    for place in range(1, 41):
        column, row = (place - 1) % 2, (place - 1) // 2
        x, y = 300 + column * 26, 40 + row * 26
        part = by_place.get(place)
        colour = _COLOUR[part.split()[0].rstrip(",")] if part else "#c8c8c8"
        drawn.append(f'<circle cx="{x}" cy="{y}" r="9" fill="{colour}"/>')
        drawn.append(
            f'<text x="{x}" y="{y + 4}" font-size="9" text-anchor="middle" fill="#fff">{place}</text>'
        )
        if part:
            anchor, label_x = ("end", x - 16) if column == 0 else ("start", x + 16)
            drawn.append(
                f'<text x="{label_x}" y="{y + 4}" font-size="13" text-anchor="{anchor}" fill="{colour}">'
                f"{escape(part)}</text>"
            )
    body = "\n".join(drawn)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 626 580" font-family="sans-serif">\n'
        '<rect width="626" height="580" fill="#fff"/>\n'
        '<rect x="284" y="24" width="58" height="532" rx="6" fill="#333"/>\n'
        f"{body}\n</svg>\n"
    )


def _resistor(part: str) -> str:
    return _RESISTOR.get(part.split(maxsplit=1)[0].rstrip(","), "")
