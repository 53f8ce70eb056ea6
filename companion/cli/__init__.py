"""The command line: ``niagara COMMAND``; see each command's ``--help``.

Exit status: 0 done, 1 the answer is *no*, 2 the call or a file is unusable. A user never sees a traceback.
"""

from __future__ import annotations

import logging
import sys

import click

from companion.cli.doctor_command import doctor
from companion.cli.games_commands import export, games, recover
from companion.cli.kept_pictures import kept
from companion.cli.maintenance import backup, diagnostics, idle, restore, settings_in_force
from companion.cli.output import UNUSABLE
from companion.cli.panel_commands import panel, wiring
from companion.cli.photo_command import photo
from companion.cli.pictures import calibrate, check, markers, read
from companion.cli.places_command import places
from companion.cli.play import demo, host, run
from companion.cli.records import legal, replay
from companion.engine import EngineError
from companion.errors import CompanionError
from hardware.errors import HardwareError
from vision.errors import VisionError
from web.server import PortTaken


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="niagara-companion")
@click.option("-v", "--verbose", is_flag=True, help="Say more about what happens inside.")
def niagara(verbose: bool) -> None:
    """A companion for the board game Niagara: camera, rules, lamps and phones at one table."""
    logging.basicConfig(
        level=logging.INFO if verbose else logging.WARNING,
        format="%(levelname)s: %(message)s",
        stream=sys.stderr,
    )


for command in (
    demo, run, host, markers, photo, calibrate, places, read, check, replay, legal, wiring, panel, games, export,
    doctor, settings_in_force, backup, restore, recover, idle, diagnostics, kept,
):  # fmt: skip
    niagara.add_command(command)


def main() -> None:
    """Run the command line; every error raised on purpose becomes one sentence and exit status 2."""
    try:
        # Without its standalone mode click hands the status of an early exit back instead of raising it.
        sys.exit(niagara(standalone_mode=False) or 0)
    except click.Abort:
        sys.exit(130)
    except click.ClickException as error:
        error.show()
        sys.exit(UNUSABLE)
    except (CompanionError, EngineError, VisionError, HardwareError, PortTaken) as error:
        click.echo(f"niagara: {error}", err=True)
        sys.exit(UNUSABLE)
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        click.echo(f"niagara: {where}{error.strerror or error}", err=True)
        sys.exit(UNUSABLE)
