"""The party at the virtual table: bots in their seats, one pair of hands, and a tally of slips and alarms.

The party sees only what people see - the page's public view and the table before them - apart from each bot's own
cards. Time comes through `Pace`: real seconds for a demonstration, frames as fast as they can be drawn for a trial.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from companion.board.observation import Watching
from companion.board.picture import RiverSeen
from companion.engine import FALLS, Arm, Phase, River, apply
from companion.errors import Refused
from companion.game.action_keys import key_of
from companion.interpret.hypotheses import same_table
from companion.interpret.judgement import Disagrees, Meanwhile, judge
from companion.present.views import Stage
from companion.rehearsal.bots import Bot, push
from companion.rehearsal.carrier import Carrier
from companion.rehearsal.reckoning import Reckoner
from companion.rehearsal.slips import Slip, slipped, slips_for
from companion.rehearsal.truth import true_picture, true_story

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from companion.engine import Action, State
    from companion.present.views import TableView
    from companion.rehearsal.pace import Pace
    from companion.rehearsal.tally import Failure, Tally
    from companion.service import Service
    from vision.layout import Layout
    from vision.simulate.table import VirtualTable


@dataclass(frozen=True, slots=True)
class Habits:
    """How the party plays; probabilities a turn, times in seconds."""

    slip: float = 0.12
    haste: float = 0.1
    """The next player moves before this turn has been seen."""
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
        self._meant: State | None = None
        self._reckoner = Reckoner(service, pace, witness)

    def play_game(self) -> Tally:
        """Set up and play until somebody has won, or the party is over."""
        self._reckoner = Reckoner(self._service, self._pace, self._witness)
        tally = self._reckoner.tally
        began_s = self._pace.now_s
        while not self._pace.over and self._service.table().stage is not Stage.OVER:
            self._fill_empty_seats()
            self._one_thing()
        view = self._service.table()
        tally.rounds, tally.winners = view.round, view.winners
        tally.played_s = self._pace.now_s - began_s
        return tally

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
        self._carry_out(state, self._turns_at_once(state, bot.action(state)), view)

    def _turns_at_once(self, state: State, action: Action) -> tuple[Action, ...]:
        """The action, and those of the next players who do not wait until it has been seen."""
        state, bots = apply(state, action), self._bots()
        if self._rng.random() >= self._habits.haste:
            return (action,)
        if state.phase == Phase.RIVER:
            return action, River(push(state, self._rng))
        if state.phase == Phase.PADDLE and str(state.to_act[0]) in bots:
            return (action, *self._turns_at_once(state, bots[str(state.to_act[0])].action(state)))
        return (action,)

    def _river(self) -> None:
        state = self._service.position()
        self._carry_out(state, (River(push(state, self._rng)),), self._service.table())

    # --- carrying out, slips included ---------------------------------------------------------------------

    def _carry_out(self, state: State, actions: Sequence[Action], view: TableView) -> None:
        """Play turns that nobody waits between; only the last may go wrong."""
        self._between_turns()
        self._reckoner.tally.turns += len(actions)
        self._reckoner.tally.hasty_turns += len(actions) - 1
        way = list(itertools.accumulate(actions, apply, initial=state))
        hasty, last = way[1:-1], actions[-1]
        for position in hasty:
            self._hands.lay(position)
        self._meant = way[-1]
        slip = self._next_slip(last)
        if isinstance(last, River):
            arms = _pushed(last.arms, slip, self._rng)
            self._hands.push(arms)
            if not hasty:
                self._reckoner.counted(len(arms))
        if slip is not Slip.SHORT_RIVER and slip is not Slip.LONG_RIVER:
            self._hands.lay(self._meant)
        if slip is not None:
            self._make_slip(slip, state, last, hurried=bool(hasty))
        self._hands.lift()
        self._wait(
            lambda new: (
                _stuck(new) or (_moved_on(view, new) and self._turns_read(way) in (None, len(actions)))
            )
        )
        self._note_outcome(view, way, actions)

    def _turns_read(self, way: Sequence[State]) -> int | None:
        """How many of the turns the companion has read; ``None`` when it believes something else."""
        position = self._service.position()
        return max((turns for turns, after in enumerate(way) if same_table(position, after)), default=None)

    def _next_slip(self, action: Action) -> Slip | None:
        possible = slips_for(action)
        return self._rng.choice(possible) if possible and self._rng.random() < self._habits.slip else None

    def _make_slip(self, slip: Slip, state: State, action: Action, *, hurried: bool) -> None:
        """Let the slip happen, if it really is one: no rule would allow what then lies on the table.

        What could just as well have come from legal turns, one or several, no camera can tell from them.
        """
        scene = slipped(slip, self._hands.scene, self._layout, state, action, self._rng)
        watched = Meanwhile(river=RiverSeen(tuple(getattr(action, "arms", ()))))
        found = None if scene is None else judge(state, true_picture(scene, self._layout), watched)
        if scene is None or not isinstance(found, Disagrees):
            self._hands.lay(self._meant or state)
            return
        self._reckoner.slip(slip, hurried=hurried, mendable=found.unfinished)
        self._hands.show(scene)

    def _note_outcome(self, before: TableView, way: Sequence[State], actions: Sequence[Action]) -> None:
        """Whether the game went on as it was played; where it did not go on, help as a person would, by hand."""
        if _stuck(self._service.table()):
            return
        moved_on = _moved_on(before, self._service.table())
        read = self._turns_read(way)
        if moved_on and read in (None, len(actions)):
            self._reckoner.read(actions[-1], way[-1])
            if self._reckoner.pending:
                # It was read before the slip happened: that is seen a moment later, or missed.
                self._wait(_stuck)
                if not _stuck(self._service.table()):
                    self._reckoner.unnoticed()
        elif self._reckoner.pending:
            self._reckoner.unnoticed()
            self._repair()
        else:
            self._insist(way, actions[read if moved_on and read is not None else 0 :])

    def _insist(self, way: Sequence[State], unread: Sequence[Action]) -> None:
        """What was done could not be seen: press *done*, and where that does not help, enter the moves."""
        self._reckoner.tally.pressed_done += 1
        before = self._service.table()
        self._order(lambda: self._service.done(self._service.host_key))
        after = self._service.table()
        if _moved_on(before, after):
            self._reckoner.read(unread[-1], way[-1])
        elif not _stuck(after):
            for action in unread:
                self._enter(action)

    def _put_right(self, view: TableView) -> None:
        assert view.disagreement is not None  # noqa: S101 - asked by the caller
        self._reckoner.announced(frozenset(item.kind for item in view.disagreement.items))
        self._pace.pause(self._habits.react_s)
        dispute = view.disagreement.id
        self._repair()
        self._wait(lambda new: new.disagreement is None or new.disagreement.id != dispute)
        still = self._service.table().disagreement
        if still is not None and still.id == dispute:
            self._reckoner.still_wrong(frozenset(item.kind for item in still.items))
            self._order(lambda: self._service.later(self._service.host_key, dispute))

    def _repair(self) -> None:
        """Put the table as it was meant to lie."""
        self._hands.lay(self._meant or self._service.position())

    def _answer(self, view: TableView) -> None:
        """Tell the truth; that none of the stories is true comes last."""
        assert view.question is not None  # noqa: S101 - asked by the caller
        self._reckoner.tally.questions += 1
        self._pace.pause(self._habits.react_s)
        question, choices = view.question.id, view.question.choices
        truth = true_picture(self._hands.scene, self._layout)
        key = true_story(self._service.stories(), truth) or choices[-1].key
        self._order(lambda: self._service.answer(self._service.host_key, question, key))

    def _enter(self, action: Action) -> None:
        self._reckoner.tally.entered_by_hand += 1
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
        began_s, self._reckoner.settled_s = self._pace.now_s, None
        waited_s = 0.0
        while not self._pace.over and waited_s < self._habits.patience_s:
            self._pace.pause(TICK_S)
            waited_s += TICK_S
            view = self._service.table()
            if self._reckoner.settled_s is None and view.camera.watching is Watching.WATCHING:
                self._reckoner.settled_s = max(self._pace.now_s, began_s)
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
