"""The lookout: what the camera's looks add up to, from one step of the game to the next.

It remembers what was seen last, how long the same has been found, and what the river did meanwhile.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.board.observation import Watching
from companion.board.picture import STILL, RiverSeen
from companion.interpret.judgement import Finding, History, Housekeeping, housekeeping, judge
from companion.referee.debounce import Debounce

if TYPE_CHECKING:
    from companion.board.observation import Observation
    from companion.board.picture import BoardPicture
    from companion.engine import State
    from companion.referee.debounce import Patience

Judgement = tuple[Finding, Housekeeping]
"""What one picture says, and what the players should be reminded of meanwhile."""


class Lookout:
    """Looks on one table for the referee; single-threaded, and without a clock."""

    def __init__(self, patience: Patience) -> None:
        self.picture: BoardPicture | None = None
        """The board as it was seen last."""
        self.observation: Observation | None = None
        """The last look, whether it showed the board or not."""
        self._patience = patience
        self.finding: Finding | None = None
        """What the last look says, whether it has been announced or not."""
        self._debounce = Debounce()
        self._reminder = Debounce()
        self._river = STILL
        self._river_disputed = False
        self._judged: tuple[State, BoardPicture, History, Judgement] | None = None

    @property
    def river(self) -> RiverSeen:
        """What the river was seen doing since the game last moved on, up to this moment."""
        now = self.observation
        under_way = None if now is None or now.picture is not None else now.river
        return self._river if under_way is None else self._river.followed_by(under_way)

    @property
    def away(self) -> bool:
        """Whether the camera has gone away."""
        return self.observation is not None and self.observation.watching == Watching.AWAY

    def take(self, observation: Observation) -> None:
        """Take one look; one that does not show the board starts all patience anew."""
        self.observation = observation
        if observation.picture is None:
            self.finding, self._debounce, self._reminder = None, Debounce(), Debounce()
            return
        self.picture = observation.picture
        if observation.river is not None:
            # Hands that put a river move right push discs back, or lift canoes: neither can be counted.
            more = RiverSeen(None) if self._river_disputed else observation.river
            self._river = self._river.followed_by(more)

    def compare(
        self, state: State, before_last: State | None, now_s: float
    ) -> tuple[Finding | None, Finding | None]:
        """Hold the picture against the position; returns what is to be announced now, and to be reminded of."""
        assert self.picture is not None  # noqa: S101 - asked by the caller
        self.finding, untidy = self._judge(state, self.picture, History(before_last, self._river))
        self._debounce, found = self._debounce.observe(self.finding, now_s, self._patience)
        self._reminder, reminder = self._reminder.observe(untidy, now_s, self._patience)
        return found, reminder

    @property
    def pending(self) -> Finding | None:
        """What was found and not yet announced, for a player who wants to be told now."""
        return self._debounce.pending

    def forget(self) -> None:
        """Let whatever was found be announced anew, after its time."""
        self._debounce = Debounce()

    def dispute_river(self) -> None:
        """The river move was called wrong: what hands do next is to put it right."""
        self._river_disputed = True

    def move_on(self) -> None:
        """The game has moved on: what was found and what the river did belongs to the past."""
        self.finding, self._debounce = None, Debounce()
        self._river, self._river_disputed = STILL, False

    def _judge(self, state: State, seen: BoardPicture, history: History) -> Judgement:
        """The judgement; a board that lies unchanged is not judged again at every look."""
        if self._judged is not None:
            last_state, *last, judgement = self._judged
            if last_state is state and last == [seen, history]:
                return judgement
        judgement = judge(state, seen, history), housekeeping(state, seen)
        self._judged = (state, seen, history, judgement)
        return judgement
