from random import Random

import pytest

from vision.layout import Layout, default_layout
from vision.simulate import Light, Renderer, Scene, View, set_up

QUIET = Light(noise=0.0, falloff=0.0)


@pytest.fixture(scope="session")
def layout() -> Layout:
    return default_layout()


@pytest.fixture(scope="session")
def view() -> View:
    return View(tilt_deg=6.0, roll_deg=184.0, k1=-0.03)


@pytest.fixture(scope="session")
def quiet(layout, view) -> Renderer:
    """A camera without noise, so that every difference between two pictures is a piece."""
    return Renderer(layout, view, QUIET, seed=1)


@pytest.fixture
def rng() -> Random:
    return Random(7)


@pytest.fixture
def start(layout, rng) -> Scene:
    return set_up(layout, ("red", "blue", "green"), rng)
