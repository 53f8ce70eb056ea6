"""The service itself: one worker thread owns the game, requests post orders and wait, readers never do."""

from __future__ import annotations

import hmac
import secrets
from typing import TYPE_CHECKING, Self

from companion.board.expectation import expected_picture
from companion.engine import Phase, Setup, SetupError, setup_from_parts
from companion.engine.message import Message
from companion.errors import Refused
from companion.game.actor import HOST, Actor
from companion.game.game import Game
from companion.game.seating import new_key, seat_of, sit_down
from companion.game.standing import Seat
from companion.game.stored import last_unfinished
from companion.present.seen_board import seen_view
from companion.present.teaching import Teacher
from companion.present.views import ReasonView
from companion.referee.facts import Fact, GameBegins
from companion.referee.referee import Referee
from companion.referee.situation import situation_of
from companion.service.archive import Archive
from companion.service.mailbox import Mailbox
from companion.service.noticeboard import Noticeboard

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import TracebackType

    from companion.board.observation import Observation
    from companion.engine import State
    from companion.game.log import GameLog
    from companion.interpret.correction import Laid
    from companion.present.health_report import Doctor
    from companion.present.views import SeatView, SeenView, TableView
    from companion.referee.debounce import Patience
    from companion.service.ports import Equipment, FactAnnouncer, KeptPictures, LitLamps


class Service:
    """One table's game, for as many phones, lamps and cameras as there are; see the package."""

    def __init__(
        self,
        log: GameLog,
        setup: Setup,
        *,
        announcer: FactAnnouncer,
        patience: Patience,
        camera: bool,
        host_key: str | None = None,
        equipment: Equipment | None = None,
        pictures: KeptPictures | None = None,
        doctor: Doctor | None = None,
        listener: Callable[[Sequence[Fact]], None] | None = None,
    ) -> None:
        """Go on with the log's last unfinished game, or begin one with ``setup``.

        ``camera`` says that somebody will hand in what is observed of the board; ``listener`` is told every fact.
        """
        self.host_key = host_key or secrets.token_urlsafe(9)
        self._log = log
        self._announcer = announcer
        self._patience = patience
        self._camera = camera
        self._listener = listener
        self._equipment = equipment
        self._pictures = pictures
        self._doctor = doctor
        unfinished = last_unfinished(log)
        game = unfinished or Game.begin(log, setup)
        self._referee = Referee(game, patience, camera=camera)
        self._teacher = Teacher(game)
        self._board = Noticeboard(self._referee)
        opening: list[Fact] = [] if unfinished else [GameBegins(tuple(map(str, setup.players)))]
        with game.at_once():
            opening += self._referee.open()
        self._announce(opening)
        self._publish()
        self._mailbox = Mailbox("niagara-game", self._publish)
        self.archive = Archive(log, self._mailbox)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Finish what was posted; the log is closed with the service."""
        self._mailbox.close()
        self._log.close()

    # --- reading ------------------------------------------------------------------------------------------

    def table(self) -> TableView:
        """The newest public view."""
        return self._board.table

    def seat(self, token: str) -> SeatView:
        """The private view of the seat that ``token`` opens; raises `Refused` when it opens none."""
        return self._board.seat(self._colour(token))

    def is_seat(self, token: str) -> bool:
        """Whether ``token`` opens a seat of this game."""
        return seat_of(self._referee.game, token) is not None

    def wait(self, after: int, timeout_s: float) -> int:
        """The number of the newest view, as soon as it is above ``after`` or when the time is over."""
        return self._board.wait(after, timeout_s)

    def lamps(self) -> LitLamps:
        """The panel as it is lit now."""
        return self._announcer.lamps()

    @property
    def equipment(self) -> Equipment | None:
        """What sets the table up from the browser: camera, panel and voice; ``None`` without any."""
        return self._equipment

    @property
    def pictures(self) -> KeptPictures | None:
        """What keeps pictures of the board with their truth; ``None`` without a camera."""
        return self._pictures

    @property
    def doctor(self) -> Doctor | None:
        """What looks at camera, pins, disk, network … of this table; ``None`` where nothing can be examined."""
        return self._doctor

    def seen(self) -> SeenView | None:
        """The board as the camera saw it last."""
        picture = self._referee.lookout.picture
        return None if picture is None else seen_view(picture, self._referee.game.setup.players)

    def lens(self) -> tuple[int, bytes] | None:
        """The newest annotated picture with its number, as JPEG."""
        return self._board.lens

    # --- seats --------------------------------------------------------------------------------------------

    def take_seat(self, colour: str, name: str, key: str | None = None, *, bot: bool = False) -> str:
        """Sit down; returns the token that opens the seat.

        A free seat or a bot's is anybody's; a person's seat opens only with its key (a second device).
        """
        return self._mailbox.ask(lambda: sit_down(self._referee.game, colour, name, key, bot=bot))

    def seat_key(self, token: str) -> str:
        """The key that opens one's own seat on a second device."""
        return self._mailbox.ask(lambda: new_key(self._referee.game, self._colour(token)))

    def leave_seat(self, token: str) -> None:
        """Leave the seat; everything that opened it is void."""
        self._mailbox.ask(lambda: self._referee.game.seat(self._colour(token), Seat()))

    # --- orders -------------------------------------------------------------------------------------------

    def choose(self, token: str, card: str) -> None:
        """Lay a card face down, or change it until all are in."""
        self._order(lambda: self._referee.choose(self._colour(token), card))

    def undo(self, token: str) -> None:
        """Take one's face-down card or one's last action back; the host takes back whatever came last."""
        self._order(lambda: self._referee.undo(self._who(token)))

    def play(self, token: str, key: str) -> None:
        """Enter an action by hand: a paddle move, the weather, a retrieved canoe, the river's arms."""
        self._order(lambda: self._referee.play(self._who(token), key))

    def answer(self, token: str, question: int, key: str) -> None:
        """Answer an open question."""
        self._order(lambda: self._referee.answer(self._who(token), question, key))

    def why_not(self, key: str) -> ReasonView | None:
        """Why an action is not possible now; ``None`` when it is."""
        refusal = self._mailbox.ask(lambda: self._referee.why_not(key))
        return None if refusal is None else ReasonView(refusal.rule, refusal.message)

    def correct(self, token: str, laid: Laid) -> None:
        """Go on from the position that somebody laid on the page."""
        self._order(lambda: self._referee.correct(self._who(token), laid))

    def board_is_right(self, token: str, disagreement: int) -> None:
        """Adopt what lies on the board."""
        self._order(lambda: self._referee.board_is_right(self._who(token), disagreement))

    def app_is_right(self, token: str, disagreement: int) -> None:
        """Lead the pieces back."""
        self._order(lambda: self._known(token) or self._referee.app_is_right(disagreement))

    def later(self, token: str, disagreement: int) -> None:
        """Let the camera rest until the board agrees again."""
        self._order(lambda: self._known(token) or self._referee.later(disagreement))

    def done(self, token: str) -> None:
        """*Done*: the set-up is ready, or look now."""
        self._order(lambda: self._known(token) or self._referee.done())

    def press_button(self) -> None:
        """The panel's button was pressed; nobody waits for the answer."""
        self._mailbox.tell(lambda: self._carry_out(self._referee.press))

    def hold_button(self) -> None:
        """The panel's button is held down; nobody waits for the answer."""
        self._mailbox.tell(lambda: self._carry_out(self._referee.hold))

    def arrange(self, token: str, players: Sequence[str], first: str, modules: Sequence[str]) -> None:
        """Begin a game with these players, clockwise, and these modules; the host's to do. Raises `Refused`."""
        if self._who(token) != HOST:
            raise Refused(Message("refused.host-only"))
        try:
            setup = setup_from_parts(players, first, modules, {})
        except SetupError as error:
            raise Refused(Message("refused.no-setup", {"text": error.problems or str(error)})) from error
        self.new_game(token, setup)

    def new_game(self, token: str, setup: Setup | None = None) -> None:
        """Put the game away and begin another, with the same players unless ``setup`` says otherwise."""
        self._mailbox.ask(lambda: self._new_game(token, setup))

    def recalibrate(self, token: str) -> None:
        """Have the camera find the board anew as it lies in the game; the host's to do. Raises `Refused`."""
        if self._who(token) != HOST:
            raise Refused(Message("refused.host-only"))
        if self._equipment is None:
            raise Refused(Message("refused.no-equipment"))
        self._equipment.recalibrate(expected_picture(self.position()))

    # --- the camera ---------------------------------------------------------------------------------------

    def see(self, observation: Observation, now_s: float, *, wait: bool = False) -> None:
        """Hand in a look of the camera; an older one not yet looked at is dropped, unless ``wait``.

        What the river did is told once only: the look that tells it is never dropped.
        """

        def see() -> None:
            self._see(observation, now_s)

        if wait:
            self._mailbox.ask(see)
        elif observation.picture is not None and observation.river is not None:
            self._mailbox.tell(see)
        else:
            self._mailbox.tell_newest(see)

    def position(self) -> State:
        """The whole position, face-down cards included: for virtual players in this process, never for a page."""
        return self._mailbox.ask(lambda: self._referee.game.state)

    def hypotheses(self) -> dict[str, State]:
        """The positions that the choices of the open question lead to, for virtual players."""
        question = self._mailbox.ask(lambda: self._referee.issues.question)
        return {} if question is None else question.positions()

    def game_record(self) -> list[dict[str, object]]:
        """The running game as the lines of a record."""
        return self._mailbox.ask(self._referee.game.record)

    # --- on the worker's thread ---------------------------------------------------------------------------

    def _order(self, order: Callable[[], Sequence[Fact]]) -> None:
        self._mailbox.ask(lambda: self._carry_out(order))

    def _carry_out(self, order: Callable[[], Sequence[Fact]]) -> None:
        """Have an order and all that follows from it stored together, then told; what fails has not happened."""
        with self._referee.game.at_once():
            facts = order()
        self._announce(facts)

    def _see(self, observation: Observation, now_s: float) -> None:
        if observation.lens is not None:
            self._board.show(observation.lens)
        self._carry_out(lambda: self._referee.see(observation, now_s))
        labelled = self._referee.labelled
        if labelled is not None and self._pictures is not None:
            self._pictures.keep(labelled)

    def _announce(self, facts: Sequence[Fact]) -> None:
        if not facts:
            return
        self._board.tell(facts)
        self._publish()
        self._announcer.announce(facts, situation_of(self._referee))
        if self._listener is not None:
            self._listener(facts)

    def _publish(self) -> None:
        lesson = self._teacher.lesson(setting_up=not self._referee.game.ready)
        self._board.publish(self._referee, lesson)

    def _new_game(self, token: str, setup: Setup | None) -> None:
        if self._who(token) != HOST and self._referee.game.state.phase != Phase.OVER:
            raise Refused(Message("refused.host-only"))
        old = self._referee.game
        with old.at_once():
            old.close()
            game = Game.begin(self._log, setup or old.setup)
            for colour, seat in old.seats.items():
                if colour in game.seats and seat.taken:
                    game.seat(colour, seat)
            referee = Referee(game, self._patience, camera=self._camera)
            facts = [GameBegins(tuple(map(str, game.setup.players))), *referee.open()]
        self._referee, self._teacher = referee, Teacher(game)
        self._announce(facts)

    def _who(self, token: str) -> Actor:
        """Whom a token stands for: the host's key or a seat's token; raises `Refused` for any other."""
        if hmac.compare_digest(token.encode(), self.host_key.encode()):
            return HOST
        return Actor.at_seat(self._colour(token))

    def _known(self, token: str) -> Sequence[Fact]:
        """Nothing, for somebody who sits at this table; raises `Refused` for anybody else."""
        self._who(token)
        return ()

    def _colour(self, token: str) -> str:
        colour = seat_of(self._referee.game, token)
        if colour is None:
            raise Refused(Message("refused.no-seat"))
        return colour
