"""The referee: the one place where orders, looks of the camera and the game meet.

Single-threaded and without clock: `Service` feeds it from its worker and hands out what it decides. Every
method that changes something returns the facts to announce; an order that cannot be done raises `Refused`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.board.comparison import differences
from companion.board.discrepancy import RIVER_KINDS
from companion.board.expectation import expected_picture
from companion.engine import (
    Action,
    Choose,
    Paddle,
    Phase,
    State,
    why_not,
)
from companion.engine.message import Message
from companion.errors import Refused
from companion.game.action_keys import action_of
from companion.game.actor import BUTTON, CAMERA, Actor
from companion.interpret.correction import adopt, arranged, untold
from companion.interpret.diagnosis import still_to_lay
from companion.interpret.hypotheses import Hypothesis
from companion.interpret.judgement import (
    Agrees,
    Amended,
    Disagrees,
    Explained,
    Finding,
    Housekeeping,
    Unclear,
    judge_declared_done,
)
from companion.referee.disputes import Question, Troubles
from companion.referee.facts import (
    CameraAway,
    Corrected,
    Fact,
    Reminded,
    SetUpReady,
    opening_facts,
)
from companion.referee.lookout import Lookout
from companion.referee.steps import facts_and_following, facts_of_step, stepped

if TYPE_CHECKING:
    from companion.board.discrepancy import Discrepancy
    from companion.board.observation import Observation
    from companion.board.picture import BoardPicture
    from companion.engine import Refusal
    from companion.game.game import Game
    from companion.interpret.correction import Laid
    from companion.referee.debounce import Patience

NONE_OF_THESE = "none"
"""The answer to a question that says: none of these."""


class Referee:
    """Watches over one game; see the module."""

    def __init__(self, game: Game, patience: Patience, *, camera: bool) -> None:
        self.game = game
        self.patience = patience
        self.has_camera = camera
        self.troubles = Troubles()
        self.to_set_up: tuple[Discrepancy, ...] = ()
        """What is still missing or wrong on the board before the game can begin."""
        self.lookout = Lookout(patience)
        self._grace_until_s = 0.0
        self._now_s = 0.0

    # --- orders -------------------------------------------------------------------------------------------

    def open(self) -> list[Fact]:
        """What the position asks for, when the game begins or goes on after a restart."""
        if not self.game.ready and not self.has_camera:
            return self._declare_ready()
        return list(opening_facts(None, self.game.state)) if self.game.ready else []

    def choose(self, player: str, card: str) -> list[Fact]:
        """Lay a card face down, or another one instead as long as not all are in (B2)."""
        self._must_be_ready()
        if self.game.state.phase != Phase.CHOOSE:
            raise Refused(Message("refused.cards-are-out"))
        earlier = self.game.choice_of(player)
        if earlier is None:
            return self._carry_out(Choose(player, card))
        self.game.take_back(earlier, Actor.at_seat(player))
        try:
            return self._carry_out(Choose(player, card))
        except Refused:
            assert earlier.action is not None  # noqa: S101 - a choice is an action
            self.game.act(earlier.action)
            raise

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
        self._settle()
        self.troubles.declined = frozenset() if last.action is None else frozenset({last.action})
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
        facts = self._carry_out(action)
        # The pieces follow the entry by hand: nothing is wrong while that takes its time.
        self._grace_until_s = self._now_s + self.patience.follow_s
        return facts

    def why_not(self, key: str) -> Refusal | None:
        """The rule that forbids an action now, ``None`` when it may be played; nothing is changed."""
        return why_not(self.game.state, action_of(key))

    def correct(self, by: Actor, laid: Laid) -> list[Fact]:
        """Go on from canoes and weather as somebody laid them on the page; logged, and told to everybody."""
        self._must_be_ready()
        if self.game.state.phase == Phase.OVER:
            raise Refused(Message("refused.game-is-over"))
        step = self.game.correct(arranged(self.game.state, laid), by)
        self._settle()
        self._grace_until_s = self._now_s + self.patience.follow_s
        return [Corrected(by), *facts_and_following(self.game, step)]

    def answer(self, by: Actor, question: int, key: str) -> list[Fact]:
        """Settle an open question: one of its answers, or none of them."""
        open_question = self.troubles.question_of(question)
        seen = open_question.seen
        if key == NONE_OF_THESE:
            self.troubles.question = None
            # No turn that the rules know: the board is held against the game as it stands.
            items = differences(expected_picture(self.game.state), seen)
            return self._disagree(items, seen) if items else []
        outcome = open_question.outcome(key)
        if isinstance(outcome, Hypothesis):
            return self._read(outcome)
        return self._adopt(outcome, open_question.untold, seen, by)

    def board_is_right(self, by: Actor, dispute: int) -> list[Fact]:
        """Adopt what is seen, even if no rule explains it; a logged correction that all players see.

        Gems in canoes that the camera could not tell are asked for first.
        """
        open_dispute = self.troubles.dispute_of(dispute)
        if not open_dispute.adoptable:
            raise Refused(Message("refused.board-is-no-position"))
        seen = open_dispute.seen
        adopted = adopt(self.game.state, seen)
        return self._adopt(adopted, untold(adopted, seen), seen, by)

    def _adopt(self, adopted: State, untold_of: tuple[str, ...], seen: BoardPicture, by: Actor) -> list[Fact]:
        if untold_of:
            return self.troubles.ask(Question.about_cargo(self.troubles.next_id(), adopted, untold_of, seen))
        step = self.game.correct(adopted, by)
        self._settle()
        return [Corrected(by), *facts_and_following(self.game, step)]

    def app_is_right(self, dispute: int) -> list[Fact]:
        """Keep the position; the page and the lamps guide the pieces back until the board agrees."""
        return self.troubles.guide(dispute)

    def later(self, dispute: int) -> list[Fact]:
        """Leave the board alone until it agrees again."""
        self.troubles.dispute_of(dispute)
        return self.troubles.rest()

    def done(self) -> list[Fact]:
        """*Done*: declare the set-up ready, or have what the camera found spoken now."""
        picture = self.lookout.picture
        looks_right = isinstance(self.lookout.finding, Agrees)
        if not self.game.ready and (picture is None or looks_right):
            return self._declare_ready()
        if picture is None:
            return []
        if looks_right and self.game.ready:
            played = self.game.state.phase in (Phase.PADDLE, Phase.RIVER)
            meant = judge_declared_done(self.game.state, picture, self.lookout.river) if played else None
            return [] if meant is None else self._speak(meant, picture)
        finding = self.lookout.pending if self.game.ready else self.lookout.finding
        return [] if finding is None else self._speak(finding, picture)

    def press(self) -> list[Fact]:
        """The panel's button: *done*; while something is wrong *the app is right*, and then once more *later*."""
        dispute = self.troubles.dispute
        if dispute is None:
            return self.done()
        return self.later(dispute.id) if dispute.guiding else self.app_is_right(dispute.id)

    def hold(self) -> list[Fact]:
        """The panel's button held down: *the board is right*, where it can be; else what is wrong once more."""
        dispute = self.troubles.dispute
        if dispute is None:
            return self.done()
        return self.board_is_right(BUTTON, dispute.id) if dispute.adoptable else [Reminded(dispute.items)]

    # --- the camera ---------------------------------------------------------------------------------------

    def see(self, observation: Observation, now_s: float) -> list[Fact]:
        """Take one look of the camera into account."""
        self._now_s = now_s
        was_away = self.lookout.away
        self.lookout.take(observation)
        if observation.picture is None:
            return [CameraAway(observation.text)] if self.lookout.away and not was_away else []
        if self.game.closed or self.game.state.phase == Phase.OVER:
            return []
        return self._compare(observation.picture, now_s)

    def _compare(self, seen: BoardPicture, now_s: float) -> list[Fact]:
        state = self.game.state
        spoken, reminder = self.lookout.compare(state, self._before_last(), now_s)
        self.to_set_up = () if self.game.ready else still_to_lay(state, seen)
        # Pieces still being laid are no mistake; the page says what is missing, and *done* asks for the rest.
        laying = isinstance(spoken, Disagrees) and not self.game.ready
        facts = [] if spoken is None or laying else self._speak(spoken, seen)
        facts += self.troubles.again(now_s, self.patience.again_after_s)
        quiet = self.troubles.dispute is None and self.game.ready
        if isinstance(reminder, Housekeeping) and reminder.discrepancies and quiet:
            facts.append(Reminded(reminder.discrepancies))
        return facts

    def _speak(self, finding: Finding, seen: BoardPicture) -> list[Fact]:
        match finding:
            case Agrees():
                return self._agree()
            case Explained(hypothesis=found) if self.troubles.declined.intersection(found.actions):
                return self._ask((found,), seen)
            case Explained(hypothesis=found):
                return self._put_right() + self._read(found)
            case Amended(hypothesis=found):
                self.game.take_back(self.game.steps[-1], CAMERA)
                return self._put_right() + self._read(found)
            case Unclear(hypotheses=several) if not self.troubles.resting:
                return self._ask(several, seen)
            case Disagrees(discrepancies=items) if not self.troubles.resting:
                if self._now_s < self._grace_until_s:
                    self.lookout.forget()
                    return []
                return self._disagree(items, seen)
        return []

    def _ask(self, hypotheses: tuple[Hypothesis, ...], seen: BoardPicture) -> list[Fact]:
        return self.troubles.ask(Question.about(self.troubles.next_id(), self.game.state, hypotheses, seen))

    def _agree(self) -> list[Fact]:
        facts = self._put_right()
        if facts:
            # What was wrong has been undone, a river move with it.
            self.lookout.move_on()
        if not self.game.ready:
            facts += self._declare_ready()
        return facts

    def _put_right(self) -> list[Fact]:
        self.lookout.forget()
        return self.troubles.put_right()

    def _settle(self) -> None:
        self.troubles.settle()
        self.lookout.move_on()

    def _disagree(self, items: tuple[Discrepancy, ...], seen: BoardPicture) -> list[Fact]:
        if any(item.kind in RIVER_KINDS for item in items):
            self.lookout.dispute_river()
        return self.troubles.disagree(items, seen, self._culprit(), self._now_s)

    def _culprit(self) -> str | None:
        """Whose it is to put right: the player whose turn it is, else nobody's in particular."""
        state = self.game.state
        return str(state.to_act[0]) if state.phase == Phase.PADDLE else None

    def _before_last(self) -> State | None:
        """The position a part-move may amend: before the last turn, if it was read from the board."""
        if not self.game.steps:
            return None
        last = self.game.steps[-1]
        return last.before if last.from_board and isinstance(last.action, Paddle) else None

    # --- carrying out -------------------------------------------------------------------------------------

    def _read(self, read: Hypothesis) -> list[Fact]:
        """Carry out what was read from the board, turn by turn."""
        facts: list[Fact] = []
        for action in read.before:
            facts += facts_of_step(self.game.act(action, from_board=True))
        return facts + self._carry_out(read.action, from_board=True)

    def _carry_out(self, action: Action, *, from_board: bool = False) -> list[Fact]:
        step = stepped(self.game, action, from_board=from_board)
        if not isinstance(action, Choose):
            self._settle()
            self.troubles.declined = frozenset()
        return facts_and_following(self.game, step)

    def _declare_ready(self) -> list[Fact]:
        self.game.declare_ready()
        self._settle()
        return [SetUpReady(), *opening_facts(None, self.game.state)]

    def _must_be_ready(self) -> None:
        if not self.game.ready:
            raise Refused(Message("refused.set-up-first"))
