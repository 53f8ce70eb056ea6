"""Pictures kept while a game goes on: what the keeper takes, what it leaves, and that no game waits for it."""

import json
import threading
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from builders import placed, seen, start

from companion.adapters import picture_keeper
from companion.adapters.board_observer import LOOKS_REMEMBERED
from companion.adapters.calibration_file import CalibrationPictures
from companion.adapters.picture_keeper import PictureKeeper
from companion.adapters.picture_store import PictureStore
from companion.board.labelled import LabelledLook, SettledBy
from vision.geometry import Lens, fit_pose
from vision.layout import default_layout

STATE = start()
MOVED = placed(STATE, red_1="M3+violet")
LAYOUT = default_layout()


def labelled(look, state=STATE, doubtful=()):
    return LabelledLook(look, seen(state), frozenset(doubtful), SettledBy.AGREEMENT)


class Observer:
    """Remembers looks at a grey table."""

    def __init__(self):
        corners = np.array([(0, 0), (505, 0), (505, 300), (0, 300)], float)
        pose, _ = fit_pose(corners, 100 + corners / 4, Lens(400, 300))
        known = SimpleNamespace(layout=LAYOUT, pose=pose, players=("red", "blue"), joe=False, stickers=True)
        self.look = SimpleNamespace(bgr=np.full((300, 400, 3), 90, np.uint8), pose=pose, calibration=known)
        self.forgotten = ()

    def settled(self, number):
        return None if number in self.forgotten else self.look


@pytest.fixture
def store(tmp_path):
    made = PictureStore(tmp_path / "pictures", 10_000_000)
    made.allow(keeping=True)
    return made


@pytest.fixture
def observer():
    return Observer()


@pytest.fixture
def taken(monkeypatch):
    """The calibration's own pictures, which are there unless a test takes them away."""
    pictures = [CalibrationPictures(b"empty", b"set up")]
    monkeypatch.setattr(picture_keeper, "calibration_pictures", lambda _: pictures[0])
    return pictures


@pytest.fixture
def keeper(store, observer, tmp_path, taken):
    made = PictureKeeper(observer, store, tmp_path / "calibration.zip")
    yield made
    made.close()


def kept(keeper, store):
    """What has been written when nothing waits any more."""
    keeper._jobs.join()
    return store.pictures()


def test_a_board_that_lies_as_before_is_kept_once(keeper, store):
    for look in range(1, 6):
        keeper.keep(labelled(look))
    assert len(kept(keeper, store)) == 1
    keeper.keep(labelled(6, MOVED))
    assert len(kept(keeper, store)) == 2


def test_it_is_kept_again_once_it_is_tidier_and_not_when_it_is_less_so(keeper, store):
    for doubtful in (("amber", "buoy"), ("amber", "buoy", "ruby"), ("amber",), ()):
        keeper.keep(labelled(1, doubtful=doubtful))
    assert [picture.doubtful for picture in kept(keeper, store)] == [(), ("amber",), ("amber", "buoy")]


def test_nothing_is_kept_that_is_not_allowed(keeper, store):
    keeper.allow(keeping=False)
    keeper.keep(labelled(1))
    assert kept(keeper, store) == ()
    keeper.allow(keeping=True)
    keeper.keep(labelled(2))
    assert len(kept(keeper, store)) == 1, "what was not kept was not counted as kept"


def test_a_look_that_is_no_longer_at_hand_is_left_and_the_next_one_kept(keeper, store, observer):
    observer.forgotten = (1,)
    keeper.keep(labelled(1))
    assert kept(keeper, store) == ()
    keeper.keep(labelled(2))
    assert len(kept(keeper, store)) == 1


def test_without_the_calibrations_own_pictures_nothing_is_kept(keeper, store, taken):
    assert keeper.possible
    taken[0] = None
    assert not keeper.possible
    keeper.keep(labelled(1))
    assert kept(keeper, store) == ()


def test_pictures_after_another_calibration_belong_to_another_table(keeper, store, taken):
    keeper.keep(labelled(1))
    kept(keeper, store)
    taken[0] = CalibrationPictures(b"empty", b"set up anew")
    keeper.keep(labelled(2, MOVED))
    tables = {picture.name.split("/")[0] for picture in kept(keeper, store)}
    assert len(tables) == 2


def test_the_game_does_not_wait_for_a_slow_disk_and_what_is_too_much_is_dropped(keeper, store, monkeypatch):
    may_go_on, begun = threading.Event(), threading.Event()
    add = store.add

    def slow(*picture):
        begun.set()
        may_go_on.wait(10)
        return add(*picture)

    monkeypatch.setattr(store, "add", slow)
    states = [placed(STATE, weather=weather, red_1=place) for weather in (0, 1) for place in LAYOUT.spaces]
    keeper.keep(labelled(1, states[0]))
    begun.wait(10)
    for number, state in enumerate(states[1:], 2):
        keeper.keep(labelled(number, state))
    may_go_on.set()
    assert len(kept(keeper, store)) == 1 + picture_keeper.MOST_WAITING


def test_a_disk_that_fails_costs_pictures_and_nothing_else_and_is_complained_of_once(
    keeper, store, monkeypatch, caplog
):
    add = store.add

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(store, "add", full)
    keeper.keep(labelled(1))
    keeper.keep(labelled(2, MOVED))
    kept(keeper, store)
    assert caplog.text.count("No space left") == 1
    monkeypatch.setattr(store, "add", add)
    keeper.keep(labelled(3))
    assert len(kept(keeper, store)) == 1


def test_the_truth_is_the_games_word_and_says_what_nobody_vouches_for(keeper, store):
    keeper.keep(labelled(1, MOVED, doubtful=("amber",)))
    (picture,) = kept(keeper, store)
    file = store.folder / picture.name.replace("/", "/frames/")
    truth = json.loads(file.with_suffix(".json").read_text())
    assert {"colour": "red", "at": "M3", "cargo": "violet"} in truth["canoes"]
    assert sum(canoe["at"] == "beach" for canoe in truth["canoes"]) == 5
    assert truth["gems_in_deposits"]["amethyst"] == {"violet": 6}
    assert (truth["weather"], truth["buoy"], truth["doubtful"]) == (0, 0, ["amber"])
    assert truth["corners_px"][2] == pytest.approx([100 + 505 / 4, 175])


def test_two_gems_in_one_canoe_are_vouched_for_by_nobody_for_a_sighting_has_room_for_one(keeper, store):
    board = seen(MOVED)
    (piece,) = board.canoes["M3"]
    laden = replace(board, canoes={**board.canoes, "M3": (replace(piece, cargo=("pink", "violet")),)})
    keeper.keep(LabelledLook(1, laden, frozenset(), SettledBy.AGREEMENT))
    assert kept(keeper, store)[0].doubtful == ("M3/cargo",)


def test_deleting_all_deletes_what_waits_to_be_written_too(keeper, store):
    keeper.keep(labelled(1))
    keeper.keep(labelled(2, MOVED))
    keeper.delete_all()
    assert kept(keeper, store) == ()


def test_as_many_looks_are_at_hand_as_are_averaged():
    assert LOOKS_REMEMBERED == 5
