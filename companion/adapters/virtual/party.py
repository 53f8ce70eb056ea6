"""The party at the virtual table: bots in their seats, one pair of hands, and a tally of slips and alarms.

The party sees only what people see - the page's public view and the table before them - apart from each bot's own
cards. Time comes through `Pace`: real seconds for a demonstration, frames as fast as they can be drawn for a trial.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from companion.adapters.virtual.bots import Bot, push
from companion.adapters.virtual.carrier import Carrier
from companion.adapters.virtual.slips import Slip, slipped, slips_for
from companion.adapters.virtual.tally import (
    FALSE_ALARM,
    MISSED,
    SILENT,
    UNNAMED,
    Failure,
    Mishap,
    Tally,
)
from companion.adapters.virtual.truth import true_picture
from companion.agreement import Disagrees, judge
from companion.comparison import COUNTING, differences
from companion.engine import FALLS, Arm, Phase, River, apply
from companion.errors import Refused
from companion.expectation import expected_picture
from companion.explanation import same_table
from companion.viewing import key_of
from companion.views import Stage, Watching

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from companion.adapters.virtual.pace import Pace
    from companion.engine import Action, State
    from companion.service import Service
    from companion.views import TableView
    from vision.layout import Layout
    from vision.simulate.table import VirtualTable


@dataclass(frozen=True, slots=True)
class Habits:
    """How the party plays; probabilities a turn, times in seconds."""

    slip: float = 0.12
    think_s: float = 1.2
    carry_s: float = 0.5
    react_s: float = 2.5
    patience_s: float = 12.0
    """How long the bots wait for the companion to follow before they do something about it."""


class Party:
    """Plays games on one table until told to stop.

    ``between_turns`` is called before each turn (somebody may switch a lamp); ``witness`` with each failure.
    """

    def __init__(
        self,
        service: Service,
        table: VirtualTable,
        layout: Layout,
        pace: Pace,
        rng: Random,
        habits: Habits,
        *,
        between_turns: Callable[[], None] = lambda: None,
        witness: Callable[[Failure], None] = lambda _: None,
    ) -> None:
        self._service = service
        self._layout = layout
        self._pace = pace
        self._rng = rng
        self._habits = habits
        self._hands = Carrier(table, layout, pace, rng, carry_s=habits.carry_s)
        self._between_turns = between_turns
        self._witness = witness
        self._tokens: dict[str, str] = {}
        self._mishap: Mishap | None = None
        """A slip that lies on the table, not yet put right."""
        self._meant: State | None = None
        self._settled_s: float | None = None
        self.tally = Tally()

    def play_game(self) -> Tally:
        """Set up and play until somebody has won, or the party is over."""
        self.tally = Tally()
        began_s = self._pace.now_s
        while not self._pace.over and self._service.table().stage is not Stage.OVER:
            self._fill_empty_seats()
            self._one_thing()
        view = self._service.table()
        self.tally.rounds, self.tally.winners = view.round, view.winners
        self.tally.played_s = self._pace.now_s - began_s
        return self.tally

    # --- what to do next ----------------------------------------------------------------------------------

    def _one_thing(self) -> None:
        view = self._service.table()
        if view.disagreement is not None:
            self._put_right(view)
        elif view.question is not None:
            self._answer(view)
        elif view.stage is Stage.SET_UP:
            self._lay(self._service.position())
            self._wait(lambda new: new.stage is not Stage.SET_UP)
        elif view.phase == Phase.CHOOSE:
            self._choose()
        elif view.phase == Phase.PADDLE:
            self._turn(view)
        elif view.phase == Phase.RIVER:
            self._river()

    def _fill_empty_seats(self) -> None:
        for player in self._service.table().players:
            if not player.seated and not player.bot:
                self._tokens[player.colour] = self._service.take_seat(player.colour, BOT_NAME, bot=True)

    def _bots(self) -> dict[str, Bot]:
        return {
            player.colour: Bot(player.colour, self._rng)
            for player in self._service.table().players
            if player.bot and player.colour in self._tokens
        }

    def _choose(self) -> None:
        state = self._service.position()
        self._lay(state)
        for colour, bot in self._bots().items():
            if colour not in state.to_act:
                continue
            lost = bot.retrieve(state)
            if lost is not None:
                self._hands.lay(apply(state, lost))
                self._wait(lambda new, canoe=lost.canoe: _place(new, canoe) != FALLS or _stuck(new))  # type: ignore[misc]
                return
            self._pace.pause(self._habits.think_s / 2)
            token, card = self._tokens[colour], bot.card(state)
            self._order(partial(self._service.choose, token, card))
            return
        self._pace.pause(self._habits.think_s)

    def _turn(self, view: TableView) -> None:
        state = self._service.position()
        colour = str(state.to_act[0])
        self._lay(state)
        bot = self._bots().get(colour)
        if bot is None:
            self._pace.pause(self._habits.think_s)
            return
        self._pace.pause(self._habits.think_s)
        action = bot.action(state)
        self._carry_out(state, action, view)

    def _river(self) -> None:
        state = self._service.position()
        action = River(push(state, self._rng))
        self._carry_out(state, action, self._service.table())

    # --- carrying out, slips included ---------------------------------------------------------------------

    def _carry_out(self, state: State, action: Action, view: TableView) -> None:
        self._between_turns()
        self.tally.turns += 1
        self._meant = apply(state, action)
        slip = self._next_slip(action)
        if isinstance(action, River):
            self._hands.push(_pushed(action.arms, slip, self._rng))
        if slip is not Slip.SHORT_RIVER and slip is not Slip.LONG_RIVER:
            self._hands.lay(self._meant)
        if slip is not None:
            self._make_slip(slip, state, action)
        self._hands.lift()
        self._wait(lambda new: _moved_on(view, new) or _stuck(new))
        self._note_outcome(view, action)

    def _next_slip(self, action: Action) -> Slip | None:
        possible = slips_for(action)
        return self._rng.choice(possible) if possible and self._rng.random() < self._habits.slip else None

    def _make_slip(self, slip: Slip, state: State, action: Action) -> None:
        """Let the slip happen, if it really is one: no rule would allow what then lies on the table."""
        scene = slipped(slip, self._hands.scene, self._layout, state, action, self._rng)
        found = None if scene is None else judge(state, true_picture(scene, self._layout))
        if scene is None or not isinstance(found, Disagrees):
            self._hands.lay(self._meant or state)
            return
        self._mishap = Mishap(slip, self._service.table().round, mendable=found.unfinished)
        self.tally.mishaps.append(self._mishap)
        self._hands.show(scene)

    def _note_outcome(self, before: TableView, action: Action) -> None:
        """Whether the game went on as it was played; where it did not go on, help as a person would, by hand."""
        view = self._service.table()
        if _stuck(view):
            return
        if _moved_on(before, view):
            self._check_what_was_read()
            if self._mishap is not None:
                # It was read before the slip happened: that is seen a moment later, or missed.
                self._wait(_stuck)
                if not _stuck(self._service.table()):
                    self._fail(MISSED, self._mishap.slip)
                    self._mishap = None
            return
        if self._mishap is not None:
            self._fail(MISSED, self._mishap.slip)
            self._repair()
            return
        self._enter(action)

    def _check_what_was_read(self) -> None:
        """The move that was taken from the board must be the one that was meant."""
        if self._settled_s is not None and self._mishap is None:
            self.tally.commit_delays_s.append(self._pace.now_s - self._settled_s)
        if self._meant is not None and not same_table(self._service.position(), self._meant):
            last = self._service.table().news[0].text
            self._fail(SILENT, f"{last.key} {dict(last.values)}")

    def _fail(self, what: str, detail: str = "") -> None:
        failure = Failure(what, self._service.table().round, self._pace.now_s, detail)
        self.tally.failures.append(failure)
        self._witness(failure)

    def _put_right(self, view: TableView) -> None:
        assert view.disagreement is not None  # noqa: S101 - asked by the caller
        kinds = frozenset(item.kind for item in view.disagreement.items)
        if self._mishap is None:
            self._fail(FALSE_ALARM, ", ".join(sorted(kinds)))
        else:
            self._mishap.settled_s = self._settled_s
            self._mishap.announced_s = self._pace.now_s
            self._mishap.kinds = kinds
            if not self._mishap.named:
                self._fail(UNNAMED, f"{self._mishap.slip}: {', '.join(sorted(kinds))}")
        self._pace.pause(self._habits.react_s)
        dispute = view.disagreement.id
        self._repair()
        self._wait(lambda new: new.disagreement is None or new.disagreement.id != dispute)
        still = self._service.table().disagreement
        if still is not None and still.id == dispute:
            self._order(lambda: self._service.later(self._service.host_key, dispute))

    def _repair(self) -> None:
        """Put the table as it was meant to lie."""
        self._mishap = None
        self._hands.lay(self._meant or self._service.position())

    def _answer(self, view: TableView) -> None:
        """Tell the truth: the first story after which the table lies as it does."""
        assert view.question is not None  # noqa: S101 - asked by the caller
        self.tally.questions += 1
        self._pace.pause(self._habits.react_s)
        question, choices = view.question.id, view.question.choices
        truth = true_picture(self._hands.scene, self._layout)
        told = self._service.stories()
        key = next(
            (which for which, state in told.items() if not differences(expected_picture(state), truth)),
            next(
                (
                    which
                    for which, state in told.items()
                    if not [d for d in differences(expected_picture(state), truth) if d.kind not in COUNTING]
                ),
                choices[-1].key,
            ),
        )
        self._order(lambda: self._service.answer(self._service.host_key, question, key))

    def _enter(self, action: Action) -> None:
        self.tally.entered_by_hand += 1
        key = key_of(action)
        self._order(lambda: self._service.play(self._service.host_key, key))

    def _order(self, order: Callable[[], None]) -> None:
        """Give an order; one that came too late is no matter, the next look at the table tells."""
        try:
            order()
        except Refused:
            self._pace.pause(self._habits.think_s)

    def _lay(self, state: State) -> None:
        """Let the pieces follow the game where it was told by hand; nothing to do when they lie right."""
        self._meant = state
        self._hands.lay(state)

    def _wait(self, until: Callable[[TableView], bool]) -> None:
        """Let time pass until the companion says something, or patience runs out."""
        began_s, self._settled_s = self._pace.now_s, None
        waited_s = 0.0
        while not self._pace.over and waited_s < self._habits.patience_s:
            self._pace.pause(TICK_S)
            waited_s += TICK_S
            view = self._service.table()
            if self._settled_s is None and view.camera.watching is Watching.WATCHING:
                self._settled_s = max(self._pace.now_s, began_s)
            if until(view):
                return


TICK_S = 0.125
BOT_NAME = "Bot"


def _pushed(arms: tuple[Arm, ...], slip: Slip | None, rng: Random) -> tuple[Arm, ...]:
    if slip is Slip.SHORT_RIVER:
        return arms[:-1]
    return (*arms, rng.choice(list(Arm))) if slip is Slip.LONG_RIVER else arms


def _moved_on(before: TableView, after: TableView) -> bool:
    """Whether the game has gone a step further."""
    return (before.phase, before.round, _actors(before)) != (after.phase, after.round, _actors(after))


def _actors(view: TableView) -> tuple[str, ...]:
    return tuple(player.colour for player in view.players if player.to_act)


def _stuck(view: TableView) -> bool:
    return view.disagreement is not None or view.question is not None


def _place(view: TableView, canoe: str) -> str | None:
    return next((place for place, canoes in view.places.items() if any(c.id == canoe for c in canoes)), None)
