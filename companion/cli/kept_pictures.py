"""The commands ``pictures list``, ``export`` and ``delete``: pictures of the board that were kept with their truth."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.cli.output import answer_no, as_json_option, existing_file, print_json
from companion.operation.settings import load_settings
from companion.operation.wiring import MEGABYTE, store_of

if TYPE_CHECKING:
    from companion.adapters.picture_store import PictureStore

_settings = click.option("--settings", type=existing_file, help="Settings file (TOML).")


def _store(settings: Path | None) -> PictureStore:
    return store_of(load_settings(settings))


@click.group("pictures")
def kept() -> None:
    """Pictures of the board that were kept with what lay there; see docs/pictures.md."""


@kept.command("list")
@_settings
@as_json_option
def list_them(settings: Path | None, as_json: bool) -> None:
    """List the pictures that are kept, the newest first."""
    store = _store(settings)
    there = store.pictures()
    size = sum(picture.size_bytes for picture in there)
    if as_json:
        rows = [
            {
                "name": picture.name,
                "bytes": picture.size_bytes,
                "settled_by": picture.by,
                "doubtful": list(picture.doubtful),
            }
            for picture in there
        ]
        print_json({"folder": str(store.folder), "keeping": store.keeping, "bytes": size, "pictures": rows})
        return
    for picture in there:
        doubts = f", doubtful: {', '.join(picture.doubtful)}" if picture.doubtful else ""
        click.echo(f"{picture.name}: {picture.by}{doubts}")
    more = "more are kept" if store.keeping else "no more are kept"
    click.echo(f"{len(there)} pictures, {size / MEGABYTE:.1f} MB; {more}.", err=True)


@kept.command("export")
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path), help="FILE.zip, or a folder.")
@_settings
@as_json_option
def export_them(output: Path, settings: Path | None, as_json: bool) -> None:
    """Write all pictures with what lay there as one zip file, or into a new folder."""
    store = _store(settings)
    count = len(store.pictures())
    if not count:
        answer_no("No pictures are kept; the host switches it on, on the page under Set up.")
    if output.suffix.lower() == ".zip":
        _write_zip(store, output)
    elif output.exists() and (not output.is_dir() or any(output.iterdir())):
        raise click.UsageError(f"{output}: is there already; name a new folder, or a file that ends in .zip")
    else:
        store.copy_to(output)
    if as_json:
        print_json({"output": str(output), "pictures": count})
    else:
        click.echo(f"{output}: {count} pictures. Look through them before you give them away.", err=True)


def _write_zip(store: PictureStore, output: Path) -> None:
    """Write the bundle beside its place and then put it there, so that no half of one is taken for a whole."""
    with tempfile.NamedTemporaryFile(dir=output.absolute().parent, suffix=".part", delete=False) as file:
        part = Path(file.name)
        try:
            file.writelines(store.zip_parts())
        except BaseException:
            part.unlink()
            raise
    part.replace(output)


@kept.command("delete")
@click.argument("names", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="All of them.")
@_settings
@as_json_option
def delete_them(names: tuple[str, ...], everything: bool, settings: Path | None, as_json: bool) -> None:
    """Delete pictures by the names that `niagara pictures list` prints, or all of them."""
    if everything == bool(names):
        raise click.UsageError("say which pictures, or --all")
    store = _store(settings)
    there = len(store.pictures())
    if everything:
        store.delete_all()
    unknown = [name for name in names if not store.delete(name)]
    deleted = there - len(store.pictures())
    if as_json:
        print_json({"deleted": deleted, "unknown": unknown})
    else:
        click.echo(f"{deleted} pictures deleted.", err=True)
    if unknown:
        answer_no(f"no such picture: {', '.join(unknown)}; `niagara pictures list` names those that are kept")
