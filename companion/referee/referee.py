"""The referee: the one place where orders, looks of the camera and the game meet.

Single-threaded and without clock: `Service` feeds it from its worker and hands out what it decides. Every
method that changes something returns the facts to announce; an order that cannot be done raises `Refused`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.board.comparison import differences
from companion.board.expectation import expected_picture
from companion.board.labelled import LabelledLook, doubtful_facts
from companion.engine import (
    Choose,
    Phase,
    why_not,
)
from companion.engine.message import Message
from companion.errors import Refused
from companion.game.action_keys import action_of
from companion.game.actor import BUTTON, Actor
from companion.interpret.correction import adopt, arranged, untold
from companion.interpret.hypotheses import Hypothesis
from companion.interpret.judgement import (
    Agrees,
    judge_declared_done,
)
from companion.referee.announcer import Announcer
from companion.referee.facts import (
    Corrected,
    Fact,
    Reminded,
    opening_facts,
)
from companion.referee.steps import followed
from companion.referee.watched_game import WatchedGame

if TYPE_CHECKING:
    from companion.board.discrepancy import Discrepancy
    from companion.board.observation import Observation
    from companion.engine import Refusal
    from companion.game.game import Game
    from companion.interpret.correction import Laid
    from companion.referee.debounce import Patience
    from companion.referee.disputes import OpenIssues
    from companion.referee.lookout import Lookout

NONE_OF_THESE = "none"
"""The answer to a question that says: none of these."""


class Referee:
    """Watches over one game; see the module."""

    def __init__(self, game: Game, patience: Patience, *, camera: bool) -> None:
        self.game = game
        self.has_camera = camera
        self._watched = WatchedGame(game, patience)
        self._announcer = Announcer(self._watched, patience)

    @property
    def issues(self) -> OpenIssues:
        """What is open between table and game."""
        return self._watched.issues

    @property
    def lookout(self) -> Lookout:
        """What the camera's looks add up to."""
        return self._watched.lookout

    @property
    def to_set_up(self) -> tuple[Discrepancy, ...]:
        """What is still missing or wrong on the board before the game can begin."""
        return self._announcer.to_set_up

    @property
    def labelled(self) -> LabelledLook | None:
        """The last look with what truly lay there, if board and game have just agreed for long enough."""
        agreed = self._announcer.agreed
        if agreed is None or agreed.look is None or agreed.picture is None:
            return None
        expected = expected_picture(self.game.state)
        return LabelledLook(
            agreed.look, expected, doubtful_facts(expected, agreed.picture), self._watched.settled_by
        )

    # --- orders -------------------------------------------------------------------------------------------

    def open(self) -> list[Fact]:
        """What the position asks for, when the game begins or goes on after a restart."""
        if not self.game.ready and not self.has_camera:
            return self._watched.declare_ready()
        if not self.game.ready:
            return []
        # Logs of earlier versions may end between an action and what follows from it by itself.
        return [*opening_facts(None, self.game.state), *followed(self.game)]

    def choose(self, player: str, card: str) -> list[Fact]:
        """Lay a card face down, or another one instead as long as not all are in (B2)."""
        self._must_be_ready()
        if self.game.state.phase != Phase.CHOOSE:
            raise Refused(Message("refused.cards-are-out"))
        with self.game.at_once():
            earlier = self.game.choice_of(player)
            if earlier is not None:
                self.game.take_back(earlier, Actor.at_seat(player))
            return self._watched.carry_out(Choose(player, card))

    def undo(self, by: Actor) -> list[Fact]:
        """Take something back: one's face-down card, until all are in; else one's last action, told to everybody.

        A player takes back nothing but his own last action, and nothing past a move of the river; the host may take
        back whatever came last. What was read from the board is asked about if it is read again.
        """
        choice = None if by.colour is None else self.game.choice_of(by.colour)
        if choice is not None and self.game.state.phase == Phase.CHOOSE:
            self.game.take_back(choice, by)
            return []
        if not self.may_take_back(by):
            raise Refused(Message("refused.nothing-to-undo"))
        last = self.game.steps[-1]
        self.game.take_back(last, by)
        self._watched.settle()
        self.issues.declined = frozenset() if last.action is None else frozenset({last.action})
        return [Corrected(by)]

    def may_take_back(self, by: Actor) -> bool:
        """Whether the last step is an open action that ``by`` may take back."""
        last = self.game.steps[-1] if self.game.steps else None
        if last is None or isinstance(last.action, Choose):
            return False
        return by.may_act_for(getattr(last.action, "player", None))

    def play(self, by: Actor, key: str) -> list[Fact]:
        """Carry out an action entered by hand; a player enters his own and the river's, the host any."""
        self._must_be_ready()
        action = action_of(key)
        player = getattr(action, "player", None)
        if player is not None and not by.may_act_for(player):
            raise Refused(Message("refused.not-yours"))
        facts = self._watched.carry_out(action)
        self._announcer.let_pieces_follow()
        return facts

    def why_not(self, key: str) -> Refusal | None:
        """The rule that forbids an action now, ``None`` when it may be played; nothing is changed."""
        return why_not(self.game.state, action_of(key))

    def correct(self, by: Actor, laid: Laid) -> list[Fact]:
        """Go on from canoes and weather as somebody laid them on the page; logged, and told to everybody."""
        self._must_be_ready()
        if self.game.state.phase == Phase.OVER:
            raise Refused(Message("refused.game-is-over"))
        facts = self._watched.correct(arranged(self.game.state, laid), by)
        self._announcer.let_pieces_follow()
        return facts

    def answer(self, by: Actor, question: int, key: str) -> list[Fact]:
        """Settle an open question: one of its answers, or none of them."""
        open_question = self.issues.question_of(question)
        seen = open_question.seen
        if key == NONE_OF_THESE:
            self.issues.question = None
            # No turn that the rules know: the board is held against the game as it stands.
            items = differences(expected_picture(self.game.state), seen)
            return self._announcer.disagree(items, seen) if items else []
        outcome = open_question.outcome(key)
        if isinstance(outcome, Hypothesis):
            return self._watched.read(outcome, answered=True)
        return self._watched.adopt(outcome, open_question.untold, seen, by)

    def board_is_right(self, by: Actor, dispute: int) -> list[Fact]:
        """Adopt what is seen, even if no rule explains it; a logged correction that all players see.

        Gems in canoes that the camera could not tell are asked for first.
        """
        open_dispute = self.issues.dispute_of(dispute)
        if not open_dispute.adoptable:
            raise Refused(Message("refused.board-is-no-position"))
        seen = open_dispute.seen
        adopted = adopt(self.game.state, seen)
        return self._watched.adopt(adopted, untold(adopted, seen), seen, by)

    def app_is_right(self, dispute: int) -> list[Fact]:
        """Keep the position; the page and the lamps guide the pieces back until the board agrees."""
        return self.issues.guide(dispute)

    def later(self, dispute: int) -> list[Fact]:
        """Leave the board alone until it agrees again."""
        self.issues.dispute_of(dispute)
        return self.issues.rest()

    def done(self) -> list[Fact]:
        """*Done*: declare the set-up ready, or have what the camera found spoken now."""
        picture = self.lookout.picture
        looks_right = isinstance(self.lookout.finding, Agrees)
        if not self.game.ready and (picture is None or looks_right):
            return self._watched.declare_ready()
        if picture is None:
            return []
        if looks_right and self.game.ready:
            played = self.game.state.phase in (Phase.PADDLE, Phase.RIVER)
            meant = judge_declared_done(self.game.state, picture, self.lookout.river) if played else None
            return [] if meant is None else self._announcer.announce(meant, picture)
        finding = self.lookout.pending if self.game.ready else self.lookout.finding
        return [] if finding is None else self._announcer.announce(finding, picture)

    def press(self) -> list[Fact]:
        """The panel's button: *done*; while something is wrong *the app is right*, and then once more *later*."""
        dispute = self.issues.dispute
        if dispute is None:
            return self.done()
        return self.later(dispute.id) if dispute.guiding else self.app_is_right(dispute.id)

    def hold(self) -> list[Fact]:
        """The panel's button held down: *the board is right*, where it can be; else what is wrong once more."""
        dispute = self.issues.dispute
        if dispute is None:
            return self.done()
        return self.board_is_right(BUTTON, dispute.id) if dispute.adoptable else [Reminded(dispute.items)]

    # --- the camera ---------------------------------------------------------------------------------------

    def see(self, observation: Observation, now_s: float) -> list[Fact]:
        """Take one look of the camera into account."""
        return self._announcer.see(observation, now_s)

    def _must_be_ready(self) -> None:
        if not self.game.ready:
            raise Refused(Message("refused.set-up-first"))
