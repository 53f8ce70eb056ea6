"""One table's folder: two calibration pictures and frames, each with its truth; goes on where it was stopped."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import cv2
import numpy as np

from tools.tables.boards import own_layout
from tools.tables.games import game_moments, game_setup, moment_json
from tools.tables.optics import distorted, photograph
from tools.tables.positions import empty_position, random_position, set_up
from tools.tables.sheets import SHEET_CANOES_EACH, SHEET_GEMS_EACH, crowded, sheet_layout, sheet_style
from tools.tables.stage import Stage
from tools.tables.style import draw_lighting, draw_style
from tools.tables.truth import session_of, truth_of
from vision.layout import default_layout

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from tools.tables.positions import Position
    from tools.tables.style import Lighting, TableStyle
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
    game: bool,
    say: Callable[[str], None],
) -> None:
    """Draw one table's pictures into ``folder``; what is there already is left as it is.

    With a ``game`` the frames are moments of one, whose record stands beside them; else each is a random position.
    """
    style = draw_style(seed, stickers=stickers, own_layout=own)
    layout = own_layout(default_layout(), seed) if own else default_layout()
    rng = np.random.default_rng([seed, 5])
    players = tuple(str(colour) for colour in rng.permutation(COLOURS)[: int(rng.integers(3, 7))])
    joe = bool(rng.random() < 0.3)
    make = _game_shots if game else _random_shots
    record, shots = make(layout, players, seed, frames, joe=joe)
    if not missing(folder, shots):
        return
    prepare(folder, session_of(style, layout, players, joe=joe))
    if record is not None:
        (folder / "game.ngr").write_text(record, encoding="utf-8")
    shoot_missing(folder, shots, Stage(style, layout, folder, samples), say)


def make_sheet(folder: Path, seed: int, frames: int, samples: int, *, say: Callable[[str], None]) -> None:
    """Draw one training sheet's pictures into ``folder``; what is there already is left as it is."""
    style, layout, rng = sheet_style(seed), sheet_layout(seed), np.random.default_rng([seed, 5])
    players = tuple(str(colour) for colour in rng.permutation(COLOURS)[: int(rng.integers(3, 7))])
    shots = _sheet_shots(layout, players, seed, frames)
    if not missing(folder, shots):
        return
    deposits = {
        name: {"gem": deposit.gem, "radius_mm": deposit.radius} for name, deposit in layout.deposits.items()
    }
    prepare(folder, session_of(style, layout, players, joe=True) | {"sheet": True, "deposits": deposits})
    stage = Stage(style, layout, folder, samples, canoes_each=SHEET_CANOES_EACH, gems_each=SHEET_GEMS_EACH)
    shoot_missing(folder, shots, stage, say)


def prepare(folder: Path, document: dict[str, object]) -> None:
    """Make a table's folder, with what holds for all of its pictures."""
    for part in ("calibration", "frames"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    _write(folder / "session.json", document)


def shoot_missing(folder: Path, shots: Sequence[Shot], stage: Stage, say: Callable[[str], None]) -> None:
    """Draw those pictures of a table that are not in its folder yet."""
    for number in missing(folder, shots):
        _shoot(folder, shots[number], stage, np.random.default_rng([stage.style.seed, 6, number]))
        say(f"{folder.name}/{shots[number].name}")
    for rest in ("sensor.exr", "print.png"):
        (folder / rest).unlink(missing_ok=True)


def missing(folder: Path, shots: Sequence[Shot]) -> list[int]:
    """The numbers of those pictures that are not in the folder yet."""
    return [number for number, shot in enumerate(shots) if not (folder / f"{shot.name}.json").exists()]


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture to be made; each is drawn from its own seed, so that some can be made anew."""

    name: str
    position: Position
    tags: tuple[str, ...] = ()
    besides: dict[str, object] = field(default_factory=dict)
    """What its document says more than the position."""
    light: Lighting | None = None
    """The room's light; ``None`` for the table's, by the tags."""


def _calibration_shots(layout: Layout, players: tuple[str, ...], seed: int, *, joe: bool) -> list[Shot]:
    laid = set_up(layout, players, np.random.default_rng([seed, 7]), joe=joe)
    return [Shot("calibration/empty", empty_position()), Shot("calibration/setup", laid)]


def _random_shots(
    layout: Layout, players: tuple[str, ...], seed: int, frames: int, *, joe: bool
) -> tuple[str | None, list[Shot]]:
    shots = _calibration_shots(layout, players, seed, joe=joe)
    for number in range(frames):
        position = random_position(layout, players, np.random.default_rng([seed, 8, number]), joe=joe)
        hand = ("hand",) if position.scene.hand is not None else ()
        shots.append(Shot(f"frames/{number:02d}", position, (*_tags(number, frames), *hand)))
    return None, shots


def _game_shots(
    layout: Layout, players: tuple[str, ...], seed: int, frames: int, *, joe: bool
) -> tuple[str | None, list[Shot]]:
    shots = _calibration_shots(layout, players, seed, joe=joe)
    setup = game_setup(players, joe=joe)
    rng = np.random.default_rng([seed, 10])
    record, moments = game_moments(layout, setup, shots[1].position, frames, seed, rng)
    for number, moment in enumerate(moments):
        shots.append(
            Shot(f"frames/{number:02d}", moment.position, _tags(number, frames), moment_json(moment))
        )
    return record, shots


def _sheet_shots(layout: Layout, players: tuple[str, ...], seed: int, frames: int) -> list[Shot]:
    """The empty board, the board set up, and crowded pictures; each second one in a light of its own."""
    shots = _calibration_shots(layout, players, seed, joe=True)
    colours = (*players, layout.pieces.joe_colour)
    for number in range(frames):
        rng = np.random.default_rng([seed, 8, number])
        light, tags = (draw_lighting(rng), ("relit",)) if number % 2 else (None, ())
        shots.append(Shot(f"frames/{number:02d}", crowded(layout, colours, rng), tags, light=light))
    return shots


def _tags(number: int, frames: int) -> tuple[str, ...]:
    relit = ("relit",) if number >= RELIT * frames else ()
    return (*relit, "bumped") if number >= BUMPED * frames else relit


def _shoot(folder: Path, shot: Shot, stage: Stage, rng: np.random.Generator) -> None:
    style: TableStyle = stage.style
    knocked = np.random.default_rng([style.seed, 9])
    name, position, tags = shot.name, shot.position, shot.tags
    stage.light(shot.light or (style.other_light if "relit" in tags else style.light))
    bump = (
        float(knocked.uniform(-0.012, 0.012)),
        float(knocked.uniform(-0.012, 0.012)),
        float(knocked.uniform(-2, 2)),
    )
    stage.aim(bump if "bumped" in tags else (0.0, 0.0, 0.0))
    stage.lay(position.scene, rng)

    def project(place: Place) -> tuple[float, float]:
        return distorted(*stage.project(place), style.camera)

    document = truth_of(position, stage.layout, tags, project) | shot.besides | {"image": f"{name}.jpg"}
    picture = photograph(stage.render(), style.camera, rng)
    cv2.imwrite(str(folder / f"{name}.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, style.camera.jpeg_quality])
    # Last of all: a picture without its document is made again.
    _write(folder / f"{name}.json", document)


def _write(file: Path, document: dict[str, object]) -> None:
    file.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
