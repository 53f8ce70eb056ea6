from dataclasses import fields

import cv2
import numpy as np
import pytest
from field_cases import on_each_side

from vision.imaging.frame_average import AverageParameters, average, is_elsewhere, is_sure, is_worth_moving

PLAIN = np.kron(np.arange(60, 180, 10, dtype=np.uint8).reshape(3, 4), np.ones((60, 80), np.uint8))


@pytest.fixture
def scene():
    """A still picture with enough pattern to see it tremble: (180, 320, 3)."""
    rng = np.random.default_rng(4)
    specks = np.kron(rng.integers(0, 60, (36, 64), np.uint8), np.ones((5, 5), np.uint8))
    return np.dstack([PLAIN + specks] * 3)


def noisy(scene, seed, spread=12.0):
    noise = np.random.default_rng(seed).normal(0, spread, scene.shape)
    return np.clip(scene + noise, 0, 255).astype(np.uint8)


def error(picture, scene):
    inside = slice(12, -12)
    return float(np.std(picture[inside, inside].astype(float) - scene[inside, inside]))


def test_noise_goes_down_with_the_root_of_the_number_of_pictures(scene):
    single = error(noisy(scene, 0), scene)
    assert error(average([noisy(scene, seed) for seed in range(4)]), scene) == pytest.approx(
        single / 2, rel=0.1
    )
    assert error(average([noisy(scene, seed) for seed in range(9)]), scene) == pytest.approx(
        single / 3, rel=0.1
    )


def test_one_picture_is_its_own_average(scene):
    assert average([scene]) is scene


def test_the_mean_is_rounded_not_cut_off():
    levels = [np.full((90, 160, 3), level, np.uint8) for level in (100, 101, 101)]
    assert np.all(average(levels) == 101)


def test_a_camera_that_trembles_does_not_blur_the_average(scene):
    trembling = [
        noisy(np.roll(scene, shift, axis=(0, 1)), seed, 6.0)
        for seed, shift in enumerate([(2, 3), (-2, 1), (0, 0)])
    ]
    assert error(average(trembling), scene) < 5.0
    unaligned = np.mean(trembling, axis=0)
    assert error(unaligned, scene) > 8.0


def test_the_last_picture_is_the_place_that_counts(scene):
    knocked = np.roll(scene, 4, axis=1)
    assert error(average([scene, scene, knocked]), knocked) < 2.0


def test_a_picture_of_somewhere_else_is_left_out(scene):
    far = np.roll(scene, 40, axis=1)
    assert np.array_equal(average([far, scene]), scene)


def test_pictures_without_any_pattern_are_averaged_where_they_are():
    dark = [np.full((90, 160, 3), level, np.uint8) for level in (2, 4)]
    assert np.all(average(dark) == 3)


def test_no_pictures_have_no_average():
    with pytest.raises(ValueError, match="no pictures"):
        average([])


def share_aligned():
    """Which share of a picture's pixels is left in those whose shift is measured: what aligning costs."""
    sizes = []

    def measured(small, onto, window):
        sizes.append(small.size)
        return correlate(small, onto, window)

    correlate = cv2.phaseCorrelate
    pictures = [np.full((720, 1280, 3), level, np.uint8) for level in (90, 110)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cv2, "phaseCorrelate", measured)
        average(pictures)
    return sizes[0] / (720 * 1280)


CASES = {
    "aligned_width_px": [
        ("shifts are measured in a sixteenth of the pixels", share_aligned, pytest.approx(1 / 16, rel=0.1))
    ],
    "least_shift_px": [
        ("a picture shifted by 0.28 pixels is moved back", lambda: is_worth_moving(0.28), True),
        ("one shifted by 0.22 is left as it is", lambda: is_worth_moving(0.22), False),
    ],
    "most_shift_px": [
        ("a camera may tremble by five and a half pixels", lambda: is_elsewhere(5.5), False),
        ("by six and a half it was knocked", lambda: is_elsewhere(6.5), True),
    ],
    "least_response": [
        ("a response of 0.22 tells a shift", lambda: is_sure(0.22), True),
        ("one of 0.18 is a guess", lambda: is_sure(0.18), False),
    ],
}


@on_each_side(CASES)
def test_on_each_side_of_a_threshold(found, expected):
    assert found() == expected


def test_every_parameter_has_its_cases():
    assert CASES.keys() == {field.name for field in fields(AverageParameters)}
