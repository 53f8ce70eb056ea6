"""What is measured of a calibration's pictures, on a virtual table whose pictures are painted over."""

from dataclasses import replace

import numpy as np
import pytest

from vision.calibrating.set_up_evidence import colour_distance, glare_share_of, measure, middle_of
from vision.imaging.colour_models import ColourModel


@pytest.fixture(scope="module")
def set_up_picture(calibrated):
    return calibrated.picture(calibrated.start)


@pytest.fixture(scope="module")
def good(calibrated, set_up_picture):
    return measure(calibrated.calibration, set_up_picture)


def painted(calibrated, level, share):
    """The calibration with such a share of its empty board in one grey."""
    empty = calibrated.calibration.empty_bgr.copy()
    empty[: round(share * len(empty))] = level
    return replace(calibrated.calibration, empty_bgr=empty)


def test_a_good_set_up_is_measured_whole(calibrated, good):
    layout = calibrated.layout
    assert 70 < good.light < 180
    assert good.px_per_mm == pytest.approx(2.0, abs=0.5)
    assert set(good.water_lightness) == set(good.glare_share) == set(good.rim_votes) == set(layout.spaces)
    assert set(good.sand_lightness) == set(layout.beaches)
    assert set(good.colour_distance) == {("red", "blue"), ("red", "green"), ("blue", "green")}
    assert min(good.rim_votes.values()) > 1.0
    assert max(good.glare_share.values()) < 0.05
    assert (good.beach, good.weather) == (dict.fromkeys(("red", "blue", "green"), 2), layout.weather.start)


@pytest.mark.parametrize(("level", "share"), [(245, 0.0), (253, 0.3)])
def test_a_pixel_above_250_is_overexposed(calibrated, good, set_up_picture, level, share):
    seen = measure(painted(calibrated, level, 0.3), set_up_picture)
    assert seen.white_share - good.white_share == pytest.approx(share, abs=0.02)


@pytest.mark.parametrize(("level", "share"), [(220, 0.0), (230, 1.0)])
def test_a_pixel_whose_darkest_colour_is_above_225_mirrors_a_lamp(level, share):
    assert glare_share_of(np.full((8, 8, 3), (255, level, 255), np.uint8)) == share


def test_the_middle_of_a_place_reaches_fifteen_millimetres_to_each_side(calibrated):
    calibration = calibrated.calibration
    picture = np.zeros_like(calibration.empty_bgr)
    x, y = (round(value) for value in calibration.canvas.at(calibrated.layout.spaces["M3"]))
    picture[y, x] = 255
    patch = middle_of(picture, calibrated.layout.spaces["M3"], calibration)
    assert patch.shape == pytest.approx((2 * 15 * calibration.canvas.px_per_mm,) * 2 + (3,))
    assert patch[30, 30, 0] == 255


def test_the_distance_of_colours_is_in_standard_deviations():
    one, other = (
        ColourModel(np.array([100.0, 128.0, at]), np.diag([9.0, 9.0, 4.0])) for at in (120.0, 130.0)
    )
    assert colour_distance(one, other) == pytest.approx(5.0)
