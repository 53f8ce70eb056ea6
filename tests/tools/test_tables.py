"""Tables to be ray-traced: what lies on them and how they look follow from the seed; Blender is not needed here."""

import itertools
import math

import numpy as np
import pytest

from companion.engine import read_record
from tools.tables.boards import own_layout
from tools.tables.games import game_moments, game_setup
from tools.tables.positions import random_position, set_up
from tools.tables.shapes import gem
from tools.tables.sheets import MOST_CANOES, MOST_PILE, crowded, sheet_layout, sheet_style
from tools.tables.style import GemShape, draw_style
from tools.tables.truth import truth_of
from vision.layout import default_layout

SEEDS = range(1000, 1012)
PLAYERS = ("red", "blue", "green")


def chance(seed):
    return np.random.default_rng(seed)


def test_the_same_seed_makes_the_same_table_and_another_seed_another():
    assert draw_style(1000, stickers=True, own_layout=False) == draw_style(
        1000, stickers=True, own_layout=False
    )
    assert draw_style(1000, stickers=True, own_layout=False) != draw_style(
        1001, stickers=True, own_layout=False
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_on_a_board_of_its_own_all_lies_on_the_board_and_no_two_discs_overlap(seed):
    layout = own_layout(default_layout(), seed)
    places = [*layout.spaces.values(), *(deposit.centre for deposit in layout.deposits.values())]
    assert all(0 < x < layout.size[0] and 0 < y < layout.size[1] for x, y in places)
    nearest = min(math.dist(*pair) for pair in itertools.combinations(layout.spaces.values(), 2))
    assert nearest > 0.95 * layout.disc.diameter


def test_set_up_is_told_as_the_rules_lay_it_out():
    layout = default_layout()
    truth = truth_of(set_up(layout, PLAYERS, chance(1), joe=True), layout, (), lambda place: place)
    assert truth["gems_in_deposits"]["amethyst"] == {"violet": 7}
    assert (truth["weather"], truth["buoy"], truth["faults"]) == (0, 0, [])
    assert all(disc["offset_mm"] < 3.0 for disc in truth["discs"].values())
    assert sum(canoe["at"].startswith("beach") for canoe in truth["canoes"]) == 6


@pytest.mark.parametrize("seed", SEEDS)
def test_no_position_has_more_gems_of_a_colour_than_the_box(seed):
    scene = random_position(default_layout(), PLAYERS, chance(seed), joe=False).scene
    gems = [gem.colour for gem in scene.gems] + [gem for canoe in scene.canoes for gem in canoe.cargo]
    assert all(gems.count(colour) <= 7 for colour in gems)


def test_a_game_is_pictured_in_order_and_its_record_is_legal():
    layout = default_layout()
    setup = game_setup(PLAYERS, joe=True)
    record, moments = game_moments(
        layout, setup, set_up(layout, PLAYERS, chance(1), joe=True), 8, 5, chance(2)
    )
    assert read_record(record).state.winners
    assert [moment.lines for moment in moments] == sorted(moment.lines for moment in moments)
    assert any(moment.mistake for moment in moments)
    assert any(moment.mistake is None for moment in moments)


@pytest.mark.parametrize("shape", GemShape)
def test_each_gem_is_a_closed_body_of_about_its_size(shape):
    points, faces = gem(shape, 10.0, 0.7, chance(3))
    corners = {number for face in faces for number in face}
    edges = {frozenset(pair) for face in faces for pair in itertools.combinations(face, 2)}
    assert len(corners) - len(edges) + len(faces) == 2  # Euler's formula for a convex body
    assert 5.0 < np.ptp(points[:, 0]) < 13.0


@pytest.mark.parametrize("seed", SEEDS)
def test_a_sheet_has_more_deposits_than_the_board_none_on_another_nor_on_the_river(seed):
    layout = sheet_layout(seed)
    deposits = list(layout.deposits.values())
    assert len(deposits) > 8
    more = [deposit for name, deposit in layout.deposits.items() if name.startswith("more")]
    for deposit in more:
        assert all(
            math.dist(deposit.centre, other.centre) > deposit.radius + other.radius
            for other in deposits
            if other is not deposit
        )
        assert all(
            math.dist(deposit.centre, space) > deposit.radius + layout.disc.diameter / 2
            for space in layout.spaces.values()
        )


def test_a_sheet_is_crowded_with_canoes_off_the_piles_and_piles_of_up_to_eight():
    layout = sheet_layout(7000)
    scenes = [crowded(layout, PLAYERS, chance(seed)).scene for seed in SEEDS]
    assert all(20 < len(scene.canoes) <= MOST_CANOES for scene in scenes)
    loaded = np.mean([bool(canoe.cargo) for scene in scenes for canoe in scene.canoes])
    assert 0.4 < loaded < 0.6
    assert max(len(scene.gems) for scene in scenes) > 3 * len(layout.deposits)
    for scene in scenes:
        for deposit in layout.deposits.values():
            lying = [
                one for one in scene.gems if math.dist((one.x_mm, one.y_mm), deposit.centre) < deposit.radius
            ]
            assert len(lying) <= MOST_PILE + 1
            assert all(
                math.dist((canoe.x_mm, canoe.y_mm), deposit.centre) > deposit.radius for canoe in scene.canoes
            )


def test_all_gem_shapes_occur_on_sheets_and_a_sheets_style_follows_from_its_seed():
    assert {sheet_style(seed).gems.shape for seed in range(7000, 7060)} == set(GemShape)
    assert sheet_style(7000) == sheet_style(7000)
