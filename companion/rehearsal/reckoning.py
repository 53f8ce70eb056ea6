"""What the companion said, held against what truly happened at the virtual table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.engine import River, action_from_json
from companion.interpret.hypotheses import same_table
from companion.rehearsal.tally import (
    FALSE_ALARM,
    MISSED,
    SILENT,
    UNNAMED,
    Count,
    Failure,
    Mishap,
    Tally,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.engine import Action, State
    from companion.rehearsal.pace import Pace
    from companion.rehearsal.slips import Slip
    from companion.service import Service

REMINDER = "news.reminder"
_DISCREPANCY = "discrepancy."


class Reckoner:
    """Keeps the tally of one game; ``witness`` is called with each failure."""

    def __init__(self, service: Service, pace: Pace, witness: Callable[[Failure], None]) -> None:
        self.tally = Tally()
        self.settled_s: float | None = None
        """When the picture first was still after the last thing that was done."""
        self._service = service
        self._pace = pace
        self._witness = witness
        self._mishap: Mishap | None = None
        """A slip that lies on the table, not yet put right."""
        self._told = 0

    @property
    def pending(self) -> bool:
        """Whether a slip lies on the table that nobody has noticed yet."""
        return self._mishap is not None

    def slip(self, slip: Slip, *, hurried: bool, mendable: bool) -> None:
        """A mistake happens."""
        view = self._service.table()
        self._told = view.news[0].number if view.news else 0
        self._mishap = Mishap(slip, view.round, hurried=hurried, mendable=mendable)
        self.tally.mishaps.append(self._mishap)

    def announced(self, kinds: frozenset[str]) -> None:
        """The companion says that something is wrong; it is put right next."""
        mishap, self._mishap = self._mishap, None
        if mishap is None:
            self._fail(FALSE_ALARM, ", ".join(sorted(kinds)))
            return
        mishap.settled_s, mishap.announced_s, mishap.kinds = self.settled_s, self._pace.now_s, kinds
        if not mishap.named:
            self._fail(UNNAMED, f"{mishap.slip}: {', '.join(sorted(kinds))}")

    def still_wrong(self, kinds: frozenset[str]) -> None:
        """What was put right is called wrong all the same."""
        self._fail(FALSE_ALARM, f"still {', '.join(sorted(kinds))}")

    def unnoticed(self) -> None:
        """The companion went on, or waits, without a word about the slip - a reminder apart."""
        assert self._mishap is not None  # noqa: S101 - asked by the caller
        reminded = self._reminded_of()
        if reminded:
            self.announced(reminded)
        else:
            self._fail(MISSED, self._mishap.slip)
        self._mishap = None

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
            right = Count.RIGHT if river.pushed == discs else Count.WRONG
            self.tally.discs_counted[Count.UNSEEN if river.pushed is None else right] += 1

    def read(self, action: Action, meant: State) -> None:
        """The game went on by itself: the position must be the one that was meant."""
        if not same_table(self._service.position(), meant):
            last = self._service.table().news[0].text
            self._fail(SILENT, f"{last.key} {dict(last.values)}")
        if self.pending:
            return
        if self.settled_s is not None:
            self.tally.commit_delays_s.append(self._pace.now_s - self.settled_s)
        said = action_from_json(self._service.game_record()[-1])
        if isinstance(action, River) and isinstance(said, River):
            self.tally.arms_read.update(
                one == other for one, other in zip(said.arms, action.arms, strict=False)
            )

    def _fail(self, what: str, detail: str = "") -> None:
        failure = Failure(what, self._service.table().round, self._pace.now_s, detail)
        self.tally.failures.append(failure)
        self._witness(failure)
