"""Canoes drawn with their shadows on a grey board: red is label 1, black is label 2, and shadows are labelled black."""

import dataclasses

import numpy as np
import pytest

from vision.canoes.cast_shadows import sweep
from vision.canoes.hull_finder import HullFinder
from vision.canoes.hull_shapes import Hull, HullShape
from vision.canoes.shadowless_hulls import ShadowlessFinder, ShadowlessThresholds

SIZE = (260, 520)
SHAPE = HullShape(80.0, 30.0)
BOARD = np.full((*SIZE, 3), 160, np.uint8)
RED, BLACK = 1, 2
RED_BGR, BLACK_BGR, SHADE_BGR = (40, 30, 220), (30, 30, 30), (60, 60, 60)
OFFSET = (0.0, 20.0)


def canoe(label, x, y=100.0, angle=0.2):
    return Hull(label, (x, y), angle, 1.0, 0.0)


class Scene:
    """A picture with its labels."""

    def __init__(self):
        self.bgr, self.labels = BOARD.copy(), np.zeros(SIZE, np.uint8)

    def shade(self, *hulls, offset=OFFSET):
        for hull in hulls:
            swept = sweep(hull, SHAPE, offset, SIZE)
            self.bgr[swept], self.labels[swept] = SHADE_BGR, BLACK
        return self

    def draw(self, *hulls, bgr=None):
        for hull in hulls:
            inside = SHAPE.fill(SIZE, hull)
            self.bgr[inside] = bgr or {RED: RED_BGR, BLACK: BLACK_BGR}[hull.label]
            self.labels[inside] = hull.label
        return self

    def find(self, **thresholds):
        changed = dataclasses.replace(ShadowlessThresholds(), **thresholds)
        finder = ShadowlessFinder(HullFinder(SHAPE), SHAPE, 2, BOARD, 2.0, changed)
        return finder.find(self.labels, self.bgr)


def told(seen):
    """The labels and middles of the hulls found that show most of their outline."""
    return sorted(
        (hull.label, *(round(v, -1) for v in hull.middle_px)) for hull in seen.hulls if hull.cover > 0.5
    )


REDS = (canoe(RED, 80.0), canoe(RED, 220.0, angle=1.2))


def test_shadows_of_canoes_are_no_canoes():
    seen = Scene().shade(*REDS).draw(*REDS).find()
    assert told(seen) == [(RED, 80, 100), (RED, 220, 100)]
    assert np.count_nonzero(seen.labels == BLACK) < 0.06 * SHAPE.area_px * len(REDS)
    assert seen.shadow[128, 80]


def test_a_black_canoe_is_found_where_it_lies_and_not_between_itself_and_its_shadow():
    black = canoe(BLACK, 400.0, 100.0)
    scene = Scene().shade(*REDS, black).draw(*REDS, black)
    hull = next(hull for hull in scene.find().hulls if hull.label == BLACK and hull.cover > 0.5)
    assert hull.middle_px == pytest.approx((400.0, 100.0), abs=3)


def test_a_black_canoe_beside_another_in_its_shadow_is_kept():
    black = canoe(BLACK, 80.0, 132.0)
    seen = Scene().shade(*REDS, black).draw(*REDS, black).find()
    assert (BLACK, 80, 130) in told(seen)


def test_a_black_canoe_without_a_shadow_of_its_own_is_kept_unless_others_shadows_explain_it():
    black = canoe(BLACK, 400.0, 100.0)
    seen = Scene().shade(*REDS).draw(*REDS, black).find()
    assert (BLACK, 400, 100) in told(seen)


def test_without_any_hull_that_tells_of_the_lamps_all_is_left_as_it_was():
    black = canoe(BLACK, 400.0, 100.0)
    scene = Scene().shade(black).draw(black)
    seen = scene.find()
    assert not seen.shadow.any()
    assert (seen.labels == scene.labels).all()


def test_little_that_is_dark_is_not_worth_looking_at():
    offset = (0.0, 8.0)
    scene = Scene().shade(*REDS, offset=offset).draw(*REDS)
    beside = np.count_nonzero(scene.labels == BLACK) / SHAPE.area_px
    assert beside > 0.15
    assert scene.find().shadow.any()
    assert not scene.find(worth_looking=beside + 0.1).shadow.any()


def dim(share):
    """A red canoe that is dark and grey in this share of its length."""
    scene = Scene().shade(REDS[0]).draw(REDS[0])
    inside = SHAPE.fill(SIZE, REDS[0]) & (np.indices(SIZE)[1] < 40 + 80 * share)
    scene.bgr[inside] = (60, 60, 70)
    return scene


@pytest.mark.parametrize(("share", "tells"), [(0.5, True), (0.72, False)])
def test_a_hull_that_is_mostly_dark_and_grey_does_not_tell_of_the_lamps(share, tells):
    assert dim(share).find().shadow.any() == tells


@pytest.mark.parametrize(("red", "tells"), [(118, False), (135, True)])
def test_a_dark_hull_tells_of_the_lamps_when_it_is_more_coloured_than_any_shadow(red, tells):
    """Its light in the other channels is three eighths of the board's; the board without it keeps that of red dark."""
    board = np.full((*SIZE, 3), 200, np.uint8)
    scene = Scene()
    scene.bgr[:] = board
    scene.shade(REDS[0]).draw(REDS[0], bgr=(55, 55, red))
    finder = ShadowlessFinder(HullFinder(SHAPE), SHAPE, 2, board, 2.0)
    assert finder.find(scene.labels, scene.bgr).shadow.any() == tells


def cut(hull, share):
    """A scene in which this share of the caster's length is not labelled."""
    scene = Scene().shade(hull).draw(hull)
    x = hull.middle_px[0] - 40 + 80 * share
    scene.labels[SHAPE.fill(SIZE, hull) & (np.indices(SIZE)[1] < x)] = 0
    return scene


@pytest.mark.parametrize(("share", "tells"), [(0.15, True), (0.45, False)])
def test_only_a_whole_hull_tells_of_the_lamps(share, tells):
    assert cut(canoe(RED, 80.0, angle=0.0), share).find().shadow.any() == tells


def half_seen(share):
    """A black canoe in which this share of the length is not labelled, in the shadow of a red one."""
    above, black = canoe(RED, 300.0, 100.0, 0.0), canoe(BLACK, 300.0, 131.0, 0.0)
    scene = Scene().shade(above, black).draw(above, black)
    left = np.indices(SIZE)[1] < 260 + 80 * share
    scene.labels[(scene.labels == BLACK) & left] = 0
    return scene


def black_left(seen):
    return np.count_nonzero(seen.labels == BLACK) / SHAPE.area_px


def test_a_dark_hull_is_confirmed_by_most_of_its_outline():
    scene = half_seen(0.2)
    assert black_left(scene.find(confirmed=0.5)) >= black_left(scene.find(confirmed=0.95))


def test_a_dark_hull_is_confirmed_by_its_own_shadow():
    """Nothing below the black canoe is dark but a third of its shadow."""
    black = canoe(BLACK, 400.0, 100.0, 0.0)
    scene = Scene().shade(*REDS, black).draw(*REDS, black)
    right = (np.indices(SIZE)[1] > 385) & (np.indices(SIZE)[0] > 118)
    scene.bgr[right] = 160
    assert not scene.find(own_shadow=0.9).shadow[118:, 360:385].any()


def test_the_labels_that_shadows_do_not_explain_keep_a_hull():
    black = canoe(BLACK, 80.0, 138.0)
    scene = Scene().shade(*REDS).draw(*REDS, black)
    assert (BLACK, 80, 140) in told(scene.find())
    assert black_left(scene.find(most_swept=0.0)) <= black_left(scene.find())


def test_a_hulls_soft_edge_is_its_own():
    seen = Scene().shade(*REDS).draw(*REDS).find(outline=1.3)
    assert np.count_nonzero(seen.shadow) <= np.count_nonzero(Scene().shade(*REDS).draw(*REDS).find().shadow)


@pytest.mark.parametrize(("full", "looked"), [(0.95, False), (1.4, True)])
def test_full_dark_hulls_are_nothing_to_look_for_shadows_at(full, looked):
    """What is dark beside the red canoes is less than a hull; the black one would make it more."""
    black = canoe(BLACK, 400.0)
    scene = Scene().shade(*REDS, offset=(0.0, 10.0)).draw(*REDS, black)
    assert scene.find(full=full, worth_looking=1.2).shadow.any() == looked


@pytest.mark.parametrize(("share", "looked"), [(0.08, False), (0.25, True)])
def test_a_dark_hull_that_is_not_full_may_be_half_its_own_shadow(share, looked):
    """Of so much of its length a sixth of its area is cut off, or a fiftieth."""
    black = canoe(BLACK, 400.0, angle=0.0)
    scene = Scene().shade(*REDS, offset=(0.0, 10.0)).draw(*REDS, black)
    columns = np.indices(SIZE)[1]
    scene.labels[(columns > 350) & (columns < 360 + 80 * share)] = 0
    assert scene.find(worth_looking=1.2).shadow.any() == looked


def test_every_threshold_is_tested():
    tested = {
        "worth_looking",
        "whole",
        "full",
        "most_dark",
        "tinted",
        "confirmed",
        "own_shadow",
        "most_swept",
        "outline",
    }
    assert tested == {field.name for field in dataclasses.fields(ShadowlessThresholds)}
