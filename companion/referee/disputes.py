"""Open questions and disputes between the table and the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from companion.board.discrepancy import DISC_KINDS
from companion.engine import Gem
from companion.engine.message import Message
from companion.errors import Refused
from companion.interpret.correction import with_cargo
from companion.interpret.hypotheses import Hypothesis
from companion.referee.facts import Asked, CameraRests, Guided, Mistake, PutRight, Reminded
from companion.words.actions import tell_turns

if TYPE_CHECKING:
    from companion.board.discrepancy import Discrepancy
    from companion.board.picture import BoardPicture
    from companion.engine import Action, State
    from companion.referee.facts import Fact


@dataclass(frozen=True, slots=True)
class QuestionLimits:
    """What a person can be asked; set by hand."""

    choices: int = 6
    """Most answers of one question. More fills the page, less leaves more to be entered by hand."""


QUESTION_LIMITS = QuestionLimits()


@dataclass(frozen=True, slots=True)
class Question:
    """Which of these is true? ``seen`` is the picture that fits them all.

    An answer is a hypothesis - a legal action - or, when the board is being adopted, the position it makes.
    """

    id: int
    text: Message
    choices: tuple[tuple[str, Message, Hypothesis | State], ...]
    seen: BoardPicture
    untold: tuple[str, ...] = ()
    """Canoes whose gems are to be asked for next."""

    @classmethod
    def about(
        cls,
        number: int,
        state: State,
        hypotheses: tuple[Hypothesis, ...],
        seen: BoardPicture,
        limits: QuestionLimits = QUESTION_LIMITS,
    ) -> Self:
        """The question between ``hypotheses``, all possible in ``state``; the likeliest if they are too many."""
        choices = tuple(
            (str(index), tell_turns(state, hypothesis.actions), hypothesis)
            for index, hypothesis in enumerate(hypotheses[: limits.choices])
        )
        text = "question.which" if len(choices) > 1 else "question.whether"
        return cls(number, Message(text, {"count": len(choices)}), choices, seen)

    @classmethod
    def about_cargo(cls, number: int, adopted: State, untold: tuple[str, ...], seen: BoardPicture) -> Self:
        """What the first of the canoes ``untold`` carries, in a position that is being adopted; as believed first."""
        canoe, *others = untold
        believed = adopted.canoes[canoe].cargo
        cargoes = dict.fromkeys((believed, (), *((str(gem),) for gem in Gem)))
        choices = tuple(
            (str(index), Message("seen.gems", {"gems": cargo}), with_cargo(adopted, canoe, cargo))
            for index, cargo in enumerate(cargoes)
        )
        values = {"canoe": canoe, "place": adopted.canoes[canoe].at}
        return cls(number, Message("question.cargo", values), choices, seen, tuple(others))

    def outcome(self, key: str) -> Hypothesis | State:
        """What a key stands for; raises `Refused` for a key that is none."""
        for which, _, outcome in self.choices:
            if which == key:
                return outcome
        raise Refused(Message("refused.not-understood", {"text": key[:80]}))

    def positions(self) -> dict[str, State]:
        """The position that each answer leads to."""
        return {
            key: outcome.state if isinstance(outcome, Hypothesis) else outcome
            for key, _, outcome in self.choices
        }


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


class Troubles:
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
        """Every trouble has its own number, so that a late answer cannot hit another one."""
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
