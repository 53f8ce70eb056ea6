"""One table's folder: its two calibration pictures and its frames, each with its truth; goes on where it was stopped."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import cv2
import numpy as np

from tools.tables.boards import own_layout
from tools.tables.optics import distorted, photograph
from tools.tables.positions import empty_position, random_position, set_up
from tools.tables.stage import Stage
from tools.tables.style import draw_style
from tools.tables.truth import session_of, truth_of
from vision.layout import default_layout

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tools.tables.positions import Position
    from tools.tables.style import TableStyle
    from vision.layout import Layout, Place

RELIT, BUMPED = 0.55, 0.78
"""From these shares of a table's frames on the lamps are others, and the camera was knocked."""
COLOURS = ("red", "green", "yellow", "blue", "brown", "black")


def make_session(
    folder: Path,
    seed: int,
    frames: int,
    samples: int,
    *,
    stickers: bool,
    own: bool,
    say: Callable[[str], None],
) -> None:
    """Draw one table's pictures into ``folder``; what is there already is left as it is."""
    style = draw_style(seed, stickers=stickers, own_layout=own)
    layout = own_layout(default_layout(), seed) if own else default_layout()
    rng = np.random.default_rng([seed, 5])
    players = tuple(str(colour) for colour in rng.permutation(COLOURS)[: int(rng.integers(3, 7))])
    joe = bool(rng.random() < 0.3)
    shots = list(_shots(layout, players, seed, frames, joe=joe))
    if all((folder / f"{name}.json").exists() for name, *_ in shots):
        return
    for part in ("calibration", "frames"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    _write(folder / "session.json", session_of(style, layout, players, joe=joe))
    stage = Stage(style, layout, folder, samples)
    for number, (name, position, tags) in enumerate(shots):
        if not (folder / f"{name}.json").exists():
            _shoot(folder, name, stage, position, tags, np.random.default_rng([seed, 6, number]))
            say(f"{folder.name}/{name}")
    for rest in ("sensor.exr", "print.png"):
        (folder / rest).unlink(missing_ok=True)


def _shots(
    layout: Layout, players: tuple[str, ...], seed: int, frames: int, *, joe: bool
) -> Iterator[tuple[str, Position, tuple[str, ...]]]:
    """Name, position and tags of each picture; each is drawn from its own seed, so that some can be made anew."""
    yield "calibration/empty", empty_position(), ()
    yield "calibration/setup", set_up(layout, players, np.random.default_rng([seed, 7]), joe=joe), ()
    for number in range(frames):
        position = random_position(layout, players, np.random.default_rng([seed, 8, number]), joe=joe)
        tags = [
            *(["relit"] if number >= RELIT * frames else []),
            *(["bumped"] if number >= BUMPED * frames else []),
            *(["hand"] if position.scene.hand is not None else []),
        ]
        yield f"frames/{number:02d}", position, tuple(tags)


def _shoot(
    folder: Path, name: str, stage: Stage, position: Position, tags: tuple[str, ...], rng: np.random.Generator
) -> None:
    style: TableStyle = stage.style
    knocked = np.random.default_rng([style.seed, 9])
    stage.light(style.other_light if "relit" in tags else style.light)
    bump = (
        float(knocked.uniform(-0.012, 0.012)),
        float(knocked.uniform(-0.012, 0.012)),
        float(knocked.uniform(-2, 2)),
    )
    stage.aim(bump if "bumped" in tags else (0.0, 0.0, 0.0))
    stage.lay(position.scene, rng)

    def project(place: Place) -> tuple[float, float]:
        return distorted(*stage.project(place), style.camera)

    document = truth_of(position, stage.layout, tags, project) | {"image": f"{name}.jpg"}
    picture = photograph(stage.render(), style.camera, rng)
    cv2.imwrite(str(folder / f"{name}.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, style.camera.jpeg_quality])
    # Last of all: a picture without its document is made again.
    _write(folder / f"{name}.json", document)


def _write(file: Path, document: dict[str, object]) -> None:
    file.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
