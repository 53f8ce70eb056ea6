"""What the companion said, held against what truly happened at the virtual table."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from companion.engine import River
from companion.interpret.hypotheses import same_table
from companion.rehearsal.results import (
    FALSE_ALARM,
    MISSED,
    SILENT,
    UNNAMED,
    DiscCount,
    Failure,
    GameResults,
    MadeSlip,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.engine import Action, State
    from companion.rehearsal.human_errors import Slip
    from companion.rehearsal.table_clock import TableClock
    from companion.service import Service

REMINDER = "news.reminder"
_DISCREPANCY = "discrepancy."


class Evaluator:
    """Keeps the results of one game; ``witness`` is called with each failure."""

    def __init__(self, service: Service, clock: TableClock, witness: Callable[[Failure], None]) -> None:
        self.results = GameResults()
        self.settled_s: float | None = None
        """When the picture first was still after the last thing that was done."""
        self._service = service
        self._clock = clock
        self._witness = witness
        self._pending_slip: MadeSlip | None = None
        """A slip that lies on the table, not yet put right."""
        self._told = 0

    @property
    def pending(self) -> bool:
        """Whether a slip lies on the table that nobody has noticed yet."""
        return self._pending_slip is not None

    def slip(self, slip: Slip, *, hurried: bool, mendable: bool) -> None:
        """A mistake happens."""
        view = self._service.table()
        self._told = view.news[0].number if view.news else 0
        self._pending_slip = MadeSlip(slip, view.round, hurried=hurried, mendable=mendable)
        self.results.slips.append(self._pending_slip)

    def announced(self, kinds: frozenset[str]) -> None:
        """The companion says that something is wrong; it is put right next."""
        made, self._pending_slip = self._pending_slip, None
        if made is None:
            self._fail(FALSE_ALARM, ", ".join(sorted(kinds)))
            return
        made.settled_s, made.announced_s, made.kinds = self.settled_s, self._clock.now_s, kinds
        if not made.named:
            self._fail(UNNAMED, f"{made.slip}: {', '.join(sorted(kinds))}")

    def still_wrong(self, kinds: frozenset[str]) -> None:
        """What was put right is called wrong all the same."""
        self._fail(FALSE_ALARM, f"still {', '.join(sorted(kinds))}")

    def unnoticed(self) -> None:
        """The companion went on, or waits, without a word about the slip - a reminder apart."""
        assert self._pending_slip is not None  # noqa: S101 - asked by the caller
        reminded = self._reminded_of()
        if reminded:
            self.announced(reminded)
        else:
            self._fail(MISSED, self._pending_slip.slip)
        self._pending_slip = None

    def _reminded_of(self) -> frozenset[str]:
        """The kinds of what it reminded of since the slip."""
        reminders = (
            news.text.values["what"]
            for news in self._service.table().news
            if news.number > self._told and news.text.key == REMINDER
        )
        messages = (message for what in reminders if isinstance(what, tuple) for message in what)
        return frozenset(message.key.removeprefix(_DISCREPANCY) for message in messages)

    def counted(self, discs: int) -> None:
        """So many discs were just pushed in: how many did the camera count meanwhile?"""
        river = self._service.table().river
        if river is not None and discs:
            right = DiscCount.RIGHT if river.pushed == discs else DiscCount.WRONG
            self.results.discs_counted[DiscCount.UNSEEN if river.pushed is None else right] += 1

    def read(self, action: Action, meant: State) -> None:
        """The game went on by itself: the position must be the one that was meant."""
        if not same_table(self._service.position(), meant):
            last = self._service.table().news[0].text
            self._fail(SILENT, f"{last.key} {dict(last.values)}")
        if self.pending:
            return
        if self.settled_s is not None:
            self.results.commit_delays_s.append(self._clock.now_s - self.settled_s)
        said = self._service.game_record()[-1]
        if isinstance(action, River) and said.get("act") == "river":
            arms = cast("list[str]", said["arms"])
            self.results.arms_read.update(one == other for one, other in zip(arms, action.arms, strict=False))

    def _fail(self, what: str, detail: str = "") -> None:
        failure = Failure(what, self._service.table().round, self._clock.now_s, detail)
        self.results.failures.append(failure)
        self._witness(failure)
