"""The referee: the one place where orders, looks of the camera and the game meet.

Single-threaded and without clock: `Service` feeds it from its worker and hands out what it decides. Every
method that changes something returns the facts to announce; an order that cannot be done raises `Refused`.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from companion.agreement import (
    Agreement,
    Agrees,
    Amended,
    Disagrees,
    Explained,
    Finding,
    Patience,
    Reminds,
    Unclear,
    housekeeping,
    judge,
)
from companion.announcements import (
    Asked,
    CameraAway,
    CameraRests,
    Corrected,
    Fact,
    Mistake,
    PutRight,
    Reminded,
    SetUpReady,
    facts_of,
    opening_facts,
)
from companion.correction import adopt, arranged
from companion.engine import (
    Action,
    Choose,
    EngineError,
    IllegalAction,
    Paddle,
    Phase,
    River,
    State,
    action_from_json,
    legal_actions,
    why_not,
)
from companion.engine.message import Message
from companion.errors import Refused
from companion.trouble import Dispute, Question
from companion.views import Watching

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.comparison import Discrepancy
    from companion.correction import Placed
    from companion.engine import Refusal
    from companion.game import Game, Step
    from companion.picture import BoardPicture
    from companion.ports import Observation

HOST = "host"
NO_STORY = "none"
"""The answer to a question that says: none of these."""


class Referee:
    """Watches over one game; see the module."""

    def __init__(self, game: Game, patience: Patience, *, camera: bool) -> None:
        self.game = game
        self.patience = patience
        self.has_camera = camera
        self.question: Question | None = None
        self.dispute: Dispute | None = None
        self.resting = False
        self.picture: BoardPicture | None = None
        self.observation: Observation | None = None
        self._agreement = Agreement()
        self._reminding = Agreement()
        self._troubles = 0
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
        self.game.take_back(earlier)
        try:
            return self._carry_out(Choose(player, card))
        except Refused:
            assert earlier.action is not None  # noqa: S101 - a choice is an action
            self.game.act(earlier.action)
            raise

    def take_back_card(self, player: str) -> list[Fact]:
        """Take the face-down card back into the hand; possible until all cards are in."""
        choice = self.game.choice_of(player)
        if choice is None or self.game.state.phase != Phase.CHOOSE:
            raise Refused(Message("refused.nothing-to-undo"))
        self.game.take_back(choice)
        return []

    def play(self, by: str, key: str) -> list[Fact]:
        """Carry out an action entered by hand; ``by`` is a colour or ``host``."""
        self._must_be_ready()
        action = _understood(key)
        player = getattr(action, "player", None)
        if player is not None and by not in (HOST, player):
            raise Refused(Message("refused.not-yours"))
        facts = self._carry_out(action)
        # The pieces follow the entry by hand: nothing is wrong while that takes its time.
        self._grace_until_s = self._now_s + self.patience.follow_s
        return facts

    def why_not(self, key: str) -> Refusal | None:
        """The rule that forbids an action now, ``None`` when it may be played; nothing is changed."""
        return why_not(self.game.state, _understood(key))

    def correct(self, by: str, canoes: Mapping[str, Placed], weather: int) -> list[Fact]:
        """Go on from canoes and weather as somebody laid them on the page; logged, and told to everybody."""
        self._must_be_ready()
        if self.game.state.phase == Phase.OVER:
            raise Refused(Message("refused.game-is-over"))
        step = self.game.correct(arranged(self.game.state, canoes, weather), by)
        self._settle()
        self._grace_until_s = self._now_s + self.patience.follow_s
        return [Corrected(by), *self._after(step)]

    def answer(self, question: int, key: str) -> list[Fact]:
        """Settle an open question: one of its stories, or none of them."""
        if self.question is None or self.question.id != question:
            raise Refused(Message("refused.question-is-over"))
        if key == NO_STORY:
            seen = self.question.seen
            self.question = None
            found = judge(self.game.state, seen)
            items = found.discrepancies if isinstance(found, Disagrees) else ()
            return self._disagree(items, seen) if items else []
        story = self.question.story(key)
        return self._carry_out(story.action, from_board=True)

    def board_is_right(self, by: str, dispute: int) -> list[Fact]:
        """Adopt what is seen, even if no rule explains it; a logged correction that all players see."""
        open_dispute = self._open_dispute(dispute)
        if not open_dispute.adoptable:
            raise Refused(Message("refused.board-is-no-position"))
        before = self.game.state
        step = self.game.correct(adopt(before, open_dispute.seen), by)
        self._settle()
        return [Corrected(by), *self._after(step)]

    def app_is_right(self, dispute: int) -> list[Fact]:
        """Keep the position; the page and the lamps guide the pieces back until the board agrees."""
        self._open_dispute(dispute).guiding = True
        return []

    def later(self, dispute: int) -> list[Fact]:
        """Leave the board alone until it agrees again."""
        self._open_dispute(dispute)
        self.dispute = None
        self.resting = True
        return [CameraRests()]

    def done(self) -> list[Fact]:
        """The button: declare the set-up ready, or have what the camera found spoken now."""
        if not self.game.ready and (self.picture is None or isinstance(self._agreement.finding, Agrees)):
            return self._declare_ready()
        finding = self._agreement.hurried()
        if finding is None or self.picture is None:
            return []
        return self._speak(finding, self.picture)

    # --- the camera ---------------------------------------------------------------------------------------

    def see(self, observation: Observation, now_s: float) -> list[Fact]:
        """Take one look of the camera into account."""
        self._now_s = now_s
        went_away = observation.watching == Watching.AWAY and (
            self.observation is None or self.observation.watching != Watching.AWAY
        )
        self.observation = observation
        if observation.picture is None:
            self._agreement, self._reminding = Agreement(), Agreement()
            return [CameraAway(observation.text)] if went_away else []
        self.picture = observation.picture
        if self.game.closed or self.game.state.phase == Phase.OVER:
            return []
        return self._compare(observation.picture, now_s)

    def _compare(self, seen: BoardPicture, now_s: float) -> list[Fact]:
        state = self.game.state
        found = judge(state, seen, before_last=self._before_last())
        self._agreement, spoken = self._agreement.look(found, now_s, self.patience)
        self._reminding, reminder = self._reminding.look(housekeeping(state, seen), now_s, self.patience)
        facts = [] if spoken is None else self._speak(spoken, seen)
        if isinstance(reminder, Reminds) and reminder.discrepancies and not self.dispute and self.game.ready:
            facts.append(Reminded(reminder.discrepancies))
        return facts

    def _speak(self, finding: Finding, seen: BoardPicture) -> list[Fact]:
        match finding:
            case Agrees():
                return self._agree()
            case Explained(story=story):
                return self._put_right() + self._carry_out(story.action, from_board=True)
            case Amended(story=story):
                self.game.take_back(self.game.steps[-1])
                return self._put_right() + self._carry_out(story.action, from_board=True)
            case Unclear(stories=stories) if not self.resting:
                question = Question.about(self._next_trouble(), self.game.state, stories, seen)
                self.question, self.dispute = question, None
                return [Asked(question.text)]
            case Disagrees(discrepancies=items) if not self.resting:
                if self._now_s < self._grace_until_s:
                    self._agreement = Agreement()
                    return []
                return self._disagree(items, seen)
        return []

    def _agree(self) -> list[Fact]:
        facts = self._put_right()
        if not self.game.ready:
            facts += self._declare_ready()
        return facts

    def _put_right(self) -> list[Fact]:
        was_wrong = self.dispute is not None or self.resting
        self._settle()
        return [PutRight()] if was_wrong else []

    def _settle(self) -> None:
        self.question, self.dispute, self.resting = None, None, False
        self._agreement = Agreement()

    def _disagree(self, items: tuple[Discrepancy, ...], seen: BoardPicture) -> list[Fact]:
        self.question = None
        if self.dispute is not None:
            known = {(item.kind, item.where) for item in self.dispute.items}
            self.dispute.items, self.dispute.seen = items, seen
            if {(item.kind, item.where) for item in items} <= known:
                return []
        else:
            self.dispute = Dispute(self._next_trouble(), self._culprit(), items, seen)
        return [Mistake(self.dispute.player, items)]

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

    def _carry_out(self, action: Action, *, from_board: bool = False) -> list[Fact]:
        try:
            step = self.game.act(action, from_board=from_board)
        except IllegalAction as error:
            refusal = error.refusal
            raise Refused(
                Message("refused.by-rule", {"rule": refusal.rule, "text": refusal.message})
            ) from error
        if not isinstance(action, Choose):
            self._settle()
        return self._after(step)

    def _after(self, step: Step) -> list[Fact]:
        """The facts of a step, and of whatever follows by itself: a turn without canoes, a river that stands still."""
        if step.action is None:
            facts = list(opening_facts(step.before, step.after))
        else:
            facts = list(facts_of(step.before, step.action, step.after))
        follows = _follows_by_itself(step.after)
        if follows is not None:
            facts += self._after(self.game.act(follows))
        return facts

    def _declare_ready(self) -> list[Fact]:
        self.game.declare_ready()
        self._settle()
        return [SetUpReady(), *opening_facts(None, self.game.state)]

    def _must_be_ready(self) -> None:
        if not self.game.ready:
            raise Refused(Message("refused.set-up-first"))

    def _open_dispute(self, dispute: int) -> Dispute:
        if self.dispute is None or self.dispute.id != dispute:
            raise Refused(Message("refused.dispute-is-over"))
        return self.dispute

    def _next_trouble(self) -> int:
        self._troubles += 1
        return self._troubles


def _understood(key: str) -> Action:
    """The action a client names; raises `Refused` for what is none, and for cards, which are nobody else's."""
    try:
        action = action_from_json(json.loads(key))
    except (ValueError, RecursionError, EngineError) as error:
        raise Refused(Message("refused.not-understood", {"text": key[:80]})) from error
    if isinstance(action, Choose):
        raise Refused(Message("refused.not-yours"))
    return action


def _follows_by_itself(state: State) -> Action | None:
    """The only possible action when there is nothing to decide or to do with one's hands."""
    if state.phase == Phase.RIVER and not state.river_distance:
        return River(())
    if state.phase == Phase.PADDLE:
        only = legal_actions(state)
        if len(only) == 1 and isinstance(only[0], Paddle) and not only[0].moves:
            return only[0]
    return None
