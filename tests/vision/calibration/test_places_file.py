"""The file of a board's places: written, edited by hand, read again, or refused in one sentence."""

from dataclasses import replace

import pytest

from vision.calibration.places import places_of
from vision.calibration.places_file import load_places, places_to_toml
from vision.errors import LayoutError
from vision.layout import default_layout

LAYOUT = default_layout()
NAMES = {place.name for place in places_of(LAYOUT, {})}


@pytest.fixture
def read(tmp_path):
    def read(text):
        file = tmp_path / "places.toml"
        file.write_text(text, encoding="utf-8")
        return load_places(file)

    return read


def test_what_was_written_is_read_again_to_a_tenth_of_a_millimetre(read):
    spaces = {name: (x + 3.26, y - 1.31) for name, (x, y) in LAYOUT.spaces.items()}
    known = read(places_to_toml(replace(LAYOUT, spaces=spaces), {}))
    assert known.layout.spaces["M1"] == (153.3, 148.7)
    assert replace(known.layout, spaces=LAYOUT.spaces) == LAYOUT
    assert known.confirmed == NAMES


def test_what_is_unsure_stands_in_the_file_and_is_not_confirmed(read):
    text = places_to_toml(LAYOUT, {"weather/0": 0.314, "ruby": 0.5, "M2": 0.97})
    assert text.endswith('[unsure]\n"ruby" = 0.50\n"weather/0" = 0.31\n')
    assert read(text).confirmed == NAMES - {"weather/0", "ruby"}


def test_taking_a_line_out_of_unsure_confirms_the_place(read):
    text = places_to_toml(LAYOUT, {"weather/0": 0.314, "ruby": 0.5})
    assert read(text.replace('"ruby" = 0.50\n', "")).confirmed == NAMES - {"weather/0"}


def test_a_part_of_a_file_confirms_that_part_and_leaves_the_rest_to_be_found(read):
    known = read("[spaces]\nM3 = [260.0, 155.0]\n[deposits]\nruby = { centre = [471.0, 152.0] }\n")
    assert known.confirmed == {"M3", "ruby"}
    assert known.layout.spaces == {**LAYOUT.spaces, "M3": (260.0, 155.0)}
    assert known.layout.deposits["ruby"] == replace(LAYOUT.deposits["ruby"], centre=(471.0, 152.0))
    assert read("[weather]\ncentres = [[1, 2], [33, 2], [65, 2], [97, 2]]\n").confirmed == {
        "weather/-1", "weather/0", "weather/1", "weather/2",
    }  # fmt: skip
    assert read("[players]\nbuoy = [[1, 2], [33, 2], [65, 2]]\n").confirmed == {"buoy/0", "buoy/1", "buoy/2"}
    assert read("[beaches]\nleft = [1, 2, 3, 4]\n").confirmed == {"beach/left"}
    assert read("[river]\nrope_x = 100\n").confirmed == {"rope"}
    assert read("[markers]\ncentres = {}\n").layout.markers.centres == {}
    assert read("").confirmed == set()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("spaces = 3", r"spaces = 3: expected a section with M1, M2"),
        ("[spaces]\nM9 = [1, 2]", r"spaces\.M9 is not known here; expected M1, M2"),
        ("[deposits]\nruby = { center = [1, 2] }", r"deposits\.ruby\.center is not known here; expected cent"),
        ("[water]\nM1 = [1, 2]", r"water is not known here; expected name, size"),
        ("[spaces]\nM3 = [262.0]", r"not a file of places"),
        ("[spaces]\nM3 = [262.0, 151.0", r"not a file of places"),
        ("[spaces]\nM3 = [236.0, 151.0]", r"M2 and M3 are 30 millimetres apart: discs of 54.5 overlap"),
        ("[spaces]\nM3 = [262.0, 999.0]", r"M3 at 262, 999 lies beside the board of 505 x 300"),
        ("[weather]\ncentres = [[1, 2]]", r"\[weather\] has 4 values for 1 squares"),
        ("[unsure]\nM9 = 0.5", r"\[unsure\] names M9, which is no place; expected .*M1"),
        ("[unsure]\nM3 = 1.5", r"\[unsure\] M3 = 1.5: expected a certainty from 0 to 1"),
        ('[unsure]\nM3 = "no"', r"\[unsure\] M3 = 'no': expected a certainty from 0 to 1"),
        ("unsure = 3", r"not a file of places"),
    ],
)  # fmt: skip
def test_a_broken_file_is_refused_in_one_sentence(read, text, sentence):
    with pytest.raises(LayoutError, match=rf"places\.toml: {sentence}"):
        read(text)


def test_a_missing_file_is_refused_in_one_sentence(tmp_path):
    with pytest.raises(LayoutError, match=r"nowhere\.toml: cannot be read"):
        load_places(tmp_path / "nowhere.toml")
