import time
from itertools import pairwise
from threading import Thread

import numpy as np
import pytest

from vision.cameras.frame import Frame
from vision.errors import CameraError
from vision.simulate import (
    Light,
    Renderer,
    View,
    VirtualCamera,
    VirtualTable,
    empty_scene,
    with_canoe_on_space,
)

SMALL = View(size_px=(320, 180), focal_px=265.0)


@pytest.fixture
def table(start):
    return VirtualTable(start)


def test_it_is_a_camera_like_any_other(table, layout):
    with VirtualCamera(table, layout, SMALL, paced=False) as camera:
        frame = camera.frame()
    assert camera.name == "virtual"
    assert isinstance(frame, Frame)
    assert frame.bgr.dtype == np.uint8
    assert frame.bgr.shape == (180, 320, 3)


def test_running_free_time_advances_by_the_frame_interval_without_waiting(table, layout):
    with VirtualCamera(table, layout, SMALL, fps=8.0, paced=False) as camera:
        frames = [camera.frame() for _ in range(5)]
    assert [frame.number for frame in frames] == [1, 2, 3, 4, 5]
    assert [frame.taken_s for frame in frames] == pytest.approx([0.125, 0.25, 0.375, 0.5, 0.625])


def test_paced_it_waits_until_the_next_picture_is_due(table, layout):
    now_s, waits = [100.0], []

    def sleep(seconds):
        waits.append(seconds)
        now_s[0] += seconds

    with VirtualCamera(table, layout, SMALL, fps=10.0, clock=lambda: now_s[0], sleep=sleep) as camera:
        first = camera.frame()
        now_s[0] += 0.04  # the program was busy with the picture
        second = camera.frame()
        now_s[0] += 5.0  # it was very busy: the camera does not make up for pictures nobody took
        third = camera.frame()
    assert waits == pytest.approx([0.1, 0.06, 0.0])
    assert (first.taken_s, second.taken_s, third.taken_s) == pytest.approx((100.1, 100.2, 105.2))


def test_paced_against_the_real_clock(table, layout):
    with VirtualCamera(table, layout, SMALL, fps=50.0) as camera:
        started = time.monotonic()
        frames = [camera.frame() for _ in range(5)]
        assert time.monotonic() - started >= 0.099
    assert all(a.taken_s < b.taken_s for a, b in pairwise(frames))


def test_a_closed_camera_says_so(table, layout):
    camera = VirtualCamera(table, layout, SMALL)
    with pytest.raises(CameraError, match="closed"):
        camera.frame()
    with camera:
        pass
    with pytest.raises(CameraError, match="closed"):
        camera.frame()


def test_it_can_be_opened_again(table, layout):
    camera = VirtualCamera(table, layout, SMALL, paced=False)
    with camera:
        camera.frame()
    with camera:
        assert camera.frame().number == 2


def test_it_sees_what_hands_have_moved_meanwhile(table, layout, rng):
    with VirtualCamera(table, layout, SMALL, Light(noise=0.0), paced=False) as camera:
        before = camera.frame().bgr
        moved = with_canoe_on_space(table.scene, layout, 0, "M1", rng)
        hands = Thread(target=table.set, args=(moved,))
        hands.start()
        hands.join()
        after = camera.frame().bgr
    assert np.array_equal(after, Renderer(layout, SMALL, Light(noise=0.0)).draw(moved))
    assert not np.array_equal(before, after)


def test_the_lamps_and_the_camera_can_change_while_it_looks(table, layout):
    dim, knocked = Light(level=0.5, noise=0.0), View(size_px=(320, 180), focal_px=265.0, roll_deg=3.0)
    table.set(empty_scene())
    with VirtualCamera(table, layout, SMALL, Light(noise=0.0), seed=2, paced=False) as camera:
        camera.change(light=dim)
        assert np.array_equal(camera.frame().bgr, Renderer(layout, SMALL, dim, 2).draw(empty_scene()))
        camera.change(view=knocked)
        assert np.array_equal(camera.frame().bgr, Renderer(layout, knocked, dim, 2).draw(empty_scene()))
