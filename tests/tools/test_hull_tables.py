"""Crops of hulls off a training sheet, drawn here by the project's own renderer."""

import dataclasses
import json

import cv2
import numpy as np
import pytest

from tools.networks.hull_tables import samples_of
from tools.tables.positions import empty_position, set_up
from tools.tables.sheets import crowded, sheet_layout
from tools.tables.style import draw_style
from tools.tables.truth import session_of, truth_of
from vision.canoes.hull_crops import HULL_CROP_PX
from vision.simulate.light import Light
from vision.simulate.palette import CANOES
from vision.simulate.render import Renderer
from vision.simulate.view import View

SEED, PLAYERS = 7000, ("red", "yellow", "green")


@pytest.fixture(scope="module")
def sheet(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sheet")
    for part in ("calibration", "frames"):
        (folder / part).mkdir()
    layout = sheet_layout(SEED)
    session = session_of(draw_style(SEED, stickers=True, own_layout=True), layout, PLAYERS, joe=False)
    deposits = {name: {"gem": one.gem, "radius_mm": one.radius} for name, one in layout.deposits.items()}
    (folder / "session.json").write_text(json.dumps(session | {"sheet": True, "deposits": deposits}))
    chance = np.random.default_rng(SEED)
    crowd = crowded(layout, PLAYERS, chance)
    crowd = dataclasses.replace(crowd, weather=0, buoy=0)
    renderer = Renderer(layout, View(), Light())
    for name, position in (
        ("calibration/empty", empty_position()),
        ("calibration/setup", set_up(layout, PLAYERS, chance, joe=False)),
        ("frames/00", crowd),
    ):
        cv2.imwrite(str(folder / f"{name}.jpg"), renderer.draw(position.scene))
        truth = truth_of(position, layout, (), lambda place: place)
        (folder / f"{name}.json").write_text(json.dumps(truth))
    return folder


@pytest.fixture(scope="module")
def samples(sheet):
    return samples_of(sheet, np.random.default_rng(1))


def test_every_canoe_of_a_sheet_is_cut_out_with_its_cargo(sheet, samples):
    canoes = json.loads((sheet / "frames" / "00.json").read_text())["canoes"]
    assert [(one.colour, one.cargo) for one in samples.samples] == [
        (canoe["colour"], canoe["cargo"]) for canoe in canoes
    ]
    assert all(one.now.shape == (HULL_CROP_PX[1], HULL_CROP_PX[0], 3) for one in samples.samples)


def test_crops_show_their_hulls_and_so_do_the_references(samples):
    """Of the hulls' own colours, which differ, each crop is nearest to its own."""
    shown = [(one.colour, one.now) for one in samples.samples if one.cargo is None]
    shown += [(colour, crop) for colour, crops in samples.hulls.items() for crop in crops]
    right = 0
    for colour, crop in shown:
        middle = np.median(crop[9:15, 14:34].reshape(-1, 3), axis=0)
        hues = {name: middle / middle.sum() - np.array(CANOES[name]) / sum(CANOES[name]) for name in PLAYERS}
        right += min(hues, key=lambda name, hues=hues: np.abs(hues[name]).sum()) == colour
    assert right >= 0.9 * len(shown)


def test_each_gem_has_a_reference_with_its_seven_and_a_bare_one(samples):
    assert set(samples.gems) == {"violet", "clear", "yellow", "blue", "pink"}
    for full, bare in samples.gems.values():
        assert np.abs(full.astype(int) - bare).mean() > 3


def test_the_same_seed_cuts_the_same_crops(sheet, samples):
    again = samples_of(sheet, np.random.default_rng(1))
    assert all(
        np.array_equal(one.now, other.now) for one, other in zip(samples.samples, again.samples, strict=True)
    )


def test_a_table_without_its_pictures_teaches_nothing(sheet, tmp_path):
    (tmp_path / "session.json").write_text((sheet / "session.json").read_text())
    assert samples_of(tmp_path, np.random.default_rng(1)) is None
