"""What commands print: one JSON document on standard output, or text for people."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import cv2

from companion.engine import NotUnderstood
from companion.files import write_safely

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

NO = 1
"""Exit status when the answer is *no*: an illegal record, a board that disagrees."""
UNUSABLE = 2
"""Exit status when the call or a file cannot be used."""

existing_file = click.Path(exists=True, dir_okay=False, readable=True, path_type=Path)
any_file = click.Path(dir_okay=False, path_type=Path)
as_json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")


LARGEST_TEXT = 16 * 1024 * 1024
"""Bytes of a record; a game has thirty thousand."""


def text_of(file: Path) -> str:
    """What stands in a text file; raises `NotUnderstood` where it is none."""
    with file.open("rb") as opened:
        content = opened.read(LARGEST_TEXT + 1)
    if len(content) > LARGEST_TEXT:
        message = f"{file}: longer than {LARGEST_TEXT} bytes, so no game record"
        raise NotUnderstood(message)
    try:
        return content.decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        message = f"{file}: not a text file in UTF-8 ({error.reason} at byte {error.start})"
        raise NotUnderstood(message) from error


def write_picture(file: Path, bgr: NDArray[np.uint8]) -> None:
    """Write a picture (height, width, 3) of the kind that the file's ending names; without one it is a PNG."""
    kind = file.suffix or ".png"
    if not cv2.haveImageWriter(f"picture{kind}"):
        raise click.UsageError(f"{file}: not a kind of picture that can be written (use .png or .jpg)")
    write_safely(file, cv2.imencode(kind, bgr)[1].tobytes())


def print_json(document: Any) -> None:
    """One JSON document, compact enough for pipes and readable enough for people."""
    click.echo(json.dumps(document, ensure_ascii=False))


def answer_no(message: str) -> None:
    """Say why the answer is *no* on standard error and leave with status 1."""
    click.echo(message, err=True)
    raise click.exceptions.Exit(NO)
