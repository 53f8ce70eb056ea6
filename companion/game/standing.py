"""How a game stands after its entries: the position, the steps that led there, and who sits where. Never changed.

`Standing.after` is the only place where an entry takes effect: when it is tried before it is written, and when the
log is gone through again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

from companion.engine import (
    Action,
    Correction,
    EngineError,
    FrozenMap,
    NotUnderstood,
    Phase,
    Setup,
    State,
    action_from_json,
    apply,
    header_from_json,
    initial_state,
    state_from_json,
)
from companion.game.log import EntryKind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.game.log import Entry


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
    by: str = ""
    """Who declared a correction right, as the log calls the actor."""

    @property
    def line(self) -> Action | Correction:
        """The step as a record has it."""
        return Correction(self.after, self.by) if self.action is None else self.action


@dataclass(frozen=True, slots=True)
class Standing:
    """A game after some of its entries."""

    setup: Setup
    seats: FrozenMap[str, Seat]
    steps: tuple[Step, ...] = ()
    ready: bool = False
    closed: bool = False

    @property
    def state(self) -> State:
        """The position."""
        return self.steps[-1].after if self.steps else initial_state(self.setup)

    @property
    def over(self) -> bool:
        """Played to its end, or put away before."""
        return self.closed or self.state.phase == Phase.OVER

    @classmethod
    def at_beginning(cls, entry: Entry) -> Self:
        """A game that begins with this entry; raises `NotUnderstood` for any other and `SetupError`."""
        if entry.kind is not EntryKind.GAME:
            raise NotUnderstood(f"the first entry is {entry.kind!r}, expected the game's beginning")
        setup = header_from_json(entry.body)
        return cls(setup, FrozenMap({str(player): Seat() for player in setup.players}))

    def after(self, entry: Entry) -> Self:
        """The game with one more entry.

        Raises the engine's refusal for an action that is not legal, and `NotUnderstood` for an entry that says nothing.
        """
        body = entry.body
        match entry.kind:
            case EntryKind.ACTION:
                action = action_from_json(body["action"])
                after = apply(self.state, action)
                return self._with(Step(entry.number, action, self.state, after, body["from_board"]))
            case EntryKind.CORRECTION:
                after = state_from_json(body["state"], self.setup)
                return self._with(
                    Step(entry.number, None, self.state, after, from_board=True, by=body.get("by", ""))
                )
            case EntryKind.UNDO:
                follow = body.get("corrections") == CORRECTIONS_FOLLOW
                return self._without(body["entry"], corrections_follow=follow)
            case EntryKind.READY:
                return replace(self, ready=True)
            case EntryKind.SEAT:
                if body["colour"] not in self.seats:
                    raise NotUnderstood(f"there is no seat {body['colour']!r}")
                seat = Seat(body["name"], frozenset(body["tokens"]), body["key"], body["bot"])
                return replace(self, seats=self.seats.put_one(body["colour"], seat))
            case EntryKind.CLOSED:
                return replace(self, closed=True)
            case EntryKind.GAME:
                raise NotUnderstood("a game begins in the middle of another")

    def _with(self, step: Step) -> Self:
        return replace(self, steps=(*self.steps, step))

    def _without(self, number: int, *, corrections_follow: bool) -> Self:
        """One step left out, and the later ones played again."""
        index = next((index for index, step in enumerate(self.steps) if step.entry == number), None)
        if index is None:
            raise NotUnderstood(f"there is no step {number} that could be taken back")
        standing = replace(self, steps=self.steps[:index])
        for step in self.steps[index + 1 :]:
            before = standing.state
            if step.action is not None:
                after = apply(before, step.action)
            else:
                after = _corrected_again(step, before) if corrections_follow else step.after
            standing = standing._with(replace(step, before=before, after=after))  # noqa: SLF001 - of this class
        return standing


def followed(entries: Sequence[Entry]) -> tuple[Standing | None, int]:
    """A game as its entries tell it, as far as they can be followed, and how many of them can."""
    standing: Standing | None = None
    for count, entry in enumerate(entries):
        try:
            standing = Standing.at_beginning(entry) if standing is None else standing.after(entry)
        except _NO_ENTRY:
            return standing, count
    return standing, len(entries)


_NO_ENTRY = (EngineError, ValueError, KeyError, TypeError, AttributeError, RecursionError)
"""What reading a body may raise that no version of the companion wrote."""
CORRECTIONS_FOLLOW = "follow"
"""What an undo says of corrections after the step that is taken back: they keep to the table, the cards are as they are
without that step. Logs of the first schema say nothing: a correction held the cards as well."""


def _corrected_again(step: Step, before: State) -> State:
    """A correction made again in another position of the same moment: the table as laid, the cards as they are.

    Raises `NotUnderstood` where it cannot be done again.
    """
    if step.before == before:
        return step.after
    moments = {(state.round, state.phase) for state in (step.before, step.after, before)}
    if moments != {(before.round, Phase.CHOOSE)}:
        raise NotUnderstood(f"the correction {step.entry} holds the cards as they were")
    players = step.after.players.put(
        {
            name: replace(
                step.after.players[name], hand=player.hand, chosen=player.chosen, played=player.played
            )
            for name, player in before.players.items()
        }
    )
    corrected = replace(step.after, to_act=before.to_act, retrieved=before.retrieved)
    return corrected.on_table(players=players)
