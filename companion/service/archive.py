"""The stored games, to be looked at again: which there are, how each went, and records in and out.

Secrecy by construction: a moment has no field for a hand or a face-down card, and a record ends where the first
card lies face down. So the running game may be looked at like any other.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.engine import (
    WEATHER_TRACK,
    Choose,
    Correction,
    EngineError,
    Phase,
    SetupError,
    action_to_json,
    correction_to_json,
    header_to_json,
    replay,
    write_record,
)
from companion.engine.message import Message
from companion.errors import Refused
from companion.game.game import Game
from companion.game.log import EntryKind
from companion.present.build_views import shown_card
from companion.present.hypothesis_views import deposits_of, places_of
from companion.present.statistics import Statistics, statistics_of
from companion.words.actions import tell

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.engine import Action, Refusal, State
    from companion.game.log import GameLog
    from companion.game.standing import Step
    from companion.present.views import CanoeView
    from companion.service.mailbox import Mailbox

LONGEST_RECORD = 5000
"""Lines; a game has some hundred."""
LONGEST_QUOTE = 60
"""Characters that are quoted of a text that is no record."""


@dataclass(frozen=True, slots=True)
class GameLine:
    """One stored game in the list."""

    number: int
    players: Mapping[str, str]
    """Names by colour in seat order; an empty name where nobody sat, or a bot."""
    round: int
    running: bool
    over: bool
    corrected: bool
    """The board was declared right somewhere: its record cannot be followed by the rules alone."""
    winners: tuple[str, ...]
    modules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PastPlayer:
    """A player at a moment of a game; ``played`` is the card that lay open then."""

    colour: str
    name: str
    delivered: Mapping[str, int]
    played: str | None
    to_act: bool


@dataclass(frozen=True, slots=True)
class MomentView:
    """The board after one step of a game; the names of the fields are those of `TableView`."""

    text: Message
    """What happened."""
    round: int
    first: str
    weather: int
    weather_track: tuple[int, ...]
    players: tuple[PastPlayer, ...]
    places: Mapping[str, tuple[CanoeView, ...]]
    deposits: Mapping[str, Mapping[str, int]]


@dataclass(frozen=True, slots=True)
class GameStory:
    """One stored game from its beginning to its end."""

    line: GameLine
    moments: tuple[MomentView, ...]
    """The set-up and every step that changed the board; at least one."""
    statistics: Statistics


class Archive:
    """The stored games; may be asked from any thread: the log is read and written by its owner alone."""

    def __init__(self, log: GameLog, mailbox: Mailbox) -> None:
        self._log = log
        self._mailbox = mailbox
        self._closed: dict[int, GameLine] = {}

    def games(self) -> tuple[GameLine, ...]:
        """Every stored game, the newest first."""
        return tuple(self._line(number) for number in reversed(self._numbers()))

    def story(self, number: int) -> GameStory | None:
        """How a game went; ``None`` when no such game is stored."""
        if number not in self._numbers():
            return None
        game = self._game(number)
        moments = (_first_moment(game), *(_moment(game, step) for step in game.steps if _changes_board(step)))
        return GameStory(_line(game), moments, statistics_of(game.setup.players, game.steps))

    def record(self, number: int) -> str | None:
        """A game as a record (``.ngr``), as far as its cards lie open; ``None`` when no such game is stored."""
        if number not in self._numbers():
            return None
        game = self._game(number)
        return write_record(game.setup, (step.line for step in open_steps(game)))

    def take_in(self, text: str) -> int:
        """Store a record as a game that was put away; returns its number. Raises `Refused` with line and reason."""
        if text.count("\n") > LONGEST_RECORD:
            raise Refused(Message("refused.record-too-long", {"most": LONGEST_RECORD}))
        try:
            played = replay(text.lstrip("\ufeff"))
        except EngineError as error:
            raise Refused(_why_no_record(text, error)) from error
        if played.broken is not None:
            raise Refused(_why_broken(played.broken.line, played.broken.refusal))
        taken = [_entry(line) for line in played.actions]

        def write() -> int:
            with self._log.at_once():
                game = self._log.begin(header_to_json(played.setup)).game
                for kind, body in taken:
                    self._log.append(game, kind, body)
                self._log.append(game, EntryKind.CLOSED, {})
            return game

        return self._mailbox.ask(write)

    def _numbers(self) -> tuple[int, ...]:
        return self._mailbox.ask(self._log.games)

    def _line(self, number: int) -> GameLine:
        """A game that was put away never changes again: it is followed once."""
        if number not in self._closed:
            game = self._game(number)
            if not game.closed:
                return _line(game)
            self._closed[number] = _line(game)
        return self._closed[number]

    def _game(self, number: int) -> Game:
        """The game as it is now; going through its entries keeps no order waiting."""
        return Game.from_entries(self._log, self._mailbox.ask(lambda: self._log.entries(number)))


def open_steps(game: Game) -> tuple[Step, ...]:
    """The steps up to the first card that still lies face down (B2); all of them in a finished game."""
    state = game.state
    hidden = {
        player: holding.chosen
        for player, holding in state.players.items()
        if holding.chosen is not None and shown_card(state, str(player)) is None
    }
    for at, step in enumerate(game.steps):
        # A correction holds the cards as well.
        lies = any(step.after.players[player].chosen == card for player, card in hidden.items())
        if lies and step.after.round == state.round:
            return game.steps[:at]
    return game.steps


def _entry(line: Action | Correction) -> tuple[EntryKind, Mapping[str, object]]:
    """What the log says of one line of a record."""
    if isinstance(line, Correction):
        document = correction_to_json(line)
        return EntryKind.CORRECTION, {"state": document["state"], "by": document["by"]}
    return EntryKind.ACTION, {"action": action_to_json(line), "from_board": False}


def _line(game: Game) -> GameLine:
    over = game.state.phase == Phase.OVER
    return GameLine(
        number=game.number,
        players={colour: "" if seat.bot else seat.name for colour, seat in game.seats.items()},
        round=game.state.round,
        running=not over and not game.closed,
        over=over,
        corrected=any(step.action is None for step in game.steps),
        winners=tuple(map(str, game.state.winners)),
        modules=tuple(map(str, game.setup.modules)),
    )


def _changes_board(step: Step) -> bool:
    return not isinstance(step.action, Choose)


def _first_moment(game: Game) -> MomentView:
    return _position(game, Message("history.start"), game.steps[0].before if game.steps else game.state)


def _moment(game: Game, step: Step) -> MomentView:
    text = Message("history.corrected") if step.action is None else tell(step.before, step.action)
    return _position(game, text, step.after)


def _position(game: Game, text: Message, state: State) -> MomentView:
    return MomentView(
        text=text,
        round=state.round,
        first=str(state.first),
        weather=state.weather,
        weather_track=WEATHER_TRACK,
        players=tuple(
            PastPlayer(
                colour,
                seat.name,
                dict(state.players[colour].delivered),
                shown_card(state, colour),
                to_act=state.phase == Phase.PADDLE and colour in state.to_act,
            )
            for colour, seat in game.seats.items()
        ),
        places=places_of(state),
        deposits=deposits_of(state),
    )


def _why_no_record(text: str, error: EngineError) -> Message:
    """What to say of a text whose first line begins no game."""
    if isinstance(error, SetupError) and error.problems:
        return Message("refused.no-setup", {"text": error.problems})
    return Message("refused.record-header", {"found": text.split("\n", 1)[0][:LONGEST_QUOTE].strip()})


def _why_broken(line: int, refusal: Refusal | None) -> Message:
    if refusal is None:
        return Message("refused.record-line", {"line": line})
    return Message("refused.record-illegal", {"line": line, "rule": refusal.rule, "text": refusal.message})
