"""From the camera's looks to what is done about them: findings are carried out, asked about or disputed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.board.discrepancy import RIVER_KINDS
from companion.engine import Phase
from companion.game.actor import CAMERA
from companion.interpret.diagnosis import still_to_lay
from companion.interpret.judgement import (
    Agrees,
    Amended,
    Disagrees,
    Explained,
    Finding,
    Housekeeping,
    Unclear,
)
from companion.referee.facts import CameraAway, Reminded
from companion.referee.questions import Question

if TYPE_CHECKING:
    from companion.board.discrepancy import Discrepancy
    from companion.board.observation import Observation
    from companion.board.picture import BoardPicture
    from companion.interpret.hypotheses import Hypothesis
    from companion.referee.debounce import Patience
    from companion.referee.facts import Fact
    from companion.referee.watched_game import WatchedGame


class Announcer:
    """Takes the camera's looks into account, each at its time."""

    def __init__(self, watched: WatchedGame, patience: Patience) -> None:
        self._watched = watched
        self._game, self._lookout, self._issues = watched.game, watched.lookout, watched.issues
        self._patience = patience
        self.to_set_up: tuple[Discrepancy, ...] = ()
        """What is still missing or wrong on the board before the game can begin."""
        self.agreed: Observation | None = None
        """The last look taken, if board and game have now agreed for long enough."""
        self._now_s = 0.0
        self._pieces_follow_until_s = 0.0

    def let_pieces_follow(self) -> None:
        """Something was entered by hand: nothing is wrong while the pieces take their time to follow."""
        self._pieces_follow_until_s = self._now_s + self._patience.follow_s

    def see(self, observation: Observation, now_s: float) -> list[Fact]:
        """Take one look of the camera into account."""
        self._now_s = now_s
        self.agreed = None
        was_away = self._lookout.away
        self._lookout.take(observation)
        if observation.picture is None:
            return [CameraAway(observation.text)] if self._lookout.away and not was_away else []
        if self._game.closed or self._game.state.phase == Phase.OVER:
            return []
        return self._compare(observation.picture, now_s)

    def _compare(self, seen: BoardPicture, now_s: float) -> list[Fact]:
        state = self._game.state
        found, reminder = self._lookout.compare(state, self._watched.before_last, now_s)
        self.to_set_up = () if self._game.ready else still_to_lay(state, seen)
        # Pieces still being laid are no mistake; the page says what is missing, and *done* asks for the rest.
        laying = isinstance(found, Disagrees) and not self._game.ready
        facts = [] if found is None or laying else self.announce(found, seen)
        facts += self._issues.again(now_s, self._patience.again_after_s)
        quiet = self._issues.dispute is None and self._game.ready
        if isinstance(reminder, Housekeeping) and reminder.discrepancies and quiet:
            facts.append(Reminded(reminder.discrepancies))
        return facts

    def announce(self, finding: Finding, seen: BoardPicture) -> list[Fact]:
        """Act upon a finding: carry out what was read, ask what is unclear, dispute what is wrong."""
        match finding:
            case Agrees():
                return self._agree()
            case Explained(hypothesis=found) if self._issues.declined.intersection(found.actions):
                return self._ask((found,), seen)
            case Explained(hypothesis=found):
                return self._put_right() + self._watched.read(found)
            case Amended(hypothesis=found):
                self._game.take_back(self._game.steps[-1], CAMERA)
                return self._put_right() + self._watched.read(found)
            case Unclear(hypotheses=several) if not self._issues.resting:
                return self._ask(several, seen)
            case Disagrees(discrepancies=items) if not self._issues.resting:
                if self._now_s < self._pieces_follow_until_s:
                    self._lookout.forget()
                    return []
                return self.disagree(items, seen)
        return []

    def _ask(self, hypotheses: tuple[Hypothesis, ...], seen: BoardPicture) -> list[Fact]:
        return self._issues.ask(Question.about(self._issues.next_id(), self._game.state, hypotheses, seen))

    def _agree(self) -> list[Fact]:
        self.agreed = self._lookout.observation
        facts = self._put_right()
        if facts:
            # What was wrong has been undone, a river move with it.
            self._lookout.move_on()
        if not self._game.ready:
            facts += self._watched.declare_ready()
        return facts

    def _put_right(self) -> list[Fact]:
        self._lookout.forget()
        return self._issues.put_right()

    def disagree(self, items: tuple[Discrepancy, ...], seen: BoardPicture) -> list[Fact]:
        """Open a dispute about these differences, or go on with the one that is open."""
        if any(item.kind in RIVER_KINDS for item in items):
            self._lookout.dispute_river()
        return self._issues.disagree(items, seen, self._culprit(), self._now_s)

    def _culprit(self) -> str | None:
        """Whose it is to put right: the player whose turn it is, else nobody's in particular."""
        state = self._game.state
        return str(state.to_act[0]) if state.phase == Phase.PADDLE else None
