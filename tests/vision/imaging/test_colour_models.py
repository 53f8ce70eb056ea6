"""Gaussian colour models: how wide they are, and how far colours are from them."""

import dataclasses

import cv2
import numpy as np
import pytest

from vision.imaging.colour_models import (
    ColourModel,
    ColourModelParameters,
    Palette,
    assumed,
    learn,
    median_lab,
    medians,
    to_bgr,
    to_lab,
)

GREY_BGR, GREY = (128, 128, 128), to_lab(np.array([(128, 128, 128)], np.uint8))[0]


def pixels(*counted):
    """Pixels (n, 3) of colours in B, G, R: (count, colour), ..."""
    return np.concatenate([np.array([bgr] * count, np.uint8) for count, bgr in counted])


def grey_of_lightness(lightness):
    """The grey in B, G, R whose L is nearest to this."""
    greys = np.repeat(np.arange(256, dtype=np.uint8)[:, None], 3, axis=1)
    return tuple(int(part) for part in greys[np.argmin(np.abs(to_lab(greys)[:, 0] - lightness))])


def deviations(model):
    """The standard deviations in L, a and b."""
    return np.sqrt(np.diag(model.covariance))


def test_pixels_all_alike_are_a_model_as_wide_as_the_slack():
    """Five steps in chroma, and twice as many in lightness."""
    model = learn(pixels((50, GREY_BGR)))
    assert model.mean == pytest.approx(GREY)
    assert deviations(model) == pytest.approx((10, 5, 5), rel=0.1)


def test_slack_comes_on_top_of_what_was_measured():
    spread = pixels((50, grey_of_lightness(100)), (50, grey_of_lightness(140)))
    model = learn(spread)
    assert model.covariance[0, 0] == pytest.approx(20**2 + 10**2, rel=0.05)
    assert model.covariance[1, 1] == pytest.approx(5**2, rel=0.1)


def test_a_learner_may_ask_for_other_slack():
    assert deviations(learn(pixels((50, GREY_BGR)), slack_lab=12.0)) == pytest.approx((24, 12, 12))


@pytest.mark.parametrize(("off", "learnt"), [(55, True), (65, False)])
def test_a_pixel_sixty_steps_from_the_median_is_an_outlier(off, learnt):
    mixed = pixels((60, GREY_BGR), (40, grey_of_lightness(GREY[0] + off)))
    expected = GREY[0] + (0.4 * off if learnt else 0.0)
    assert learn(mixed).mean[0] == pytest.approx(expected, abs=1.0)


@pytest.mark.parametrize(("each", "measured"), [(4, False), (7, True)])
def test_a_covariance_is_measured_from_more_than_ten_pixels(each, measured):
    spread = pixels((each, grey_of_lightness(100)), (each, grey_of_lightness(140)))
    assert bool(learn(spread).covariance[0, 0] > 300) is measured


def test_a_colour_of_which_nothing_was_learnt_is_wide():
    """Eighteen steps in chroma, and seven fifths of that in lightness."""
    model = assumed(GREY_BGR)
    assert model.mean == pytest.approx(GREY)
    assert deviations(model) == pytest.approx((25, 18, 18), rel=0.1)


def test_pixels_that_are_all_outliers_leave_their_median():
    mixed = pixels((10, (0, 0, 0)), (10, (255, 255, 255)))
    assert learn(mixed).mean[0] == pytest.approx(127.5)


def test_distance_is_counted_in_standard_deviations_of_each_direction():
    model = ColourModel(GREY, np.diag([100.0, 25.0, 4.0]))
    off = GREY + np.array([(10, 0, 0), (0, 10, 0), (0, 0, 10), (10, 5, 0)])
    assert model.squared_mahalanobis(off) == pytest.approx([1, 4, 25, 2])


def test_a_palette_tells_the_distance_to_each_of_its_models():
    models = {"near": ColourModel(GREY, np.eye(3)), "far": ColourModel(GREY + 10.0, np.eye(3) * 4.0)}
    distances = Palette.of(models).mahalanobis(GREY + np.array((3.0, 0.0, 4.0)))
    expected = {
        name: model.squared_mahalanobis(GREY[None] + (3.0, 0.0, 4.0))[0] ** 0.5
        for name, model in models.items()
    }
    assert distances == pytest.approx(expected)
    assert distances["near"] == pytest.approx(5.0)


@pytest.mark.parametrize("count", [1, 2, 5, 8])
def test_medians_are_those_of_each_channel(count):
    values = np.random.default_rng(count).integers(0, 256, (count, 3), np.uint8)
    assert medians(values) == pytest.approx(np.median(values, axis=0))


def test_the_median_colour_is_taken_in_lab():
    colours = pixels((3, (20, 30, 200)), (4, (200, 40, 30)), (2, (255, 255, 255)))
    assert median_lab(colours) == pytest.approx(np.median(to_lab(colours), axis=0))


def test_colours_go_to_lab_and_back():
    for bgr in ((20, 30, 200), (200, 40, 30), (90, 90, 90)):
        lab = to_lab(np.array([bgr], np.uint8))[0]
        assert lab == pytest.approx(cv2.cvtColor(np.array([[bgr]], np.uint8), cv2.COLOR_BGR2LAB)[0, 0])
        assert to_bgr(lab) == pytest.approx(bgr, abs=7)


TESTED = {
    "outlier_lab": test_a_pixel_sixty_steps_from_the_median_is_an_outlier,
    "fewest_pixels": test_a_covariance_is_measured_from_more_than_ten_pixels,
    "slack_lab": test_pixels_all_alike_are_a_model_as_wide_as_the_slack,
    "lightness_slack": test_pixels_all_alike_are_a_model_as_wide_as_the_slack,
    "assumed_spread_lab": test_a_colour_of_which_nothing_was_learnt_is_wide,
    "assumed_lightness_spread": test_a_colour_of_which_nothing_was_learnt_is_wide,
}


def test_every_parameter_is_tested():
    assert set(TESTED) == {field.name for field in dataclasses.fields(ColourModelParameters)}
