"""Files that must survive a power cut, and secrets that are nobody else's to read."""

from __future__ import annotations

import errno
import fcntl
import os
import secrets
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


def write_safely(path: Path, content: bytes, mode: int = 0o644) -> None:
    """Write a file so that after a power cut either the old or the new content is there, whole.

    What a link leads to is written, not the link; a device or a pipe is written into and never replaced. Raises
    `OSError` that names ``path``.
    """
    try:
        target = path.resolve()
        if target.exists() and not target.is_file():
            target.write_bytes(content)
        else:
            _replace(target, content, mode)
    except OSError as error:
        raise type(error)(error.errno, error.strerror, str(path)) from error


def _replace(path: Path, content: bytes, mode: int) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except FileExistsError as error:
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR)) from error
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
    settle_folder(path.parent)


def settle_folder(path: Path) -> None:
    """Have the names in a folder on the disk."""
    folder = os.open(path, os.O_RDONLY)
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


def is_held(path: Path) -> bool:
    """Whether another program keeps what ``path`` stands for; makes and changes nothing."""
    try:
        lock = os.open(_lock_of(path), os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(lock)
    return False


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Keep what ``path`` stands for to this program alone; raises `BlockingIOError` while another one has it.

    The lock ends with the program, however it ends; the empty file beside ``path`` stays.
    """
    path.resolve().parent.mkdir(parents=True, exist_ok=True)
    lock = os.open(_lock_of(path), os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    finally:
        os.close(lock)


def _lock_of(path: Path) -> Path:
    """The lock of what ``path`` leads to: by whatever links it is called, it is the same one."""
    target = path.resolve()
    return target.with_name(f"{target.name}.lock")
