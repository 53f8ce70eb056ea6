"""``python -m companion.bench``: the engine's speed, then how well and how fast pictures are read."""

from __future__ import annotations

import sys

import click

from companion.bench import engine
from vision.bench.__main__ import main as seeing


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("for_seeing", nargs=-1, type=click.UNPROCESSED)
def main(for_seeing: tuple[str, ...]) -> None:
    """Print the tables; ``--pictures DIR``, ``--misses`` and ``--sheet FILE`` go to the part that reads pictures."""
    click.echo("# Engine\n")
    engine.run_bench()
    click.echo("\n# Seeing\n")
    sys.exit(seeing(for_seeing))


if __name__ == "__main__":
    main()
