"""The search for a board's outline, step by step: edges, lines, rectangles, colours beside the sides, the river."""

import math
from dataclasses import replace

import cv2
import numpy as np
import pytest
from field_cases import FieldCase, each, uncovered

from vision.geometry import FOCAL_PER_WIDTH, Lens, Pose
from vision.layout import default_layout
from vision.registration.edge_map import EdgeMap, EdgeParameters
from vision.registration.hough_lines import HoughParameters, crossing, longest_lines
from vision.registration.rectangles import RECTANGLE, RectangleThresholds, rectangles
from vision.registration.river_side import RIVER, RiverParameters, land_places, river_stands_out, sand_places
from vision.registration.side_contrast import CONTRAST, ContrastParameters, contrast_of_sides

LAYOUT = default_layout()


# --- edges


def step(levels):
    """The edges of a picture with a step of so many grey levels at column 60."""
    bgr = np.full((100, 120, 3), 100, np.uint8)
    bgr[:, 60:] = 100 + levels
    return EdgeMap.of(bgr)


def sharpness():
    """A step's steepest slope over its height in L*: for a Gaussian blur, 1 / (sqrt(2 pi) sigma)."""
    patches = cv2.cvtColor(np.uint8([[[100] * 3, [200] * 3]]), cv2.COLOR_BGR2LAB)[0, :, 0].astype(float)
    return float(step(100).strength.max() / (patches[1] - patches[0]))


def even_edges(across_deg, crest):
    """Edges that all lie across one direction."""
    return EdgeMap(
        np.full(crest.shape, 9.0, np.float32),
        np.full(crest.shape, math.radians(across_deg), np.float32),
        crest,
    )


def covered(across_deg, side_deg):
    """Whether a side across one direction is covered by edges everywhere across another."""
    turn = math.radians(side_deg - 90)
    along, down = np.array([math.cos(turn), math.sin(turn)]), np.array([-math.sin(turn), math.cos(turn)])
    start = np.array([100.0, 100.0]) - 30 * along
    quad = np.array([start, start + 60 * along, start + 60 * along + 30 * down, start + 30 * down])
    return bool(even_edges(across_deg, np.ones((200, 200), bool)).coverage(quad[None])[0, 0] > 0.99)


def top_side_on(rows=slice(50, 51), columns=slice(None)):
    """How much of a side along row 50, from column 0 to 400, is covered by edges at these rows and columns."""
    crest = np.zeros((200, 420), bool)
    crest[rows, columns] = True
    quad = np.array([[[0.0, 50.0], [400.0, 50.0], [400.0, 150.0], [0.0, 150.0]]])
    return float(even_edges(90 - 1e-3, crest).coverage(quad)[0, 0])


EDGE_CASES = [
    FieldCase(
        "grain_px",
        "a step is blurred by 1.5 px, and a little by the operator",
        sharpness,
        pytest.approx(1 / (math.sqrt(2 * math.pi) * math.hypot(1.5, 0.6)), rel=0.1),
    ),
    FieldCase("weakest", "a step of 10 grey levels is grain", lambda: bool(step(10).crest.any()), False),
    FieldCase("weakest", "a step of 14 grey levels is an edge", lambda: bool(step(14).crest.any()), True),
    FieldCase(
        "border_px", "4 px at either end are no edge", lambda: int(step(100).crest.any(axis=1).sum()), 92
    ),
    FieldCase(
        "directions", "a side shares its 15 degrees with edges 22 away", lambda: covered(82.5, 104.5), True
    ),
    FieldCase("directions", "and not with edges 24 degrees away", lambda: covered(80.5, 104.5), False),
    FieldCase(
        "aligned_rad",
        "edges 0.25 from a side's direction run along it",
        lambda: covered(97.5 - 14.3, 97.5),
        True,
    ),
    FieldCase("aligned_rad", "edges 0.31 from it do not", lambda: covered(97.5 - 17.8, 97.5), False),
    FieldCase(
        "near_px", "an edge 2 px above a side is on it", lambda: top_side_on(slice(48, 49)) > 0.9, True
    ),
    FieldCase(
        "near_px", "an edge 2 px below a side is on it", lambda: top_side_on(slice(52, 53)) > 0.9, True
    ),
    FieldCase("near_px", "an edge 3 px above is not", lambda: top_side_on(slice(47, 48)), 0.0),
    FieldCase("near_px", "an edge 3 px below is not", lambda: top_side_on(slice(53, 54)), 0.0),
    FieldCase(
        "side_samples",
        "a spot at the first point looked at is one in 32",
        lambda: top_side_on(columns=slice(20, 21)),
        pytest.approx(1 / 32),
    ),
    FieldCase(
        "corner_share",
        "the first 0.045 of a side do not count",
        lambda: top_side_on(columns=slice(0, 16)),
        0.0,
    ),
    FieldCase(
        "corner_share",
        "the first 0.055 of a side do",
        lambda: top_side_on(columns=slice(0, 21)),
        pytest.approx(1 / 32),
    ),
]


# --- lines

LONG = 201


def drawn(*lines, strength=9.0, off_deg=0.0):
    """Edges along lines (degrees across, offset) near the middle of a picture; their slopes say ``off_deg`` more."""
    height = width = 300
    levels, crest = np.zeros((height, width), np.float32), np.zeros((height, width), bool)
    across = np.zeros((height, width), np.float32)
    for degrees, offset in lines:
        angle = math.radians(degrees)
        along = np.arange(LONG) - LONG // 2
        x = np.rint(offset * math.cos(angle) - along * math.sin(angle) + width / 2).astype(int)
        y = np.rint(offset * math.sin(angle) + along * math.cos(angle) + height / 2).astype(int)
        crest[y, x], levels[y, x], across[y, x] = True, strength, math.radians(degrees + off_deg)
    return EdgeMap(levels, across, crest)


def best(edges, most=4):
    """The best line: degrees, offset, votes."""
    lines = longest_lines(edges, most)
    angle, offset, votes = lines[lines[:, 2].argmax()]
    return math.degrees(angle), float(offset), float(votes)


def second(*lines):
    """The votes of the second line found in a sector over those of the first."""
    found = longest_lines(drawn(*lines), 8)[:2]
    return float(found[1, 2] / found[0, 2])


def directions_found():
    """How many lines of each direction there are among eight: three upright and three level ones are drawn."""
    upright, level = [(0, 20), (0, -20), (0, 60)], [(90, 20), (90, -20), (90, 60)]
    lines = longest_lines(drawn(*upright, *level, (45, 30), (135, 30)), 8)
    near = np.rint(np.degrees(lines[:, 0]) / 45) % 4
    return np.bincount(near.astype(int), minlength=4).tolist()


HOUGH_CASES = [
    FieldCase(
        "angles",
        "a line at 47 degrees is told from 46.7 and 46",
        lambda: best(drawn((47, 30)))[0],
        pytest.approx(47, abs=0.2),
    ),
    FieldCase(
        "spread_steps",
        "edges 2 degrees off vote for their line",
        lambda: best(drawn((20, 30), off_deg=2))[0],
        pytest.approx(20, abs=0.2),
    ),
    FieldCase(
        "spread_steps",
        "edges 4 degrees off do not",
        lambda: abs(best(drawn((20, 30), off_deg=4))[0] - 20) > 1.5,
        True,
    ),
    FieldCase(
        "strongest",
        "a strength of 100 has the votes of 12",
        lambda: best(drawn((0, 30), strength=100.0))[2] / best(drawn((0, 30), strength=3.0))[2],
        pytest.approx(2.0, rel=0.02),
    ),
    FieldCase(
        "blur_px",
        "a line's peak keeps 6/16, as binomial weights over 5 offsets have it",
        lambda: best(drawn((0, 30)))[2] / LONG / 3,
        pytest.approx(6 / 16, rel=0.05),
    ),
    FieldCase(
        "alike_px", "a line 4 px beside another is the same", lambda: second((0, 30), (0, 34)) < 0.8, True
    ),
    FieldCase(
        "alike_px", "a line 6 px beside another is another", lambda: second((0, 30), (0, 36)) > 0.95, True
    ),
    FieldCase(
        "alike_steps", "a line turned by 3 degrees is the same", lambda: second((0, 0), (3, 0)) < 0.8, True
    ),
    FieldCase(
        "alike_steps", "a line turned by 4 degrees is another", lambda: second((0, 0), (4, 0)) > 0.8, True
    ),
]


# Rectangles

WIDE = replace(RECTANGLE, smallest_share=1e-4, outside_share=50.0)
"""No rectangle is too small or too far out."""


def line(degrees, offset):
    """A line across this direction, in -90 to 180 degrees, so far from the middle."""
    angle = math.radians(degrees)
    return [angle, offset, 1.0] if angle >= 0 else [angle + math.pi, -offset, 1.0]


def found(*lines, thresholds=RECTANGLE, size_mm=(505.0, 300.0)):
    """How many rectangles these lines make in a picture of 640 x 360."""
    return len(rectangles(np.array([line(*each) for each in lines]), (640, 360), size_mm, thresholds))


def flat(height_px, sides=3):
    """Three sides, or four, of a board seen straight from above, so many pixels high."""
    half, across = height_px / 2, height_px * 505 / 300 / 2
    return found(*((90, -half), (90, half), (0, -across), (0, across))[:sides])


def slanting(skew_deg, middle_px):
    """Two upright lines 100 px apart, and one across them, so far below the middle, that many degrees aslant."""
    skew = math.radians(skew_deg)
    return found((0, -50), (0, 50), (90 + skew_deg, middle_px * math.cos(skew)), thresholds=WIDE) > 0


def converging(degrees):
    """Two lines that converge by so much, and one across them."""
    return found((-degrees / 2, 100), (degrees / 2, -100), (90, 20), thresholds=WIDE) > 0


def rectangles_to(depth):
    """How many rectangles two lines make that converge by 19 degrees, when one's far corners are at this depth.

    The side across them is one focal length away and so wide that a rectangle 3.3 times as long comes that near.
    """
    half, ratio = math.radians(19 / 2), 1000 / 300
    share = (1 - depth) / (2 * ratio)
    width = FOCAL_PER_WIDTH * 640 * share / math.sqrt(1 - (share / math.tan(half)) ** 2)
    offset = width * math.cos(half)
    return found((-9.5, offset), (9.5, -offset), (90, 0), thresholds=WIDE, size_mm=(1000.0, 300.0))


def depth_of_slant(share, skew_deg=20):
    """Lines whose crossings are so far apart in depth: y of the one over y of the other."""
    rise = 50 * math.tan(math.radians(skew_deg))
    return slanting(skew_deg, rise * (1 + share) / (1 - share))


RECTANGLE_CASES = [
    FieldCase(
        "outside_share",
        "corners 0.52 of the picture from its middle are inside",
        lambda: flat(2 * 0.52 * 360) > 0,
        True,
    ),
    FieldCase(
        "outside_share",
        "corners 0.58 of the picture from its middle are not",
        lambda: flat(2 * 0.58 * 360) > 0,
        False,
    ),
    FieldCase(
        "smallest_share",
        "a tenth of the picture is too small",
        lambda: flat(math.sqrt(0.10 * 640 * 360 * 300 / 505)) > 0,
        False,
    ),
    FieldCase(
        "smallest_share",
        "a seventh of the picture is not",
        lambda: flat(math.sqrt(0.14 * 640 * 360 * 300 / 505)) > 0,
        True,
    ),
    FieldCase(
        "nearest_sides_share",
        "sides 0.22 of the height apart are one thing's edges",
        lambda: found((90, -39.6), (90, 39.6), (0, 60), thresholds=WIDE) > 0,
        False,
    ),
    FieldCase(
        "nearest_sides_share",
        "sides 0.28 of the height apart are a board's",
        lambda: found((90, -50.4), (90, 50.4), (0, 60), thresholds=WIDE) > 0,
        True,
    ),
    FieldCase("parallel_deg", "sides that converge by 18 degrees are opposite", lambda: converging(18), True),
    FieldCase("parallel_deg", "sides that converge by 22 degrees are not", lambda: converging(22), False),
    FieldCase("square_deg", "sides 27 degrees from square are neighbours", lambda: slanting(27, 170), True),
    FieldCase("square_deg", "sides 33 degrees from square are not", lambda: slanting(33, 170), False),
    FieldCase(
        "least_depth",
        "corners at 0.66 of each other's distance are a board's",
        lambda: depth_of_slant(0.66),
        True,
    ),
    FieldCase(
        "least_depth", "corners at 0.54 of each other's distance are not", lambda: depth_of_slant(0.54), False
    ),
    FieldCase(
        "nearest_ray",
        "of four rectangles one has corners 0.12 focal lengths away",
        lambda: rectangles_to(0.12),
        4,
    ),
    FieldCase("nearest_ray", "it is none when they are 0.08 away", lambda: rectangles_to(0.08), 3),
]


# Colours beside the sides

LENGTH = 763
"""Of the sides looked at: 72 points 10 px apart, and 0.035 of the length left out at either end."""
QUAD = np.array([[[10.0, 30.0], [10.0 + LENGTH, 30.0], [10.0 + LENGTH, 130.0], [10.0, 130.0]]])


def lab(lightness, a=128, b=128):
    return cv2.cvtColor(np.uint8([[[lightness, a, b]]]), cv2.COLOR_LAB2BGR)[0, 0]


def top_contrast(inside, shares=((0.0, 1.0),), rows=range(60), parameters=CONTRAST):
    """The contrast of the upper side where rows inside, along shares of the side, have such a colour, else L* 150."""
    bgr = np.empty((160, 800, 3), np.uint8)
    bgr[:] = lab(150)
    for first, last in shares:
        for row in rows:
            bgr[31 + row, 10 + round(first * LENGTH) : 10 + round(last * LENGTH) + 1] = inside
    return float(contrast_of_sides(bgr, QUAD, 1.0, parameters)[0, 0])


SPOTS = [(at - 1 / LENGTH, at + 1 / LENGTH) for at in np.linspace(0.035, 0.965, 72)]


def sixths(*numbers):
    """Which parts of a side's middle 0.93, in sixths."""
    return [(0.035 + number * 0.93 / 6, 0.035 + (number + 1) * 0.93 / 6 - 0.004) for number in numbers]


FULL = lab(176)
"""Another 26 of lightness: with its weight 15.6, of the 20 that are enough."""
CONTRAST_CASES = [
    FieldCase(
        "strips_px",
        "colours 2, 4, 7 and 9 px inside count, and no others",
        lambda: top_contrast(FULL, rows=(1, 3, 6, 8)),
        pytest.approx(0.78, abs=0.05),
    ),
    FieldCase(
        "strips_px",
        "each of these four is a quarter of the colour",
        lambda: [top_contrast(FULL, rows=(row,)) for row in (1, 3, 6, 8)],
        pytest.approx([0.78 / 4] * 4, abs=0.02),
    ),
    FieldCase(
        "enough",
        "a weighted difference of 15.6 is 0.78 of enough",
        lambda: top_contrast(FULL),
        pytest.approx(0.78, abs=0.05),
    ),
    FieldCase("enough", "more than enough is no more", lambda: top_contrast(lab(240)), 1.0),
    FieldCase(
        "stretches",
        "colour along four sixths of a side is that of the side",
        lambda: top_contrast(FULL, sixths(0, 2, 4, 5)),
        pytest.approx(0.78, abs=0.08),
    ),
    FieldCase(
        "stretches",
        "colour along five ninths is that of two thirds",
        lambda: top_contrast(FULL, ((0.0, 0.035 + 0.93 * 5 / 9),)),
        pytest.approx(0.78 * 0.67, abs=0.08),
    ),
    FieldCase(
        "stretch_samples",
        "spots at all 72 points looked at are a colour",
        lambda: top_contrast(FULL, SPOTS),
        pytest.approx(0.78, abs=0.05),
    ),
    FieldCase(
        "corner_share",
        "of the first 0.045 of a side 0.01 count",
        lambda: top_contrast(
            lab(240),
            ((0.0, 0.045),),
            parameters=replace(CONTRAST, stretches=1, stretch_samples=700, enough=100.0),
        ),
        pytest.approx(0.54 * 0.0108, rel=0.3),
    ),
]


# The river


def nearest_land(others, parameters):
    """How near land comes to places, in millimetres, on a grid of one millimetre."""
    land = np.array(land_places(LAYOUT, replace(parameters, first_land_mm=1, land_step_mm=1)))
    return float(np.linalg.norm(land[:, None] - np.array(others)[None], axis=2).min())


def only(**kept):
    """The parameters with all distances nothing but those named."""
    return replace(RIVER, **{name: 0.0 for name in DISTANCES if name not in kept})


DISTANCES = ("land_from_water_mm", "land_from_deposit_mm", "land_from_marking_mm")
MARKINGS = (*LAYOUT.weather.centres, *LAYOUT.buoy.centres)
DEPOSITS = [deposit.centre for deposit in LAYOUT.deposits.values() if deposit.radius == 23.0]


def striped(stripes):
    """Land of a board, 2 px a millimetre, striped every 18 mm."""
    x = np.arange(1010) / 2
    return np.tile(160 + stripes * np.sign(np.sin(2 * np.pi * x / 18.0)), (600, 1))


def waved(by, crest_mm, period_mm):
    """Land of a board whose brightness is a wave with a crest there; as bright as the blurred crests at beaches."""
    land = np.tile(160 + by * np.cos(2 * np.pi * (np.arange(1010) / 2 - crest_mm) / period_mm), (600, 1))
    for beach in LAYOUT.beaches.values():
        top, bottom, left, right = (
            round(2 * edge)
            for edge in (beach.y_min - 10, beach.y_max + 10, beach.x_min - 10, beach.x_max + 10)
        )
        land[max(top, 0) : bottom, max(left, 0) : right] = 160 + boxed(period_mm) * by
    return land


def boxed(period_mm):
    """What a box filter of 18 mm leaves of a wave."""
    return float(np.sinc(18 / period_mm))


def rimmed(rim_mm):
    """Land of a board with a white rim on the two sides where the places looked at begin."""
    land = np.full((600, 1010), 250.0)
    inside = round(2 * rim_mm)
    land[inside:, inside:] = 160
    return land


def board_of(land=None, water=110, pool_mm=40.0):
    """How a river stands out of pools of water on land, grey (600, 1010), by default of one grey."""
    bgr = np.repeat((striped(0) if land is None else land)[..., None], 3, axis=2).astype(np.uint8)
    for place in (*LAYOUT.spaces.values(), LAYOUT.river.insertion):
        cv2.circle(bgr, (round(2 * place[0]), round(2 * place[1])), round(2 * pool_mm), (water,) * 3, -1)
    pose = Pose(np.diag([2.0, 2.0, 1.0]), Lens(1010, 600))
    return river_stands_out(bgr, pose, LAYOUT)


def lightness_apart(one, other):
    patches = cv2.cvtColor(np.uint8([[[one] * 3, [other] * 3]]), cv2.COLOR_BGR2LAB)[0, :, 0].astype(float)
    return 0.6 * abs(patches[1] - patches[0])


WATER = (*LAYOUT.spaces.values(), LAYOUT.river.insertion)
RIVER_CASES = [
    FieldCase(
        "land_from_water_mm",
        "land is 55 mm from water",
        lambda: nearest_land(WATER, only(land_from_water_mm=1)),
        pytest.approx(55.5, abs=1),
    ),
    FieldCase(
        "land_from_deposit_mm",
        "land is 10 mm from deposits",
        lambda: nearest_land(DEPOSITS, only(land_from_deposit_mm=1)),
        pytest.approx(33.5, abs=1),
    ),
    FieldCase(
        "land_from_marking_mm",
        "land is 25 mm from markings",
        lambda: nearest_land(MARKINGS, only(land_from_marking_mm=1)),
        pytest.approx(25.5, abs=1),
    ),
    FieldCase(
        "first_land_mm",
        "a rim of 9 mm, blurred to 18, is not taken for land",
        lambda: board_of(rimmed(9.0)),
        pytest.approx(lightness_apart(110, 160), rel=0.02),
    ),
    FieldCase(
        "first_land_mm",
        "a rim of 16 mm, blurred to 25, is",
        lambda: board_of(rimmed(16.0)) < 0.5 * lightness_apart(110, 160),
        True,
    ),
    FieldCase(
        "land_step_mm",
        "land with a crest every 25 mm from 20 mm on seems even, and as bright as its crests",
        lambda: board_of(waved(30, crest_mm=20, period_mm=25)),
        pytest.approx(lightness_apart(110, 160 + 30 * boxed(25)), rel=0.05),
    ),
    FieldCase(
        "sand_shares",
        "sand is looked at 0.3 and 0.7 of its width from either side",
        lambda: sorted({x for x, _ in sand_places(LAYOUT)}),
        pytest.approx([34 + 0.3 * 78, 34 + 0.7 * 78]),
    ),
    FieldCase(
        "px_per_mm",
        "pools of 14 mm are not mixed with their banks",
        lambda: board_of(pool_mm=14.0),
        pytest.approx(lightness_apart(110, 160), rel=0.05),
    ),
    FieldCase(
        "px_per_mm",
        "a pattern of 18 mm is taken away",
        lambda: board_of(striped(20)),
        pytest.approx(lightness_apart(110, 160), rel=0.1),
    ),
    FieldCase(
        "blur_px",
        "a pattern of 18 mm leaves no spread",
        lambda: board_of(striped(20)),
        pytest.approx(lightness_apart(110, 160), rel=0.1),
    ),
    FieldCase(
        "least_spread",
        "flat colours count as if they varied by 1",
        board_of,
        pytest.approx(lightness_apart(110, 160), rel=0.02),
    ),
]


@each([*EDGE_CASES, *HOUGH_CASES, *RECTANGLE_CASES, *CONTRAST_CASES, *RIVER_CASES])
def test_the_search_for_an_outline(case):
    assert case.holds()


def test_each_parameter_has_its_cases():
    assert not uncovered(EdgeParameters, EDGE_CASES)
    assert not uncovered(HoughParameters, HOUGH_CASES)
    assert not uncovered(RectangleThresholds, RECTANGLE_CASES)
    assert not uncovered(ContrastParameters, CONTRAST_CASES)
    assert not uncovered(RiverParameters, RIVER_CASES)


def test_each_quarter_of_the_directions_has_as_many_lines():
    assert directions_found() == [2, 2, 2, 2]


def test_colours_count_more_than_lightness():
    assert top_contrast(lab(160)) == pytest.approx(0.6 * 10 / 20, abs=0.04)
    assert top_contrast(lab(150, a=137)) == pytest.approx(1.5 * 9 / 20, abs=0.1)
    assert top_contrast(lab(150, b=137)) == pytest.approx(1.5 * 9 / 20, abs=0.1)


def test_lines_cross_where_they_should():
    upright, level = np.array([line(0, 30)]), np.array([line(90, -20)])
    assert crossing(upright, level)[0] == pytest.approx([30.0, -20.0])


def test_the_four_sides_of_a_board_seen_from_above_make_that_board():
    height = 200.0
    width = height * 505 / 300
    lines = np.array([line(90, -100), line(90, 100), line(0, -width / 2), line(0, width / 2)])
    quads = rectangles(lines, (640, 360), (505.0, 300.0))
    true = np.array([[-width / 2, -100], [width / 2, -100], [width / 2, 100], [-width / 2, 100]])
    assert min(np.abs(np.roll(true, turn, axis=0) - quad).max() for quad in quads for turn in range(4)) < 1e-6


def test_a_blank_board_shows_no_river():
    assert board_of(water=160) == 0.0
