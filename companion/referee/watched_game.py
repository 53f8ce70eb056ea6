"""A game at a table that is watched: its steps, and what each of them settles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.board.labelled import SettledBy
from companion.engine import Choose, Paddle
from companion.referee.disputes import OpenIssues
from companion.referee.facts import Corrected, SetUpReady, opening_facts
from companion.referee.lookout import Lookout
from companion.referee.questions import Question
from companion.referee.steps import facts_and_following, facts_of_step, stepped

if TYPE_CHECKING:
    from companion.board.picture import BoardPicture
    from companion.engine import Action, State
    from companion.game.actor import Actor
    from companion.game.game import Game
    from companion.interpret.hypotheses import Hypothesis
    from companion.referee.debounce import Patience
    from companion.referee.facts import Fact


class WatchedGame:
    """The game, what the camera's looks add up to, and what is open between the two."""

    def __init__(self, game: Game, patience: Patience) -> None:
        self.game = game
        self.lookout = Lookout(patience)
        self.issues = OpenIssues()
        self._answered: int | None = None
        """The last entry of the log that followed an answer."""

    def carry_out(self, action: Action, *, from_board: bool = False) -> list[Fact]:
        """Have the game take the action; anything but a card settles what was open. Raises `Refused`."""
        step = stepped(self.game, action, from_board=from_board)
        if not isinstance(action, Choose):
            self.settle()
            self.issues.declined = frozenset()
        return facts_and_following(self.game, step)

    def read(self, found: Hypothesis, *, answered: bool = False) -> list[Fact]:
        """Carry out what was read from the board, turn by turn; ``answered`` when somebody was asked."""
        facts: list[Fact] = []
        for action in found.before:
            facts += facts_of_step(self.game.act(action, from_board=True))
        facts += self.carry_out(found.action, from_board=True)
        if answered:
            self._answered = self.game.steps[-1].entry
        return facts

    def correct(self, position: State, by: Actor) -> list[Fact]:
        """Go on from a position that somebody declared right; told to everybody."""
        step = self.game.correct(position, by)
        self.settle()
        return [Corrected(by), *facts_and_following(self.game, step)]

    def adopt(self, position: State, untold: tuple[str, ...], seen: BoardPicture, by: Actor) -> list[Fact]:
        """Go on from the board as it was seen, once the gems of the canoes ``untold`` have been asked for."""
        if untold:
            return self.issues.ask(Question.about_cargo(self.issues.next_id(), position, untold, seen))
        return self.correct(position, by)

    def declare_ready(self) -> list[Fact]:
        """The set-up is right: the first round begins."""
        self.game.declare_ready()
        self.settle()
        return [SetUpReady(), *opening_facts(None, self.game.state)]

    def settle(self) -> None:
        """Nothing is open any more, and the camera looks anew."""
        self.issues.settle()
        self.lookout.move_on()

    @property
    def settled_by(self) -> SettledBy:
        """How the players agreed with the position as it is now."""
        last = next((step for step in reversed(self.game.steps) if not isinstance(step.action, Choose)), None)
        if last is None:
            return SettledBy.AGREEMENT
        if last.action is None:
            return SettledBy.CORRECTION
        return SettledBy.ANSWER if last.entry == self._answered else SettledBy.AGREEMENT

    @property
    def before_last(self) -> State | None:
        """The position a part-move may amend: before the last turn, if it was read from the board."""
        if not self.game.steps:
            return None
        last = self.game.steps[-1]
        return last.before if last.from_board and isinstance(last.action, Paddle) else None
