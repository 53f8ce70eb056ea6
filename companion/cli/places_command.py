"""The command ``places``: where everything lies on a board, as a file to correct and as a drawing to look at."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from companion.cli.output import any_file, as_json_option, existing_file, print_json, write_picture
from companion.files import write_safely
from vision.calibrating.calibrate import find_places
from vision.calibration.places import BoardPlace, is_sure, places_of
from vision.calibration.places_file import load_places, places_to_toml
from vision.imaging.picture_files import read_picture
from vision.overlay.places import with_places


@click.command()
@click.argument("image", type=existing_file)
@click.option(
    "--empty", required=True, type=existing_file, help="Picture of the empty river, from the same place."
)
@click.option(
    "--places", "places_file", type=existing_file, help="What is known already; the rest is looked for."
)
@click.option("--drawn", type=any_file, help="Draw the places over IMAGE and write that picture here.")
@click.option("-o", "--output", type=any_file, default=Path("places.toml"), show_default=True)
@as_json_option
def places(
    image: Path, empty: Path, places_file: Path | None, drawn: Path | None, output: Path, as_json: bool
) -> None:
    """Find where everything lies on the board of IMAGE, a picture of it set up for a game.

    Writes a file to be looked through and corrected, with what is not certain under [unsure], for
    `niagara calibrate --places FILE`. A corrected file may be drawn again: `--places FILE --drawn PICTURE`.
    """
    picture = read_picture(image)
    known = None if places_file is None else load_places(places_file)
    found = (
        find_places(read_picture(empty), picture)
        if known is None
        else find_places(read_picture(empty), picture, layout=known.layout, confirmed=known.confirmed)
    )
    listed = places_of(found.fit.layout, found.fit.certainty)
    write_safely(output, places_to_toml(found.fit.layout, found.fit.certainty).encode())
    if drawn is not None:
        write_picture(drawn, with_places(picture, listed, found.setup_pose))
    unsure = [place for place in listed if not place.is_sure]
    if as_json:
        print_json(
            {"places": str(output), "unsure": [place.name for place in unsure], "found": _json(listed)}
        )
        return
    click.echo(f"{output}: {len(listed) - len(unsure)} places are certain, {len(unsure)} are not.")
    for place in unsure:
        click.echo(f"  unsure: {place.name} at {place.centre_mm[0]:.0f}, {place.centre_mm[1]:.0f}")
    if unsure:
        click.echo(
            f"Correct them in {output}, take their lines out of [unsure], and calibrate with --places {output}."
        )


def _json(listed: tuple[BoardPlace, ...]) -> list[dict[str, Any]]:
    return [
        {
            "name": place.name,
            "kind": str(place.kind),
            "centre_mm": [round(value, 1) for value in place.centre_mm],
            "size_mm": [round(value, 1) for value in place.size_mm],
            "certainty": round(place.certainty, 3),
            "sure": is_sure(place.certainty),
        }
        for place in listed
    ]
