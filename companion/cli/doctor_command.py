"""The command ``doctor``: what is missing at this table, and what to do about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from companion.cli.output import NO, as_json_option, existing_file, print_json
from companion.errors import SettingsError
from companion.operation.doctor import examine
from companion.operation.settings import Settings, load_settings
from companion.words import LANGUAGES

if TYPE_CHECKING:
    from pathlib import Path


@click.command()
@click.option("--settings", type=existing_file, help="Settings file (TOML).")
@click.option("--language", type=click.Choice(LANGUAGES), help="The settings' own when not given.")
@as_json_option
def doctor(settings: Path | None, language: str | None, as_json: bool) -> None:
    """Look at camera, light, calibration, pins, disk, power, network, clock and games; exit 1 if something is wrong."""
    report = examine(settings)
    spoken = language or _own_language(settings)
    if as_json:
        print_json(report.to_json(spoken))
    else:
        for line in report.lines(spoken):
            click.echo(line)
    if not report.healthy:
        raise click.exceptions.Exit(NO)


def _own_language(settings: Path | None) -> str:
    """The language of the settings, also where the report says that they are not understood."""
    try:
        return load_settings(settings).language
    except SettingsError:
        return Settings().language
