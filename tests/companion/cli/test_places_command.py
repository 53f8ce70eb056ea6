"""`niagara places` and `niagara calibrate --places`: what is not certain is named, corrected and given back."""

import json
from dataclasses import replace
from importlib import resources
from random import Random

import cv2
import pytest
from called import niagara

from vision.calibration.file import load_calibration
from vision.calibration.places_file import load_places
from vision.layout import default_layout
from vision.simulate import Light, Renderer, View, empty_scene, set_up

LAYOUT = default_layout()
PACKAGED = resources.files("vision").joinpath("niagara.toml").read_text(encoding="utf-8")
PLAYERS = ("red", "blue", "green")


def written(folder, layout, laid):
    renderer = Renderer(layout, View(tilt_deg=4.0), Light(), seed=5)
    for name, scene in (("empty", empty_scene()), ("setup", laid)):
        cv2.imwrite(str(folder / f"{name}.png"), renderer.draw(scene))
    return folder


@pytest.fixture(scope="module")
def own(tmp_path_factory):
    """Pictures of a board whose weather track lies fifty millimetres further along."""
    track = tuple((x + 50.0, y) for x, y in LAYOUT.weather.centres)
    layout = replace(LAYOUT, weather=replace(LAYOUT.weather, centres=track))
    return written(tmp_path_factory.mktemp("own"), layout, set_up(layout, PLAYERS, Random(5)))


@pytest.fixture(scope="module")
def trackless(tmp_path_factory):
    """Pictures of a board that has no weather track printed, and no cloud."""
    layout = replace(LAYOUT, weather=replace(LAYOUT.weather, values=(), centres=()))
    laid = replace(set_up(LAYOUT, PLAYERS, Random(5)), cloud=None)
    return written(tmp_path_factory.mktemp("trackless"), layout, laid)


def places(folder, *options):
    return niagara("places", folder / "setup.png", "--empty", folder / "empty.png", *options)


def calibrate(folder, *options):
    pictures = ("--empty", folder / "empty.png", "--setup", folder / "setup.png")
    return niagara("calibrate", *pictures, "--players", ",".join(PLAYERS), *options)


def test_where_everything_lies_is_written_to_a_file_and_drawn(own, tmp_path):
    file, drawn = tmp_path / "places.toml", tmp_path / "drawn.png"
    result = places(own, "-o", file, "--drawn", drawn)
    assert result.returncode == 0, result.stderr
    assert "0 are not" in result.stdout
    assert load_places(file).layout.weather.centres[0] == pytest.approx((200.0, 280.0), abs=2.0)
    assert cv2.imread(str(drawn)).shape == cv2.imread(str(own / "setup.png")).shape


def test_what_is_not_certain_is_named_in_the_file_and_by_both_commands(trackless, tmp_path):
    file = tmp_path / "places.toml"
    squares = [f"weather/{value}" for value in (-1, 0, 1, 2)]
    found = json.loads(places(trackless, "-o", file, "--json").stdout)
    assert found["unsure"] == squares
    assert {place["name"] for place in found["found"] if not place["sure"]} == set(squares)
    assert '"weather/0" = ' in file.read_text()
    result = calibrate(trackless, "-o", tmp_path / "c.zip")
    assert "not read until you show or confirm them: the weather track" in result.stdout
    assert "niagara places" in result.stdout
    told = json.loads(calibrate(trackless, "-o", tmp_path / "c.zip", "--json").stdout)
    assert told["unsure"] == squares


def test_a_corrected_file_settles_it(trackless, tmp_path):
    file, calibration = tmp_path / "places.toml", tmp_path / "c.zip"
    places(trackless, "-o", file)
    text, _, _ = file.read_text().rpartition("[unsure]")
    file.write_text(text)
    result = calibrate(trackless, "--places", file, "-o", calibration)
    assert result.returncode == 0, result.stderr
    assert "niagara places" not in result.stdout
    learnt = load_calibration(calibration)
    assert learnt.unsure == ()
    assert learnt.layout == load_places(file).layout


def test_a_layout_file_is_a_first_guess(own, tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(PACKAGED.replace("M3 = [262.0, 151.0]", "M3 = [262.0, 155.0]"))
    calibrate(own, "--layout", file, "-o", tmp_path / "c.zip")
    learnt = load_calibration(tmp_path / "c.zip")
    assert learnt.layout.weather.centres[0] == pytest.approx((200.0, 280.0), abs=2.0)


def test_a_file_that_is_wrong_is_one_sentence(own, tmp_path):
    file = tmp_path / "places.toml"
    file.write_text("[spaces]\nM9 = [1, 2]\n")
    result = calibrate(own, "--places", file)
    assert result.returncode == 2
    assert "spaces.M9 is not known here" in result.stderr
    assert "Traceback" not in result.stderr


def test_layout_and_places_are_not_given_together(own, tmp_path):
    file = tmp_path / "places.toml"
    file.write_text("")
    result = calibrate(own, "--places", file, "--layout", file)
    assert result.returncode == 2
    assert "--layout or --places" in result.stderr


def test_a_drawing_of_an_unknown_kind_is_refused(own, tmp_path):
    result = places(own, "-o", tmp_path / "places.toml", "--drawn", tmp_path / "drawn.wobble")
    assert result.returncode == 2
    assert "use .png or .jpg" in result.stderr
