"""Lamps, buzzer and button: the pins they hang on, and whether anything may sound."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.engine.message import Message
from companion.present.health_report import Health, good, note, wrong
from hardware.errors import PanelError, PinError
from hardware.gpio import real_factory, taken_parts
from hardware.pins import PartKind, PinLayout

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.operation.settings import PanelSettings
    from companion.present.health_report import Finding
    from hardware.pins import Part


def check_panel(panel: PanelSettings, *, playing: bool, lit: bool) -> Iterator[Finding]:
    """The pin factory, each pin, and the sound.

    ``playing`` says that a companion plays, ``lit`` that it drives the pins: they are its, and are not tried.
    """
    if panel.kind == "none":
        yield note("pins", "pins-unwanted")
    elif panel.kind == "mock":
        yield note("pins", "pins-on-page")
    elif lit:
        yield good("pins", "pins-in-play")
    else:
        findings = tuple(_check_pins(panel))
        yield from findings
        if any(finding.health is Health.WRONG for finding in findings):
            yield note("sound", "sound-unknown")
            return
        if playing:
            yield note("pins", "pins-came-late")
    yield _check_sound(panel)


def pins_are_here() -> bool:
    """Whether this machine has pins at all; none of them is touched."""
    try:
        real_factory().close()
    except PanelError:
        return False
    return True


def _check_pins(panel: PanelSettings) -> Iterator[Finding]:
    try:
        layout = PinLayout.from_mapping(panel.pins)
    except PinError as error:
        yield wrong("pins", "pins-misnamed", reason=str(error))
        return
    try:
        factory = real_factory()
    except PanelError:
        yield wrong("pins", "pins-absent", parts=len(tuple(layout.parts())))
        return
    try:
        taken = taken_parts(factory, layout)
    finally:
        factory.close()
    parts = tuple(layout.parts())
    free = len(parts) - len(taken)
    yield good("pins", "pins-free", free=free, parts=len(parts), factory=type(factory).__name__)
    for part, reason in taken:
        yield wrong("pin", "pin-taken", part=part_message(part), pin=part.pin, reason=reason)


def part_message(part: Part) -> Message:
    """A part of the panel in the catalogue's words."""
    return Message(f"panel.{_WORDS[part.kind]}", {} if part.number is None else {"number": part.number})


_WORDS = {
    PartKind.SEAT_LAMP: "seat",
    PartKind.STATUS_RED: "status-red",
    PartKind.STATUS_GREEN: "status-green",
    PartKind.STATUS_BLUE: "status-blue",
    PartKind.RIVER_LAMP: "river",
    PartKind.BUZZER: "buzzer",
    PartKind.BUTTON: "button",
}


def _check_sound(panel: PanelSettings) -> Finding:
    if panel.kind == "none":
        return note("sound", "sound-no-buzzer")
    if panel.kind == "mock":
        return note("sound", "sound-on-page")
    if panel.sounds in ("silent", "night"):
        return note("sound", "sound-silent")
    return good("sound", "sound-all" if panel.sounds == "all" else "sound-mistakes")
