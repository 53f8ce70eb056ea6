"""Time and hands at the virtual table: how long things take, and from where a hand comes."""

from dataclasses import replace
from random import Random
from types import SimpleNamespace

import pytest
from builders import placed, start

from companion.adapters.board_observer import BoardObserver
from companion.referee.debounce import Patience
from companion.rehearsal.bots import WHIM, Bot
from companion.rehearsal.demo import REST_S
from companion.rehearsal.habits import FAST_HABITS, Habits
from companion.rehearsal.hands import Hands
from companion.rehearsal.piece_steps import steps_to
from companion.rehearsal.table_clock import FRAMES_A_SECOND, FrameClock, WallClock
from companion.rehearsal.trial import FAST_PATIENCE, HEADING, MOST_SECONDS_A_TURN, Rates
from companion.rehearsal.turns import TurnPlayer
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


def test_in_a_hurry_a_piece_is_carried_in_one_frame_and_a_mistake_answered_after_two():
    assert round(FAST_HABITS.carry_s * FRAMES_A_SECOND) == 1
    assert round(FAST_HABITS.react_s * FRAMES_A_SECOND) == 2


def test_bots_help_by_hand_after_the_companion_would_have_reminded_and_before_it_calls_an_entry_wrong():
    patience = Patience()
    assert 1.5 * patience.remind_after_s < Habits().patience_s < patience.follow_s


def test_a_demonstration_can_be_followed_by_somebody_watching():
    habits = Habits()
    assert 8 <= round(habits.think_s * FRAMES_A_SECOND) <= 12, "about a second of thought"
    assert round(habits.carry_s * FRAMES_A_SECOND) == 4, "the hand is seen in four frames"
    assert 2.0 < habits.react_s < 3.0, "a sentence of eight words is read"
    assert 15 < REST_S < 25, "who has won, and with which gems, is read"


def test_in_a_trial_six_pieces_may_be_carried_before_a_turn_is_called_wrong_and_two_dozen_after_an_entry():
    fast, piece_s = FAST_PATIENCE.as_patience(), FAST_HABITS.carry_s
    assert 6 * piece_s < fast.wrong_after_s < 11 * piece_s
    assert 1.5 * fast.wrong_after_s < fast.remind_after_s < 2.8 * fast.wrong_after_s
    assert 24 * piece_s < fast.follow_s < 40 * piece_s
    assert 2 * fast.follow_s < MOST_SECONDS_A_TURN < 4 * fast.follow_s


def test_a_bots_whim_outweighs_one_space_of_the_river_and_not_two():
    bot = Bot("red", SimpleNamespace(uniform=lambda _least, _most: 0.0))
    near, nearer, nearest = (bot._worth(placed(start(), red_1=space)) for space in ("M1", "M2", "M3"))
    assert nearer - near < WHIM < nearest - near


def test_a_trial_goes_wrong_as_often_as_the_demonstration_and_lamps_and_camera_about_once_a_game():
    rates, habits = Rates(), Habits()
    assert (rates.slip, rates.hurry) == (habits.slip, habits.hurry)
    turns_a_game = 45
    assert 0.7 < turns_a_game * rates.lamp < 1.2
    assert 0.7 < turns_a_game * rates.knock < 1.2


def test_the_heading_names_what_a_row_counts():
    assert HEADING.split("  ") == [
        "seed", "rounds", "mistakes", "announced", "named", "false alarms", "silent", "questions", "by hand",
        "seconds", "winner",
    ]  # fmt: skip
