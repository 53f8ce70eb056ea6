"""The game as a recipe: what may be done in a position, and the position that follows.

The modules join at the steps named in `companion.engine.expansion`; `Rulebook` holds them for one set-up.
"""

from __future__ import annotations

import itertools
from dataclasses import replace
from enum import StrEnum
from typing import TYPE_CHECKING

from companion.engine.actions import Action, Choose, Paddle, Retrieve, River
from companion.engine.board import FALLS, GEM_VALUE, Arm, Gem, Phase, carried
from companion.engine.errors import IllegalAction, Refusal
from companion.engine.frozen import FrozenMap
from companion.engine.in_play import rulebook
from companion.engine.moving import gem_home, landed, lost
from companion.engine.refusals.refusing import refusal, retrieval_refused
from companion.engine.state import Canoe, Player, State, Table, base_table, number_played, with_gems

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.engine.rulebook import Rulebook
    from companion.engine.setup import Setup


class Goal(StrEnum):
    """The delivered gems that end the game (B16)."""

    FOUR_ALIKE = "four-alike"
    FIVE_COLOURS = "five-colours"
    ANY_SEVEN = "any-seven"


MOST_SUGGESTED = 3
"""Legal actions that are named beside one that is not."""
GEMS_ALIKE_TO_WIN, GEMS_TO_WIN = 4, 7
"""Delivered gems that end the game: so many of one colour, or so many in all (B16)."""


def initial_state(setup: Setup) -> State:
    """The position before the first card is chosen (B1)."""
    table = base_table(setup)
    for set_up in rulebook(setup).set_up:
        table = set_up(table, setup)
    return State(setup, table, 1, Phase.CHOOSE, setup.first, setup.players)


def legal_actions(state: State) -> tuple[Action, ...]:
    """Every legal action, each once."""
    return tuple(action for action, _ in successors(state))


def successors(state: State) -> Iterator[tuple[Action, State]]:
    """Every legal action with the position that follows."""
    match state.phase:
        case Phase.CHOOSE:
            for player in state.to_act:
                yield from _retrievals(state, player)
                for card in state.players[player].hand:
                    yield Choose(player, card), _chosen(state, player, card)
        case Phase.PADDLE:
            yield from _turns(state)
        case Phase.RIVER:
            yield from _floods(state)


def apply(state: State, action: Action) -> State:
    """The position after ``action``; raises `IllegalAction` with the rule that forbids it."""
    after = _outcome(state, action)
    if after is None:
        raise IllegalAction(action, _refused(state, action))
    return after


def why_not(state: State, action: Action) -> Refusal | None:
    """The rule that forbids ``action`` in ``state``, and legal actions near to it; ``None`` when it is legal."""
    return None if _outcome(state, action) is not None else _refused(state, action)


def _refused(state: State, action: Action) -> Refusal:
    return replace(refusal(state, action), nearest=_nearest(state, action))


def _outcome(state: State, action: Action) -> State | None:
    """The position after ``action``, ``None`` when it is not legal."""
    match action:
        case Choose(player=player, card=card):
            may_choose = state.phase == Phase.CHOOSE and player in state.to_act
            return _chosen(state, player, card) if may_choose and card in state.players[player].hand else None
        case Retrieve():
            return _retrieved(state, action) if retrieval_refused(state, action) is None else None
        case River(arms=arms):
            due = state.phase == Phase.RIVER and len(arms) == state.river_distance
            return _round_over(state, *_pushed(state, arms)) if due else None
        case _:
            if state.phase != Phase.PADDLE or state.to_act != (action.player,):
                return None
            book, revealed = rulebook(state.setup), _revealed(state)
            played = revealed.players[action.player].played
            table = book.plays[str(played)].outcome(revealed.table, action, book)
            return None if table is None else _turn_over(revealed, table)


def _nearest(state: State, action: Action) -> tuple[Action, ...]:
    """A few legal actions of the same kind that differ least from what was meant."""

    def distance(other: Action) -> int:
        return sum(one != two for one, two in itertools.zip_longest(_parts(action), _parts(other)))

    same_kind = [other for other in legal_actions(state) if type(other) is type(action)]
    return tuple(sorted(same_kind, key=distance)[:MOST_SUGGESTED])


def _parts(action: Action) -> tuple[object, ...]:
    if isinstance(action, Paddle):
        moves = ((m.canoe, m.to, m.before, m.after, m.steal, m.joe, m.moose) for m in action.moves)
        return (action.player, action.value, *itertools.chain.from_iterable(moves))
    return tuple(getattr(action, name) for name in action.__slots__)


# --- phase 1: retrieve and choose (B2, B3) ------------------------------------------------------------------


def _retrievals(state: State, player: str) -> Iterator[tuple[Action, State]]:
    lost_ones = [name for name in state.canoes_of(player) if state.canoes[name].at == FALLS]
    for name in lost_ones:
        for pay in (*(str(gem) for gem in Gem if state.players[player].delivered.get(gem, 0)), None):
            action = Retrieve(player, name, pay)
            if retrieval_refused(state, action) is None:
                yield action, _retrieved(state, action)


def _retrieved(state: State, action: Retrieve) -> State:
    table = landed(state.table, action.canoe, ())
    if action.pay is not None:
        player = table.players[action.player]
        paid = replace(player, delivered=with_gems(player.delivered, action.pay, -1))
        table = replace(
            table,
            players=table.players.put_one(action.player, paid),
            deposits=gem_home(table.deposits, action.pay),
        )
    return replace(state, table=table, retrieved=(*state.retrieved, action.player))


def _chosen(state: State, name: str, card: str) -> State:
    player = state.players[name]
    hand = tuple(held for held in player.hand if held != card)
    players = state.players.put_one(name, Player(hand, card, None, player.delivered))
    on_table = state.table
    table = Table(on_table.canoes, on_table.deposits, players, on_table.weather, on_table.spirits)
    waiting = tuple(colour for colour in state.to_act if colour != name)
    phase, to_act = (Phase.CHOOSE, waiting) if waiting else (Phase.PADDLE, (state.first,))
    return State(
        state.setup, table, state.round, phase, state.first, to_act, None,
        state.last_arm, state.retrieved, state.winners,
    )  # fmt: skip


# --- phase 2: a player's turn (B2, B4-B12) ------------------------------------------------------------------


def _turns(state: State) -> Iterator[tuple[Action, State]]:
    (player,) = state.to_act
    book, revealed = rulebook(state.setup), _revealed(state)
    yield from _retrievals(state, player) if state.setup.options.retrieve_in == "own-turn" else ()
    for action, table in book.plays[str(revealed.players[player].played)].options(
        revealed.table, player, book
    ):
        yield action, _turn_over(revealed, table)


def _revealed(state: State) -> State:
    """The card of the player whose turn it is lies open."""
    (name,) = state.to_act
    player = state.players[name]
    shown = Player(player.hand, None, player.chosen, player.delivered)
    return replace(state, table=replace(state.table, players=state.players.put_one(name, shown)))


def _turn_over(state: State, table: Table) -> State:
    """The card is played; the next player clockwise follows, after the last one the river or the end (B16)."""
    seats = state.setup.players
    following = seats[(seats.index(state.to_act[0]) + 1) % len(seats)]
    phase, distance = Phase.PADDLE, None
    to_act: tuple[str, ...] = (following,)
    winners: tuple[str, ...] = ()
    if following == state.first:
        to_act = ()
        winners = _winners(table, state.setup)
        phase = Phase.OVER if winners else Phase.RIVER
        distance = None if winners else river_distance(table)
    return State(
        state.setup, table, state.round, phase, state.first, to_act, distance,
        state.last_arm, state.retrieved, winners,
    )  # fmt: skip


def _winners(table: Table, setup: Setup) -> tuple[str, ...]:
    """All who meet a goal at the end of phase 2 (B16)."""
    reached = tuple(name for name, player in table.players.items() if goal_of(player.delivered))
    if setup.options.tie_break == "gem-value" and reached:
        worth = {
            name: sum(GEM_VALUE[Gem(gem)] * n for gem, n in table.players[name].delivered.items())
            for name in reached
        }
        reached = tuple(name for name in reached if worth[name] == max(worth.values()))
    return reached


def goal_of(delivered: FrozenMap[str, int]) -> Goal | None:
    """The goal that delivered gems meet, the first of B16 when they meet several; ``None`` for none."""
    counts = delivered.values()
    if any(count >= GEMS_ALIKE_TO_WIN for count in counts):
        return Goal.FOUR_ALIKE
    if len(counts) == len(Gem):
        return Goal.FIVE_COLOURS
    return Goal.ANY_SEVEN if sum(counts) >= GEMS_TO_WIN else None


# --- phase 3 and 4: the river moves, the buoy passes (B13-B15, B2) ------------------------------------------


def river_distance(table: Table) -> int:
    """How far the river moves: the lowest number played and the weather, at least 0 (B13)."""
    numbers = [number for player in table.players if (number := number_played(table, player)) is not None]
    return max(0, min(numbers, default=0) + table.weather)


def _floods(state: State) -> Iterator[tuple[Action, State]]:
    """Every way the fork can send the discs (B14)."""
    book = rulebook(state.setup)

    def onward(arms: tuple[Arm, ...], table: Table, last_arm: Arm | None) -> Iterator[tuple[Action, State]]:
        if len(arms) == state.river_distance:
            yield River(arms), _round_over(state, table, last_arm)
            return
        for arm in Arm:
            yield from onward((*arms, arm), _disc_pushed(table, arm, book), arm)

    return onward((), state.table, state.last_arm)


def river_pushed(state: State, arms: tuple[Arm, ...]) -> State:
    """The same moment of the round with one disc pushed for each arm: canoes ride, some fall (B13-B15).

    Any number of discs: this is physics, not the rule about the distance.
    """
    table, last_arm = _pushed(state, arms)
    return replace(state, table=table, last_arm=last_arm)


def _pushed(state: State, arms: tuple[Arm, ...]) -> tuple[Table, Arm | None]:
    table, book = state.table, rulebook(state.setup)
    for arm in arms:
        table = _disc_pushed(table, arm, book)
    return table, arms[-1] if arms else state.last_arm


def _disc_pushed(table: Table, arm: Arm, book: Rulebook) -> Table:
    """Canoes ride their discs, moored ones stay; what falls is lost, its gems go home."""
    carries, moored = {}, table.spirits.moored
    falling = []
    for name, canoe in table.canoes.items():
        at = carried(canoe.at, arm)
        if at == canoe.at or name in moored:
            continue
        if at == FALLS:
            falling.append(name)
        else:
            carries[name] = Canoe(at, canoe.cargo, canoe.places)
    table = Table(table.canoes.put(carries), table.deposits, table.players, table.weather, table.spirits)
    for name in falling:
        table = lost(table, name, table.canoes[name].cargo)
    for disc_pushed in book.disc_pushed:
        table = disc_pushed(table, arm)
    return table


def _round_over(state: State, table: Table, last_arm: Arm | None) -> State:
    """What follows by itself after the last disc, then the buoy passes; after the last card all come back (B2)."""
    book = rulebook(state.setup)
    for name in table.spirits.moored:
        for put_back in book.put_back:
            table = put_back(table, name, last_arm)
    for river_over in book.river_over:
        table = river_over(state, table, last_arm)
    seats = state.setup.players
    full_hand = tuple(book.plays)
    players = {
        name: Player(player.hand or full_hand, None, None, player.delivered)
        for name, player in table.players.items()
    }
    return State(
        setup=state.setup,
        table=Table(table.canoes, table.deposits, FrozenMap(players), table.weather, table.spirits),
        round=state.round + 1,
        phase=Phase.CHOOSE,
        first=seats[(seats.index(state.first) + 1) % len(seats)],
        to_act=seats,
        last_arm=last_arm,
    )
