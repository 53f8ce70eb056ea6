"""In logarithms of light a lamp's change adds the same everywhere."""

from dataclasses import fields

import numpy as np
import pytest

from vision.gems.log_colour import FROM_OPPONENT, TO_OPPONENT, LogColourParameters, log_colour, log_image

SIZE = 12
ROOM = (SIZE, SIZE)


def flat(grey):
    return np.full((SIZE, SIZE, 3), grey, np.uint8)


@pytest.mark.parametrize(
    ("doubled", "opponent"),
    [
        ("bgr", (1.0, 0.0, 0.0)),
        ("r", (1 / 3, 1.0, 0.0)),
        ("b", (1 / 3, 0.0, 1.0)),
        ("g", (1 / 3, -1.0, -1.0)),
    ],
)
def test_lightness_is_the_mean_and_red_and_blue_are_held_against_green(doubled, opponent):
    logarithms = np.array([float(colour in doubled) for colour in "bgr"])
    assert logarithms @ TO_OPPONENT == pytest.approx(opponent)
    assert np.array(opponent) @ FROM_OPPONENT == pytest.approx(logarithms)


def test_between_black_and_six_grey_levels_there_is_one_doubling_of_light():
    # (6 + 6) / (0 + 6): what a camera's noise leaves of black is six grey levels.
    step = log_image(flat(6), ROOM) - log_image(flat(0), ROOM)
    assert step == pytest.approx(np.log(2), abs=0.05)
    assert log_colour(np.full(3, 6.0)) - log_colour(np.zeros(3)) == pytest.approx(np.log(2), abs=0.05)


def test_an_edge_is_softened_by_a_quarter_of_it_on_the_pixels_beside_it_and_no_farther():
    bgr = flat(100)
    bgr[:, SIZE // 2 :] = 200
    soft = np.exp(log_image(bgr, ROOM)[SIZE // 2, :, 0]) - np.exp(log_colour(np.full(3, 100.0))[0])
    first = SIZE // 2
    assert soft[first - 2 : first + 2] == pytest.approx([0, 25, 75, 100], abs=1)


def test_a_picture_twice_as_large_is_shrunk_to_the_means_of_its_pixels():
    bgr = np.repeat(np.repeat(flat(50), 2, axis=0), 2, axis=1)
    assert log_image(bgr, ROOM) == pytest.approx(log_image(flat(50), ROOM))


def test_every_parameter_of_log_colour_has_a_test():
    tests = {
        "offset_grey": test_between_black_and_six_grey_levels_there_is_one_doubling_of_light,
        "blur_px": test_an_edge_is_softened_by_a_quarter_of_it_on_the_pixels_beside_it_and_no_farther,
    }
    assert set(tests) == {field.name for field in fields(LogColourParameters)}
