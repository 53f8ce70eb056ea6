"""Gems are counted in other light than at set-up; what no gem looks like is not told."""

from collections import Counter
from random import Random

import cv2
import pytest

from vision.calibrating.calibrate import calibrate
from vision.gems.reader import GemReader, gems_of_a_colour
from vision.layout import default_layout
from vision.photometry.relight import relight
from vision.reader import Reader
from vision.simulate import Light, Renderer, View, empty_scene, set_up, with_gem_in, without_gem_in

LAYOUT = default_layout()
PLAYERS = ("red", "blue", "green")
VIEW = View(tilt_deg=3.0)
GEMS = {name: deposit.gem for name, deposit in LAYOUT.deposits.items()}
START = set_up(LAYOUT, PLAYERS, Random(21))


@pytest.fixture(scope="module")
def renderer():
    return Renderer(LAYOUT, VIEW, Light(), seed=21)


@pytest.fixture(scope="module")
def calibration(renderer):
    return calibrate(renderer.draw(empty_scene()), renderer.draw(START), PLAYERS, layout=LAYOUT)


def left_in(scene, name):
    (x, y), radius = LAYOUT.deposits[name].centre, LAYOUT.deposits[name].radius
    return dict(Counter(g.colour for g in scene.gems if (g.x_mm - x) ** 2 + (g.y_mm - y) ** 2 <= radius**2))


@pytest.mark.parametrize(
    "light", [Light(kelvin=3200.0), Light(level=0.6), Light(kelvin=7500.0, lamp_mm=(400.0, 20.0))]
)
def test_gems_are_counted_in_other_light_than_at_set_up(calibration, renderer, light):
    rng, lit, reader = Random(4), renderer.in_light(light), Reader(calibration)
    right = wrong = 0
    for _ in range(4):
        scene = START
        for name, gem in GEMS.items():
            for _ in range(rng.randint(0, 6)):
                scene = without_gem_in(scene, LAYOUT, name, gem)
        scene = with_gem_in(scene, LAYOUT, "amber", "blue")
        told = reader.read(lit.draw(scene)).deposits
        right += sum(told[name] == left_in(scene, name) for name in GEMS)
        wrong += sum(told[name] not in (None, left_in(scene, name)) for name in GEMS)
    assert right >= 16
    assert wrong == 0


@pytest.mark.parametrize("name", GEMS)
def test_a_stone_in_a_colour_of_no_gem_is_not_told(calibration, name):
    bgr = calibration.empty_bgr.copy()
    x, y = (round(place) for place in calibration.canvas.at(LAYOUT.deposits[name].centre))
    radius = round(LAYOUT.pieces.gem_size / 2 * calibration.canvas.px_per_mm)
    cv2.circle(bgr, (x, y), radius, (30, 160, 20), cv2.FILLED)
    assert GemReader(calibration).read(relight(bgr, calibration.bare))[name].gems is None


@pytest.mark.parametrize("name", GEMS)
def test_an_empty_deposit_is_told_empty_for_sure(calibration, name):
    told = GemReader(calibration).read(relight(calibration.empty_bgr, calibration.bare))[name]
    assert told.gems == {}
    assert told.confidence > 0.95


@pytest.mark.parametrize(("players", "gems"), [(3, 7), (5, 7), (6, 8), (8, 8)])
def test_from_six_players_on_there_are_eight_gems_of_each_colour(players, gems):
    assert gems_of_a_colour(players) == gems
