"""The players at the virtual table: bots in their seats who do, one thing after the other, what the page asks for.

They see only what people see - the page's public view and the table before them - apart from each bot's own cards.
Time comes through `TableClock`: real seconds for a demonstration, frames as fast as they can be drawn for a trial.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from companion.engine import FALLS, Phase, River, apply
from companion.referee.situation import Stage
from companion.rehearsal.bots import Bot, push
from companion.rehearsal.evaluation import Evaluator
from companion.rehearsal.ground_truth import true_hypothesis, true_picture
from companion.rehearsal.hands import Hands
from companion.rehearsal.turns import TurnPlayer
from companion.rehearsal.view_checks import is_stuck, place_of_canoe

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from companion.engine import Action, Retrieve, State
    from companion.present.views import TableView
    from companion.rehearsal.habits import Habits
    from companion.rehearsal.results import Failure, GameResults
    from companion.rehearsal.table_clock import TableClock
    from companion.service import Service
    from vision.layout import Layout
    from vision.simulate.table import VirtualTable

BOT_NAME = "Bot"


class VirtualPlayers:
    """Plays games on one table until told to stop.

    ``between_turns`` is called before each turn (somebody may switch a lamp); ``witness`` with each failure.
    """

    def __init__(
        self,
        service: Service,
        table: VirtualTable,
        layout: Layout,
        clock: TableClock,
        rng: Random,
        habits: Habits,
        *,
        between_turns: Callable[[], None] = lambda: None,
        witness: Callable[[Failure], None] = lambda _: None,
    ) -> None:
        self._service = service
        self._layout = layout
        self._clock = clock
        self._rng = rng
        self._habits = habits
        self._hands = Hands(table, layout, clock, rng, carry_s=habits.carry_s)
        self._between_turns = between_turns
        self._witness = witness
        self._tokens: dict[str, str] = {}
        """What opens each bot's seat, by colour."""
        self._begin_game()

    def play_game(self) -> GameResults:
        """Set up and play until somebody has won, or the clock says that it is over."""
        self._begin_game()
        results = self._evaluator.results
        began_s = self._clock.now_s
        while not self._clock.over and self._service.table().stage is not Stage.OVER:
            self._fill_empty_seats()
            self._do_next()
        view = self._service.table()
        results.rounds, results.winners = view.round, view.winners
        results.played_s = self._clock.now_s - began_s
        return results

    def _begin_game(self) -> None:
        self._evaluator = Evaluator(self._service, self._clock, self._witness)
        self._turns = TurnPlayer(
            self._service, self._hands, self._clock, self._rng, self._habits, self._evaluator
        )

    # --- what to do next ----------------------------------------------------------------------------------

    def _do_next(self) -> None:
        view = self._service.table()
        if view.disagreement is not None:
            self._put_right(view)
        elif view.question is not None:
            self._answer(view)
        elif view.stage is Stage.SET_UP:
            self._turns.lay(self._service.position())
            self._turns.wait(lambda new: new.stage is not Stage.SET_UP)
        elif view.phase == Phase.CHOOSE:
            self._choose()
        elif view.phase == Phase.PADDLE:
            self._paddle(view)
        elif view.phase == Phase.RIVER:
            self._push_river()

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

    # --- the phases of a round ----------------------------------------------------------------------------

    def _choose(self) -> None:
        """One bot puts a lost canoe back or lays a card; people take their own time."""
        state = self._service.position()
        self._turns.lay(state)
        for colour, bot in self._bots().items():
            if colour not in state.to_act:
                continue
            lost = bot.retrieve(state)
            if lost is not None:
                self._put_back(state, lost)
                return
            self._clock.pause(self._habits.think_s / 2)
            token, card = self._tokens[colour], bot.card(state)
            self._turns.order(partial(self._service.choose, token, card))
            return
        self._clock.pause(self._habits.think_s)

    def _put_back(self, state: State, lost: Retrieve) -> None:
        self._turns.lay(apply(state, lost))
        self._turns.wait(lambda new: place_of_canoe(new, lost.canoe) != FALLS or is_stuck(new))

    def _paddle(self, view: TableView) -> None:
        state = self._service.position()
        self._turns.lay(state)
        bot = self._bots().get(str(state.to_act[0]))
        self._clock.pause(self._habits.think_s)
        if bot is not None:
            self._play(state, self._turns_at_once(state, bot.action(state)), view)

    def _push_river(self) -> None:
        state = self._service.position()
        self._play(state, (River(push(state, self._rng)),), self._service.table())

    def _play(self, state: State, actions: tuple[Action, ...], view: TableView) -> None:
        self._between_turns()
        self._turns.play(state, actions, view)

    def _turns_at_once(self, state: State, action: Action) -> tuple[Action, ...]:
        """The action, and those of the next players who do not wait until it has been seen."""
        state, bots = apply(state, action), self._bots()
        if self._rng.random() >= self._habits.hurry:
            return (action,)
        if state.phase == Phase.RIVER:
            return action, River(push(state, self._rng))
        if state.phase == Phase.PADDLE and str(state.to_act[0]) in bots:
            return (action, *self._turns_at_once(state, bots[str(state.to_act[0])].action(state)))
        return (action,)

    # --- what the companion wants to know -----------------------------------------------------------------

    def _put_right(self, view: TableView) -> None:
        assert view.disagreement is not None  # noqa: S101 - asked by the caller
        self._evaluator.announced(frozenset(item.kind for item in view.disagreement.items))
        self._clock.pause(self._habits.react_s)
        dispute = view.disagreement.id
        self._turns.repair()
        self._turns.wait(lambda new: new.disagreement is None or new.disagreement.id != dispute)
        still = self._service.table().disagreement
        if still is not None and still.id == dispute:
            self._evaluator.still_wrong(frozenset(item.kind for item in still.items))
            self._turns.order(lambda: self._service.later(self._service.host_key, dispute))

    def _answer(self, view: TableView) -> None:
        """Tell the truth; that none of the hypotheses is true comes last."""
        assert view.question is not None  # noqa: S101 - asked by the caller
        self._evaluator.results.questions += 1
        self._clock.pause(self._habits.react_s)
        question, choices = view.question.id, view.question.choices
        truth = true_picture(self._turns.scene, self._layout)
        key = true_hypothesis(self._service.hypotheses(), truth) or choices[-1].key
        self._turns.order(lambda: self._service.answer(self._service.host_key, question, key))
