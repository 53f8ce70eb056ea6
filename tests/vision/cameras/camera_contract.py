"""What every camera promises, whatever delivers the pictures; the same rules for a film and for a Pi camera.

A subclass brings the fixture ``camera`` (a closed camera that shows several pictures); for `CanBeAbsent` also
``absent`` (one that is not there), and for a live camera ``cable`` (pulls and plugs).
"""

import re
import time
from itertools import pairwise
from typing import Protocol

import numpy as np
import pytest

from vision.cameras.frame import Frame
from vision.errors import CameraError

CURE = re.compile(r"check|switch|plug|install|stop|open it|expected|try|charge", re.IGNORECASE)
NAP_S = 0.8


class Cable(Protocol):
    """What can happen to a live camera."""

    def pull(self): ...
    def plug(self): ...


def one_sentence_with_cure(error):
    """An error's text as a user meets it: one line, who, what, and what to do."""
    text = str(error)
    assert "\n" not in text
    assert "Traceback" not in text
    assert len(text) < 250
    assert CURE.search(text), f"no cure in: {text}"
    return text


def until_it_fails(camera):
    """Take the few pictures that are still on their way, and then the error."""
    for _ in range(50):
        camera.frame()


class CameraContract:
    def test_a_frame_is_a_colour_picture_with_its_number_and_time(self, camera):
        with camera:
            frame = camera.frame()
        assert isinstance(frame, Frame)
        assert frame.bgr.dtype == np.uint8
        assert frame.bgr.ndim == 3
        assert frame.bgr.shape[2] == 3
        assert frame.bgr.flags.c_contiguous

    def test_numbers_count_up_and_time_never_runs_back(self, camera):
        with camera:
            frames = [camera.frame() for _ in range(4)]
        assert all(one.number < other.number for one, other in pairwise(frames))
        assert all(one.taken_s <= other.taken_s for one, other in pairwise(frames))

    def test_the_picture_for_the_gate_shows_the_same_in_the_same_proportions(self, camera):
        with camera:
            frame = camera.frame()
        height, width = frame.bgr.shape[:2]
        assert frame.gate.shape[1] / frame.gate.shape[0] == pytest.approx(width / height, rel=0.02)
        assert frame.gate.mean() == pytest.approx(frame.bgr.mean(), abs=25)

    def test_two_pictures_share_no_memory(self, camera):
        with camera:
            first, second = camera.frame(), camera.frame()
        assert not np.shares_memory(first.bgr, second.bgr)

    def test_before_it_is_opened_and_after_it_is_closed_it_says_so(self, camera):
        with pytest.raises(CameraError, match="closed") as never_opened:
            camera.frame()
        with camera:
            camera.frame()
        with pytest.raises(CameraError, match="closed"):
            camera.frame()
        one_sentence_with_cure(never_opened.value)

    def test_closing_twice_is_harmless(self, camera):
        with camera:
            camera.frame()
        camera.__exit__(None, None, None)

    def test_it_can_be_opened_again(self, camera):
        with camera:
            first = camera.frame()
        with camera:
            again = camera.frame()
        assert first.bgr.shape == again.bgr.shape


class CanBeAbsent:
    def test_one_that_is_not_there_says_which_and_what_to_do(self, absent):
        with pytest.raises(CameraError) as caught:
            absent.__enter__()
        assert absent.name in one_sentence_with_cure(caught.value)


class LiveContract(CameraContract, CanBeAbsent):
    def test_after_a_nap_the_reader_gets_the_newest_picture(self, camera):
        with camera:
            camera.frame()
            time.sleep(NAP_S)
            woke_s = time.monotonic()
            frame = camera.frame()
        assert frame.taken_s > woke_s - NAP_S / 3, "a picture from the middle of the nap is not the newest"

    def test_a_reader_that_sleeps_does_not_hold_the_camera(self, camera):
        with camera:
            before = camera.frame()
            time.sleep(NAP_S)
            after = camera.frame()
        assert after.number - before.number >= 4, "the camera went on taking pictures meanwhile"

    def test_no_picture_is_given_twice(self, camera):
        with camera:
            numbers = [camera.frame().number for _ in range(12)]
        assert len(set(numbers)) == 12

    def test_unplugged_while_filming_it_says_so_and_what_to_do(self, camera, cable):
        with camera:
            camera.frame()
            cable.pull()
            with pytest.raises(CameraError, match="went away") as caught:
                until_it_fails(camera)
        assert camera.name in one_sentence_with_cure(caught.value)

    def test_plugged_in_again_it_films_again(self, camera, cable):
        with camera:
            camera.frame()
            cable.pull()
        cable.plug()
        with camera:
            assert camera.frame() is not None
