"""Lamps, buzzer and button: the pins they hang on, and whether anything may sound."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.doctor.report import State, good, note, wrong
from hardware.errors import PanelError, PinError
from hardware.gpio import real_factory, taken_parts
from hardware.pins import PinLayout

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.doctor.report import Finding
    from companion.settings import PanelSettings

STOP = (
    "stop the program that uses it (the companion itself: sudo systemctl stop niagara), or choose another pin"
)


def check_panel(panel: PanelSettings, *, playing: bool) -> Iterator[Finding]:
    """The pin factory, each pin, and the sound."""
    if panel.kind == "none":
        yield note("pins", "the settings want no panel", 'build one and set kind = "gpio" under [panel]')
    elif panel.kind == "mock":
        yield note("pins", "the lamps are on the page only", 'with a panel, set kind = "gpio" under [panel]')
    elif playing:
        yield good("pins", "the companion drives them")
    else:
        findings = tuple(_check_pins(panel))
        yield from findings
        if any(finding.state is State.WRONG for finding in findings):
            yield note(
                "sound", "unknown: the panel is not complete", "see `pins` above, then hear it: niagara panel"
            )
            return
    yield _check_sound(panel)


def _check_pins(panel: PanelSettings) -> Iterator[Finding]:
    try:
        layout = PinLayout.from_mapping(panel.pins)
    except PinError as error:
        yield wrong(
            "pins", str(error), "mend [panel.pins] in the settings; `niagara wiring` shows the default"
        )
        return
    try:
        factory = real_factory()
    except PanelError:
        yield wrong(
            "pins",
            f"no GPIO pins here: none of the panel's {len(tuple(layout.parts()))} parts can be driven",
            'on a Raspberry Pi: sudo apt install python3-lgpio; without a panel set kind = "mock" under [panel]',
        )
        return
    try:
        taken = taken_parts(factory, layout)
    finally:
        factory.close()
    parts = tuple(layout.parts())
    yield good(
        "pins", f"{len(parts) - len(taken)} of {len(parts)} can be had through {type(factory).__name__}"
    )
    for part, pin, reason in taken:
        yield wrong("pin", f"{part}: BCM pin {pin} cannot be had ({reason})", STOP)


def _check_sound(panel: PanelSettings) -> Finding:
    hear = "hear every signal with `niagara panel`"
    if panel.kind == "none":
        return note(
            "sound", "without a panel there is no buzzer", "the page tells everything; or build a panel"
        )
    if panel.sounds == "silent":
        return note("sound", "the settings want silence", f'set sounds = "all" under [panel], then {hear}')
    said = "every signal sounds" if panel.sounds == "all" else "only mistakes sound"
    return good("sound", f"{said}; {hear}")
