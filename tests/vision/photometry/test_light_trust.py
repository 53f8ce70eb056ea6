"""Which pixels tell of the light, and how far they are trusted."""

from types import SimpleNamespace

import numpy as np
import pytest
from field_cases import FieldCase, each, uncovered

from vision.photometry.relight import RelightParameters, light_change, outlier_scale, residual_of, trust_of

COARSE = SimpleNamespace(coarse_dry=np.ones((80, 120), bool))


def trust(correlation):
    return float(trust_of(np.full((80, 120), correlation, np.float32), None, COARSE)[0, 0])


def trusted_beside_hand():
    """How many pixels beside what a hand covers are not trusted."""
    core = np.zeros((80, 120), bool)
    core[:, 40:60] = True
    told = trust_of(np.ones((80, 120), np.float32), core, COARSE)
    return int(np.count_nonzero(told[40, 60:] == 0))


def misfits(grey, weight):
    """The scale of misfits of 8 grey levels with weight 1 among four times as many others."""
    off, weights = np.full((5, 20), grey, np.float32), np.full((5, 20), weight, np.float32)
    off[0], weights[0] = 8.0, 1.0
    return outlier_scale(off, weights)


def differs_between(step_px):
    """Differences of 100 grey levels but within two pixels of one canvas pixel in so many, each way."""
    near = np.minimum(np.arange(240) % step_px, -np.arange(240) % step_px) <= 2
    return np.where(near[:, None] & near[None, :], 0, 100).astype(np.uint8)


ROWS, COLUMNS = 80, 120
PATTERN = np.where(np.random.default_rng(1).permutation(ROWS * COLUMNS) % 2, 25.0, -25.0).reshape(
    ROWS, COLUMNS
)


def board(level=100.0, pattern=1.0, sand=False):
    """A bare board's thumbnail, a canvas pixel each, of patterned print or of even sand."""
    print_ = np.repeat((level + pattern * PATTERN)[..., None], 3, axis=2).astype(np.float32)
    return SimpleNamespace(thumbnail=print_, thumbnail_sand=np.full((ROWS, COLUMNS), sand))


def change(bgr, bare):
    return light_change(bgr.astype(np.uint8), bare, np.ones((ROWS, COLUMNS), np.float32))


def glared(now, then):
    """The gain in the middle of a patch that is so bright now and at calibration, amid a board without any change."""
    bare = board()
    bare.thumbnail[20:60, 30:90] = then
    bgr = bare.thumbnail.copy()
    bgr[20:60, 30:90] = now
    result = change(bgr, bare)
    return float((result.gain * now + result.veil)[20, 30, 0])


def canoe_on_sand(side):
    """What even sand looks like, brought back, under the middle of a dark square of so many pixels."""
    bare = board(level=150.0, pattern=0.0, sand=True)
    bgr = bare.thumbnail.copy()
    top, left = (ROWS - side) // 2, (COLUMNS - side) // 2
    bgr[top : top + side, left : left + side] = 90
    result = change(bgr, bare)
    return float((result.gain * 90 + result.veil)[ROWS // 4, COLUMNS // 4, 0])


def beside_piece():
    """The gain of unchanged print beside a bright piece that nothing says is one; 1 would be right."""
    bare = board()
    bgr = bare.thumbnail.copy()
    bgr[30:50, 50:62] = 180
    result = change(bgr, bare)
    return float(result.gain[20, 28, 0])


CASES = [
    FieldCase(
        "trusted_from", "print at a correlation of 0.27 tells nothing of the light", lambda: trust(0.27), 0.0
    ),
    FieldCase(
        "trusted_from",
        "print at a correlation of 0.33 tells a little",
        lambda: trust(0.33),
        pytest.approx(0.075, abs=0.01),
    ),
    FieldCase(
        "trusted_range",
        "print at a correlation of 0.5 is trusted half",
        lambda: trust(0.5),
        pytest.approx(0.5, abs=0.01),
    ),
    FieldCase(
        "trusted_range",
        "print at a correlation of 0.7 is trusted",
        lambda: trust(0.7),
        pytest.approx(1.0, abs=0.01),
    ),
    FieldCase(
        "hand_margin_px", "twelve coarse pixels beside a hand lie in its shade", trusted_beside_hand, 12
    ),
    FieldCase(
        "glare_now_grey",
        "240 grey levels tell of the light",
        lambda: glared(240.0, 120.0),
        pytest.approx(120, abs=3),
    ),
    FieldCase("glare_now_grey", "250 grey levels now are glare", lambda: glared(250.0, 120.0) > 200, True),
    FieldCase(
        "glare_then_grey",
        "245 grey levels at calibration tell of the light",
        lambda: glared(120.0, 245.0),
        pytest.approx(245, abs=3),
    ),
    FieldCase(
        "glare_then_grey",
        "252 grey levels at calibration are glare",
        lambda: glared(120.0, 252.0) < 160,
        True,
    ),
    FieldCase(
        "piece_window_px",
        "a square of 9 pixels on sand is a piece",
        lambda: canoe_on_sand(9),
        pytest.approx(90, abs=4),
    ),
    FieldCase(
        "piece_window_px",
        "a square of 13 pixels on sand is other light",
        lambda: canoe_on_sand(13) > 120,
        True,
    ),
    FieldCase(
        "rounds",
        "a second fit gives up some of a piece's pull on the light",
        beside_piece,
        pytest.approx(0.35, abs=0.04),
    ),
    FieldCase(
        "measured_weight", "pixels trusted 0.08 do not say what is usual", lambda: misfits(30, 0.08), 24.0
    ),
    FieldCase("measured_weight", "pixels trusted 0.12 say what is usual", lambda: misfits(30, 0.12), 90.0),
    FieldCase(
        "least_scale_grey", "a usual misfit of 1.5 grey levels counts as 2", lambda: misfits(1.5, 1.0), 6.0
    ),
    FieldCase(
        "least_scale_grey", "a usual misfit of 2.5 grey levels is itself", lambda: misfits(2.5, 1.0), 7.5
    ),
    FieldCase(
        "outlier_scales", "three times what is usual has half its weight", lambda: misfits(10, 1.0), 30.0
    ),
    FieldCase(
        "residual_step_px",
        "one pixel in eight each way is looked at",
        lambda: residual_of(differs_between(8), None),
        0.0,
    ),
]


@each(CASES)
def test_the_light_is_learnt_from_what_is_trusted(case):
    assert case.holds()


def test_each_parameter_has_its_cases():
    assert not uncovered(RelightParameters, CASES)


def test_where_discs_and_gems_lie_nothing_is_learnt():
    dry = SimpleNamespace(coarse_dry=np.zeros((80, 120), bool))
    assert not trust_of(np.ones((80, 120), np.float32), None, dry).any()


def test_what_a_hand_hides_does_not_count_for_the_residual():
    difference = np.full((240, 240), 10, np.uint8)
    hidden = np.zeros((240, 240), bool)
    difference[:200], hidden[:200] = 90, True
    assert residual_of(difference, None) == 90.0
    assert residual_of(difference, hidden) == 10.0
    assert residual_of(difference, np.ones((240, 240), bool)) == 255.0
