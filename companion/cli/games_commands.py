"""Commands on stored games: ``games`` and ``export``."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from companion.cli.output import any_file, as_json_option, existing_file, print_json
from companion.errors import LogError
from companion.files import write_safely
from companion.game.game import Game
from companion.game.log import GameLog
from companion.operation.settings import Settings, load_settings

if TYPE_CHECKING:
    from pathlib import Path

_settings = click.option("--settings", type=existing_file, help="Settings file (TOML).")
_games = click.option("--games", "file", type=any_file, help="File of stored games.")


def _stored(settings: Path | None, file: Path | None) -> Path:
    chosen: Settings = load_settings(settings)
    path = file or chosen.games
    if not path.exists():
        message = f"{path}: no games are stored there; play one, or name the file with --games"
        raise LogError(message)
    return path


@click.command()
@_games
@_settings
@as_json_option
def games(file: Path | None, settings: Path | None, as_json: bool) -> None:
    """List the stored games."""
    with GameLog(_stored(settings, file)) as log:
        found = [Game.resume(log, number) for number in log.games()]
    listed: list[dict[str, Any]] = [
        {
            "game": game.number,
            "players": list(game.setup.players),
            "round": game.state.round,
            "phase": str(game.state.phase),
            "winners": list(game.state.winners),
        }
        for game in found
    ]
    if as_json:
        print_json(listed)
        return
    for row in listed:
        winners = f", won by {', '.join(row['winners'])}" if row["winners"] else ""
        click.echo(
            f"{row['game']}: {', '.join(row['players'])}; round {row['round']}, {row['phase']}{winners}"
        )


@click.command()
@click.argument("number", type=int)
@click.option("-o", "--output", type=any_file, help="Record to write; standard output when not given.")
@_games
@_settings
def export(number: int, output: Path | None, file: Path | None, settings: Path | None) -> None:
    """Write a stored game as a record (.ngr)."""
    with GameLog(_stored(settings, file)) as log:
        if number not in log.games():
            message = f"game {number} is not stored; `niagara games` lists those that are"
            raise LogError(message)
        game = Game.resume(log, number)
    if any(step.action is None for step in game.steps):
        click.echo(
            f"niagara: game {number} was corrected by hand; its record stops being playable there.", err=True
        )
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in game.record())
    if output is None:
        click.echo(text, nl=False)
    else:
        write_safely(output, text.encode())
