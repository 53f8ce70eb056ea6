"""What happened, as facts: everything that lamps, pages and the log are told.

A fact cannot fail and has no opinion about who listens. `facts_of` derives them from a step of the game.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.board.expectation import canoe_colour
from companion.engine import FALLS, Action, Choose, Phase, Retrieve, River, State
from companion.words.actions import tell

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.board.discrepancy import Discrepancy
    from companion.engine.message import Message
    from companion.game.actor import Actor


@dataclass(frozen=True, slots=True)
class GameBegins:
    """A new game: the board is to be set up."""

    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SetUpReady:
    """The set-up is right (or was declared so)."""


@dataclass(frozen=True, slots=True)
class CardsNeeded:
    """A round begins: everybody chooses a card in secret."""

    round: int
    first: str


@dataclass(frozen=True, slots=True)
class AllCardsIn:
    """Every card lies face down."""


@dataclass(frozen=True, slots=True)
class TurnBegins:
    """A player reveals his card and plays it."""

    player: str
    card: str


@dataclass(frozen=True, slots=True)
class Played:
    """An action other than choosing a card was carried out; ``text`` tells it."""

    player: str | None
    text: Message


@dataclass(frozen=True, slots=True)
class RiverToMove:
    """The river is to be moved by hand, ``distance`` discs."""

    distance: int


@dataclass(frozen=True, slots=True)
class CanoeLost:
    """A canoe went over the falls."""

    canoe: str
    colour: str


@dataclass(frozen=True, slots=True)
class Delivered:
    """A canoe landed with a gem."""

    player: str
    gem: str


@dataclass(frozen=True, slots=True)
class Won:
    """The game is over."""

    winners: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Mistake:
    """The table contradicts the game; ``player`` is whose it is to put right, if it is one player's."""

    player: str | None
    discrepancies: tuple[Discrepancy, ...]


@dataclass(frozen=True, slots=True)
class PutRight:
    """Table and game agree again."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The camera cannot tell which of several hypotheses is true."""

    text: Message


@dataclass(frozen=True, slots=True)
class Corrected:
    """A position was declared right, or something was taken back; all players are told who did it."""

    by: Actor


@dataclass(frozen=True, slots=True)
class Reminded:
    """Housekeeping that was forgotten: gems to put back, the buoy to pass."""

    discrepancies: tuple[Discrepancy, ...]


@dataclass(frozen=True, slots=True)
class Guided:
    """The pieces are led back to where the game has them: this comes next, of so many things that are left."""

    discrepancy: Discrepancy
    left: int


@dataclass(frozen=True, slots=True)
class CameraRests:
    """The camera was told to leave the board alone until it agrees again."""


@dataclass(frozen=True, slots=True)
class CameraAway:
    """The camera went away; the game goes on by hand."""

    text: Message


Fact = (
    GameBegins
    | SetUpReady
    | CardsNeeded
    | AllCardsIn
    | TurnBegins
    | Played
    | RiverToMove
    | CanoeLost
    | Delivered
    | Won
    | Mistake
    | PutRight
    | Asked
    | Corrected
    | Reminded
    | Guided
    | CameraRests
    | CameraAway
)


def facts_of(before: State, action: Action, after: State) -> tuple[Fact, ...]:
    """Everything to be announced of one step of the game, in the order it happened."""
    return (*_of_the_action(before, action, after), *opening_facts(before, after))


def _of_the_action(before: State, action: Action, after: State) -> Iterator[Fact]:
    if not isinstance(action, Choose):
        still = isinstance(action, River) and not action.arms
        if not still:
            yield Played(getattr(action, "player", None), tell(before, action))
    if not isinstance(action, Retrieve):
        for player, holding in after.players.items():
            for gem, count in holding.delivered.items():
                for _ in range(count - before.players[player].delivered.get(gem, 0)):
                    yield Delivered(str(player), str(gem))
    for name, canoe in after.canoes.items():
        if canoe.at == FALLS and before.canoes[name].at != FALLS:
            yield CanoeLost(str(name), canoe_colour(name))


def opening_facts(before: State | None, after: State) -> Iterator[Fact]:
    """What the position now asks for, if it did not ask for it before."""
    if before is not None and (before.phase, before.round, before.to_act) == (
        after.phase,
        after.round,
        after.to_act,
    ):
        return
    match after.phase:
        case Phase.CHOOSE if before is None or before.phase != Phase.CHOOSE:
            yield CardsNeeded(after.round, str(after.first))
        case Phase.PADDLE:
            if before is not None and before.phase == Phase.CHOOSE:
                yield AllCardsIn()
            player = after.to_act[0]
            yield TurnBegins(str(player), str(after.players[player].chosen))
        case Phase.RIVER if after.river_distance:
            yield RiverToMove(after.river_distance)
        case Phase.OVER:
            yield Won(tuple(map(str, after.winners)))
