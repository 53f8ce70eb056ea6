"""One owner: anybody posts, one worker thread does the work, in order.

A request waits for its answer; news that is overtaken before it was read (a newer picture) replaces the older.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

Answer = TypeVar("Answer")

_LOG = logging.getLogger(__name__)

ANSWER_WITHIN_S = 10.0
"""An order not answered within this time has found the worker stuck; the caller gets `TimeoutError`."""


class Mailbox:
    """Orders for one worker thread; ``after_each`` runs there when an order was carried out."""

    def __init__(self, name: str, after_each: Callable[[], None]) -> None:
        self._after_each = after_each
        self._changed = threading.Condition()
        self._orders: deque[tuple[Callable[[], Any], Future[Any]]] = deque()
        self._newest: Callable[[], Any] | None = None
        self._open = True
        self._told = ""
        self._worker = threading.Thread(target=self._work, name=name, daemon=True)
        self._worker.start()

    def ask(self, order: Callable[[], Answer]) -> Answer:
        """Have ``order`` carried out by the worker and return its answer, or raise what it raised."""
        answer: Future[Answer] = Future()
        with self._changed:
            if not self._open:
                message = "the companion is closing"
                raise RuntimeError(message)
            self._orders.append((order, answer))
            self._changed.notify()
        return answer.result(ANSWER_WITHIN_S)

    def tell_newest(self, news: Callable[[], Any]) -> None:
        """Have ``news`` looked at when there is time, unless newer news comes first."""
        with self._changed:
            self._newest = news
            self._changed.notify()

    def tell(self, news: Callable[[], Any]) -> None:
        """Have ``news`` looked at in its turn, whatever comes after it; older news is overtaken."""
        unasked: Future[Any] = Future()
        unasked.add_done_callback(self._report)
        with self._changed:
            self._newest = None
            self._orders.append((news, unasked))
            self._changed.notify()

    def close(self) -> None:
        """Finish what was posted and end the worker."""
        with self._changed:
            self._open = False
            self._changed.notify()
        self._worker.join()

    def _work(self) -> None:
        while (job := self._next()) is not None:
            order, answer = job
            if answer.set_running_or_notify_cancel():
                try:
                    result = order()
                    self._after_each()
                except BaseException as error:  # noqa: BLE001 - handed to whoever asked
                    answer.set_exception(error)
                else:
                    answer.set_result(result)

    def _next(self) -> tuple[Callable[[], Any], Future[Any]] | None:
        with self._changed:
            self._changed.wait_for(lambda: self._orders or self._newest or not self._open)
            if self._orders:
                return self._orders.popleft()
            news, self._newest = self._newest, None
            if news is None:
                return None
            unasked: Future[Any] = Future()
            unasked.add_done_callback(self._report)
            return news, unasked

    def _report(self, answer: Future[Any]) -> None:
        """Nobody waits for news: what went wrong with it goes to the log, and the worker goes on.

        News comes several times a second; the same complaint is written down once until news goes well again.
        """
        error = answer.exception()
        told, self._told = self._told, "" if error is None else repr(error)
        if error is not None and self._told != told:
            _LOG.error("a piece of news could not be handled", exc_info=error)
