"""How far a picture is from those of calibration: a case on each side of every parameter."""

import numpy as np
import pytest
from field_cases import on_each_side

from vision.confidence.drift import DriftKind, DriftParameters, drift_of, light_change


def units(kind, **changed):
    """Units of one kind of drift of a picture as at calibration but for what is ``changed``."""
    usual = {"light": 0.0, "residual_levels": 3.0, "sharpness": 1.0, "misfit_px": 0.3, "stickers": True}
    return round(drift_of(**(usual | changed))[kind], 6)


def halves(left, right):
    """Two halves of a picture (64, 64, 3) of these grey levels."""
    picture = np.full((64, 64, 3), left, np.uint8)
    picture[:, 32:] = right
    return picture


def striped(step):
    """Light that is other in each second column of so many: seen by a sample of another step, or not."""
    picture = np.full((64, 64, 3), 63, np.uint8)
    picture[:, ::step] = 127
    return picture


LIGHT, UNEXPLAINED, PLACE = DriftKind.LIGHT, DriftKind.UNEXPLAINED, DriftKind.PLACE
CASES = {
    "light": [
        ("a tenth is one unit", lambda: units(LIGHT, light=0.1), 1.0),
        ("none is none", lambda: units(LIGHT, light=0.0), 0.0),
    ],
    "usual_residual_levels": [
        ("three grey levels are as at calibration", lambda: units(UNEXPLAINED, residual_levels=3.0), 0.0),
        ("less is no less drift", lambda: units(UNEXPLAINED, residual_levels=1.0), 0.0),
        ("one more is drift", lambda: units(UNEXPLAINED, residual_levels=4.0), 0.333333),
    ],
    "residual_levels": [("three more are one unit", lambda: units(UNEXPLAINED, residual_levels=6.0), 1.0)],
    "usual_misfit_px": [
        ("0.3 pixels are as at calibration", lambda: units(PLACE, misfit_px=0.3), 0.0),
        ("0.33 are not", lambda: units(PLACE, misfit_px=0.33), 0.1),
    ],
    "misfit_px": [("0.3 more are one unit", lambda: units(PLACE, misfit_px=0.6), 1.0)],
    "most": [
        ("more than five units are five", lambda: units(LIGHT, light=0.7), 5.0),
        ("fewer are not", lambda: units(LIGHT, light=0.45), 4.5),
    ],
    "sampling_px": [
        ("every sixteenth pixel counts", lambda: light_change(striped(32), halves(63, 63)) > 0.3, True),
        ("those between do not", lambda: light_change(striped(16), halves(63, 63)), 0.0),
    ],
}  # fmt: skip


@on_each_side(CASES)
def test_on_each_side_of_every_parameter(found, expected):
    assert found() == expected


def test_every_parameter_has_its_cases():
    assert CASES.keys() == set(DriftParameters.__dataclass_fields__)


def test_blur_counts_in_powers_of_e_and_a_sharper_picture_is_no_drift():
    assert units(DriftKind.BLUR, sharpness=np.exp(-1.5)) == 1.5
    assert units(DriftKind.BLUR, sharpness=1.3) == 0.0
    assert units(DriftKind.BLUR, sharpness=0.0) == DriftParameters().most


def test_a_board_without_stickers_is_one_unit_of_its_kind():
    assert units(DriftKind.NO_STICKERS, stickers=False) == 1.0
    assert units(DriftKind.NO_STICKERS) == 0.0


def test_exposure_is_no_change_of_light_but_a_lamp_beside_the_board_is():
    assert light_change(halves(49, 99), halves(99, 199)) == pytest.approx(0.0)
    assert light_change(halves(49, 49), halves(49, 99)) > 0.3


def test_what_a_hand_hides_says_nothing_of_the_light():
    hidden = np.zeros((64, 64), bool)
    hidden[:, 32:] = True
    assert light_change(halves(49, 49), halves(49, 99), hidden) == 0.0
    assert light_change(halves(49, 49), halves(49, 99), np.ones((64, 64), bool)) == 0.0
