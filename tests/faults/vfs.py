"""A shim below SQLite (its VFS interface) that sees every write, truncation, sync and deletion, and can make them fail.

SQLite itself is the real one: the shim is registered in the very library that Python's `sqlite3` uses, as its default,
and hands everything on to the true methods of the Unix files. The layout of the structures is that of sqlite3.h.
"""

from __future__ import annotations

import _sqlite3
import ctypes
from ctypes import CFUNCTYPE, POINTER, Structure, c_char_p, c_int, c_int64, c_void_p
from pathlib import Path
from typing import Self

SQLITE_IOERR_WRITE, SQLITE_IOERR_FSYNC, SQLITE_IOERR_TRUNCATE = 778, 1034, 1546
SQLITE_FULL, SQLITE_READONLY = 13, 8

_Write = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
_Truncate = CFUNCTYPE(c_int, c_void_p, c_int64)
_Sync = CFUNCTYPE(c_int, c_void_p, c_int)
# Names as bare pointers: SQLite keeps them, and what follows behind their end.
_Open = CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_int, c_void_p)
_Delete = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int)


class _Methods(Structure):
    _fields_ = (
        ("version", c_int), ("close", c_void_p), ("read", c_void_p), ("write", _Write), ("truncate", _Truncate),
        ("sync", _Sync), ("rest", c_void_p * 13),
    )  # fmt: skip


class _File(Structure):
    _fields_ = (("methods", POINTER(_Methods)),)


class _Vfs(Structure):
    _fields_ = (
        ("version", c_int), ("file_size", c_int), ("longest_path", c_int), ("next", c_void_p), ("name", c_char_p),
        ("data", c_void_p), ("open", _Open), ("delete", _Delete), ("rest", c_void_p * 14),
    )  # fmt: skip


class Shim:
    """Everything SQLite does to its files from now on, in this process; `events` holds it in order."""

    def __init__(self) -> None:
        # A Python that has SQLite built in has its functions itself.
        self._library = ctypes.CDLL(getattr(_sqlite3, "__file__", None))
        self._library.sqlite3_vfs_find.restype = POINTER(_Vfs)
        self._library.sqlite3_vfs_find.argtypes = (c_char_p,)
        self._library.sqlite3_vfs_register.argtypes = (c_void_p, c_int)
        self._library.sqlite3_vfs_unregister.argtypes = (c_void_p,)
        self._true = self._library.sqlite3_vfs_find(None)
        self._names: dict[int, str] = {}
        self._tables: dict[int, _Methods] = {}
        self._original: _Methods | None = None
        self.events: list[tuple] = []
        self.recording = False
        self.fail = lambda _what: 0
        """Asked before each write, truncation and sync; what it returns, if not 0, is the error that SQLite gets."""
        self._shim = _Vfs.from_buffer_copy(self._true.contents)
        self._shim.name = b"shim"
        self._shim.next = None
        # Kept here: ctypes forgets callbacks that nobody holds.
        self._open_callback, self._delete_callback = _Open(self._open), _Delete(self._delete)
        self._shim.open, self._shim.delete = self._open_callback, self._delete_callback
        self._callbacks = (_Write(self._write), _Truncate(self._truncate), _Sync(self._sync))

    def __enter__(self) -> Self:
        self._library.sqlite3_vfs_register(ctypes.addressof(self._shim), 1)
        return self

    def __exit__(self, *_: object) -> None:
        self._library.sqlite3_vfs_register(self._true, 1)
        self._library.sqlite3_vfs_unregister(ctypes.addressof(self._shim))

    def note(self, *event: object) -> None:
        """Put something between SQLite's own events."""
        self.events.append(event)

    def _open(self, _vfs, name, file, flags, out):
        status = self._true.contents.open(ctypes.cast(self._true, c_void_p), name, file, flags, out)
        if status == 0 and name:
            opened = _File.from_address(file)
            self._names[file] = _called(name)
            opened.methods = ctypes.pointer(self._patched(opened.methods.contents))
        return status

    def _patched(self, methods):
        """The same methods, but that the three which change the disk come by here."""
        address = ctypes.addressof(methods)
        if address not in self._tables:
            patched = _Methods.from_buffer_copy(methods)
            patched.write, patched.truncate, patched.sync = self._callbacks
            self._tables[address] = patched
        # One table for every Unix file with POSIX locks: the true methods are the same for all of them.
        self._original = methods
        return self._tables[address]

    def _write(self, file, content, length, offset):
        if error := self.fail("write"):
            return error
        self._seen("write", file, offset, ctypes.string_at(content, length))
        return self._original.write(file, content, length, offset)

    def _truncate(self, file, size):
        if error := self.fail("truncate"):
            return error
        self._seen("truncate", file, size)
        return self._original.truncate(file, size)

    def _sync(self, file, flags):
        if error := self.fail("sync"):
            return error
        status = self._original.sync(file, flags)
        self._seen("sync", file)
        return status

    def _delete(self, _vfs, name, directory):
        if self.recording:
            self.events.append(("delete", _called(name)))
        return self._true.contents.delete(ctypes.cast(self._true, c_void_p), name, directory)

    def _seen(self, what, file, *rest):
        if self.recording:
            self.events.append((what, self._names[file], *rest))


def _called(name: int) -> str:
    return Path(ctypes.string_at(name).decode()).name
