"""The party at the virtual table: bots in their seats, one pair of hands, and a tally of slips and alarms.

The party sees only what people see - the page's public view and the table before them - apart from each bot's own
cards. Time comes through `Pace`: real seconds for a demonstration, frames as fast as they can be drawn for a trial.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Protocol

from companion.adapters.virtual.bots import Bot, push
from companion.adapters.virtual.hands import push_river, steps_to
from companion.adapters.virtual.slips import Slip, slipped, slips_for
from companion.adapters.virtual.truth import true_picture
from companion.agreement import Disagrees, judge
from companion.comparison import COUNTING, differences
from companion.engine import FALLS, Phase, River, apply
from companion.errors import Refused
from companion.expectation import expected_picture
from companion.viewing import key_of
from companion.views import Stage
from vision.simulate.scene import HandPiece

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from companion.engine import Action, State
    from companion.service import Service
    from companion.views import TableView
    from vision.layout import Layout
    from vision.simulate.scene import Scene
    from vision.simulate.table import VirtualTable


class Pace(Protocol):
    """How time passes at the table."""

    def pause(self, seconds: float) -> None:
        """Let this much time pass while the table lies as it is; a camera may look meanwhile."""
        ...

    @property
    def over(self) -> bool:
        """Whether the party is to break up."""
        ...


@dataclass(slots=True)
class Tally:
    """What happened in one game."""

    made: Counter[Slip] = field(default_factory=Counter)
    announced: Counter[Slip] = field(default_factory=Counter)
    false_alarms: int = 0
    questions: int = 0
    entered_by_hand: int = 0
    """Moves the bots had to enter because the camera could not follow."""
    rounds: int = 0
    winners: tuple[str, ...] = ()


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
    """Plays games on one table until told to stop."""

    def __init__(
        self,
        service: Service,
        table: VirtualTable,
        layout: Layout,
        pace: Pace,
        rng: Random,
        habits: Habits,
    ) -> None:
        self._service = service
        self._table = table
        self._layout = layout
        self._pace = pace
        self._rng = rng
        self._habits = habits
        self._tokens: dict[str, str] = {}
        self._slip: Slip | None = None
        self._meant: State | None = None
        self.tally = Tally()

    def play_game(self) -> Tally:
        """Set up and play until somebody has won, or the party is over."""
        self.tally = Tally()
        while not self._pace.over and self._service.table().stage is not Stage.OVER:
            self._fill_empty_seats()
            self._one_thing()
        view = self._service.table()
        self.tally.rounds, self.tally.winners = view.round, view.winners
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
                self._move_pieces(apply(state, lost))
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
        after = apply(state, action)
        slip = self._next_slip(action)
        self._meant = after
        if isinstance(action, River):
            arms = action.arms[:-1] if slip is Slip.SHORT_RIVER else action.arms
            for scene in push_river(self._table.scene, self._layout, arms, self._rng):
                self._show(scene, hand_at=self._layout.river.insertion)
        if slip is not Slip.SHORT_RIVER:
            self._move_pieces(after)
        if slip is not None:
            self._make_slip(slip, state, action)
        self._lift_hand()
        self._wait(lambda new: _moved_on(view, new) or _stuck(new))
        self._note_outcome(view, action)

    def _next_slip(self, action: Action) -> Slip | None:
        possible = slips_for(action)
        return self._rng.choice(possible) if possible and self._rng.random() < self._habits.slip else None

    def _make_slip(self, slip: Slip, state: State, action: Action) -> None:
        """Let the slip happen, if it really is one: no rule would allow what then lies on the table."""
        scene = slipped(slip, self._table.scene, self._layout, state, action, self._rng)
        if scene is None or not isinstance(judge(state, true_picture(scene, self._layout)), Disagrees):
            self._move_pieces(self._meant or state)
            return
        self._slip = slip
        self.tally.made[slip] += 1
        self._show(scene)

    def _note_outcome(self, before: TableView, action: Action) -> None:
        """When nothing happened for long: help the companion as a person would, by entering the move."""
        view = self._service.table()
        if _moved_on(before, view) or _stuck(view):
            return
        if self._slip is not None:
            self._repair()
            return
        self._enter(action)

    def _put_right(self, view: TableView) -> None:
        assert view.disagreement is not None  # noqa: S101 - asked by the caller
        if self._slip is not None:
            self.tally.announced[self._slip] += 1
        else:
            self.tally.false_alarms += 1
        self._pace.pause(self._habits.react_s)
        dispute = view.disagreement.id
        self._repair()
        self._wait(lambda new: new.disagreement is None or new.disagreement.id != dispute)
        still = self._service.table().disagreement
        if still is not None and still.id == dispute:
            self._order(lambda: self._service.later(self._service.host_key, dispute))

    def _repair(self) -> None:
        """Put the table as it was meant to lie."""
        self._slip = None
        self._move_pieces(self._meant or self._service.position())

    def _answer(self, view: TableView) -> None:
        """Tell the truth: the first story after which the table lies as it does."""
        assert view.question is not None  # noqa: S101 - asked by the caller
        self.tally.questions += 1
        self._pace.pause(self._habits.react_s)
        question, choices = view.question.id, view.question.choices
        truth = true_picture(self._table.scene, self._layout)
        told = self._service.stories()
        key = next(
            (
                which
                for which, state in told.items()
                if not [d for d in differences(expected_picture(state), truth) if d.kind not in COUNTING]
            ),
            choices[-1].key,
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

    # --- pieces -------------------------------------------------------------------------------------------

    def _lay(self, state: State) -> None:
        """Let the pieces follow the game where it was told by hand; nothing to do when they lie right."""
        self._meant = state
        self._move_pieces(state)
        self._lift_hand()

    def _move_pieces(self, state: State) -> None:
        for scene in steps_to(self._table.scene, self._layout, state, self._rng):
            self._show(scene)
        self._lift_hand()

    def _show(self, scene: Scene, hand_at: tuple[float, float] | None = None) -> None:
        """The table after one piece was moved, the hand still over it."""
        x_mm, y_mm = hand_at or _where(self._table.scene, scene) or self._layout.river.insertion
        hand = HandPiece(x_mm, y_mm, self._rng.uniform(-0.4, 0.4) + (1.57 if y_mm < HALF_MM else -1.57))
        self._table.set(replace(scene, hand=hand))
        self._pace.pause(self._habits.carry_s)

    def _lift_hand(self) -> None:
        if self._table.scene.hand is not None:
            self._table.set(replace(self._table.scene, hand=None))

    def _wait(self, until: Callable[[TableView], bool]) -> None:
        """Let time pass until the companion says something, or patience runs out."""
        waited_s = 0.0
        while not self._pace.over and waited_s < self._habits.patience_s:
            if until(self._service.table()):
                return
            self._pace.pause(TICK_S)
            waited_s += TICK_S


TICK_S = 0.125
HALF_MM = 150.0
"""The board's middle: hands come from the nearer long side."""
BOT_NAME = "Bot"


def _where(before: Scene, after: Scene) -> tuple[float, float] | None:
    """The place of the first canoe that moved between two scenes."""
    for old, new in zip(before.canoes, after.canoes, strict=False):
        if (old.x_mm, old.y_mm) != (new.x_mm, new.y_mm):
            return new.x_mm, new.y_mm
    return None


def _moved_on(before: TableView, after: TableView) -> bool:
    """Whether the game has gone a step further."""
    return (before.phase, before.round, _actors(before)) != (after.phase, after.round, _actors(after))


def _actors(view: TableView) -> tuple[str, ...]:
    return tuple(player.colour for player in view.players if player.to_act)


def _stuck(view: TableView) -> bool:
    return view.disagreement is not None or view.question is not None


def _place(view: TableView, canoe: str) -> str | None:
    return next((place for place, canoes in view.places.items() if any(c.id == canoe for c in canoes)), None)
