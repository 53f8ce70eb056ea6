"""``python -m companion.bench``: the engine, what a table costs, the pages' latency, how well pictures are read."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from companion.bench import engine, games, pages
from companion.bench.table import measured
from vision.bench.__main__ import OWN_PICTURES
from vision.bench.__main__ import main as seeing


@click.command(context_settings={"ignore_unknown_options": True})
@click.option(
    "--games",
    "game_folders",
    multiple=True,
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Only hold pictures of whole games against their records: a folder of tables with game.ngr.",
)
@click.argument("for_seeing", nargs=-1, type=click.UNPROCESSED)
def main(game_folders: tuple[Path, ...], for_seeing: tuple[str, ...]) -> None:
    """Print the tables; ``--pictures DIR``, ``--misses`` and ``--sheet FILE`` go to the part that reads pictures."""
    if game_folders:
        if not games.run_bench(game_folders, misses="--misses" in for_seeing):
            raise click.UsageError("no tables with a game.ngr there")
        return
    click.echo("# Engine\n")
    engine.run_bench()
    click.echo("\n# A whole table at 8 pictures a second\n")
    for line in measured(OWN_PICTURES / "session-05", idle_s=20.0).lines():
        click.echo(line)
    click.echo("\n# Pages\n")
    pages.run_bench()
    click.echo("\n# Seeing\n")
    sys.exit(seeing(for_seeing))


if __name__ == "__main__":
    main()
