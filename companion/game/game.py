"""One game as its log tells it: the position, how it came about, and who sits where.

`Game` is the only writer of the log. Every change is first on the disk, then in memory; `Game.resume` goes
through the entries again and arrives at the same position.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Self

from companion.engine import (
    Action,
    Choose,
    Paddle,
    Phase,
    River,
    Setup,
    State,
    action_from_json,
    action_to_json,
    apply,
    header_from_json,
    header_to_json,
    initial_state,
    legal_actions,
    state_from_json,
    state_to_json,
)
from companion.game.log import Entry, EntryKind, GameLog

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.game.actor import Actor


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat's secrets as digests (a copy of the log opens no seat), and who sits there."""

    name: str = ""
    tokens: frozenset[str] = frozenset()
    key: str = ""
    bot: bool = False

    @property
    def taken(self) -> bool:
        """Somebody - a person or a bot - plays this seat."""
        return bool(self.tokens)


@dataclass(frozen=True, slots=True)
class Step:
    """One entry that moved the game on, with the position before and after it."""

    entry: int
    action: Action | None
    before: State
    after: State
    from_board: bool


class Game:
    """The running game; used by one thread."""

    def __init__(self, log: GameLog, number: int, setup: Setup) -> None:
        self._log = log
        self.number = number
        self.setup = setup
        self.ready = False
        self.closed = False
        self.seats: dict[str, Seat] = {str(player): Seat() for player in setup.players}
        self.steps: list[Step] = []

    @property
    def state(self) -> State:
        """The position now."""
        return self.steps[-1].after if self.steps else initial_state(self.setup)

    @property
    def over(self) -> bool:
        """Played to its end, or put away before."""
        return self.closed or self.state.phase == Phase.OVER

    @classmethod
    def begin(cls, log: GameLog, setup: Setup) -> Self:
        """A new game, on the disk from its first moment."""
        entry = log.begin(header_to_json(setup))
        return cls(log, entry.game, setup)

    @classmethod
    def resume(cls, log: GameLog, number: int) -> Self:
        """The stored game ``number`` as it was when the power went."""
        return cls.from_entries(log, log.entries(number))

    @classmethod
    def from_entries(cls, log: GameLog, entries: Sequence[Entry]) -> Self:
        """A game as its entries tell it, from the first on."""
        game = cls(log, entries[0].game, header_from_json(entries[0].body))
        for entry in entries[1:]:
            game._follow(entry)
        return game

    def act(self, action: Action, *, from_board: bool = False) -> Step:
        """Carry out a legal action; raises the engine's refusal and changes nothing when it is not legal."""
        apply(self.state, action)
        return self._write_step(
            EntryKind.ACTION, {"action": action_to_json(action), "from_board": from_board}
        )

    def correct(self, state: State, by: Actor) -> Step:
        """Adopt a position that no rule explains, because the board was declared right.

        Raises the engine's `NotUnderstood` for what is no position: the log never holds what cannot be resumed.
        """
        document = state_to_json(state)
        state_from_json(document, self.setup)
        return self._write_step(EntryKind.CORRECTION, {"state": document, "by": by.word})

    def take_back(self, step: Step, by: Actor) -> None:
        """Undo one step; the caller has made sure that the later ones do not depend on it."""
        self._follow(self._write(EntryKind.UNDO, {"entry": step.entry, "by": by.word}))

    def choice_of(self, player: str) -> Step | None:
        """The step in which ``player`` laid the card that is face down now."""
        if self.state.players[player].chosen is None:
            return None
        return next(
            step
            for step in reversed(self.steps)
            if isinstance(step.action, Choose) and step.action.player == player
        )

    def declare_ready(self) -> None:
        """The set-up is right: cards may be chosen."""
        self._follow(self._write(EntryKind.READY, {}))

    def close(self) -> None:
        """Put an unfinished game away."""
        self._follow(self._write(EntryKind.CLOSED, {}))

    def seat(self, colour: str, seat: Seat) -> None:
        """Somebody takes or leaves a seat."""
        body = {
            "colour": colour,
            "name": seat.name,
            "tokens": sorted(seat.tokens),
            "key": seat.key,
            "bot": seat.bot,
        }
        self._follow(self._write(EntryKind.SEAT, body))

    def record(self) -> list[dict[str, Any]]:
        """The game as the lines of a record; a corrected game has no record that a rules engine could follow."""
        lines = [header_to_json(self.setup)]
        return lines + [action_to_json(step.action) for step in self.steps if step.action is not None]

    def _write(self, kind: EntryKind, body: Mapping[str, Any]) -> Entry:
        return self._log.append(self.number, kind, body)

    def _write_step(self, kind: EntryKind, body: Mapping[str, Any]) -> Step:
        self._follow(self._write(kind, body))
        return self.steps[-1]

    def _follow(self, entry: Entry) -> None:
        """Let one entry take effect: the only place where the game changes, live and when resuming alike."""
        body = entry.body
        match entry.kind:
            case EntryKind.ACTION:
                action = action_from_json(body["action"])
                self._step(entry.number, action, apply(self.state, action), from_board=body["from_board"])
            case EntryKind.CORRECTION:
                self._step(entry.number, None, state_from_json(body["state"], self.setup), from_board=True)
            case EntryKind.UNDO:
                self._undo(body["entry"])
            case EntryKind.READY:
                self.ready = True
            case EntryKind.SEAT:
                tokens = frozenset(body["tokens"])
                self.seats[body["colour"]] = Seat(body["name"], tokens, body["key"], body["bot"])
            case EntryKind.CLOSED:
                self.closed = True

    def _step(self, number: int, action: Action | None, after: State, *, from_board: bool) -> None:
        self.steps.append(Step(number, action, self.state, after, from_board))

    def _undo(self, number: int) -> None:
        """Leave one step out and play the later ones again."""
        index = next(i for i, step in enumerate(self.steps) if step.entry == number)
        later = self.steps[index + 1 :]
        del self.steps[index:]
        for step in later:
            after = apply(self.state, step.action) if step.action is not None else step.after
            self.steps.append(replace(step, before=self.state, after=after))


def follows_by_itself(state: State) -> Action | None:
    """The only possible action when there is nothing to decide or to do with one's hands."""
    if state.phase == Phase.RIVER and not state.river_distance:
        return River(())
    if state.phase == Phase.PADDLE:
        only = legal_actions(state)
        if len(only) == 1 and isinstance(only[0], Paddle) and not only[0].moves:
            return only[0]
    return None
