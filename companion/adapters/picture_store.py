"""The folder of kept pictures: a folder for each table, in the form that `python -m vision.bench --pictures` reads.

``TABLE/session.json``, ``TABLE/calibration/{empty,setup}.jpg`` and ``TABLE/frames/000001.jpg``, each picture with its
truth beside it as ``.json``. Pictures are numbered through all tables, so the lowest number is the oldest. Nothing is
remembered of the pictures but on the disk: a command and a running companion may both be at work.
"""

from __future__ import annotations

import io
import json
import re
import shutil
import threading
import zipfile
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.files import write_safely
from companion.service.ports import KeptPicture

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

LEFT_FREE_BYTES = 200 * 2**20
"""Room on the disk that pictures leave alone: games are written there too, and none may be lost for a picture."""
PRIVATE = 0o600
"""The pictures show somebody's table: only their owner may read them."""
PRIVATE_FOLDER = 0o700
NAME = re.compile(r"[\w-]+/\d{6}")
_SWITCH = "keeping"


@dataclass(frozen=True, slots=True)
class PicturedTable:
    """What the pictures of one calibrated table have in common."""

    name: str
    session: Mapping[str, Any]
    """The content of its ``session.json``."""
    calibration: Mapping[str, bytes]
    """Its calibration pictures with their truth, by the name of the file."""


class _Pieces(io.RawIOBase):
    """A file that is written only, and taken away piece by piece."""

    def __init__(self) -> None:
        super().__init__()
        self._written = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._written += data
        return len(data)

    def taken(self) -> bytes:
        """What has been written since the last time."""
        taken = bytes(self._written)
        self._written.clear()
        return taken


class PictureStore:
    """Pictures with their truth in one folder, which is made when the first one is kept; safe from any thread."""

    def __init__(self, folder: Path, most_bytes: int, *, keeping: bool = False) -> None:
        """``most_bytes`` is what all pictures may take; ``keeping`` holds until somebody chooses."""
        self.folder = folder
        self.most_bytes = most_bytes
        chosen = _chosen(folder / _SWITCH)
        self.keeping = keeping if chosen is None else chosen
        """Whether pictures are to be kept."""
        self._lock = threading.RLock()

    def allow(self, *, keeping: bool) -> None:
        """Keep pictures from now on, or none any more; remembered over a restart."""
        self.keeping = keeping
        write_safely(self.folder / _SWITCH, b"yes" if keeping else b"no", PRIVATE)

    def add(self, table: PicturedTable, jpeg: bytes, truth: Mapping[str, Any]) -> bool:
        """Keep one picture, the oldest making room; whether there was room. Raises `OSError`.

        The truth is written last: a picture without one is none, and is cleared away with the next.
        """
        with self._lock:
            there = self._files()
            number = 1 + max((int(file.stem) for file in there), default=0)
            truth_json = _json({**truth, "image": f"frames/{number:06}.jpg"})
            common = self._missing_of(table)
            if not self._make_room(sum(map(len, (jpeg, truth_json, *common.values()))), there, table):
                return False
            for file, content in common.items():
                write_safely(file, content, PRIVATE)
            self.folder.chmod(PRIVATE_FOLDER)
            picture = self.folder / table.name / "frames" / f"{number:06}.jpg"
            write_safely(picture, jpeg, PRIVATE)
            write_safely(picture.with_suffix(".json"), truth_json, PRIVATE)
            return True

    def pictures(self) -> tuple[KeptPicture, ...]:
        """All of them, the newest first."""
        return tuple(self._described())[::-1]

    def jpeg(self, name: str) -> bytes | None:
        """One picture; ``None`` when there is none of this name."""
        file = self._file(name)
        try:
            return None if file is None else file.with_suffix(".jpg").read_bytes()
        except OSError:
            return None

    def delete(self, name: str) -> bool:
        """Delete one picture; whether there was one of this name."""
        file = self._file(name)
        with self._lock:
            if file is None or not file.exists():
                return False
            self._remove(file)
            self._drop_empty_tables()
        return True

    def delete_all(self) -> None:
        """Delete all pictures; whether more are to be kept stays as it is."""
        with self._lock:
            for table in self._tables():
                shutil.rmtree(table, ignore_errors=True)

    def zip_parts(self) -> Iterator[bytes]:
        """All pictures with their truth as one zip file, piece by piece; uncompressed, as JPEG already is."""
        pieces = _Pieces()
        with zipfile.ZipFile(pieces, "w", zipfile.ZIP_STORED) as bundle:
            for file in self._whole_files():
                try:
                    content = file.read_bytes()
                except FileNotFoundError:
                    continue  # deleted meanwhile
                bundle.writestr(str(file.relative_to(self.folder)), content)
                yield pieces.taken()
        yield pieces.taken()

    def copy_to(self, folder: Path) -> None:
        """Write the same into a folder."""
        for file in self._whole_files():
            target = folder / file.relative_to(self.folder)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, target)

    # --- on the disk --------------------------------------------------------------------------------------

    def _tables(self) -> list[Path]:
        return sorted(entry for entry in self.folder.glob("*") if entry.is_dir())

    def _files(self) -> list[Path]:
        """The truth of every whole picture, the oldest first."""
        found = (file for table in self._tables() for file in (table / "frames").glob("*.json"))
        return sorted(
            (file for file in found if file.with_suffix(".jpg").exists()), key=lambda file: file.stem
        )

    def _whole_files(self) -> list[Path]:
        """All files of a bundle; what a power cut left half is not among them."""
        with self._lock:
            truths = self._files()
            tables = sorted({truth.parents[1] for truth in truths})
            common = [
                file
                for table in tables
                for file in (table / "session.json", *sorted((table / "calibration").glob("[!.]*")))
            ]
            return common + [file for truth in truths for file in (truth.with_suffix(".jpg"), truth)]

    def _described(self) -> Iterator[KeptPicture]:
        for file in self._files():
            try:
                truth, kept = json.loads(file.read_bytes()), file.stat()
                size = kept.st_size + file.with_suffix(".jpg").stat().st_size
            except (OSError, ValueError):
                continue  # somebody else deletes at the same time
            name = f"{file.parents[1].name}/{file.stem}"
            yield KeptPicture(name, size, kept.st_mtime, str(truth["settled_by"]), tuple(truth["doubtful"]))

    def _file(self, name: str) -> Path | None:
        """The truth's file of the picture of this name, whether it is there or not; ``None`` for no such name."""
        if NAME.fullmatch(name) is None:
            return None
        table, number = name.split("/")
        return self.folder / table / "frames" / f"{number}.json"

    def _missing_of(self, table: PicturedTable) -> dict[Path, bytes]:
        """The files that all pictures of the table have in common and that are not there, or not as they should be."""
        folder, session = self.folder / table.name, _json(table.session)
        calibration = {folder / "calibration" / name: content for name, content in table.calibration.items()}
        missing = {file: content for file, content in calibration.items() if not file.exists()}
        file = folder / "session.json"
        if not file.exists() or file.read_bytes() != session:
            missing[file] = session
        return missing

    def _make_room(self, size_bytes: int, there: list[Path], table: PicturedTable) -> bool:
        """Delete the oldest pictures until so many bytes more fit; whether they do."""
        self._clear_halves(there)
        while there and self._taken_bytes() + size_bytes > self.most_bytes:
            self._remove(there.pop(0))
            self._drop_empty_tables(but=table.name)
        self.folder.mkdir(parents=True, exist_ok=True)
        fits = self._taken_bytes() + size_bytes <= self.most_bytes
        return fits and shutil.disk_usage(self.folder).free > LEFT_FREE_BYTES

    def _taken_bytes(self) -> int:
        return sum(file.stat().st_size for file in self.folder.rglob("*") if file.is_file())

    def _clear_halves(self, whole: list[Path]) -> None:
        """Delete what a power cut left: pictures whose truth was not written, and files only begun."""
        names = {file.with_suffix(suffix) for file in whole for suffix in (".jpg", ".json")}
        halves = [file for file in self.folder.glob("*/frames/*") if file not in names]
        for file in (*halves, *self.folder.glob("*/.*"), *self.folder.glob("*/calibration/.*")):
            file.unlink(missing_ok=True)

    def _remove(self, truth: Path) -> None:
        """Delete one picture; its truth goes first, so that half of it is none."""
        truth.unlink(missing_ok=True)
        truth.with_suffix(".jpg").unlink(missing_ok=True)

    def _drop_empty_tables(self, but: str = "") -> None:
        """Delete tables of which no picture is left, ``but`` the one that gets a picture now."""
        kept = {but} | {file.parents[1].name for file in self._files()}
        for table in self._tables():
            if table.name not in kept:
                shutil.rmtree(table, ignore_errors=True)


def _chosen(file: Path) -> bool | None:
    """What somebody chose, if the file tells it."""
    try:
        return {b"yes": True, b"no": False}.get(file.read_bytes())
    except OSError:
        return None


def _json(document: Mapping[str, Any]) -> bytes:
    return json.dumps(document, indent=1).encode()
