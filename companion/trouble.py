"""Open questions and disputes between the table and the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from companion.comparison import DISCS
from companion.engine.message import Message
from companion.errors import Refused
from companion.telling import tell

if TYPE_CHECKING:
    from companion.comparison import Discrepancy
    from companion.engine import State
    from companion.explanation import Story
    from companion.picture import BoardPicture

MOST_STORIES = 6
"""More stories than this are no question a person could answer; the rest is entered by hand."""


@dataclass(frozen=True, slots=True)
class Question:
    """Which of these stories happened? ``seen`` is the picture that fits them all."""

    id: int
    text: Message
    choices: tuple[tuple[str, Message, Story], ...]
    seen: BoardPicture

    @classmethod
    def about(cls, number: int, state: State, stories: tuple[Story, ...], seen: BoardPicture) -> Self:
        """The question between ``stories``, all possible in ``state``."""
        choices = tuple(
            (str(index), tell(state, story.action), story)
            for index, story in enumerate(stories[:MOST_STORIES])
        )
        return cls(number, Message("question.which", {"count": len(choices)}), choices, seen)

    def story(self, key: str) -> Story:
        """The story a key stands for; raises `Refused` for a key that is none."""
        for which, _, story in self.choices:
            if which == key:
                return story
        raise Refused(Message("refused.not-understood", {"text": key[:80]}))


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
    def adoptable(self) -> bool:
        """Whether the board as seen is a position a game could go on from."""
        return self.seen.whole and not any(item.kind in DISCS for item in self.items)
