"""What is put to the players when the camera cannot tell: which turn was played, or what a canoe carries."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from companion.engine import Gem
from companion.engine.message import Message
from companion.errors import LONGEST_QUOTE, Refused
from companion.interpret.correction import with_cargo
from companion.interpret.hypotheses import Hypothesis
from companion.words.actions import tell_turns

if TYPE_CHECKING:
    from companion.board.picture import BoardPicture
    from companion.engine import State


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
        raise Refused(Message("refused.not-understood", {"text": key[:LONGEST_QUOTE]}))

    def positions(self) -> dict[str, State]:
        """The position that each answer leads to."""
        return {
            key: outcome.state if isinstance(outcome, Hypothesis) else outcome
            for key, _, outcome in self.choices
        }
