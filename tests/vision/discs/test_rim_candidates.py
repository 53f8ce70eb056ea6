"""Where discs may lie: drawn rims of 15 mm radius on a flat board, seen at two pixels a millimetre.

Votes are counted at half that scale, so one of their pixels is a millimetre. Rims are drawn in those pixels.
"""

import math

import numpy as np
import pytest

from vision.discs.rim_candidates import RimFinder, beside_canoes
from vision.geometry import Canvas

RADIUS_MM = 15.0
BOARD_MM = (130.0, 84.0)
CANVAS = Canvas(BOARD_MM)
WIDTH_PX, HEIGHT_PX = CANVAS.size_px
PLACE = (38.0, 42.0)
MIDDLE = (PLACE[0] + CANVAS.margin_mm, PLACE[1] + CANVAS.margin_mm)
"""The same place in pixels of the votes."""
NOTHING = np.zeros((HEIGHT_PX, WIDTH_PX), bool)
X, Y = (grid / 2 - 0.25 for grid in np.meshgrid(np.arange(WIDTH_PX), np.arange(HEIGHT_PX)))
"""Each canvas pixel in pixels of the votes."""
ANGLE = np.arctan2(Y - MIDDLE[1], X - MIDDLE[0])
FLAT = np.full((HEIGHT_PX, WIDTH_PX), 100.0, np.float32)


def disc(x, y, radius=RADIUS_MM, level=12.0):
    """A picture with a disc of its own grey, whose rim is an edge one pixel soft."""
    inside = 1 / (1 + np.exp(4 * (np.hypot(X - x, Y - y) - radius)))
    return (FLAT + level * inside).astype(np.float32)


AT_SET_UP = disc(*MIDDLE)


def finder(empty=FLAT, set_up=AT_SET_UP, places=None):
    return RimFinder(empty, set_up, places or {"M1": PLACE}, RADIUS_MM, CANVAS)


@pytest.fixture(scope="module")
def usual():
    return finder()


def beside(right, down=0.0):
    """The disc so many millimetres from its place."""
    return disc(MIDDLE[0] + right, MIDDLE[1] + down)


def wedge(share):
    """Hides all but such a share of the rim of a disc in its place; the free part looks right."""
    return np.abs(ANGLE) > math.pi * share


def full(usual):
    return usual.votes_at_set_up["M1"]


def test_a_disc_in_its_place_has_as_many_votes_as_at_set_up_and_gained_none(usual):
    seat = usual.look(AT_SET_UP, NOTHING).seat("M1")
    assert seat.votes == pytest.approx(full(usual))
    assert seat.votes > 1.0
    assert seat.gained == pytest.approx(0.0, abs=1e-5)
    assert seat.free_share == pytest.approx(1.0, abs=0.01)
    assert seat.place_mm == pytest.approx(PLACE, abs=0.5)
    assert seat.offset_mm < 0.5


def test_an_empty_board_has_no_votes_to_speak_of(usual):
    rims = usual.look(FLAT, NOTHING)
    assert rims.seat("M1").votes < 0.05 * full(usual)
    assert rims.elsewhere("M1").votes < 0.05 * full(usual)
    assert all(rim.votes < 0.05 * full(usual) for rim in rims.slipped("M1"))


@pytest.mark.parametrize(("right", "in_seat"), [(4.0, True), (6.0, False)])
def test_a_seated_disc_is_looked_for_within_four_and_a_half_millimetres(usual, right, in_seat):
    seat = usual.look(beside(right), NOTHING).seat("M1")
    assert (seat.votes > 0.9 * full(usual)) is in_seat
    assert seat.offset_mm <= 4.5


@pytest.mark.parametrize(("right", "away"), [(7.0, False), (9.0, True), (35.0, True), (37.0, False)])
def test_a_disc_elsewhere_is_looked_for_beyond_eight_millimetres_and_up_to_thirty_six(usual, right, away):
    rim = usual.look(beside(right), NOTHING).elsewhere("M1")
    assert (rim.votes > 0.9 * full(usual)) is away
    if away:
        assert rim.offset_mm == pytest.approx(right, abs=0.5)
        assert rim.place_mm == pytest.approx((PLACE[0] + right, PLACE[1]), abs=0.6)


@pytest.mark.parametrize(("right", "near"), [(7.0, False), (9.0, True), (24.0, True), (26.0, False)])
def test_a_disc_that_slipped_is_looked_for_beyond_eight_millimetres_and_up_to_twenty_five(usual, right, near):
    found = usual.look(beside(right), NOTHING).slipped("M1")
    assert (max((rim.votes for rim in found), default=0.0) > 0.9 * full(usual)) is near
    assert all(rim.gained > 0 for rim in found)


@pytest.mark.parametrize(("apart_mm", "own"), [(55.5, False), (56.5, True)])
def test_a_middle_up_to_two_millimetres_nearer_to_another_space_still_belongs_to_this_one(apart_mm, own):
    # 29 mm from here it is 26.5 or 27.5 mm from there.
    places = {"M1": PLACE, "M2": (PLACE[0] + apart_mm, PLACE[1])}
    rim = finder(places=places).look(beside(29.0), NOTHING).elsewhere("M1")
    assert (rim.offset_mm == pytest.approx(29.0, abs=0.4)) is own


def test_a_rim_two_pixels_too_large_has_nearly_half_the_votes(usual):
    # A Gaussian ring 1.3 wide over an edge that smoothing and slope make 1.2 wide, 2 beside it:
    # exp(-2² / 2(1.3² + 1.2²)) is 0.53. Faint edges, for strong ones count no more than so much.
    right, large = (
        usual.look(disc(*MIDDLE, radius=radius, level=5.0), NOTHING).seat("M1").votes
        for radius in (RADIUS_MM, RADIUS_MM + 2)
    )
    assert large == pytest.approx(0.53 * right, rel=0.1)


@pytest.mark.parametrize(("slope", "free"), [(6.3, True), (7.7, False)])
def test_print_steeper_than_seven_grey_levels_a_pixel_is_not_looked_at(slope, free):
    # A slope over the whole board: either all of it is steep or none.
    ramp = (slope * X).astype(np.float32)
    seat = finder(empty=ramp, set_up=ramp + AT_SET_UP).look(ramp + AT_SET_UP, NOTHING).seat("M1")
    assert seat.free_share == pytest.approx(1.0 if free else 0.0, abs=0.12)


def test_a_printed_line_hides_one_pixel_more_on_either_side():
    # An edge between two pixels slopes on both; with one more on either side four are hidden, above and below.
    step = np.where(MIDDLE[0] - 0.5 < X, 200.0, 100.0).astype(np.float32)
    seat = finder(empty=step, set_up=step + AT_SET_UP).look(step + AT_SET_UP, NOTHING).seat("M1")
    assert seat.free_share == pytest.approx(1 - 8 / (2 * math.pi * RADIUS_MM), abs=0.012)


def test_nothing_is_looked_for_within_six_pixels_of_canoes():
    canoe = np.zeros((40, 40), bool)
    canoe[20, 20] = True
    rows, columns = np.nonzero(beside_canoes(canoe))
    assert (rows.min(), rows.max(), columns.min(), columns.max()) == (14, 26, 14, 26)


@pytest.mark.parametrize(("covered", "free"), [(1, True), (2, False)])
def test_a_pixel_of_the_votes_is_not_looked_at_when_canoes_cover_half_of_it(usual, covered, free):
    # Each of them is four of the canvas's.
    block = np.array([[1, covered - 1], [0, 0]], bool)
    canoes = np.tile(block, (HEIGHT_PX // 2, WIDTH_PX // 2))
    share = usual.look(AT_SET_UP, canoes).seat("M1").free_share
    assert share == pytest.approx(1.0 if free else 0.0, abs=0.01)


@pytest.mark.parametrize(
    ("share", "counted"), [(0.5, 1.0), (0.34, 1.0), (0.25, 0.25 / 0.3), (0.2, 0.2 / 0.3)]
)
def test_out_of_the_seat_a_rim_less_than_three_tenths_free_counts_by_what_is_seen_of_it(share, counted):
    # The space is 20 mm away: the disc lies where the wedge is.
    other = finder(set_up=FLAT, places={"M1": (PLACE[0] + 20.0, PLACE[1])})
    whole = other.look(AT_SET_UP, NOTHING).elsewhere("M1").votes
    rim = other.look(AT_SET_UP, wedge(share)).elsewhere("M1")
    assert rim.votes == pytest.approx(counted * whole, rel=0.06)
    assert rim.free_share == pytest.approx(share, abs=0.04)


@pytest.mark.parametrize(("share", "counted"), [(0.5, 1.0), (0.25, 1.0), (0.18, 1.0), (0.1, 0.1 / 0.15)])
def test_in_the_seat_less_than_half_of_that_is_enough(usual, share, counted):
    seat = usual.look(AT_SET_UP, wedge(share)).seat("M1")
    assert seat.votes == pytest.approx(counted * full(usual), rel=0.1)


@pytest.mark.parametrize(("right", "gained"), [(2.0, False), (3.0, True)])
def test_votes_two_pixels_beside_those_of_set_up_are_nothing_gained(usual, right, gained):
    seat = usual.look(beside(right), NOTHING).seat("M1")
    assert seat.offset_mm == pytest.approx(right, abs=0.3)
    assert (seat.gained > 0.05 * full(usual)) is gained


def test_only_the_best_of_the_places_two_pixels_around_is_a_candidate(usual):
    rims = usual.look(beside(12.0), NOTHING)
    rows, columns = np.nonzero(rims.peaks & (rims.votes > 0.1 * full(usual)))
    votes = rims.votes[rows, columns]
    for row, column, own in zip(rows, columns, votes, strict=True):
        assert own == rims.votes[row - 2 : row + 3, column - 2 : column + 3].max()


def test_a_space_whose_surroundings_all_belong_to_others_has_endlessly_few_votes_elsewhere():
    close = {
        "M1": PLACE,
        **{
            f"O{n}": (PLACE[0] + 4 * dx, PLACE[1] + 4 * dy)
            for n, (dx, dy) in enumerate([(1, 0), (0, 1), (-1, 0), (0, -1)])
        },
    }
    rim = finder(places=close).look(AT_SET_UP, NOTHING).elsewhere("M1")
    assert rim.votes == -math.inf
