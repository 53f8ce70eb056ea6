"""The command ``doctor``: what is missing at this table, and what to do about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from companion.cli.output import NO, as_json_option, existing_file, print_json
from companion.doctor import examine

if TYPE_CHECKING:
    from pathlib import Path


@click.command()
@click.option("--settings", type=existing_file, help="Settings file (TOML).")
@as_json_option
def doctor(settings: Path | None, as_json: bool) -> None:
    """Look at camera, light, calibration, pins, disk, power, network, clock and games; exit 1 if something is wrong."""
    report = examine(settings)
    if as_json:
        print_json(report.to_json())
    else:
        for line in report.lines():
            click.echo(line)
    if not report.healthy:
        raise click.exceptions.Exit(NO)
