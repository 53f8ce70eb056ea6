"""What readers are given at once, on any thread: the newest views, the news and the camera's picture."""

from __future__ import annotations

import threading
from collections import deque
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.present.build_views import seat_view, table_view
from companion.present.news import news_of
from companion.present.views import NewsView

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.present.views import RuleView, SeatView, TableView
    from companion.referee.facts import Fact
    from companion.referee.referee import Referee

NEWS_KEPT = 20


class Noticeboard:
    """Read by every thread, written to by the one that owns the game."""

    def __init__(self, referee: Referee) -> None:
        self._changed = threading.Condition()
        self._news: deque[NewsView] = deque(maxlen=NEWS_KEPT)
        self._told = 0
        self._seats: dict[str, SeatView] = {}
        self.table: TableView = table_view(referee, (), (), 0, 0)
        """The newest public view."""
        self.lens: tuple[int, bytes] | None = None
        """The newest annotated picture with its number, as JPEG."""

    # --- reading ------------------------------------------------------------------------------------------

    def seat(self, colour: str) -> SeatView:
        """The newest private view of a seat."""
        with self._changed:
            return self._seats[colour]

    def wait(self, after: int, timeout_s: float) -> int:
        """The number of the newest view, as soon as it is above ``after`` or when the time is over."""
        with self._changed:
            self._changed.wait_for(lambda: self.table.number > after, timeout_s)
            return self.table.number

    # --- writing ------------------------------------------------------------------------------------------

    def show(self, jpeg: bytes) -> None:
        """Put up a picture; it is counted in the next views."""
        self.lens = (self.lens[0] + 1 if self.lens else 1, jpeg)

    def tell(self, facts: Sequence[Fact]) -> None:
        """Add the facts as news to the next views."""
        for fact in facts:
            self._told += 1
            self._news.appendleft(NewsView(self._told, *news_of(fact)))

    def publish(self, referee: Referee, lesson: tuple[RuleView, ...]) -> None:
        """Make the newest views; the number grows only when something changed."""
        pictures = self.lens[0] if self.lens else 0
        view = table_view(referee, tuple(self._news), lesson, self.table.number, pictures)
        seats = {colour: seat_view(referee, colour, view) for colour in referee.game.seats}
        with self._changed:
            if view == self.table and seats == self._seats:
                return
            view = replace(view, number=self.table.number + 1)
            self.table = view
            self._seats = {colour: replace(seat, table=view) for colour, seat in seats.items()}
            self._changed.notify_all()
