"""Commands that play: ``demo``, ``run``, and ``host`` for who is to lead."""

from __future__ import annotations

import signal
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

import click
import segno

from companion.cli.output import any_file, as_json_option, existing_file, print_json
from companion.operation.doctor.network import own_address
from companion.operation.settings import load_settings, with_changes
from companion.operation.systemd import beat_until_stopped, stop_requests
from companion.operation.wiring import host_key_of, open_table, real_parts, secret_of
from companion.rehearsal.demo import run_demo
from companion.rehearsal.drawn_table import DrawnTable
from companion.rehearsal.trial import HEADING, Rates, Trial
from companion.rehearsal.virtual_rig import COLOURS

if TYPE_CHECKING:
    from pathlib import Path
    from types import FrameType


_settings = click.option("--settings", type=existing_file, help="Settings file (TOML).")
_port = click.option("--port", type=click.IntRange(1, 65535), help="Port of the page; 8080 when not given.")


def _tell(text: str) -> None:
    """Say something to whoever runs the command, beside its output."""
    click.echo(text, err=True)


def _stop_on_sigterm() -> None:
    """Let SIGTERM end the demonstration like Ctrl-C: everything is closed on the way out."""

    def stop(number: int, frame: FrameType | None) -> None:
        del number, frame
        raise KeyboardInterrupt

    signal.signal(signal.SIGTERM, stop)


@click.command()
@click.option("--players", default="red,blue,green", show_default=True, help="Colours in seat order.")
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed plays the same evening.")
@click.option(
    "--slips", type=click.FloatRange(0, 1), default=0.12, show_default=True, help="Mistakes a turn."
)
@click.option("--fast", is_flag=True, help="As fast as the pictures can be drawn and read.")
@click.option(
    "--games", "count", type=click.IntRange(1), default=20, show_default=True, help="With --headless."
)
@click.option("--headless", is_flag=True, help="No page: play whole games, print a line for each, and end.")
@click.option("--store", type=any_file, help="Keep the games in this file instead of a temporary one.")
@_port
@_settings
@as_json_option
def demo(
    players: str,
    seed: int,
    slips: float,
    fast: bool,
    count: int,
    headless: bool,
    store: Path | None,
    port: int | None,
    settings: Path | None,
    as_json: bool,
) -> None:
    """The whole table without hardware: virtual camera, mock pins, bots; page on http://localhost:8080."""
    colours = tuple(colour.strip() for colour in players.split(",") if colour.strip())
    unknown = [colour for colour in colours if colour not in COLOURS]
    if unknown or not 3 <= len(colours) <= 5 or len(set(colours)) < len(colours):
        raise click.UsageError(
            f"--players {players}: expected three to five different of {', '.join(COLOURS)}"
        )
    if headless:
        _headless(colours, seed, slips, count, as_json=as_json)
        return
    _stop_on_sigterm()
    try:
        chosen = with_changes(load_settings(settings), games=None, web={"port": port})
        run_demo(chosen, colours, seed=seed, slip=slips, fast=fast, games=store, say=_tell)
    except KeyboardInterrupt:
        _tell("The table is cleared.")


def _headless(colours: tuple[str, ...], seed: int, slips: float, count: int, *, as_json: bool) -> None:
    """Play games through the pictures and print what happened in each."""
    rows = []
    if not as_json:
        click.echo(HEADING)
    for trial in (
        Trial.played(seed + number, DrawnTable(colours), Rates(slips, 0, 0)) for number in range(count)
    ):
        rows.append(trial.to_json())
        if not as_json:
            click.echo(trial.line())
    if as_json:
        print_json(rows)
    else:
        made, announced = (sum(row[name] for row in rows) for name in ("mistakes", "announced"))
        false = sum(row["false_alarms"] for row in rows)
        click.echo(f"{count} games: {made} mistakes made, {announced} announced, {false} false alarms.")
    if any(not row["winners"] for row in rows):
        raise click.exceptions.Exit(1)


@click.command()
@click.option("--camera", help="picamera2, usb:N, a URL, a film, a folder of pictures, or none.")
@click.option("--calibration", type=existing_file, help="File written by `niagara calibrate`.")
@click.option("--panel", "panel_kind", type=click.Choice(["gpio", "mock", "none"]), help="Lamps and buzzer.")
@click.option("--safe", is_flag=True, help="Without camera and panel: everything is entered by hand.")
@click.option("--games", "file", type=any_file, help="File of stored games.")
@_port
@_settings
def run(
    camera: str | None,
    calibration: Path | None,
    panel_kind: str | None,
    safe: bool,
    file: Path | None,
    port: int | None,
    settings: Path | None,
) -> None:
    """The real table: camera, lamps and page for the game that the settings describe."""
    chosen = with_changes(
        load_settings(settings),
        games=file,
        camera={"source": "none" if safe else camera, "calibration": calibration},
        panel={"kind": "none" if safe else panel_kind},
        web={"port": port},
    )
    parts = real_parts(chosen, panel_demanded=panel_kind is not None, say=_tell)
    with stop_requests() as stopped_within, open_table(chosen, parts) as table:
        url = table.serve(chosen.web.host, chosen.web.port)
        _tell(f"The table is open: {url}  (host: {url}/host/{table.service.host_key})")
        # The game's own thread must answer: a companion that serves pages but plays no more is not alive.
        with suppress(KeyboardInterrupt):
            beat_until_stopped(table.service.position, stopped_within)
        _tell("Good night; the game goes on where it was.")


@click.command()
@_settings
def host(settings: Path | None) -> None:
    """Print the host's link - set-up, decisions, new games - with a code to scan. Keep it from the players."""
    chosen = load_settings(settings)
    address = own_address() or "127.0.0.1"
    link = f"http://{address}:{chosen.web.port}/host/{host_key_of(secret_of(chosen.games))}"
    click.echo(link)
    if sys.stdout.isatty():
        segno.make(link).terminal(compact=True)
