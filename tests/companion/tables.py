"""A table with a service, and a camera that sees what it is told."""

from builders import start

from companion.adapters.panel_signals import PanelAnnouncer
from companion.board.observation import Observation
from companion.engine.message import Message
from companion.game.log import GameLog
from companion.referee.debounce import Patience
from companion.service import Service, Watching
from hardware.recording import RecordingPanel

PATIENCE = Patience(looks=2, wrong_after_s=1.0, remind_after_s=1.0, follow_s=2.0)


class Table:
    """A service with a camera that sees what it is told, and a clock that stands still between looks."""

    def __init__(self, tmp_path, *, camera=True):
        self.facts = []
        self.panel = RecordingPanel()
        self.file = tmp_path / "games.sqlite3"
        self.camera = camera
        self.now_s = 0.0
        self.service = self.open()

    def open(self):
        return Service(
            GameLog(self.file),
            start().setup,
            announcer=PanelAnnouncer(self.panel),
            patience=PATIENCE,
            camera=self.camera,
            listener=self.facts.extend,
        )

    def look(self, picture, times=2, step_s=0.1, river=None):
        """Looks at a board that lies still; the first tells what the ``river`` did before."""
        for number in range(times):
            self.now_s += step_s
            watching = Message("camera.watching")
            told = river if number == 0 else None
            self.service.see(
                Observation(Watching.WATCHING, watching, picture, None, told), self.now_s, wait=True
            )

    def work(self, river=None):
        """Hands are over the board; the river has done so much since it lay still."""
        self.now_s += 0.1
        self.service.see(
            Observation(Watching.HANDS, Message("camera.moving"), None, None, river), self.now_s, wait=True
        )

    def stare(self, picture):
        self.look(picture, times=4, step_s=0.6)

    def sit_down(self):
        return {colour: self.service.take_seat(colour, colour.title()) for colour in ("red", "blue", "green")}

    def of(self, kind):
        return [fact for fact in self.facts if isinstance(fact, kind)]


def play_cards(table, **cards):
    seats = table.sit_down()
    for colour, card in cards.items():
        table.service.choose(seats[colour], card)
    return seats
