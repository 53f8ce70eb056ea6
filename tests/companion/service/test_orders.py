"""Whatever orders come: the log resumes to the same game, and an order is done wholly or not at all."""

import random
import shutil
import tempfile
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest
from builders import placed, seen, start
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from tables import PATIENCE, Table

from companion.engine import (
    HAND_ORDER,
    PLACES,
    Choose,
    Phase,
    Retrieve,
    River,
    legal_actions,
    setup_from_parts,
)
from companion.engine.message import Message
from companion.errors import Refused
from companion.game.action_keys import key_of
from companion.game.actor import HOST
from companion.game.game import Game
from companion.game.log import EntryKind, GameLog
from companion.interpret.correction import Laid, Placed
from companion.present.build_views import seat_view, table_view
from companion.referee.referee import Referee

COLOURS = ("red", "blue", "green")
ALL_MODULES = ("joe", "cards", "whirlpool", "beaver", "moose", "double-canoes")


@pytest.fixture
def by_hand(tmp_path):
    """A table without camera, with everybody seated."""
    table = Table(tmp_path, camera=False)
    table.seats = table.sit_down()
    yield table
    table.service.close()


def lay(table, **cards):
    for colour, card in cards.items():
        table.service.choose(table.seats[colour], card)


def play_round(table, **cards):
    """A round in which every turn is the first legal one and the river goes left."""
    lay(table, **cards)
    while table.service.position().phase != Phase.CHOOSE:
        action = legal_actions(table.service.position())[0]
        table.service.play(table.service.host_key, key_of(action))


def views(game):
    """What the pages show of a game of which nothing is known but its log."""
    referee = Referee(game, PATIENCE, camera=True)
    table = table_view(referee, (), (), 0, 0)
    return table, {colour: seat_view(referee, colour, table) for colour in game.seats}


def resumed(service, folder):
    """The running game, and the one that a copy of the log tells of; used on the owner's thread."""
    copy = Path(folder, "copy.sqlite3")
    log, game = service._log, service._referee.game
    # The file alone: what was answered for does not wait in a write-ahead log.
    service._mailbox.ask(lambda: shutil.copyfile(log.path, copy))
    with GameLog(copy, reading=True) as read:
        return game, Game.resume(read, game.number), read.games()[-1]


def assert_resumes(service, folder):
    running, again, last = resumed(service, folder)
    assert again.state == running.state
    assert again.steps == running.steps
    assert (again.seats, again.ready, again.closed) == (running.seats, running.ready, running.closed)
    assert views(again) == views(running)
    assert last == running.number


def test_a_card_changed_twice_after_a_correction_is_changed_and_the_log_resumed(by_hand, tmp_path):
    play_round(by_hand, red="3", blue="4", green="5")
    lay(by_hand, red="2")
    by_hand.service.correct(by_hand.service.host_key, Laid({"blue-1": Placed("M2")}, weather=0))
    for card in ("4", "6", "4"):
        lay(by_hand, red=card)
        assert by_hand.service.position().players["red"].chosen == card
        assert by_hand.service.position().canoes["blue-1"].at == "M2", "the correction stays"
        assert_resumes(by_hand.service, tmp_path)


def test_a_card_taken_up_after_a_correction_is_in_the_hand_again(by_hand, tmp_path):
    lay(by_hand, red="3", blue="4")
    by_hand.service.correct(by_hand.service.host_key, Laid({"green-1": Placed("M2")}, weather=1))
    by_hand.service.undo(by_hand.seats["red"])
    state = by_hand.service.position()
    assert "3" in state.players["red"].hand
    assert state.players["blue"].chosen == "4"
    assert state.to_act == ("red", "green")
    assert (state.canoes["green-1"].at, state.weather) == ("M2", 1)
    assert_resumes(by_hand.service, tmp_path)


def test_a_log_of_the_first_schema_whose_correction_holds_a_card_is_read_as_it_was_played(tmp_path):
    """Then an undo before a correction left the card where the correction had it, and the game went on with it."""
    with GameLog(tmp_path / "games.sqlite3") as log:
        game = Game.begin(log, start().setup)
        game.declare_ready()
        chosen = game.act(Choose("red", "3"))
        game.correct(game.state, HOST)
        log.append(game.number, EntryKind.UNDO, {"entry": chosen.entry, "by": "red"})
        again = Game.resume(log, game.number)
        assert again.state.players["red"].chosen == "3"
        for player in ("blue", "green"):
            again.act(Choose(player, "4"))
        assert Game.resume(log, game.number).state.phase == Phase.PADDLE


@contextmanager
def failing_after(log, writes):
    """Let the disk refuse every entry after the first ``writes``."""
    left = iter(range(writes))
    true = log.write

    def write(entry):
        if next(left, None) is None:
            raise Refused(Message("refused.not-stored", {"reason": Message("unstored.full")}))
        true(entry)

    log.write = write
    try:
        yield
    finally:
        del log.write


@pytest.mark.parametrize("writes", [0, 1])
def test_a_card_that_cannot_be_changed_stays_as_it_lies(by_hand, tmp_path, writes):
    lay(by_hand, red="3")
    with failing_after(by_hand.service._log, writes), pytest.raises(Refused):
        lay(by_hand, red="4")
    assert by_hand.service.position().players["red"].chosen == "3"
    assert by_hand.service.seat(by_hand.seats["red"]).chosen == "3"
    assert_resumes(by_hand.service, tmp_path)


@pytest.mark.parametrize("writes", range(6))
def test_a_new_game_that_cannot_be_stored_leaves_the_old_one_with_everybody_in_it(by_hand, tmp_path, writes):
    lay(by_hand, red="3")
    with failing_after(by_hand.service._log, writes), pytest.raises(Refused):
        by_hand.service.new_game(by_hand.service.host_key)
    assert by_hand.service.position().players["red"].chosen == "3"
    assert all(map(by_hand.service.is_seat, by_hand.seats.values()))
    assert by_hand.service._log.games() == (1,)
    lay(by_hand, red="4")
    assert_resumes(by_hand.service, tmp_path)


def test_what_follows_by_itself_is_stored_with_what_it_follows_from(by_hand):
    """A river that stands still is no order of its own: no kill falls between."""
    lay(by_hand, red="cloud", blue="cloud", green="cloud")
    while len(by_hand.service.position().to_act) == 1 and by_hand.service.position().to_act != ("green",):
        action = legal_actions(by_hand.service.position())[0]
        by_hand.service.play(by_hand.service.host_key, key_of(action))
    before = by_hand.service.position()
    last = key_of(legal_actions(before)[0])
    with failing_after(by_hand.service._log, 1), suppress(Refused):
        by_hand.service.play(by_hand.service.host_key, last)
    after = by_hand.service.position()
    assert after == before or after.phase != Phase.RIVER


def test_a_log_that_ends_before_a_river_of_no_discs_goes_on_by_itself(tmp_path):
    with GameLog(tmp_path / "games.sqlite3") as log:
        game = Game.begin(log, start().setup)
        game.declare_ready()
        for player in COLOURS:
            game.act(Choose(player, "cloud"))
        while game.state.phase == Phase.PADDLE:
            game.act(legal_actions(game.state)[0])
        assert game.state.river_distance == 0
    table = Table(tmp_path, camera=False)
    with closing(table.service):
        state = table.service.position()
        assert (state.phase, state.round) == (Phase.CHOOSE, 2)
        assert isinstance(table.service._referee.game.steps[-1].action, River)


class Orders(RuleBasedStateMachine):
    """Players, host and camera at one table; a refused order is an order too."""

    def __init__(self):
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.table = Table(Path(self.folder.name), camera=True)
        self.service = self.table.service
        self.service._log._base.execute("PRAGMA synchronous = OFF")  # what is tried here is no power cut
        self.seats = self.table.sit_down()
        self.host = self.service.host_key
        self.service.done(self.host)

    def teardown(self):
        self.service.close()
        self.folder.cleanup()

    @rule(colour=st.sampled_from(COLOURS), card=st.sampled_from(HAND_ORDER))
    def choose(self, colour, card):
        with suppress(Refused):
            self.service.choose(self.seats[colour], card)

    @rule()
    def choose_all(self):
        for colour in COLOURS:
            state = self.service.position()
            if state.phase == Phase.CHOOSE and colour in state.to_act:
                with suppress(Refused):  # the set-up may not be finished
                    self.service.choose(self.seats[colour], state.players[colour].hand[0])

    @rule(
        canoe=st.sampled_from([f"{colour}-{number}" for colour in COLOURS for number in (1, 2)]),
        place=st.sampled_from(PLACES),
        cargo=st.sampled_from([(), ("violet",), ("pink",)]),
        weather=st.integers(-1, 2),
        first=st.sampled_from([None, *COLOURS]),
        by=st.sampled_from([None, *COLOURS]),
    )
    def correct(self, canoe, place, cargo, weather, first, by):
        with suppress(Refused):
            token = self.host if by is None else self.seats[by]
            self.service.correct(token, Laid({canoe: Placed(place, cargo)}, weather, first=first))

    @rule(place=st.sampled_from(PLACES), right=st.booleans())
    def adopt(self, place, right):
        self.table.stare(seen(placed(self.service.position(), red_1=place)))
        disagreement = self.service.table().disagreement
        if disagreement is not None:
            with suppress(Refused):
                order = self.service.board_is_right if right else self.service.app_is_right
                order(self.host, disagreement.id)

    @rule(by=st.sampled_from([None, *COLOURS]))
    def undo(self, by):
        with suppress(Refused):
            self.service.undo(self.host if by is None else self.seats[by])

    @rule(seed=st.integers(0, 999))
    def play(self, seed):
        actions = [one for one in legal_actions(self.service.position()) if not isinstance(one, Choose)]
        if actions:
            with suppress(Refused):
                self.service.play(self.host, key_of(random.Random(seed).choice(actions)))

    @rule(seed=st.integers(0, 999))
    def retrieve(self, seed):
        actions = [one for one in legal_actions(self.service.position()) if isinstance(one, Retrieve)]
        if actions:
            with suppress(Refused):
                self.service.play(self.host, key_of(random.Random(seed).choice(actions)))

    @precondition(lambda self: self.service.position().round > 1)
    @rule()
    def new_game(self):
        self.service.new_game(self.host)

    @rule()
    def done(self):
        self.service.done(self.host)

    @precondition(lambda self: self.service.position().round > 1)
    @rule(modules=st.lists(st.sampled_from(ALL_MODULES), unique=True))
    def another_game(self, modules):
        with suppress(Refused):
            self.service.new_game(self.host, setup_from_parts(COLOURS, "blue", sorted(modules), {}))
            self.service.done(self.host)

    @rule(colour=st.sampled_from(COLOURS), name=st.text(max_size=5).filter(str.isprintable))
    def sit_elsewhere(self, colour, name):
        self.service.leave_seat(self.seats[colour])
        self.seats[colour] = self.service.take_seat(colour, name)
        self.service.seat_key(self.seats[colour])

    @rule(writes=st.integers(0, 3), colour=st.sampled_from(COLOURS), new=st.booleans())
    def disk_full(self, writes, colour, new):
        with failing_after(self.service._log, writes), suppress(Refused):
            if new:
                self.service.new_game(self.host)
            else:
                self.service.choose(self.seats[colour], self.service.position().players[colour].hand[-1])

    @invariant()
    def the_log_resumes_to_the_same_game(self):
        assert_resumes(self.service, self.folder.name)


Orders.TestCase.settings = settings(
    max_examples=12,
    stateful_step_count=25,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
TestRandomOrders = Orders.TestCase
