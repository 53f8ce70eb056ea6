"""Hostile files: pictures, calibrations, backups, settings and boards of one's own."""

from __future__ import annotations

import io
import json
import struct
import tempfile
import zipfile
import zlib
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import cv2
import numpy as np
from paths import PICTURES, REPOSITORY

from companion.engine import header_to_json, setup_from_parts
from companion.errors import CompanionError
from companion.game.log import EntryKind, GameLog
from companion.operation.backup import Memory, back_up, put_back
from companion.operation.settings import Settings, as_toml, load_settings
from hostile.changes import NASTY_NUMBERS, NASTY_WORDS, as_text, changed_bytes, changed_document
from hostile.verdict import Refusal, Tally, Unforeseen, judge
from vision.calibrating.calibrate import calibrate
from vision.calibration.file import calibration_to_zip, load_calibration
from vision.errors import VisionError
from vision.imaging.picture_files import read_picture
from vision.layout import load_layout
from vision.reader import Reader

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

KIND = "files"
SESSION = PICTURES / "session-04"
READ_ONE_IN = 25
"""Of the calibrations that are taken one is used to read a picture, which takes a second."""


@cache
def pictures() -> tuple[bytes, ...]:
    """Small pictures in the ways that pictures are kept."""
    random = np.random.default_rng(1)
    noise = random.integers(0, 255, (48, 64, 3), np.uint8)
    smooth = cv2.resize(noise, (96, 64), interpolation=cv2.INTER_CUBIC)
    kept = [cv2.imencode(".png", noise), cv2.imencode(".png", smooth[:, :, 0]), cv2.imencode(".jpg", smooth)]
    kept.append(cv2.imencode(".png", np.dstack([smooth, smooth[:, :, :1]])))
    kept.append(cv2.imencode(".png", smooth.astype(np.uint16) * 257))
    kept.append(cv2.imencode(".jpg", smooth, [cv2.IMWRITE_JPEG_PROGRESSIVE, 1]))
    kept.append(cv2.imencode(".jpg", noise, [cv2.IMWRITE_JPEG_RST_INTERVAL, 2]))
    kept.extend(cv2.imencode(kind, noise) for kind in (".bmp", ".webp", ".tiff", ".ppm"))
    return tuple(content.tobytes() for _, content in kept)


@cache
def calibration() -> dict[str, bytes]:
    """The parts of a table's calibration."""
    about = json.loads((SESSION / "session.json").read_text(encoding="utf-8"))
    learnt = calibrate(_seen("empty"), _seen("setup"), about["players"], joe=about["joe"])
    with zipfile.ZipFile(io.BytesIO(calibration_to_zip(learnt))) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def _seen(name: str) -> NDArray[np.uint8]:
    return read_picture(SESSION / "calibration" / f"{name}.jpg")


@cache
def backup() -> dict[str, bytes]:
    """The parts of a table's backup, but the list of them."""
    with tempfile.TemporaryDirectory() as folder:
        memory = _memory(Path(folder))
        with GameLog(memory.games) as log:
            game = log.begin(header_to_json(setup_from_parts(("red", "blue", "green"), "red", [], {}))).game
            log.append(game, EntryKind.READY, {})
        memory.settings.write_text(as_toml(Settings()), encoding="utf-8")
        back_up(memory, Path(folder, "backup.zip"))
        with zipfile.ZipFile(Path(folder, "backup.zip")) as archive:
            return {name: archive.read(name) for name in archive.namelist()}


def _memory(folder: Path) -> Memory:
    return Memory(folder / "games.sqlite3", folder / "calibration.zip", folder / "settings.toml")


class Case:
    """One file, and the reader it is given to."""

    def __init__(self, reader: Callable[[Path], object], folder: Path, content: bytes) -> None:
        self.reader, self.folder, self.content = reader, folder, content

    def __call__(self) -> None:
        file = self.folder / "brought"
        file.write_bytes(self.content)
        try:
            self.reader(file)
        except (VisionError, CompanionError) as error:
            sentence = str(error)
            if str(file) not in sentence or len(sentence) < len(str(file)) + 5:
                raise Unforeseen(f"does not say which file and why: {sentence}") from error
            if not sentence.isprintable():
                raise Unforeseen(f"would not be printed as one line: {sentence!r}") from error
            raise Refusal from error

    def __str__(self) -> str:
        return f"{self.reader.__name__} {self.content[:60]!r}… of {len(self.content)} bytes"


def picture(file: Path) -> object:
    """Read a picture."""
    return read_picture(file).mean()


def table(file: Path) -> None:
    """Read a calibration."""
    load_calibration(file)


def table_in_use(file: Path) -> None:
    """Read a calibration and a picture with it."""
    Reader(load_calibration(file)).read(_seen("setup")).to_json()


def settings(file: Path) -> object:
    """Read settings, and show them as the command does."""
    return as_toml(load_settings(file))


def board(file: Path) -> object:
    """Read the layout of a board of one's own."""
    return load_layout(file)


def restored(file: Path) -> object:
    """Put a backup in the place of what is there."""
    with tempfile.TemporaryDirectory() as folder:
        return put_back(file, _memory(Path(folder)))


def case(folder: Path, random: Random) -> Case:
    """Any of these."""
    kind = random.randrange(10)
    if kind < 4:
        return Case(picture, folder, _picture(random))
    if kind < 6:
        return Case(settings, folder, _toml(as_toml(Settings()), random))
    if kind < 8:
        layout = (REPOSITORY / "vision/niagara.toml").read_text(encoding="utf-8")
        return Case(board, folder, _toml(layout, random))
    if kind == 8:
        return Case(restored, folder, _zip(_with_contents(_changed_backup(random)), random))
    reader = table_in_use if random.randrange(READ_ONE_IN) == 0 else table
    return Case(reader, folder, _zip(_changed_calibration(random), random))


def _picture(random: Random) -> bytes:
    content = random.choice(pictures())
    if content.startswith(b"\x89PNG") and random.random() < 0.3:
        # The header is one on purpose: changed at random, its checksum would not fit.
        fields = [random.choice((*NASTY_NUMBERS[:12], 48, 64)) & 0xFFFFFFFF for _ in range(2)]
        rest = (
            bytes(random.choice((8, 16, 1, 2, 4, 6, 0, 3, 255)) for _ in range(2))
            + b"\0\0"
            + bytes([random.randrange(3)])
        )
        header = b"IHDR" + struct.pack(">II", *fields) + rest
        content = content[:12] + header + struct.pack(">I", zlib.crc32(header)) + content[33:]
    return changed_bytes(content, random) if random.random() < 0.8 else content


def _toml(text: str, random: Random) -> bytes:
    lines = text.split("\n")
    for _ in range(random.choice((1, 1, 2, 5))):
        at = random.randrange(len(lines))
        name, equals, _ = lines[at].partition(" = ")
        kind = random.randrange(6)
        if kind == 0:
            del lines[at]
        elif kind == 1:
            lines.insert(at, random.choice(lines))
        elif equals and kind < 5:
            lines[at] = f"{name} = {_toml_value(random)}"
        else:
            lines[at] = changed_bytes(lines[at].encode(), random).decode("latin-1")
        if not lines:
            lines.append("")
    content = "\n".join(lines).encode("utf-8", "surrogatepass")
    return changed_bytes(content, random) if random.random() < 0.2 else content


def _toml_value(random: Random) -> str:
    word = random.choice(NASTY_WORDS).encode("utf-8", "replace").decode()
    return random.choice(
        (
            json.dumps(word, ensure_ascii=False), f"'{word}'", str(random.choice(NASTY_NUMBERS)), "nan", "-inf",
            "1e400", "true", "[]", "{}", "[" * 2000, "9" * 5000, "1979-05-27T07:32:00Z", "1979-99-99",
            "0x" + "f" * 4000,
            '"\\u0000"', '"\\ud800"',
            "[[1, 2], [3]]", '["red", "red"]', '["red", "blue", 7]', "{a = {b = {c = 1}}}", '""" \n"""',
            "-0.0", "[nan, 1]",
        )
    )  # fmt: skip


def _changed_calibration(random: Random) -> dict[str, bytes]:
    parts = dict(calibration())
    kind = random.randrange(6)
    if kind < 4:
        document = changed_document(json.loads(parts["calibration.json"]), random)
        parts["calibration.json"] = as_text(document).encode()
    elif kind == 4:
        parts["empty.png"] = _picture(random)
    return parts


def _changed_backup(random: Random) -> dict[str, bytes]:
    parts = {name: content for name, content in backup().items() if name != "contents.json"}
    kind = random.randrange(5)
    if kind == 0:
        parts["settings.toml"] = _toml(parts["settings.toml"].decode(), random)
    elif kind in (1, 2):
        parts["games.sqlite3"] = changed_bytes(parts["games.sqlite3"], random)
    elif kind == 3:
        parts["calibration.zip"] = _zip(_changed_calibration(random), random)
    return parts


def _with_contents(parts: dict[str, bytes]) -> dict[str, bytes]:
    digests = {name: sha256(content).hexdigest() for name, content in parts.items()}
    contents = {"format": "niagara-backup", "version": 1, "files": digests}
    return {"contents.json": json.dumps(contents).encode(), **parts}


def _zip(parts: dict[str, bytes], random: Random) -> bytes:
    packed = io.BytesIO()
    compression = random.choice((zipfile.ZIP_STORED,) * 8 + (zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2))
    with zipfile.ZipFile(packed, "w", compression) as archive:
        for name, content in parts.items():
            if random.random() > 0.02:
                archive.writestr(name, content)
    content = packed.getvalue()
    return changed_bytes(content, random) if random.random() < 0.3 else content


def run(cases: int, seed: int) -> Tally:
    """Try so many."""
    with tempfile.TemporaryDirectory() as folder:
        return judge(KIND, cases, Random(seed), partial(case, Path(folder)))
