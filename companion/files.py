"""Files that must survive a power cut, and secrets that are nobody else's to read."""

from __future__ import annotations

import os
import secrets
import tempfile
from pathlib import Path


def write_safely(path: Path, content: bytes, mode: int = 0o644) -> None:
    """Write a file so that after a power cut either the old or the new content is there, whole."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            os.fchmod(file.fileno(), mode)
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def private_bytes(path: Path, length: int) -> bytes:
    """The secret stored in ``path``, made on first use; only its owner may read it (mode 0600)."""
    if path.exists():
        kept = path.read_bytes()
        if len(kept) >= length:
            return kept
    made = secrets.token_bytes(length)
    write_safely(path, made, mode=0o600)
    return made
