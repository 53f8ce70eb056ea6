"""A companion in a process of its own, as `niagara run --safe` puts it together, to be killed."""

from __future__ import annotations

import logging
import multiprocessing
import resource
import time
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Any

from companion.operation.settings import Settings
from companion.operation.wiring import TableParts, open_table, secret_of

if TYPE_CHECKING:
    from multiprocessing.context import ForkServerProcess

STARTS_WITHIN_S = 60
_CONTEXT = multiprocessing.get_context("forkserver")
# The libraries are loaded once, so that a start costs what a start costs and not what imports cost.
_CONTEXT.set_forkserver_preload(["faults.server"])


@dataclass
class Running:
    """A server, where it listens, and its host's key."""

    process: ForkServerProcess
    port: int
    host_key: str

    def kill(self) -> None:
        """SIGKILL, at whatever it is doing."""
        self.process.kill()
        self.process.join()


def start_server(file: Path, *, largest_file: int | None = None, clock: Any = None) -> Running:
    """A server for the games in ``file``; raises `RuntimeError` with its sentence when it does not start.

    ``largest_file``: bytes after which the system refuses to let a file grow; ``clock``: a shared number of seconds by
    which its clock is wrong.
    """
    ours, theirs = _CONTEXT.Pipe()
    process = _CONTEXT.Process(target=_serve, args=(str(file), theirs, largest_file, clock), daemon=True)
    process.start()
    theirs.close()
    if not ours.poll(STARTS_WITHIN_S):
        raise RuntimeError("the server does not start")
    answer = ours.recv()
    if isinstance(answer, str):
        process.join()
        raise RuntimeError(answer)  # noqa: TRY004 - what it said
    return Running(process, *answer)


def _serve(file: str, pipe: Any, largest_file: int | None, clock: Any) -> None:
    logging.disable(logging.CRITICAL)
    if clock is not None:
        true = time.time
        time.time = lambda: true() + clock.value
    settings = Settings.model_validate(
        {"games": file, "camera": {"source": "none"}, "panel": {"kind": "none"}, "web": {"host": "127.0.0.1"}}
    )
    try:
        table = open_table(settings, TableParts(secret_file=secret_of(Path(file))))
        url = table.serve("127.0.0.1", 0)
    except Exception as error:  # noqa: BLE001 - told to whoever wanted a server
        pipe.send(f"{type(error).__name__}: {error}")
        return
    if largest_file is not None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (largest_file, largest_file))
    pipe.send((int(url.rpartition(":")[2]), table.service.host_key))
    Event().wait()
