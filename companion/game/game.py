"""One game as its log tells it: the position, how it came about, and who sits where.

`Game` is the only writer of the log. Every change is tried on what the game is (`companion.game.standing`), then it is
on the disk, then in memory; `Game.resume` goes through the entries again and arrives at the same position.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Self

from companion.engine import (
    Action,
    Choose,
    Paddle,
    Phase,
    River,
    Setup,
    State,
    action_to_json,
    apply,
    header_to_json,
    legal_actions,
    record_line,
    state_to_json,
)
from companion.errors import LogDamaged
from companion.game.log import EntryKind
from companion.game.standing import CORRECTIONS_FOLLOW, followed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from companion.game.actor import Actor
    from companion.game.log import Entry, GameLog
    from companion.game.standing import Seat, Standing, Step


class Game:
    """The running game; used by one thread, its properties may be read by any."""

    def __init__(self, log: GameLog, number: int, standing: Standing) -> None:
        self._log = log
        self.number = number
        self._standing = standing

    @property
    def setup(self) -> Setup:
        """What is played, and by whom."""
        return self._standing.setup

    @property
    def ready(self) -> bool:
        """The set-up was found right: cards may be chosen."""
        return self._standing.ready

    @property
    def closed(self) -> bool:
        """Put away."""
        return self._standing.closed

    @property
    def seats(self) -> Mapping[str, Seat]:
        """Who sits where, by colour in seat order."""
        return self._standing.seats

    @property
    def steps(self) -> tuple[Step, ...]:
        """What moved the game on, from the first card."""
        return self._standing.steps

    @property
    def state(self) -> State:
        """The position now."""
        return self._standing.state

    @property
    def over(self) -> bool:
        """Played to its end, or put away before."""
        return self._standing.over

    @classmethod
    def begin(cls, log: GameLog, setup: Setup) -> Self:
        """A new game, on the disk from its first moment."""
        entry = log.begin(header_to_json(setup))
        return cls.from_entries(log, (entry,))

    @classmethod
    def resume(cls, log: GameLog, number: int) -> Self:
        """The stored game ``number`` as it was when the power went; raises `LogDamaged` as `from_entries`."""
        return cls.from_entries(log, log.entries(number))

    @classmethod
    def from_entries(cls, log: GameLog, entries: Sequence[Entry]) -> Self:
        """A game as its entries tell it, from the first on; raises `LogDamaged` where one cannot be followed."""
        number = entries[0].game
        standing, count = followed(entries)
        if standing is None or count < len(entries):
            what = f"game {number} cannot be gone through to its end: entry {entries[count].number} cannot be followed"
            raise LogDamaged(log.path, what, number)
        return cls(log, number, standing)

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """What is changed inside is stored together; if any of it fails, nothing has happened to this game."""
        before = self._standing
        try:
            with self._log.at_once():
                yield
        except BaseException:
            self._standing = before
            raise

    def act(self, action: Action, *, from_board: bool = False) -> Step:
        """Carry out a legal action; raises the engine's refusal and changes nothing when it is not legal."""
        # Before it becomes an entry: of a card that no game has, an entry says only that it cannot be read.
        apply(self.state, action)
        self._write(EntryKind.ACTION, {"action": action_to_json(action), "from_board": from_board})
        return self.steps[-1]

    def correct(self, state: State, by: Actor) -> Step:
        """Adopt a position that no rule explains, because the board was declared right.

        Raises the engine's `NotUnderstood` for what is no position: the log never holds what cannot be resumed.
        """
        self._write(EntryKind.CORRECTION, {"state": state_to_json(state), "by": by.word})
        return self.steps[-1]

    def take_back(self, step: Step, by: Actor) -> None:
        """Undo one step; the caller has made sure that the later ones do not depend on it."""
        self._write(EntryKind.UNDO, {"entry": step.entry, "by": by.word, "corrections": CORRECTIONS_FOLLOW})

    def choice_of(self, player: str) -> Step | None:
        """The step of this round in which ``player`` laid the card that is face down now."""
        state = self.state
        if state.players[player].chosen is None:
            return None
        return next(
            (
                step
                for step in reversed(self.steps)
                if isinstance(step.action, Choose)
                and step.action.player == player
                and step.before.round == state.round
            ),
            None,
        )

    def declare_ready(self) -> None:
        """The set-up is right: cards may be chosen."""
        self._write(EntryKind.READY, {})

    def close(self) -> None:
        """Put an unfinished game away."""
        self._write(EntryKind.CLOSED, {})

    def seat(self, colour: str, seat: Seat) -> None:
        """Somebody takes or leaves a seat."""
        body = {
            "colour": colour,
            "name": seat.name,
            "tokens": sorted(seat.tokens),
            "key": seat.key,
            "bot": seat.bot,
        }
        self._write(EntryKind.SEAT, body)

    def record(self) -> list[dict[str, Any]]:
        """The game as the lines of a record, face-down cards included."""
        return [header_to_json(self.setup), *(record_line(step.line) for step in self.steps)]

    def _write(self, kind: EntryKind, body: Mapping[str, Any]) -> None:
        """Write an entry that can be followed; one that cannot raises what `Standing.after` raises, unwritten."""
        with self.at_once():
            entry = self._log.next_entry(self.number, kind, body)
            self._standing = self._standing.after(entry)
            self._log.write(entry)


def follows_by_itself(state: State) -> Action | None:
    """The only possible action when there is nothing to decide or to do with one's hands."""
    if state.phase == Phase.RIVER and not state.river_distance:
        return River(())
    if state.phase == Phase.PADDLE:
        only = legal_actions(state)
        if len(only) == 1 and isinstance(only[0], Paddle) and not only[0].moves:
            return only[0]
    return None
