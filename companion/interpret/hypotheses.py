"""Which legal action explains the picture - one, several, or none.

A story is a legal action with the position after it. Its canoes and its weather must fit wherever they were seen;
among the stories that do, the gems decide by how likely they are. Actions that lead to the same look of the board
*and* to positions that play the same (the two single canoes of a colour are alike) are one story.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.board.comparison import COUNTING, Discrepancy, differences, fits
from companion.board.expectation import canoe_colour, expected_picture
from companion.board.picture import STILL, Piece, without_cargo
from companion.engine import Action, Arm, Choose, Paddle, River, State, apply, river_pushed, successors
from companion.interpret.likelihood import DEFAULT_ERRORS, arms_likelihood, cargo_likelihood, gems_likelihood

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator

    from companion.board.picture import BoardPicture, RiverSeen

MARGIN = 3.0
"""A story is told from another when the gems are so much likelier in it: e^3, twenty times."""
DOUBT = 1.0
"""A story whose own gems are seen otherwise with more than this is asked about, …"""
TOO_MUCH = 5.0
"""… and with more than this it is none: rather was a gem taken or left against the rules."""


@dataclass(frozen=True, slots=True)
class Story:
    """A legal action and the position it leads to."""

    action: Action
    state: State
    before: tuple[Action, ...] = ()
    """The turns of the players before, when several were played faster than they could be seen."""

    @property
    def actions(self) -> tuple[Action, ...]:
        """All its turns, in order."""
        return (*self.before, self.action)


@dataclass(frozen=True, slots=True)
class Telling:
    """The stories that can be true of a picture, the likeliest first.

    ``doubt`` is how much speaks against the gems that the likeliest moved, ``likelihood`` the logarithm of the chance
    to see all gems and the river as they were seen, if it is true.
    """

    stories: tuple[Story, ...] = ()
    doubt: float = 0.0
    likelihood: float = 0.0


def stories(state: State, seen: BoardPicture, river: RiverSeen = STILL) -> Telling:
    """The stories that fit what was seen, each told once, those left out that gems or river speak against."""
    return weighed(state, told_in_likely_order(state), seen, river)


def weighed(state: State, told: Iterable[Story], seen: BoardPicture, river: RiverSeen) -> Telling:
    """Those of the stories ``told``, which begin in ``state``, that can be true."""
    plain = without_cargo(seen)
    pictured = ((story, expected_picture(story.state)) for story in told)
    ranked = sorted(
        (
            (gems_likelihood(picture, seen) + _river_likelihood(story, river), story)
            for story, picture in pictured
            if fits(picture, plain)
        ),
        key=lambda pair: -pair[0],
    )
    if not ranked:
        return Telling()
    best = ranked[0][0]
    rivals = each_once(story for likelihood, story in ranked if likelihood > best - MARGIN)
    doubt = _doubt(state, rivals[0], seen)
    return Telling(rivals, doubt, best) if doubt <= TOO_MUCH else Telling()


def _doubt(state: State, story: Story, seen: BoardPicture) -> float:
    """How much speaks against the gems of the canoes that acted: those loaded, unloaded or robbed, and the empty ones.

    A gem that only rode along is remembered better than it is seen.
    """
    acted = frozenset().union(*map(_acted, story.actions))
    doubt = 0.0
    for name, canoe in story.state.canoes.items():
        pieces = seen.canoes.get(canoe.at)
        dealt = canoe.cargo != state.canoes[name].cargo or (name in acted and not canoe.cargo)
        if not pieces or not dealt:
            continue
        colour = canoe_colour(name)
        alike = tuple(piece for piece in pieces if piece.colour == colour)
        ought = tuple(
            Piece(colour, other.cargo)
            for which, other in story.state.canoes.items()
            if other.at == canoe.at and canoe_colour(which) == colour
        )
        doubt = max(doubt, -cargo_likelihood(ought, alike, DEFAULT_ERRORS))
    return doubt


def _river_likelihood(story: Story, river: RiverSeen) -> float:
    """The logarithm of the chance to see the river move so; without a river move in the story, none."""
    return arms_likelihood(story.action.arms, river) if isinstance(story.action, River) else 0.0


def _acted(action: Action) -> frozenset[str]:
    return frozenset(move.canoe for move in action.moves) if isinstance(action, Paddle) else frozenset()


def each_once(told: Iterable[Story]) -> tuple[Story, ...]:
    """The stories without those that leave the game the same as an earlier one."""
    different: dict[Hashable, Story] = {}
    for story in told:
        different.setdefault(_sameness(story.state), story)
    return tuple(different.values())


def unfinished(state: State, seen: BoardPicture) -> bool:
    """Whether what lies there can be a part of a legal action whose other part is still to come.

    Some of the canoes an action moves may lie where they were (hands rest between two canoes, or between two discs);
    gems may still have to follow.
    """
    if state.phase == "river":
        return any(river_could_have_moved(state, count, seen) for count in range(state.river_distance or 0))
    plain = without_cargo(seen)
    return any(
        fits(expected_picture(part), plain)
        for story in told_in_likely_order(state)
        for part in _parts(state, story)
    )


def _parts(state: State, story: Story) -> Iterator[State]:
    """The positions on the way to a story: some of the canoes it moves still lie where they were."""
    moved = [name for name, canoe in story.state.canoes.items() if canoe.at != state.canoes[name].at]
    for count in range(1, len(moved)):
        for waiting in itertools.combinations(moved, count):
            still = {name: state.canoes[name] for name in waiting}
            yield story.state.on_table(canoes=story.state.canoes.put(still))


def nearest(
    state: State, seen: BoardPicture, river: RiverSeen = STILL
) -> tuple[Story, tuple[Discrepancy, ...]]:
    """The story that contradicts the picture least, with what still differs; the position must have a successor."""

    def contradicted(pair: tuple[Story, tuple[Discrepancy, ...]]) -> tuple[float, ...]:
        story, items = pair
        hard = sum(item.kind not in COUNTING for item in items)
        return hard, -_river_likelihood(story, river), len(items)

    told = (
        (story, differences(expected_picture(story.state), seen)) for story in told_in_likely_order(state)
    )
    return min(told, key=contradicted)


def river_could_have_moved(state: State, count: int, seen: BoardPicture) -> bool:
    """Whether ``count`` discs, pushed into whatever arms, make the canoes lie as they are seen."""
    plain = without_cargo(seen)
    sequences = itertools.product(Arm, repeat=count)
    return any(fits(expected_picture(river_pushed(state, arms)), plain) for arms in sequences)


def told_in_likely_order(state: State) -> Iterator[Story]:
    """All stories; a river's with the alternating arms of B14 first, so that unseen discs follow the prediction."""
    if state.phase == "river":
        return (Story(river, apply(state, river)) for river in rivers_in_likely_order(state))
    return (Story(action, after) for action, after in successors(state) if not isinstance(action, Choose))


def rivers_in_likely_order(state: State) -> list[River]:
    """The river moves that are due, by how seldom they push two discs in a row into one arm (B14)."""
    ways = itertools.product(Arm, repeat=state.river_distance or 0)
    return sorted(map(River, ways), key=lambda river: _surprise(state, river))


def _surprise(state: State, river: River) -> int:
    """How often a river move departs from strict alternation of the arms (B14)."""
    arms: list[Arm | None] = [state.last_arm, *river.arms]
    return sum(before == after for before, after in itertools.pairwise(arms) if before is not None)


def _sameness(state: State) -> tuple[Hashable, ...]:
    """What makes two positions the same to play on from, the arm of the last disc apart."""
    cargoes = sorted(
        (canoe if _has_own_kind(state, canoe) else canoe.rsplit("-", 1)[0], where.at, where.cargo)
        for canoe, where in state.canoes.items()
    )
    delivered = tuple(tuple(sorted(player.delivered.items())) for player in state.players.values())
    deposits = tuple((deposit, tuple(sorted(gems.items()))) for deposit, gems in state.deposits.items())
    return (tuple(cargoes), delivered, deposits, state.weather, state.spirits, state.phase, state.retrieved)


def same_table(one: State, other: State) -> bool:
    """Whether two positions look and play the same, whoever's turn it is: canoes, gems and weather."""

    def table(state: State) -> Hashable:
        return (*_sameness(state)[:3], state.weather)

    return table(one) == table(other)


def _has_own_kind(state: State, canoe: str) -> bool:
    return canoe == "joe" or "double-canoes" in state.setup.modules
