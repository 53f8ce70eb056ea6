"""Turns at the virtual table: pieces carried as they were meant, or with a slip, until the companion has followed."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from companion.board.observation import Watching
from companion.board.picture import RiverSeen
from companion.engine import Arm, River, apply
from companion.errors import Refused
from companion.game.action_keys import key_of
from companion.game.game import follows_by_itself
from companion.interpret.hypotheses import same_table
from companion.interpret.judgement import Disagrees, History, judge
from companion.rehearsal.ground_truth import true_picture
from companion.rehearsal.human_errors import Slip, slipped, slips_for
from companion.rehearsal.table_clock import FRAMES_A_SECOND
from companion.rehearsal.view_checks import has_moved_on, is_stuck

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from companion.engine import Action, State
    from companion.present.views import TableView
    from companion.rehearsal.evaluation import Evaluator
    from companion.rehearsal.habits import Habits
    from companion.rehearsal.hands import Hands
    from companion.rehearsal.table_clock import TableClock
    from companion.service import Service
    from vision.simulate.scene import Scene

LOOK_EVERY_S = 1 / FRAMES_A_SECOND
"""While they wait, the players look at the page this often: once a frame."""


class TurnPlayer:
    """Carries out the turns of one game with one pair of hands."""

    def __init__(
        self,
        service: Service,
        hands: Hands,
        clock: TableClock,
        rng: Random,
        habits: Habits,
        evaluator: Evaluator,
    ) -> None:
        self._service = service
        self._hands = hands
        self._clock = clock
        self._rng = rng
        self._habits = habits
        self._evaluator = evaluator
        self._meant: State | None = None
        """The position that the pieces were meant to show when they were last moved."""

    @property
    def scene(self) -> Scene:
        """What lies on the table."""
        return self._hands.scene

    def lay(self, state: State) -> None:
        """Let the pieces follow the game where it was told by hand; nothing to do when they lie right."""
        self._meant = state
        self._hands.lay(state)

    def repair(self) -> None:
        """Put the table as it was meant to lie."""
        self._hands.lay(self._meant or self._service.position())

    def play(self, state: State, actions: Sequence[Action], view: TableView) -> None:
        """Play turns that nobody waits between, from ``state`` shown as ``view``; only the last may go wrong."""
        self._evaluator.results.turns += len(actions)
        self._evaluator.results.hurried_turns += len(actions) - 1
        way = list(itertools.accumulate(actions, apply, initial=state))
        hurried, last = way[1:-1], actions[-1]
        for position in hurried:
            self._hands.lay(position)
        self._meant = way[-1]
        believed = [*way[:-1], and_what_follows(way[-1])]
        slip = self._next_slip(last)
        if isinstance(last, River):
            arms = _pushed(last.arms, slip, self._rng)
            self._hands.push(arms)
            if not hurried:
                self._evaluator.counted(len(arms))
        if slip is not Slip.SHORT_RIVER and slip is not Slip.LONG_RIVER:
            self._hands.lay(self._meant)
        if slip is not None:
            self._make_slip(slip, state, last, hurried=bool(hurried))
        self._hands.lift()
        self.wait(
            lambda new: (
                is_stuck(new)
                or (has_moved_on(view, new) and self._turns_read(believed) in (None, len(actions)))
            )
        )
        self._note_outcome(view, believed, actions)

    def order(self, order: Callable[[], None]) -> None:
        """Give an order; one that came too late is no matter, the next look at the table tells."""
        try:
            order()
        except Refused:
            self._clock.pause(self._habits.think_s)

    def wait(self, until: Callable[[TableView], bool]) -> None:
        """Let time pass until the companion says something, or patience runs out."""
        began_s, self._evaluator.settled_s = self._clock.now_s, None
        waited_s = 0.0
        while not self._clock.over and waited_s < self._habits.patience_s:
            self._clock.pause(LOOK_EVERY_S)
            waited_s += LOOK_EVERY_S
            view = self._service.table()
            if self._evaluator.settled_s is None and view.camera.watching is Watching.WATCHING:
                self._evaluator.settled_s = max(self._clock.now_s, began_s)
            if until(view):
                return

    # --- slips --------------------------------------------------------------------------------------------

    def _next_slip(self, action: Action) -> Slip | None:
        possible = slips_for(action)
        return self._rng.choice(possible) if possible and self._rng.random() < self._habits.slip else None

    def _make_slip(self, slip: Slip, state: State, action: Action, *, hurried: bool) -> None:
        """Let the slip happen, if it really is one: no rule would allow what then lies on the table.

        What could just as well have come from legal turns, one or several, no camera can tell from them.
        """
        layout = self._hands.layout
        scene = slipped(slip, self._hands.scene, layout, state, action, self._rng)
        watched = History(river=RiverSeen(tuple(getattr(action, "arms", ()))))
        found = None if scene is None else judge(state, true_picture(scene, layout), watched)
        if scene is None or not isinstance(found, Disagrees):
            self._hands.lay(self._meant or state)
            return
        self._evaluator.slip(slip, hurried=hurried, mendable=found.unfinished)
        self._hands.show(scene)

    # --- what came of it ----------------------------------------------------------------------------------

    def _turns_read(self, way: Sequence[State]) -> int | None:
        """How many of the turns the companion has read; ``None`` when it believes something else."""
        position = self._service.position()
        return max((turns for turns, after in enumerate(way) if same_table(position, after)), default=None)

    def _note_outcome(self, before: TableView, way: Sequence[State], actions: Sequence[Action]) -> None:
        """Whether the game went on as it was played; where it did not go on, help as a person would, by hand."""
        if is_stuck(self._service.table()):
            return
        moved_on = has_moved_on(before, self._service.table())
        read = self._turns_read(way)
        if moved_on and read in (None, len(actions)):
            self._evaluator.read(actions[-1], way[-1])
            if self._evaluator.pending:
                # It was read before the slip happened: that is seen a moment later, or missed.
                self.wait(is_stuck)
                if not is_stuck(self._service.table()):
                    self._evaluator.unnoticed()
        elif self._evaluator.pending:
            self._evaluator.unnoticed()
            self.repair()
        else:
            self._insist(way, actions[read if moved_on and read is not None else 0 :])

    def _insist(self, way: Sequence[State], unread: Sequence[Action]) -> None:
        """What was done could not be seen: press *done*, and where that does not help, enter the moves."""
        self._evaluator.results.pressed_done += 1
        before = self._service.table()
        self.order(lambda: self._service.done(self._service.host_key))
        after = self._service.table()
        if has_moved_on(before, after):
            self._evaluator.read(unread[-1], way[-1])
        elif not is_stuck(after):
            for action in unread:
                self._enter(action)

    def _enter(self, action: Action) -> None:
        self._evaluator.results.entered_by_hand += 1
        key = key_of(action)
        self.order(lambda: self._service.play(self._service.host_key, key))


def and_what_follows(state: State) -> State:
    """The position after what nobody has to do or decide: a river that stands still, after which Joe moves (J2)."""
    follows = follows_by_itself(state)
    return state if follows is None else and_what_follows(apply(state, follows))


def _pushed(arms: tuple[Arm, ...], slip: Slip | None, rng: Random) -> tuple[Arm, ...]:
    """The arms of the discs that are really pushed: one less, or one more, where the slip says so."""
    if slip is Slip.SHORT_RIVER:
        return arms[:-1]
    return (*arms, rng.choice(list(Arm))) if slip is Slip.LONG_RIVER else arms
