"""Commands on stored games: ``games``, ``export`` and ``recover``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from companion.cli.output import UNUSABLE, any_file, as_json_option, existing_file, print_json
from companion.engine import write_record
from companion.errors import LogError
from companion.files import write_safely
from companion.game.recovery import recover as recovered
from companion.game.stored import survey
from companion.operation.settings import Settings, load_settings

if TYPE_CHECKING:
    from pathlib import Path

    from companion.game.stored import Stored, StoredGame

_settings = click.option("--settings", type=existing_file, help="Settings file (TOML).")
_games = click.option("--games", "file", type=any_file, help="File of stored games.")


def _stored(settings: Path | None, file: Path | None) -> Stored:
    chosen: Settings = load_settings(settings)
    path = file or chosen.games
    if not path.exists():
        message = f"{path}: no games are stored there; play one, or name the file with --games"
        raise LogError(message)
    return survey(path)


def _leave_damaged(stored: Stored) -> None:
    """Say what is damaged, everything that can be read having been printed."""
    if not stored.whole:
        click.echo(f"niagara: {stored.error()}", err=True)
        raise click.exceptions.Exit(UNUSABLE)


@click.command()
@_games
@_settings
@as_json_option
def games(file: Path | None, settings: Path | None, as_json: bool) -> None:
    """List the stored games; of a damaged file what can be read, with exit status 2."""
    stored = _stored(settings, file)
    listed = [row for game in stored.kept if (row := _row(game)) is not None]
    if as_json:
        print_json(listed)
    else:
        for row in listed:
            winners = f", won by {', '.join(row['winners'])}" if row["winners"] else ""
            click.echo(
                f"{row['game']}: {', '.join(row['players'])}; round {row['round']}, {row['phase']}{winners}"
            )
    _leave_damaged(stored)


def _row(game: StoredGame) -> dict[str, Any] | None:
    """A game in the list; ``None`` where not even its beginning can be read."""
    standing = game.standing
    if standing is None:
        return None
    return {
        "game": game.number,
        "players": list(standing.setup.players),
        "round": standing.state.round,
        "phase": str(standing.state.phase),
        "winners": list(standing.state.winners),
    }


@click.command()
@click.argument("number", type=int)
@click.option("-o", "--output", type=any_file, help="Record to write; standard output when not given.")
@_games
@_settings
def export(number: int, output: Path | None, file: Path | None, settings: Path | None) -> None:
    """Write a stored game as a record (.ngr); of a damaged one what can be read, with exit status 2."""
    stored = _stored(settings, file)
    game = next((game for game in stored.kept if game.number == number), None)
    if game is None or game.standing is None:
        if not stored.whole:
            raise stored.error()
        message = f"game {number} is not stored; `niagara games` lists those that are"
        raise LogError(message)
    text = write_record(game.standing.setup, (step.line for step in game.standing.steps))
    if output is None:
        click.echo(text, nl=False)
    else:
        write_safely(output, text.encode())
    if not game.whole:
        _leave_damaged(stored)


@click.command()
@_games
@_settings
def recover(file: Path | None, settings: Path | None) -> None:
    """Keep what can be read of a damaged file of games, to be played on; the damaged file stays beside it."""
    path = _stored(settings, file).file
    stored, aside = recovered(path)
    if aside is None:
        click.echo(f"{path}: nothing is damaged; {stored.games} games are stored.", err=True)
        return
    for game in stored.kept:
        click.echo(f"{game.told}.", err=True)
    click.echo(f"{path}: holds what could be read; the damaged file is now {aside}.", err=True)
