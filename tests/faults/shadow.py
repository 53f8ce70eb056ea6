"""A table in this process that is given the same orders: what a companion must know after them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from builders import PLAYERS, start

from companion.adapters.panel_signals import NoAnnouncer
from companion.game.log import GameLog
from companion.interpret.correction import Laid, Placed
from companion.referee.debounce import Patience
from companion.service import Service

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from companion.game.game import Game
    from companion.game.standing import Standing

HOST_KEY = "the-hosts-key"


class Shadow:
    """A service without page, and the tokens of those who sit at it."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.log = GameLog(file)
        self.service = Service(
            self.log,
            start().setup,
            announcer=NoAnnouncer(),
            patience=Patience(),
            camera=False,
            host_key=HOST_KEY,
        )
        self.tokens: dict[str, str] = {}

    def close(self) -> None:
        """Put the table away."""
        self.service.close()

    @property
    def game(self) -> Game:
        """The running game."""
        return self.service._referee.game

    @property
    def seated(self) -> list[str]:
        """Colours whose players may give orders."""
        return [colour for colour in PLAYERS if colour in self.tokens]

    def order(self, who: str, what: str, fields: Mapping[str, str]) -> None:
        """One order, as the page hands it on; raises `Refused`."""
        token = HOST_KEY if who == "host" else self.tokens.get(who, "")
        match what:
            case "sit":
                self.tokens[who] = self.service.take_seat(fields["colour"], fields["name"])
            case "leave":
                self.service.leave_seat(token)
                del self.tokens[who]
            case "choose":
                self.service.choose(token, fields["card"])
            case "undo" | "take-back":
                self.service.undo(token)
            case "play":
                self.service.play(token, fields["key"])
            case "correct":
                canoes = {name: Placed(place) for name, place in fields.items() if name != "weather"}
                self.service.correct(token, Laid(canoes, int(fields["weather"])))
            case "new-game":
                self.service.new_game(token)

    def told(self) -> tuple:
        """Everything of the running game that must be there after a restart."""
        return told(self.game.number, self.game)


def told(number: int, game: Game | Standing) -> tuple:
    """What is compared of a game: its position with hands and cards, how it came about, and who sits where."""
    return (
        number,
        game.state,
        tuple(step.line for step in game.steps),
        game.ready,
        game.closed,
        {colour: (seat.name, seat.taken) for colour, seat in game.seats.items()},
    )
