"""Time and hands at the virtual table: how long things take, and from where a hand comes."""

import itertools
from contextlib import ExitStack
from dataclasses import replace
from random import Random
from types import SimpleNamespace

import pytest
from builders import placed, start

from companion.adapters.board_observer import BoardObserver
from companion.adapters.panel_signals import NoAnnouncer
from companion.engine import Paddle, Phase, apply, initial_state, setup_from_parts, successors
from companion.game.log import GameLog
from companion.interpret.judgement import Disagrees, Housekeeping
from companion.operation.settings import Settings
from companion.referee.debounce import Debounce, Patience
from companion.rehearsal.bots import Bot, bots_game
from companion.rehearsal.demo import run_demo
from companion.rehearsal.habits import FAST_HABITS, Habits
from companion.rehearsal.hands import Hands
from companion.rehearsal.piece_steps import steps_to
from companion.rehearsal.table_clock import FRAMES_A_SECOND, FrameClock, WallClock
from companion.rehearsal.trial import FAST_PATIENCE, HEADING, MOST_SECONDS_A_TURN, Rates, _disturb
from companion.rehearsal.turns import TurnPlayer, and_what_follows
from companion.rehearsal.virtual_players import VirtualPlayers
from companion.service import Service
from vision.cameras.frame import Frame
from vision.layout import default_layout
from vision.simulate import VirtualTable, set_up
from vision.simulate.scene import DiscPiece

LAYOUT = default_layout()


class StoppedClock:
    """Counts the seconds that pass."""

    def __init__(self):
        self.now_s, self.over, self.pauses = 0.0, False, []

    def pause(self, seconds):
        self.pauses.append(seconds)
        self.now_s += seconds


class FilmOfNothing:
    def __init__(self):
        self.frames = 0

    def frame(self):
        self.frames += 1
        return Frame(None, self.frames, self.frames / 8)


@pytest.fixture
def scene():
    return set_up(LAYOUT, ("red", "blue", "green"), Random(1))


def frame_clock():
    observer = BoardObserver(None, annotated=False)
    seen = []
    service = SimpleNamespace(
        table=lambda: SimpleNamespace(players=()),
        see=lambda observation, _, wait: seen.append((observation.watching, wait)),
    )
    return FrameClock(FilmOfNothing(), observer, service), seen


def test_a_second_of_virtual_time_is_eight_frames_each_dealt_with_before_the_next():
    clock, seen = frame_clock()
    clock.pause(1.0)
    assert clock.now_s == 1.0
    assert [wait for _, wait in seen] == [True] * 8


def test_the_frames_of_the_last_two_seconds_can_be_looked_at_when_something_went_wrong():
    clock, _ = frame_clock()
    clock.pause(5.0)
    assert (clock.lately[0].taken_s, clock.lately[-1].taken_s) == (3.125, 5.0)


def test_the_wall_clock_is_over_when_it_is_stopped_and_no_pause_lasts_any_longer():
    clock = WallClock()
    assert not clock.over
    before_s = clock.now_s
    clock.stop()
    clock.pause(60)
    assert clock.over
    assert clock.now_s - before_s < 5


def test_a_hand_comes_from_the_nearer_long_side_of_the_board(scene):
    table = VirtualTable(scene)
    hands = Hands(table, LAYOUT, StoppedClock(), Random(1), carry_s=0.5)
    points_down = []
    for y_mm in (100.0, 140.0, 160.0, 200.0):
        hands._show(scene, (250.0, y_mm), 0.5)
        points_down.append(table.scene.hand.angle_rad > 0)
    assert points_down == [True, True, False, False]


def test_a_disc_is_pushed_in_within_a_quarter_to_half_a_second_by_frames(scene):
    frames = set()
    for seed in range(40):
        clock = StoppedClock()
        Hands(VirtualTable(scene), LAYOUT, clock, Random(seed), carry_s=0.5).push(["left"])
        sliding = clock.pauses[:-1]
        assert set(sliding) == {1 / FRAMES_A_SECOND}
        frames.add(len(sliding))
    assert frames == {2, 3, 4}


@pytest.mark.parametrize(("offset_mm", "moved"), [(3.5, False), (4.5, True)])
def test_a_disc_within_four_millimetres_of_its_place_is_left_alone(scene, offset_mm, moved):
    x_mm, y_mm = LAYOUT.spaces["M3"]
    others = [disc for disc in scene.discs if (disc.x_mm - x_mm) ** 2 + (disc.y_mm - y_mm) ** 2 > 20**2]
    middle = tuple(DiscPiece(x, y) for name, (x, y) in LAYOUT.spaces.items() if name != "M3")
    assert len(others) == len(middle)
    nudged = replace(scene, discs=(*middle, DiscPiece(x_mm + offset_mm, y_mm)))
    steps = list(steps_to(nudged, LAYOUT, start(), Random(1)))
    laid_anew = any(step.discs != nudged.discs for step in steps)
    assert laid_anew is moved


def test_waiting_players_look_at_the_page_once_a_frame():
    clock = StoppedClock()
    view = SimpleNamespace(camera=SimpleNamespace(watching=None))
    players = TurnPlayer(
        SimpleNamespace(table=lambda: view), None, clock, Random(1), Habits(patience_s=2.0),
        SimpleNamespace(settled_s=None),
    )  # fmt: skip
    players.wait(lambda _: False)
    assert len(clock.pauses) == 2.0 * FRAMES_A_SECOND


def test_in_a_trial_a_piece_is_carried_in_one_frame(scene):
    clock, seen = frame_clock()
    hands = Hands(VirtualTable(scene), LAYOUT, clock, Random(1), carry_s=FAST_HABITS.carry_s)
    hands.lay(placed(start(), red_1="M3"))
    assert len(seen) == 1


def waited_s(habits):
    """How long players wait for a companion that says nothing."""
    clock = StoppedClock()
    view = SimpleNamespace(camera=SimpleNamespace(watching=None))
    players = TurnPlayer(
        SimpleNamespace(table=lambda: view), None, clock, Random(1), habits, SimpleNamespace(settled_s=None)
    )
    players.wait(lambda _: False)
    return clock.now_s


def test_bots_help_by_hand_after_the_companion_would_have_reminded_and_before_it_calls_an_entry_wrong():
    patience = Patience()
    assert 1.5 * patience.remind_after_s < waited_s(Habits()) < patience.follow_s


@pytest.fixture
def table_of_bots(tmp_path, scene):
    """Bots in their seats of a real game without a camera; gives the players, the service and the clock."""

    def opened(habits, clock):
        setup = setup_from_parts(("red", "blue", "green"), "red", [], {})
        log = GameLog(tmp_path / "games.sqlite3")
        service = closing.enter_context(
            Service(log, setup, announcer=NoAnnouncer(), patience=Patience(), camera=False)
        )
        players = VirtualPlayers(service, VirtualTable(scene), LAYOUT, clock, Random(1), habits)
        players._fill_empty_seats()
        return players, service

    with ExitStack() as closing:
        yield opened


def test_three_cards_are_laid_in_about_two_seconds_and_the_first_canoe_sets_off_a_second_after(table_of_bots):
    clock = StoppedClock()
    players, service = table_of_bots(Habits(), clock)
    for _ in range(3):
        players._do_next()
    assert service.table().phase == Phase.PADDLE
    assert 1.4 < clock.now_s < 2.2
    clock.pauses.clear()
    players._do_next()
    thought_s, carried_s, *_ = clock.pauses
    assert 0.8 < thought_s < 1.6
    assert round(carried_s * FRAMES_A_SECOND) in (3, 4, 5), "the hand is seen in some frames"


@pytest.mark.parametrize(
    ("habits", "least_s", "most_s"),
    [(Habits(), 2.0, 3.0), (FAST_HABITS, 1.5 / FRAMES_A_SECOND, 2.5 / FRAMES_A_SECOND)],
    ids=["a sentence of eight words is read", "two frames pass"],
)
def test_before_a_mistake_is_put_right(table_of_bots, habits, least_s, most_s):
    clock = StoppedClock()
    players, _ = table_of_bots(habits, clock)
    players._put_right(SimpleNamespace(disagreement=SimpleNamespace(id=1, items=())))
    assert least_s < clock.pauses[0] < most_s


def test_one_turn_in_eight_goes_wrong_and_one_in_ten_is_followed_by_a_hurried_one(table_of_bots):
    players, service = table_of_bots(Habits(), StoppedClock())
    for _ in range(3):
        players._do_next()
    state, turns = service.position(), 1000
    action = next(action for action, _ in successors(state) if isinstance(action, Paddle))
    slips = sum(players._turns._next_slip(action) is not None for _ in range(turns))
    hurried = sum(len(players._turns_at_once(state, action)) > 1 for _ in range(turns))
    assert 0.09 < slips / turns < 0.15
    assert 0.075 < hurried / turns < 0.125


class DemonstrationOfOneGame:
    """Stands for all that the demonstration opens; notes what happens after what."""

    def __init__(self, monkeypatch):
        self.happened, self.over = [], False
        self.service, self.host_key = self, "key"
        for name in ("WallClock", "build_rig", "open_virtual_table", "VirtualPlayers"):
            monkeypatch.setattr(f"companion.rehearsal.demo.{name}", lambda *_, **__: self)
        self.table = self.camera = self.layout = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def serve(self, *_):
        return "http://table.example"

    def play_game(self):
        return SimpleNamespace(rounds=14, winners=("red",))

    def pause(self, seconds):
        self.happened.append(seconds)

    def new_game(self, _host_key):
        self.happened.append("a new game")
        self.over = True


def test_a_demonstration_rests_until_it_is_read_who_has_won_and_begins_anew(monkeypatch):
    shown = DemonstrationOfOneGame(monkeypatch)
    told = []
    run_demo(Settings(), ("red",), seed=1, slip=0.0, fast=False, games=None, say=told.append)
    assert told[-1] == "Game over after 14 rounds; winner: red."
    [rested_s, then] = shown.happened
    assert then == "a new game"
    assert 15 < rested_s < 25


def announced_after_s(finding, patience):
    """When a finding is told that every frame says again."""
    state = Debounce()
    for number in range(1000):
        state, told = state.observe(finding, number / FRAMES_A_SECOND, patience)
        if told is not None:
            return number / FRAMES_A_SECOND
    return None


def test_in_a_trial_six_pieces_may_be_carried_before_a_turn_is_called_wrong_and_two_dozen_after_an_entry():
    fast, piece_s = FAST_PATIENCE.as_patience(), FAST_HABITS.carry_s
    wrong_s = announced_after_s(Disagrees((), unfinished=True), fast)
    reminded_s = announced_after_s(Housekeeping(()), fast)
    assert 6 * piece_s < wrong_s < 11 * piece_s
    assert 1.5 * wrong_s < reminded_s < 2.8 * wrong_s
    assert 24 * piece_s < fast.follow_s < 40 * piece_s
    helped_s = waited_s(replace(FAST_HABITS, patience_s=MOST_SECONDS_A_TURN))
    assert 2 * fast.follow_s < helped_s < 4 * fast.follow_s


def test_a_bots_whim_outweighs_one_space_of_the_river_and_not_two():
    eager = Bot("red", SimpleNamespace(uniform=lambda _least, most: most))
    sober = Bot("red", SimpleNamespace(uniform=lambda least, _most: least))
    near, nearer, nearest = (placed(start(), red_1=space) for space in ("M1", "M2", "M3"))
    assert eager._worth(near) > sober._worth(nearer)
    assert eager._worth(near) < sober._worth(nearest)


def test_a_trial_goes_wrong_as_often_as_the_demonstration_and_lamps_and_camera_about_once_a_game():
    rates, habits = Rates(), Habits()
    assert (rates.slip, rates.hurry) == (habits.slip, habits.hurry)
    changes = []
    rig = SimpleNamespace(camera=SimpleNamespace(change=lambda **what: changes.extend(what)))
    rng, games, turns_a_game = Random(1), 100, 45
    for _ in range(games * turns_a_game):
        _disturb(rig, rates, rng)
    assert 0.7 < changes.count("light") / games < 1.2
    assert 0.7 < changes.count("view") / games < 1.2


def test_the_heading_names_what_a_row_counts():
    assert HEADING.split("  ") == [
        "seed", "rounds", "mistakes", "announced", "named", "false alarms", "silent", "questions", "by hand",
        "seconds", "table; winner",
    ]  # fmt: skip


def positions_of_a_game_with_joe():
    """Every position of a whole game among bots."""
    setup = setup_from_parts(("red", "blue", "green"), "red", ("joe",), {})
    return itertools.accumulate(bots_game(setup, Random(1)), apply, initial=initial_state(setup))


def test_what_was_meant_includes_a_river_that_stands_still_and_joe_who_moves_after_it():
    still = [at for at in positions_of_a_game_with_joe() if at.phase is Phase.RIVER and not at.river_distance]
    assert still
    for position in still:
        after = and_what_follows(position)
        assert (after.phase, after.round) == (Phase.CHOOSE, position.round + 1)
    assert any(and_what_follows(position).canoes["joe"] != position.canoes["joe"] for position in still)


def test_where_somebody_has_to_do_something_nothing_follows():
    flowing = [at for at in positions_of_a_game_with_joe() if at.phase is Phase.RIVER and at.river_distance]
    assert flowing
    assert all(and_what_follows(position) is position for position in flowing)
