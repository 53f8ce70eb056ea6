"""The surface of the lamps' light: small pictures in a light that is known."""

from itertools import product

import numpy as np
import pytest
from field_cases import FieldCase, each, uncovered

from vision.photometry.illumination import LampParameters, lamp_gain, unlike_around

ROWS, COLUMNS = 40, 60
Y, X = np.meshgrid(np.linspace(-1, 1, ROWS), np.linspace(-1, 1, COLUMNS), indexing="ij")


def picture(level):
    """Three equal channels of these grey levels."""
    return np.repeat(
        np.broadcast_to(np.asarray(level, np.float32), (ROWS, COLUMNS))[..., None], 3, axis=2
    ).copy()


def fitted(now, then, weight=1.0):
    """The logarithm of the gain fitted, (rows, columns)."""
    weights = np.broadcast_to(np.asarray(weight, np.float32), (ROWS, COLUMNS)).copy()
    return np.log(lamp_gain(picture(now), picture(then), weights)[..., 0])


def lit(change_log, weight=1.0):
    """The gain found when light changed by so much: grey print of 100, without what is added to the dark."""
    return fitted(100.0, 106.0 * np.exp(np.asarray(change_log)) - 6.0, weight)


def gain_of_even(now, then):
    return float(np.exp(fitted(now, then)[0, 0]))


def only_at(chosen):
    """Weights: 1 at rows and columns that are ``chosen``, else 0."""
    weight = np.zeros((ROWS, COLUMNS), np.float32)
    rows = [row for row in range(ROWS) if chosen(row)]
    columns = [column for column in range(COLUMNS) if chosen(column)]
    weight[np.ix_(rows, columns)] = 1
    return weight


def slope_from_few():
    """The share of a gentle slope that is found from ten pixels, five at each end of the board."""
    weight = np.zeros((ROWS, COLUMNS), np.float32)
    for row, column in product((0, 10, 20, 28, 38), (0, COLUMNS - 2)):
        weight[row, column] = 1
    return float(lit(0.004 * X, weight)[20, -1] / 0.004)


def level_of_few():
    """The level found from ten pixels worth 0.0001 each of which four changed by 0.01, and the rest not at all."""
    weight = np.zeros((ROWS, COLUMNS), np.float32)
    change = np.zeros((ROWS, COLUMNS))
    for number, (row, column) in enumerate(product((0, 10, 20, 28, 38), (0, COLUMNS - 2))):
        weight[row, column] = 1e-4
        change[row, column] = 0.01 if number in {0, 3, 4, 9} else 0.0
    return float(lit(change, weight).mean())


def pulled(share, by_log):
    """How far the surface is pulled by a share of pixels, strewn all over, that changed by so much more."""
    strewn = (
        np.random.default_rng(3).permutation(ROWS * COLUMNS).reshape(ROWS, COLUMNS) < share * ROWS * COLUMNS
    )
    return float(lit(np.where(strewn, by_log, 0.0)).mean())


def steep(slope):
    """The share of a steep slope that is found when the rounds are over."""
    return float(lit(slope * X)[ROWS // 2, -1] / slope)


def balance(share, by_log, scale_log):
    """Where the pulls of the many at zero and of a share at ``by_log`` balance under Geman-McClure weights."""

    def weight(residual):
        return (1 + (residual / scale_log) ** 2) ** -2

    level = 0.0
    for _ in range(100):
        few, many = share * weight(by_log - level), (1 - share) * weight(level)
        level = few * by_log / (few + many)
    return level


def peak_off(width, window_px):
    """How much the middle of a square that changed by 40 grey levels stands out from the rest."""
    change = np.zeros((ROWS, COLUMNS, 3), np.float32)
    change[20 : 20 + width, 20 : 20 + width] = 40.0
    return float(unlike_around(change, window_px)[20 + width // 2, 20 + width // 2])


def at_odd(number):
    return number % 2 == 1


def at_even_but_no_thirds(number):
    return number % 6 in {2, 4}


CASES = [
    FieldCase(
        "pixel_step",
        "light that shows at odd pixels only is not looked at",
        lambda: float(lit(0.2, only_at(at_odd)).mean()),
        0.0,
    ),
    FieldCase(
        "pixel_step",
        "every second pixel is looked at",
        lambda: float(lit(0.2, only_at(at_even_but_no_thirds)).mean()),
        pytest.approx(0.2, rel=0.01),
    ),
    FieldCase(
        "dark_grey",
        "10 to 20 grey levels are a gain of (20 + 6) / (10 + 6)",
        lambda: gain_of_even(10, 20),
        pytest.approx(26 / 16, rel=0.01),
    ),
    FieldCase(
        "scale_log",
        "three in ten pixels that changed by 0.1 pull the surface as far as theory has it",
        lambda: pulled(0.3, 0.1),
        pytest.approx(balance(0.3, 0.1, 0.06), rel=0.1),
    ),
    FieldCase("first_scales", "a slope of 0.65 is found", lambda: steep(0.65) > 0.95, True),
    FieldCase("first_scales", "a slope of 0.75 is taken for outliers", lambda: steep(0.75) < 0.5, True),
    FieldCase(
        "rounds",
        "a slope of 0.68 is nearly, not quite, found when the rounds are over",
        lambda: steep(0.68),
        pytest.approx(0.947, abs=0.012),
    ),
    FieldCase(
        "level_prior",
        "ten pixels worth 0.001 together are half believed, against the median",
        level_of_few,
        pytest.approx(0.002, rel=0.1),
    ),
    FieldCase(
        "bend_prior",
        "ten pixels at the ends show 10 / (10 + 5) of a slope, as five at even light stand against them",
        slope_from_few,
        pytest.approx(10 / 15, rel=0.05),
    ),
    FieldCase(
        "most_log",
        "a change of 1.2 is believed",
        lambda: fitted(20.0, 26 * np.exp(1.2) - 6).mean(),
        pytest.approx(1.2, rel=0.01),
    ),
    FieldCase(
        "most_log",
        "a change of 1.8 is held at 1.3",
        lambda: fitted(20.0, 26 * np.exp(1.8) - 6).mean(),
        pytest.approx(1.3, rel=0.01),
    ),
    FieldCase(
        "most_log",
        "a change of -1.8 is held at -1.3",
        lambda: fitted(26 * np.exp(1.8) - 6, 20.0).mean(),
        pytest.approx(-1.3, rel=0.01),
    ),
]


@each(CASES)
def test_the_surface_of_the_lamps_light(case):
    assert case.holds()


def test_each_parameter_has_its_cases():
    assert not uncovered(LampParameters, CASES)


def test_without_light_to_see_there_is_no_change():
    assert np.all(lamp_gain(picture(50), picture(100), np.zeros((ROWS, COLUMNS), np.float32)) == 1.0)


def test_what_fills_less_than_half_of_a_window_stands_out_from_its_median():
    assert peak_off(8, 13) == pytest.approx(40.0)
    assert peak_off(10, 13) == pytest.approx(0.0)
    assert peak_off(10, 17) == pytest.approx(40.0)
