"""Commands that look at pictures: ``markers``, ``calibrate``, ``read``, ``check``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from companion.adapters.calibration_file import CalibrationPictures, save_calibration
from companion.adapters.calibration_words import complaint_message
from companion.adapters.sighting_to_board import board_picture
from companion.board.comparison import differences
from companion.board.expectation import expected_picture
from companion.cli.output import (
    NO,
    any_file,
    as_json_option,
    existing_file,
    print_json,
    text_of,
    write_picture,
)
from companion.engine import action_to_json, read_record
from companion.files import write_safely
from companion.interpret.judgement import Agrees, Disagrees, Explained, Unclear, judge
from companion.words import say
from vision.calibrating.calibrate import calibrate as make_calibration
from vision.calibration.file import load_calibration
from vision.calibration.places_file import KnownPlaces, load_places
from vision.cameras import open_camera
from vision.errors import CalibrationError
from vision.imaging.picture_files import read_picture
from vision.layout import default_layout, load_layout
from vision.overlay.annotate import annotate as draw
from vision.reader import Reader
from vision.registration.marker_sheet import marker_sheet

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from companion.board.discrepancy import Discrepancy


HOW_TO_SETTLE = (
    "To settle that: `niagara places SETUP --empty EMPTY -o places.toml --drawn places.png` shows where everything is "
    "thought to lie (`niagara photo` takes pictures). Correct places.toml, then calibrate with --places places.toml."
)


@click.command()
@click.option("-o", "--output", type=any_file, default=Path("markers.pdf"), show_default=True)
def markers(output: Path) -> None:
    """Write the marker stickers, to scale, with a ruler to check the print."""
    write_safely(output, marker_sheet())
    click.echo(f"{output}: print it at 100 % and check the ruler.", err=True)


@click.command()
@click.option("--empty", type=existing_file, help="Picture of the empty river.")
@click.option("--setup", "set_up", type=existing_file, help="Picture of the board set up.")
@click.option("--players", required=True, help="Colours that play, in seat order: red,blue,green")
@click.option("--joe", is_flag=True, help="Joe's canoe stands on M1 in the set-up picture.")
@click.option("--camera", "source", default="picamera2", show_default=True, help="Where pictures come from.")
@click.option(
    "--layout", "layout_file", type=existing_file, help="About where things lie on a board of your own."
)
@click.option(
    "--places", "places_file", type=existing_file, help="Where they do lie: a file of `niagara places`."
)
@click.option("-o", "--output", type=any_file, default=Path("calibration.zip"), show_default=True)
@as_json_option
def calibrate(
    empty: Path | None,
    set_up: Path | None,
    players: str,
    joe: bool,
    source: str,
    layout_file: Path | None,
    places_file: Path | None,
    output: Path,
    as_json: bool,
) -> None:
    """Learn this board, these pieces and this light, from two pictures or from the camera.

    Each place of the board is looked for in the pictures; what is not certain is named, and not read.
    """
    if (empty is None) != (set_up is None):
        raise click.UsageError(
            "--empty and --setup belong together: give both pictures, or none to use the camera"
        )
    colours = [colour.strip() for colour in players.split(",") if colour.strip()]
    known = _known_places(layout_file, places_file)
    if empty is not None and set_up is not None:
        pictures = read_picture(empty), read_picture(set_up)
    else:
        pictures = _two_pictures(source)
    calibration = make_calibration(
        *pictures, colours, joe=joe, layout=known.layout, confirmed=known.confirmed
    )
    save_calibration(calibration, output, CalibrationPictures.of(*pictures, calibration))
    notes = [say(complaint_message(note)) for note in calibration.notes]
    if as_json:
        print_json(
            {"calibration": str(output), "players": colours, "notes": notes, "unsure": calibration.unsure}
        )
    else:
        click.echo(f"{output}: calibrated for {', '.join(colours)}.")
        for note in notes:
            click.echo(f"  note: {note}")
        if calibration.unsure:
            click.echo(HOW_TO_SETTLE)


def _known_places(layout_file: Path | None, places_file: Path | None) -> KnownPlaces:
    """What is known of the board before it is looked at: a first guess, and what somebody has confirmed."""
    if layout_file is not None and places_file is not None:
        raise click.UsageError("give --layout or --places: a file of places holds a layout too")
    if places_file is not None:
        return load_places(places_file)
    return KnownPlaces(default_layout() if layout_file is None else load_layout(layout_file), frozenset())


def _two_pictures(source: str) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    taken = []
    with open_camera(source) as camera:
        for what in ("the river empty: no discs, no canoes, no gems", "the board set up for the game"):
            click.prompt(f"Show {what}, then press Enter", default="", show_default=False, err=True)
            frame = camera.frame()
            if frame is None:
                message = f"{source}: the camera gave no picture"
                raise CalibrationError(message)
            taken.append(frame.bgr)
    return taken[0], taken[1]


@click.command()
@click.argument("images", nargs=-1, required=True, type=existing_file, metavar="IMAGE…")
@click.option("--calibration", required=True, type=existing_file, help="File written by `niagara calibrate`.")
@click.option("--annotate", type=any_file, help="Write what the camera sees as a picture (one IMAGE).")
@as_json_option
def read(images: tuple[Path, ...], calibration: Path, annotate: Path | None, as_json: bool) -> None:
    """Print what the camera sees: a sighting for each picture."""
    if annotate is not None and len(images) != 1:
        raise click.UsageError("--annotate draws one picture: give one IMAGE")
    reader = Reader(load_calibration(calibration))
    sightings: list[dict[str, Any]] = []
    for image in images:
        bgr = read_picture(image)
        sightings.append({"image": str(image), **reader.read(bgr).to_json()})
        if annotate is not None:
            write_picture(annotate, draw(bgr, reader))
    if as_json:
        print_json(sightings)
    else:
        for sighting in sightings:
            click.echo(_told(sighting))


def _told(sighting: dict[str, Any]) -> str:
    """One sighting as a few lines for people."""
    if not sighting["readable"]:
        return f"{sighting['image']}: not readable ({sighting.get('why', 'unknown')})"
    lines = [f"{sighting['image']}: board {sighting['board']}, weather {sighting['weather']}"]
    for name, space in sighting["spaces"].items():
        canoes = space["canoes"]
        seen = "?" if canoes is None else ", ".join(_canoe(canoe) for canoe in canoes) or "-"
        lines.append(f"  {name}: disc {space['disc']}, canoes {seen}")
    lines.append(f"  beach: {sighting['beach']}  below the falls: {sighting['falls']}")
    return "\n".join(lines)


def _canoe(canoe: dict[str, Any]) -> str:
    return f"{canoe['colour']}" + (f" ({canoe['cargo']})" if canoe["cargo"] else "")


@click.command()
@click.argument("image", type=existing_file)
@click.option("--calibration", required=True, type=existing_file)
@click.option("--record", "record_file", required=True, type=existing_file)
@as_json_option
def check(image: Path, calibration: Path, record_file: Path, as_json: bool) -> None:
    """Hold a picture against the position after a record: discrepancies, or the legal actions that explain it."""
    game = read_record(text_of(record_file), name=str(record_file))
    sighting = Reader(load_calibration(calibration)).read(read_picture(image))
    if not sighting.readable:
        document: dict[str, Any] = {
            "agrees": None,
            "explained_by": [],
            "discrepancies": [],
            "why": str(sighting.why),
        }
        print_json(document) if as_json else click.echo(f"{image}: not readable ({sighting.why})")
        raise click.exceptions.Exit(NO)
    state = game.state
    seen = board_picture(sighting, [str(player) for player in state.players])
    finding = judge(state, seen)
    match finding:
        case Explained(hypothesis=only):
            explained = [only]
        case Unclear(hypotheses=several):
            explained = list(several)
        case _:
            explained = []
    if isinstance(finding, Disagrees):
        items: tuple[Discrepancy, ...] = finding.discrepancies
    elif isinstance(finding, Agrees):
        items = differences(expected_picture(state), seen)
    else:
        items = ()
    agrees = not items
    if as_json:
        print_json(
            {
                "agrees": agrees,
                "explained_by": [action_to_json(hypothesis.action) for hypothesis in explained],
                "discrepancies": [discrepancy_json(item) for item in items],
            }
        )
    else:
        click.echo("The board agrees." if agrees else "The board does not agree:")
        for item in items:
            click.echo(f"  {say(item.message)} {say(item.remedy)} ({item.rule})")
    if not agrees:
        raise click.exceptions.Exit(NO)


def discrepancy_json(item: Discrepancy) -> dict[str, str]:
    """A discrepancy as the JSON of the format, in English."""
    return {
        "kind": str(item.kind),
        "where": item.where,
        "expected": say(item.expected),
        "seen": say(item.seen),
        "rule": item.rule,
        "message": say(item.message),
        "remedy": say(item.remedy),
    }
