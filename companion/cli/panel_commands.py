"""Commands about lamps, buzzer and button: ``panel`` tries them out, ``wiring`` shows where they hang."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import click

from companion.cli.output import any_file, as_json_option, existing_file, print_json
from companion.files import write_safely
from companion.operation.settings import load_settings, with_changes
from companion.operation.wiring import panel_of
from hardware.panel import Lights
from hardware.pins import HEADER, PinLayout
from hardware.signals import Level, Signal, StatusColour, timeline
from hardware.wiring import wiring_svg, wiring_table

if TYPE_CHECKING:
    from pathlib import Path

_settings = click.option("--settings", type=existing_file, help="Settings file (TOML).")

PAUSE_S = 0.6
"""Silence between two signals, long enough to tell where one ends."""
STATE_S = 2.4
"""How long each state of the status lamp is shown: a whole turn of the longest rhythm, eight beats of 0.3 s."""
RIVER_SAMPLE = 2
"""Discs that the river's signal is played for."""


@click.command()
@click.option("--panel", "kind", type=click.Choice(["gpio", "mock"]), default="gpio", show_default=True)
@click.option(
    "--level", type=click.Choice([str(level) for level in Level]), help="The settings' own if not given."
)
@_settings
def panel(kind: str, level: str | None, settings: Path | None) -> None:
    """Play each signal of the panel once and show each state of its status lamp, and say which."""
    chosen = load_settings(settings)
    opened = panel_of(with_changes(chosen, games=None, panel={"kind": kind, "sounds": level}).panel)
    assert opened is not None  # noqa: S101 - both kinds open a panel
    try:
        for each in Signal:
            click.echo(f"signal: {each.value}")
            opened.play(each, count=RIVER_SAMPLE)
            time.sleep(sum(step.seconds for step in timeline(each, count=RIVER_SAMPLE)) + PAUSE_S)
        for state in StatusColour:
            click.echo(f"status lamp: {state.name.lower().replace('_', ' ')}")
            opened.show(Lights(status=state))
            time.sleep(STATE_S)
    finally:
        opened.close()


@click.command()
@click.option("-o", "--output", type=any_file, help="Write the drawing (SVG) here.")
@_settings
@as_json_option
def wiring(output: Path | None, settings: Path | None, as_json: bool) -> None:
    """Show how the panel is wired: a table, and a drawing with -o."""
    pins = PinLayout.from_mapping(load_settings(settings).panel.pins)
    if output is not None:
        write_safely(output, wiring_svg(pins).encode())
    if as_json:
        print_json(
            [{"part": str(part), "bcm": part.pin, "header": HEADER[part.pin]} for part in pins.parts()]
        )
    else:
        click.echo(wiring_table(pins))
