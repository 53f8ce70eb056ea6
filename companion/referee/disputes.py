"""What is open between table and game: a question, a dispute, or a camera told to rest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.board.discrepancy import DISC_KINDS
from companion.engine.message import Message
from companion.errors import Refused
from companion.referee.facts import Asked, CameraRests, Guided, Mistake, PutRight, Reminded

if TYPE_CHECKING:
    from companion.board.discrepancy import Discrepancy
    from companion.board.picture import BoardPicture
    from companion.engine import Action
    from companion.referee.facts import Fact
    from companion.referee.questions import Question


@dataclass(slots=True)
class Dispute:
    """An open disagreement; items and picture follow the hands until it is settled."""

    id: int
    player: str | None
    items: tuple[Discrepancy, ...]
    seen: BoardPicture
    guiding: bool = False
    """*The app is right* was chosen: the pieces are being led back."""

    @property
    def whose(self) -> str | None:
        """The player who has something to put right, ``None`` for anybody: while guiding, the piece's owner."""
        return (self.items[0].colour or self.player) if self.guiding else self.player

    @property
    def adoptable(self) -> bool:
        """Whether the board as seen is a position a game could go on from."""
        return self.seen.whole and not any(item.kind in DISC_KINDS for item in self.items)


class OpenIssues:
    """What is open between table and game: one question or one dispute at a time, or a camera told to rest."""

    def __init__(self) -> None:
        self.question: Question | None = None
        self.dispute: Dispute | None = None
        self.resting = False
        self.declined: frozenset[Action] = frozenset()
        """Actions that players took back: read from the board again, they are asked about."""
        self._count = 0
        self._told_s = 0.0

    def next_id(self) -> int:
        """Every issue has its own number, so that a late answer cannot hit another one."""
        self._count += 1
        return self._count

    def ask(self, question: Question) -> list[Fact]:
        """Put a question to the players; it takes the place of whatever was open."""
        self.question, self.dispute = question, None
        return [Asked(question.text)]

    def disagree(
        self, items: tuple[Discrepancy, ...], seen: BoardPicture, player: str | None, now_s: float
    ) -> list[Fact]:
        """Open a dispute or follow the one that is open; told only when something new is wrong."""
        self.question = None
        if self.dispute is not None:
            before = [(item.kind, item.where) for item in self.dispute.items]
            self.dispute.items, self.dispute.seen = items, seen
            now = [(item.kind, item.where) for item in items]
            if set(now) <= set(before):
                return self._guided() if self.dispute.guiding and now[0] != before[0] else []
        else:
            self.dispute = Dispute(self.next_id(), player, items, seen)
        self._told_s = now_s
        return [Mistake(self.dispute.player, items)]

    def guide(self, number: int) -> list[Fact]:
        """Lead the pieces back, one at a time."""
        self.dispute_of(number).guiding = True
        return self._guided()

    def _guided(self) -> list[Fact]:
        assert self.dispute is not None  # noqa: S101 - asked by the callers
        return [Guided(self.dispute.items[0], len(self.dispute.items))]

    def again(self, now_s: float, after_s: float) -> list[Fact]:
        """Mention an open dispute once more that nobody has answered."""
        if self.dispute is None or now_s - self._told_s < after_s:
            return []
        self._told_s = now_s
        return [Reminded(self.dispute.items)]

    def put_right(self) -> list[Fact]:
        """Table and game are at one."""
        was_wrong = self.dispute is not None or self.resting
        self.settle()
        return [PutRight()] if was_wrong else []

    def settle(self) -> None:
        """Nothing is open any more."""
        self.question, self.dispute, self.resting = None, None, False

    def rest(self) -> list[Fact]:
        """Leave the board alone until it agrees again."""
        self.dispute, self.resting = None, True
        return [CameraRests()]

    def question_of(self, number: int) -> Question:
        """The open question of this number; raises `Refused`."""
        if self.question is None or self.question.id != number:
            raise Refused(Message("refused.question-is-over"))
        return self.question

    def dispute_of(self, number: int) -> Dispute:
        """The open dispute of this number; raises `Refused`."""
        if self.dispute is None or self.dispute.id != number:
            raise Refused(Message("refused.dispute-is-over"))
        return self.dispute
