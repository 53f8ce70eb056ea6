"""The command ``photo``: what the camera sees now, for aiming it and for trouble-shooting."""

from __future__ import annotations

from pathlib import Path

import click
import cv2

from companion.cli.output import any_file
from companion.files import write_safely
from vision.cameras import open_camera
from vision.errors import CameraError


@click.command()
@click.option(
    "--camera", "source", default="picamera2", show_default=True, help="Where the picture comes from."
)
@click.option("-o", "--output", type=any_file, default=Path("photo.jpg"), show_default=True)
def photo(source: str, output: Path) -> None:
    """Take one picture: is all of the board in it, and is there light enough?"""
    with open_camera(source) as camera:
        frame = camera.frame()
    if frame is None:
        raise CameraError(f"{source}: the camera gave no picture; check that it shows one")
    if not cv2.haveImageWriter(output.suffix or "."):
        raise click.UsageError(f"{output}: not a kind of picture that can be written (use .png or .jpg)")
    _, encoded = cv2.imencode(output.suffix, frame.bgr)
    write_safely(output, encoded.tobytes())
    height, width = frame.bgr.shape[:2]
    brightness = float(frame.bgr.mean()) / 255
    click.echo(f"{output}: {width}x{height}, brightness {brightness:.0%}", err=True)
