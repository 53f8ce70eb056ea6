"""What an observer makes of frames: how often it draws, how fast frames came, and when the camera is tried again."""

from types import SimpleNamespace

import numpy as np
import pytest

from companion.adapters.board_observer import BoardObserver
from companion.adapters.camera_thread import CameraThread
from companion.board.observation import Watching
from vision.cameras.frame import Frame
from vision.errors import CameraError


def frame(taken_s):
    return Frame(np.full((36, 64, 3), 90, np.uint8), 1, taken_s)


def test_a_picture_is_drawn_for_the_page_about_once_a_second():
    observer = BoardObserver(None)
    drawn_at_s = [
        taken_s
        for taken_s in (0.0, 0.4, 0.8, 1.1, 1.5, 1.9, 2.2)
        if observer.observe(frame(taken_s), ()).lens
    ]
    assert drawn_at_s == [0.0, 1.1, 2.2]


def test_where_no_page_is_looked_at_nothing_is_drawn():
    assert BoardObserver(None, annotated=False).observe(frame(0.0), ()).lens is None


def test_without_a_calibration_nothing_is_read_and_the_page_says_so():
    told = BoardObserver(None).observe(frame(0.0), ("red",))
    assert (told.watching, told.text.key) == (Watching.UNREADABLE, "camera.uncalibrated")


def test_colours_the_calibration_does_not_know_are_named():
    watch = SimpleNamespace(reader=SimpleNamespace(calibration=SimpleNamespace(players=("red", "blue"))))
    told = BoardObserver(watch, annotated=False).observe(frame(0.0), ("red", "green"))
    assert (told.text.key, told.text.values["colours"]) == ("camera.other-players", ("green",))


def test_how_often_frames_came_is_measured():
    observer = BoardObserver(None, annotated=False)
    with pytest.raises(CameraError, match="has given no picture yet"):
        observer.filmed("usb:0")
    for number in range(41):
        observer.observe(frame(number / 8), ())
    filmed = observer.filmed("usb:0")
    assert filmed.frames / filmed.lasted_s == pytest.approx(8.0)


class NoCamera:
    name = "gone"

    def __enter__(self):
        raise CameraError("gone: unplugged")

    def __exit__(self, *error):
        pass


class PassingTime:
    """An event that is never set while ``limit_s`` seconds of waiting pass at once."""

    def __init__(self, limit_s):
        self.now_s, self._limit_s = 0.0, limit_s

    def is_set(self):
        return self.now_s > self._limit_s

    def wait(self, seconds):
        self.now_s += seconds

    def set(self):
        self._limit_s = -1.0


@pytest.mark.parametrize(
    ("within_s", "attempts"),
    [
        (0.8, 1),
        (1.2, 2),
        (2.6, 2),
        (3.4, 3),
        (7, 3),
        (9, 4),
        (16.5, 4),
        (19.5, 5),
        (42, 5),
        (54, 6),
        (72, 6),
        (84, 7),
    ],
)
def test_a_camera_that_is_away_is_tried_again_soon_and_then_less_and_less_often(within_s, attempts):
    told = []
    service = SimpleNamespace(see=lambda observation, _: told.append(observation.watching))
    looking = CameraThread(NoCamera(), BoardObserver(None))
    looking._closing = PassingTime(within_s)
    looking._run(service)
    assert told == [Watching.AWAY] * attempts
