"""How things stand at the table, for whoever tells it without a page: the panel's lamps and the voice."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING

from companion.engine import Paddle, Phase, legal_actions

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from companion.game.game import Game
    from companion.referee.referee import Referee


class Stage(StrEnum):
    """How far the game is."""

    SET_UP = "set-up"
    """The board is being laid; the camera checks it, or the host says it is ready."""
    PLAYING = "playing"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class SeatSituation:
    """What one player is to do now."""

    colour: str
    to_act: bool
    """A card or a turn is waited for."""
    alert: bool
    """This player has something to put right."""


@dataclass(frozen=True, slots=True)
class Situation:
    """What lamps follow, and the names by which a voice calls people."""

    stage: Stage
    seats: tuple[SeatSituation, ...]
    """In seat order, clockwise."""
    disagreement: bool = False
    """Table and game do not agree, and nobody has settled it."""
    question: bool = False
    """The camera cannot tell which of several hypotheses is true."""
    river_to_move: bool = False
    places: frozenset[str] = frozenset()
    """Places that matter now: while pieces are led back, where the next one belongs; else where a canoe may go."""
    names: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """What the people at the table are called, by colour."""


def situation_of(referee: Referee) -> Situation:
    """How things stand now."""
    game, dispute = referee.game, referee.issues.dispute
    return Situation(
        stage=stage_of(game),
        seats=tuple(
            SeatSituation(str(colour), has_to_act(game, str(colour)), is_alerted(referee, str(colour)))
            for colour in game.state.players
        ),
        disagreement=dispute is not None,
        question=referee.issues.question is not None,
        river_to_move=game.ready and game.state.phase == Phase.RIVER,
        places=frozenset(_places_that_matter(referee)),
        names=names_at(game),
    )


def stage_of(game: Game) -> Stage:
    """How far the game is."""
    if game.state.phase == Phase.OVER:
        return Stage.OVER
    return Stage.PLAYING if game.ready else Stage.SET_UP


def has_to_act(game: Game, colour: str) -> bool:
    """Whether a card or a turn of this player is waited for."""
    return game.ready and colour in game.state.to_act


def is_alerted(referee: Referee, colour: str) -> bool:
    """Whether this player has something to put right; what is nobody's in particular is everybody's."""
    dispute = referee.issues.dispute
    return dispute is not None and (
        dispute.whose == colour or dispute.whose not in referee.game.state.players
    )


def names_at(game: Game) -> dict[str, str]:
    """What the people in the seats are called, by colour; bots and nobody have no names."""
    return distinct_names((colour, seat.name) for colour, seat in game.seats.items() if not seat.bot)


def distinct_names(people: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Names by colour, of pairs of colour and name; a name that two share has its colour added."""
    named = [(colour, name) for colour, name in people if name]
    called = [name for _, name in named]
    return {colour: name if called.count(name) == 1 else f"{name} ({colour})" for colour, name in named}


def _places_that_matter(referee: Referee) -> Iterator[str]:
    dispute, state = referee.issues.dispute, referee.game.state
    if dispute is not None:
        if dispute.guiding:
            yield dispute.items[0].home
    elif referee.game.ready and state.phase == Phase.PADDLE:
        for action in legal_actions(state):
            for move in action.moves if isinstance(action, Paddle) else ():
                if move.to != state.canoes[move.canoe].at:
                    yield str(move.to)
