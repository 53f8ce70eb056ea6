"""What is behind a hand: nothing is told of it, and all of the rest."""

import numpy as np
import pytest
from field_cases import FieldCase, each, uncovered

from vision.geometry import Canvas
from vision.layout import default_layout
from vision.photometry.occlusion import OcclusionThresholds, behind_hand, hidden_share, is_unseen
from vision.sighting import Board, DiscState, SeenSpace, Sighting

LAYOUT = default_layout()
CANVAS = Canvas(LAYOUT.size, px_per_mm=1.0)
SEEN = Sighting(
    board=Board.FOUND,
    board_by="markers",
    readable=True,
    why=None,
    hand=False,
    reprojection_px=0.2,
    spaces={name: SeenSpace(DiscState.SEATED, ()) for name in LAYOUT.spaces},
    insertion=DiscState.MISSING,
    beach={"red": 2},
    falls={},
    weather=1,
    buoy=2,
    deposits={name: {deposit.gem: 7} for name, deposit in LAYOUT.deposits.items()},
    confidence=dict.fromkeys(
        (*LAYOUT.spaces, *LAYOUT.deposits, *(f"{name}/cargo" for name in LAYOUT.spaces)), 1.0
    ),
)


def hidden(left_mm=0.0, right_mm=505.0, top_mm=0.0, bottom_mm=300.0):
    """A hand over a rectangle of the board."""
    mask = np.zeros(CANVAS.size_px[::-1], bool)
    (left, top), (right, bottom) = (CANVAS.at(at) for at in ((left_mm, top_mm), (right_mm, bottom_mm)))
    mask[round(top) : round(bottom), round(left) : round(right)] = True
    return mask


def told(mask):
    return behind_hand(SEEN, mask, LAYOUT, CANVAS)


def deposit_beside_hand(gap_mm):
    """What is told of the amethysts with a hand so many millimetres beside their deposit."""
    (_, y), radius = LAYOUT.deposits["amethyst"].centre, LAYOUT.deposits["amethyst"].radius
    return told(hidden(bottom_mm=y - radius - gap_mm)).deposits["amethyst"]


def disc_under(share):
    """What is told of the disc on M3 with a hand over so much of its square."""
    x, y = LAYOUT.spaces["M3"]
    half = LAYOUT.disc.diameter / 2
    return (
        told(hidden(x - half - 5, x - half + share * 2 * half, y - half - 5, y + half + 5)).spaces["M3"].disc
    )


CASES = [
    FieldCase("hidden_share", "a place of which 0.026 is hidden is seen", lambda: is_unseen(0.026), False),
    FieldCase("hidden_share", "a place of which 0.034 is hidden is not seen", lambda: is_unseen(0.034), True),
    FieldCase(
        "gem_shade_mm", "gems 25 mm beside a hand lie in its shade", lambda: deposit_beside_hand(25), None
    ),
    FieldCase(
        "gem_shade_mm", "gems 34 mm beside a hand are counted", lambda: deposit_beside_hand(34), {"violet": 7}
    ),
]


@each(CASES)
def test_places_behind_a_hand(case):
    assert case.holds()


def test_each_threshold_has_its_cases():
    assert not uncovered(OcclusionThresholds, CASES)


def test_a_disc_under_a_finger_tip_is_unseen_and_its_canoes_and_their_cargo_with_it():
    assert disc_under(0.0) is DiscState.SEATED
    assert disc_under(0.1) is DiscState.UNSEEN
    x, y = LAYOUT.spaces["M3"]
    seen = told(hidden(x - 10, x + 10, y - 10, y + 10))
    assert seen.spaces["M3"].canoes is None
    assert {"M3", "M3/cargo"}.isdisjoint(seen.confidence)
    assert set(seen.confidence.values()) == {1.0}
    assert seen.spaces["M1"] == SEEN.spaces["M1"]


def test_behind_a_hand_a_canoe_may_be_that_is_nowhere_else():
    seen = told(hidden(right_mm=5.0, bottom_mm=5.0))
    assert seen.hand
    assert seen.falls is None
    assert (seen.weather, seen.buoy, seen.beach) == (SEEN.weather, SEEN.buoy, SEEN.beach)


def test_markers_and_canoes_on_land_are_not_told_when_a_hand_may_cover_them():
    (x, y), *_ = LAYOUT.weather.centres
    assert told(hidden(x - 6, x + 6, y - 6, y + 6)).weather is None
    (x, y), *_ = LAYOUT.buoy.centres
    assert told(hidden(x - 6, x + 6, y - 6, y + 6)).buoy is None
    beach = LAYOUT.beaches["left"]
    beside = beach.x_max + 5.0
    assert told(hidden(beside, beside + 4, beach.y_min, beach.y_max)).beach is None
    assert told(hidden(0, 0)).insertion is DiscState.MISSING
    x, y = LAYOUT.river.insertion
    assert told(hidden(x - 9, x + 9, y - 9, y + 9)).insertion is DiscState.UNSEEN


def test_the_hidden_share_is_that_of_the_square_around_a_place():
    mask = hidden(right_mm=100.0)
    assert hidden_share(mask, (100.0, 100.0), 20.0, CANVAS) == pytest.approx(0.5, abs=0.02)
    assert hidden_share(mask, (115.0, 100.0), 20.0, CANVAS) == pytest.approx(0.125, abs=0.02)
    assert hidden_share(mask, (125.0, 100.0), 20.0, CANVAS) == 0.0
