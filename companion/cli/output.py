"""What commands print: one JSON document on standard output, or text for people."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from companion.engine import NotUnderstood

NO = 1
"""Exit status when the answer is *no*: an illegal record, a board that disagrees."""
UNUSABLE = 2
"""Exit status when the call or a file cannot be used."""

existing_file = click.Path(exists=True, dir_okay=False, readable=True, path_type=Path)
any_file = click.Path(dir_okay=False, path_type=Path)
as_json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")


def text_of(file: Path) -> str:
    """What stands in a text file; raises `NotUnderstood` where it is none."""
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        message = f"{file}: not a text file in UTF-8 ({error.reason} at byte {error.start})"
        raise NotUnderstood(message) from error


def print_json(document: Any) -> None:
    """One JSON document, compact enough for pipes and readable enough for people."""
    click.echo(json.dumps(document, ensure_ascii=False))


def answer_no(message: str) -> None:
    """Say why the answer is *no* on standard error and leave with status 1."""
    click.echo(message, err=True)
    raise click.exceptions.Exit(NO)
