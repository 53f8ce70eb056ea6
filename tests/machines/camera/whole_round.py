"""One round of a whole table - service, eyes, lamps, page, bots in every seat - in front of any camera.

The same seed plays the same round: once in front of the drawn table, where every scene's picture is kept; and then,
run as a program, in front of libcamera's virtual cameras that show these pictures, each scene on a camera of its own.
"""

import hashlib
import http.client
import json
import sys
import tempfile
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

from companion.operation.settings import Settings
from companion.present.plain_json import as_json
from companion.rehearsal.habits import FAST_HABITS
from companion.rehearsal.table_clock import FRAMES_A_SECOND
from companion.rehearsal.trial import FAST_PATIENCE
from companion.rehearsal.virtual_players import VirtualPlayers
from companion.rehearsal.virtual_rig import build_rig, stepped_table
from vision.calibrating.calibrate import calibrate
from vision.cameras.frame import Frame
from vision.motion.stillness import StillnessGate, StillnessThresholds
from vision.reader import Reader
from vision.simulate import empty_scene
from vision.watch import Watch

SEED = 4
PLAYERS = ("red", "blue", "green")
HABITS = replace(FAST_HABITS, slip=0.5, hurry=0.0)
"""Every second turn something goes wrong."""


def name_of(scene):
    """The name of the camera that shows a scene; the same in every process."""
    return "scene-" + hashlib.sha256(repr(scene).encode()).hexdigest()[:16]


class Looking:
    """A camera that asks ``picture_of`` for the scene as it lies; time passes by its pictures."""

    name = "scenes"

    def __init__(self, table, picture_of):
        self._table = table
        self._picture_of = picture_of
        self._number = 0

    def __enter__(self):
        return self

    def __exit__(self, *error):
        pass

    def frame(self):
        self._number += 1
        bgr, grey = self._picture_of(self._table.scene)
        return Frame(bgr, self._number, self._number / FRAMES_A_SECOND, grey)


def play(camera_of):
    """Play one round before ``camera_of(rig)``; returns what the page's table shows after it, as plain values."""
    rig = build_rig(PLAYERS, Random(SEED), paced=False)
    set_up = rig.table.scene
    with tempfile.TemporaryDirectory() as folder, ExitStack() as closing:
        picture_of = closing.enter_context(camera_of(rig))
        calibration = calibrate(picture_of(empty_scene())[0], picture_of(set_up)[0], PLAYERS)
        watch = Watch(Reader(calibration), StillnessGate(StillnessThresholds(still_frames=1)))
        looking = Looking(rig.table, picture_of)
        filmed = replace(rig, camera=looking, watch=watch, calibration=calibration)
        table, clock = closing.enter_context(
            stepped_table(filmed, Settings(patience=FAST_PATIENCE), Path(folder))
        )
        address = urlsplit(table.serve("127.0.0.1", 0))

        def go_home_after_a_round():
            clock.over = table.service.table().round > 1

        virtual_players = VirtualPlayers(
            table.service, rig.table, rig.layout, clock, Random(SEED), HABITS,
            between_turns=go_home_after_a_round,
        )  # fmt: skip
        results = virtual_players.play_game()
        view = table.service.table()
        return {
            "page": _status_of(address.hostname, address.port),
            "round": view.round,
            "weather": view.weather,
            "places": as_json(view.places, "en"),
            "mistakes": results.made.total(),
            "announced": results.caught.total(),
            "failures": [failure.what for failure in results.failures],
        }


def _status_of(host, port):
    page = http.client.HTTPConnection(host, port, timeout=30)
    try:
        page.request("GET", "/")
        return page.getresponse().status
    finally:
        page.close()


class _Drawn:
    """Pictures of the drawn table, each scene's first one kept as a file in its own folder."""

    def __init__(self, rig, folder, keep):
        self._rig, self._folder, self._keep = rig, folder, keep

    def __enter__(self):
        self._camera = self._rig.camera.__enter__()
        return self._picture_of

    def __exit__(self, *error):
        self._camera.__exit__(*error)

    def _picture_of(self, scene):
        lies = self._rig.table.scene
        self._rig.table.set(scene)
        bgr = self._camera.frame().bgr
        self._rig.table.set(lies)
        place = self._folder / name_of(scene)
        if not place.exists():
            self._keep(place, bgr)
        return bgr, None


class _Filmed:
    """Pictures of libcamera's virtual cameras: the one that shows the scene is opened when it lies there."""

    def __init__(self, number_of, pi_camera):
        self._number_of, self._pi_camera = number_of, pi_camera
        self._open = ExitStack()
        self._scene = None

    def __enter__(self):
        return self._picture_of

    def __exit__(self, *error):
        self._open.close()

    def _picture_of(self, scene):
        if scene != self._scene:
            self._open.close()
            self._camera = self._open.enter_context(
                self._pi_camera(self._number_of(name_of(scene)), warm_up_s=0.0)
            )
            self._scene = scene
        frame = self._camera.frame()
        return frame.bgr, frame.grey


def drawn(folder, keep):
    """Play before the drawn table; ``keep(place, bgr)`` stores each scene's picture under ``folder``."""
    return play(lambda rig: _Drawn(rig, folder, keep))


if __name__ == "__main__":
    from stand_ins import number_of  # importing puts them in place

    from vision.cameras.picamera2 import PiCamera

    json.dump(play(lambda _: _Filmed(number_of, PiCamera)), sys.stdout)
