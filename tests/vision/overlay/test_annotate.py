"""What is drawn over a picture, where: first the marks, then their pixels."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from vision.calibrating.calibrate import calibrate
from vision.layout import default_layout
from vision.overlay.annotate import annotate
from vision.overlay.colours import GREEN, GREY, ORANGE, RED
from vision.overlay.marks import Headline, Ring, Tag, headline, marks_of
from vision.reader import Reader
from vision.sighting import UNKNOWN, Board, DiscState, SeenCanoe, SeenSpace, Sighting, Unreadable
from vision.simulate import (
    HandPiece,
    Renderer,
    View,
    disc_on_space,
    empty_scene,
    remove_disc,
    set_up,
    with_canoe_on_space,
)
from vision.simulate import Light as Lamps
from vision.typical_colours import TYPICAL_CANOE_BGR, TYPICAL_GEM_BGR

LAYOUT = default_layout()
SEATED = SeenSpace(DiscState.SEATED, ())


def sighting(**changes):
    seen = Sighting(
        board=Board.FOUND,
        board_by="markers",
        readable=True,
        why=None,
        hand=False,
        reprojection_px=0.42,
        spaces=dict.fromkeys(LAYOUT.spaces, SEATED) | changes.pop("spaces", {}),
        insertion=DiscState.MISSING,
        beach={"red": 2},
        falls={},
        weather=1,
        buoy=2,
        deposits={name: {"violet": 3} for name in LAYOUT.deposits},
        confidence=dict.fromkeys(LAYOUT.spaces, 0.97),
    )
    return replace(seen, **changes)


def at(seen, place):
    """The ring and the texts of the marks at a place of the board."""
    marks = [
        mark for mark in marks_of(seen, LAYOUT) if not isinstance(mark, Headline) and mark.centre_mm == place
    ]
    rings = [mark for mark in marks if isinstance(mark, Ring)]
    return (rings[0] if rings else None), [mark.text for mark in marks if isinstance(mark, Tag)]


def test_every_space_is_ringed_and_named_with_how_sure_it_is():
    for name, place in LAYOUT.spaces.items():
        ring, texts = at(sighting(), place)
        assert (ring.bgr, ring.bold, ring.radius_mm) == (GREEN, False, LAYOUT.disc.diameter / 2)
        assert texts == [f"{name} 97%"]


@pytest.mark.parametrize(
    ("space", "colour", "bold", "hatched", "text"),
    [
        (SeenSpace(DiscState.MISSING, ()), RED, True, False, "M4 missing 97%"),
        (SeenSpace(DiscState.DISPLACED, (), 13.6), ORANGE, True, False, "M4 displaced 14 mm 97%"),
        (SeenSpace(DiscState.UNSEEN, None), GREY, False, True, "M4 unseen"),
    ],
)
def test_a_disc_out_of_order_is_told_by_colour_and_word(space, colour, bold, hatched, text):
    ring, texts = at(sighting(spaces={"M4": space}), LAYOUT.spaces["M4"])
    assert (ring.bgr, ring.bold, ring.hatched) == (colour, bold, hatched)
    assert texts == [text]


def test_canoes_are_named_in_their_colours_with_their_cargo():
    aboard = (SeenCanoe("red"), SeenCanoe("blue", "violet"), SeenCanoe("wood", UNKNOWN))
    marks = marks_of(sighting(spaces={"L1": SeenSpace(DiscState.SEATED, aboard)}), LAYOUT)
    tags = [mark for mark in marks if isinstance(mark, Tag) and mark.centre_mm == LAYOUT.spaces["L1"]]
    assert [(tag.text, tag.fill, tag.spot) for tag in tags[1:]] == [
        ("red", TYPICAL_CANOE_BGR["red"], None),
        ("blue + violet", TYPICAL_CANOE_BGR["blue"], TYPICAL_GEM_BGR["violet"]),
        ("wood + ?", TYPICAL_CANOE_BGR["wood"], None),
    ]


def test_canoes_not_told_are_a_question():
    assert at(sighting(spaces={"M2": SeenSpace(DiscState.SEATED, None)}), LAYOUT.spaces["M2"])[1] == [
        "M2 97%",
        "canoes ?",
    ]


def test_a_disc_too_many_is_told_and_none_is_not():
    place = LAYOUT.river.insertion
    assert at(sighting(), place) == (None, [])
    assert at(sighting(insertion=DiscState.SEATED), place)[1] == ["extra disc"]
    assert at(sighting(insertion=DiscState.UNSEEN), place)[0].hatched


def test_gems_weather_and_buoy_stand_where_they_lie_or_are_a_question():
    told = sighting(deposits={"amethyst": {"violet": 3, "blue": 1}, "ruby": {}, "amber": None})
    places = {name: deposit.centre for name, deposit in LAYOUT.deposits.items()}
    assert at(told, places["amethyst"])[1] == ["3 violet", "1 blue"]
    assert at(told, places["ruby"])[1] == ["none"]
    assert at(told, places["amber"]) == (Ring(places["amber"], LAYOUT.deposits["amber"].radius, GREY), ["?"])
    assert at(told, LAYOUT.weather.centres[LAYOUT.weather.values.index(1)])[1] == ["weather +1"]
    assert at(told, LAYOUT.buoy.centres[2])[1] == ["buoy"]
    open_ones = marks_of(sighting(weather=None, buoy=None), LAYOUT)
    texts = [mark.text for mark in open_ones if isinstance(mark, Tag)]
    assert {"weather ?", "buoy ?"} <= set(texts)


def test_what_is_told_of_the_weather_lies_around_the_cloud_and_within_its_square():
    (first_x, _), (second_x, _) = LAYOUT.weather.centres[:2]
    half_step_mm = (second_x - first_x) / 2
    half_length_mm, half_width_mm = max(LAYOUT.pieces.cloud_size) / 2, min(LAYOUT.pieces.cloud_size) / 2
    ring, _ = at(sighting(), LAYOUT.weather.centres[LAYOUT.weather.values.index(1)])
    assert half_length_mm < ring.radius_mm < half_step_mm
    (question,) = [mark for mark in marks_of(sighting(weather=None), LAYOUT) if is_tag(mark, "weather ?")]
    assert half_width_mm < question.radius_mm < half_step_mm


def is_tag(mark, text):
    return isinstance(mark, Tag) and mark.text == text


def test_canoes_that_lie_at_no_space_are_counted():
    def texts(**changes):
        return [mark.text for mark in marks_of(sighting(**changes), LAYOUT) if isinstance(mark, Tag)]

    assert "beaches: 2 red" in texts()
    assert not any("falls" in text for text in texts())
    assert {"beaches: none", "below the falls: 1 blue"} <= set(texts(beach={}, falls={"blue": 1}))
    assert {"beaches: ?", "below the falls: ?"} <= set(texts(beach=None, falls=None))


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({}, "board by markers, 0.4 px"),
        ({"board": Board.MOVED, "board_by": "features"}, "board moved, found again by features, 0.4 px"),
        ({"hand": True}, "hand in the picture - board by markers, 0.4 px"),
        ({"readable": False, "why": Unreadable.BLUR}, "not used: blur - board by markers, 0.4 px"),
        ({"readable": False, "why": Unreadable.DARK, "board": Board.LOST}, "board lost (dark)"),
    ],
)
def test_the_headline_says_how_the_picture_was_taken(changes, text):
    assert headline(sighting(**changes)).text == text


def test_before_anything_was_read_the_board_is_lost():
    assert headline(None).text == "board lost"


def test_of_a_picture_not_used_nothing_is_marked_but_why():
    unused = sighting(readable=False, why=Unreadable.HAND)
    assert marks_of(unused, LAYOUT) == (headline(unused),)


# --- in the picture -----------------------------------------------------------------------------------------


class Table:
    """Pictures of a virtual table and its reader."""

    def __init__(self):
        rng = Random(6)
        self.renderer = Renderer(LAYOUT, View(tilt_deg=4.0), Lamps(), seed=4)
        self.start = set_up(LAYOUT, ("red", "blue", "green"), rng)
        self.afloat = with_canoe_on_space(self.start, LAYOUT, self.start.index_of("red-1"), "M2", rng)
        self.reader = Reader(
            calibrate(
                self.renderer.draw(empty_scene()),
                self.renderer.draw(self.start),
                ("red", "blue", "green"),
                layout=LAYOUT,
            )
        )

    def drawn(self, scene):
        bgr = self.renderer.draw(scene)
        self.reader.read(bgr)
        before = bgr.copy()
        drawn = annotate(bgr, self.reader)
        assert np.array_equal(bgr, before), "the picture itself stays as it was"
        return bgr, drawn

    def ring_px(self, place, radius_mm):
        turn = np.linspace(0, 2 * np.pi, 60, endpoint=False)
        circle = np.asarray(place) + radius_mm * np.column_stack((np.cos(turn), np.sin(turn)))
        return np.rint(self.reader.registration.pose.to_px(circle)).astype(int)


@pytest.fixture(scope="module")
def table():
    return Table()


def share_of(picture, pixels, bgr, within=40):
    """How many of these pixels show a colour, tags and smoothing aside."""
    apart = np.abs(picture[pixels[:, 1], pixels[:, 0]].astype(int) - bgr).max(axis=1)
    return float(np.mean(apart < within))


def test_rings_are_drawn_around_the_spaces_in_the_colour_of_their_state(table):
    gap = remove_disc(table.afloat, disc_on_space(table.afloat, LAYOUT, "M4"))
    bgr, drawn = table.drawn(gap)
    for name, place in LAYOUT.spaces.items():
        ring = table.ring_px(place, LAYOUT.disc.diameter / 2)
        colour = RED if name == "M4" else GREEN
        assert share_of(drawn, ring, colour) > 0.6, name
        assert share_of(bgr, ring, colour) < 0.1, name


def test_the_canoes_tag_below_its_space_has_its_colour(table):
    bgr, drawn = table.drawn(table.afloat)
    changed = np.any(drawn != bgr, axis=2)
    for name, tagged in (("M2", True), ("M3", False)):
        ring = table.ring_px(LAYOUT.spaces[name], LAYOUT.disc.diameter / 2)
        left, right, bottom = ring[:, 0].min(), ring[:, 0].max(), ring[:, 1].max()
        below = np.s_[bottom + 4 : bottom + 14, left:right]
        red = (
            np.all(np.abs(drawn[below].astype(int) - TYPICAL_CANOE_BGR["red"]) < 12, axis=2) & changed[below]
        )
        assert bool(np.count_nonzero(red) > 80) is tagged


def test_what_a_hand_hides_is_hatched_and_the_rest_is_not(table):
    hand = HandPiece(205.0, 150.0, 1.57)
    bgr, drawn = table.drawn(replace(table.afloat, hand=hand))
    assert table.reader.hidden is not None

    def hatched(place):
        x, y = np.rint(table.reader.registration.pose.to_px(np.array([place]))[0]).astype(int)
        patch = np.s_[y - 10 : y + 11, x - 10 : x + 11]
        return float(np.mean(np.any(drawn[patch] != bgr[patch], axis=2)))

    assert 0.1 < hatched((205.0, 90.0)) < 0.6, "lines, through which the hand can be seen"
    assert hatched((420.0, 30.0)) == 0.0


def test_a_lost_board_is_told_along_the_top_and_nothing_else_is_drawn(table):
    black = np.zeros((720, 1280, 3), np.uint8)
    table.reader.read(black)
    drawn = annotate(black, table.reader)
    assert np.all(drawn[2, 2] == RED)
    assert not drawn[40:].any()


def test_a_small_picture_is_annotated_too(table):
    table.reader.read(table.renderer.draw(table.start))
    small = np.zeros((180, 320, 3), np.uint8)
    assert annotate(small, table.reader).shape == small.shape
