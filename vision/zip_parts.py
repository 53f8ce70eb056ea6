"""Parts of a zip that somebody brought: taken out only where they are what they say, and no larger than they may be.

A zip can hold a million entries, state one size and unpack to another, name a part twice, or ask for a password.
"""

from __future__ import annotations

import zipfile
import zlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path
    from typing import BinaryIO

MOST_ENTRIES = 100
"""Our own files have five at most; those who help may have added a note."""
LARGEST_DIRECTORY = 64 * 1024
"""Bytes of the list of entries, which is read as a whole when a zip is opened."""
_END, _END_BYTES, _LONGEST_COMMENT = b"PK\x05\x06", 22, 0xFFFF
"""The record with which a zip ends (PKWARE's APPNOTE, 4.3.16): the list's size lies at its byte 12."""
_ENCRYPTED = 0x1


class BadZip(ValueError):
    """A file is no zip that can be used; the text says why."""


def parts_of_zip(path: Path, largest: Mapping[str, int]) -> dict[str, bytes]:
    """The parts named in ``largest``, as far as they are there; each has at most that many bytes.

    Raises `BadZip`, and `OSError` when the file cannot be read.
    """
    with path.open("rb") as file:
        _check_end(file)
        try:
            with zipfile.ZipFile(file) as archive:
                return _taken(archive, largest)
        # A damaged zip makes its reader stumble in any of these ways, to seek before the file's beginning among them.
        except (zipfile.BadZipFile, zipfile.LargeZipFile, ArithmeticError, EOFError, LookupError) as error:
            raise BadZip(str(error) or type(error).__name__) from error
        except (OSError, RuntimeError, ValueError, zlib.error) as error:
            raise BadZip(str(error)) from error


def _check_end(file: BinaryIO) -> None:
    """Whether the list of entries is one that may be read."""
    size = file.seek(0, 2)
    file.seek(max(0, size - _END_BYTES - _LONGEST_COMMENT))
    tail = file.read(_END_BYTES + _LONGEST_COMMENT)
    at = tail.rfind(_END)
    if at < 0:
        raise BadZip("not a zip file")
    if int.from_bytes(tail[at + 12 : at + 16], "little") > LARGEST_DIRECTORY:
        raise BadZip("it lists more than it can hold")
    file.seek(0)


def _taken(archive: zipfile.ZipFile, largest: Mapping[str, int]) -> dict[str, bytes]:
    entries = archive.infolist()
    if len(entries) > MOST_ENTRIES:
        raise BadZip(f"it has {len(entries)} entries")
    parts: dict[str, bytes] = {}
    for entry in entries:
        if entry.filename not in largest:
            continue
        if entry.filename in parts:
            raise BadZip(f"it holds {entry.filename} twice")
        parts[entry.filename] = _part(archive, entry, largest[entry.filename])
    return parts


def _part(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, most: int) -> bytes:
    if entry.flag_bits & _ENCRYPTED:
        raise BadZip(f"{entry.filename} in it is encrypted")
    if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise BadZip(f"{entry.filename} in it is packed in an unusual way")
    if entry.file_size > most:
        raise BadZip(f"{entry.filename} in it is larger than {most} bytes")
    with archive.open(entry) as packed:
        content = packed.read(most + 1)
    if len(content) > most or len(content) != entry.file_size:
        raise BadZip(f"{entry.filename} in it is not as large as it says")
    return content
