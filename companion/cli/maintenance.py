"""Commands that keep a table's memory: ``settings``, ``backup``, ``restore``, ``idle`` and ``diagnostics``."""

from __future__ import annotations

from pathlib import Path
from typing import TextIO

import click

from companion.cli.output import answer_no, any_file, as_json_option, existing_file, print_json
from companion.errors import SettingsError
from companion.files import write_safely
from companion.game.stored import stored_in
from companion.operation.backup import Memory, back_up, put_back
from companion.operation.doctor import examine
from companion.operation.settings import Settings, as_toml, default_file, load_settings
from companion.operation.support_zip import diagnostics as packed
from companion.operation.support_zip import own_journal

_settings = click.option("--settings", type=existing_file, help="Settings file (TOML).")


def _memory(settings: Path | None) -> Memory:
    chosen = load_settings(settings)
    return Memory(chosen.games, chosen.camera.calibration, settings or default_file())


@click.command("settings")
@click.option("-o", "--output", type=any_file, help="Write them here.")
@_settings
@as_json_option
def settings_in_force(output: Path | None, settings: Path | None, as_json: bool) -> None:
    """Show every setting as it is in force, with its sentence, as a settings file."""
    chosen = load_settings(settings)
    if output is not None:
        write_safely(output, f"{as_toml(chosen)}\n".encode())
    if as_json:
        print_json(chosen.model_dump(mode="json"))
    elif output is None:
        click.echo(as_toml(chosen))
    else:
        click.echo(f"{output}: written. The companion looks for {default_file()}.", err=True)


@click.command()
@click.option("-o", "--output", type=any_file, default=Path("niagara-backup.zip"), show_default=True)
@_settings
def backup(output: Path, settings: Path | None) -> None:
    """Copy games, calibration and settings into one file; also while a game is on."""
    parts = back_up(_memory(settings), output)
    click.echo(f"{output}: {', '.join(parts)}. Keep it to yourself: it holds face-down cards.", err=True)


@click.command()
@click.argument("file", type=existing_file)
@click.option("--even-in-a-game", is_flag=True, help="Replace a game that is going on.")
@_settings
def restore(file: Path, even_in_a_game: bool, settings: Path | None) -> None:
    """Put a backup in the place of games, calibration and settings, once all of it was checked."""
    parts = put_back(file, _memory(settings), even_in_a_game=even_in_a_game)
    click.echo(f"restored: {', '.join(parts)}; what was there before ends in .before-restore.", err=True)


@click.command()
@_settings
def idle(settings: Path | None) -> None:
    """Is nobody playing? Exit status 1 while a game is going on; asked before an upgrade."""
    games = load_settings(settings).games
    going_on = stored_in(games).going_on
    if going_on is not None:
        answer_no(f"Game {going_on} is going on.")
    click.echo("Nobody is playing.", err=True)


@click.command()
@click.option("-o", "--output", type=any_file, default=Path("niagara-diagnostics.zip"), show_default=True)
@click.option("--journal", type=click.File(), help="The service's journal, where this user may not read it.")
@_settings
def diagnostics(output: Path, journal: TextIO | None, settings: Path | None) -> None:
    """Pack what a helper needs to see: no secrets, no cards, no names, no pictures."""
    try:
        games = load_settings(settings).games
    except SettingsError:
        games = Settings().games  # the doctor's report in the zip says what is wrong with the file
    write_safely(
        output,
        packed(examine(settings), games, settings, own_journal() if journal is None else journal.read()),
    )
    click.echo(f"{output}: may be shown to anybody.", err=True)
