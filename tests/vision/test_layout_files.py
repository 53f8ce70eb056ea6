"""A layout file of a board of one's own: understood, or refused in one sentence."""

from importlib import resources

import pytest

from vision.errors import LayoutError
from vision.layout import default_layout, layout_from_json, layout_to_json, load_layout


@pytest.fixture
def text():
    return resources.files("vision").joinpath("niagara.toml").read_text(encoding="utf-8")


def loaded(tmp_path, text):
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    return load_layout(file)


def test_the_layout_of_the_package_is_a_layout_file(tmp_path, text):
    assert loaded(tmp_path, text) == default_layout()


def test_a_board_of_ones_own_is_understood(tmp_path, text):
    own = loaded(tmp_path, text.replace("M3 = [262.0, 151.0]", "M3 = [262.0, 158.5]"))
    assert own.spaces["M3"] == (262.0, 158.5)


@pytest.mark.parametrize(("apart_mm", "fit"), [(51.0, True), (47.0, False)])
def test_spaces_lie_at_least_nine_tenths_of_a_disc_apart(tmp_path, text, apart_mm, fit):
    # Discs are 54.5 mm wide: nine tenths are 49 mm.
    near = text.replace("M3 = [262.0, 151.0]", f"M3 = [{206.0 + apart_mm}, 151.0]")
    if fit:
        assert loaded(tmp_path, near).spaces["M3"][0] == 206.0 + apart_mm
    else:
        with pytest.raises(LayoutError, match="M2 and M3 are 47 millimetres apart"):
            loaded(tmp_path, near)


def test_a_layout_comes_back_from_json():
    assert layout_from_json(layout_to_json(default_layout())) == default_layout()


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("M3 = [262.0, 151.0]", "", r"\[spaces\] has M1, M2, M4, .*; expected M1, M2, M3"),
        ("M3 = [262.0, 151.0]", "M3 = [262.0]", r"not a layout"),
        ("M3 = [262.0, 151.0]", "M3 = [262.0, 999.0]", r"M3 at 262, 999 lies beside the board of 505 x 300"),
        (
            "M3 = [262.0, 151.0]",
            "M3 = [236.0, 151.0]",
            r"M2 and M3 are 30 millimetres apart: discs of 54.5 overlap",
        ),
        ("thickness = 3.0", "", "thickness is missing"),
        ("[beaches]", "[sand]", "beaches is missing"),
        ("values = [-1, 0, 1, 2]", "values = [-1, 0, 1]", r"\[weather\] has 3 values for 4 squares"),
        ("size = [505.0, 300.0]", "size = [505.0", "not a layout"),
        ("diameter = 54.5", 'diameter = "wide"', "not a layout"),
    ],
)
def test_a_broken_file_is_refused_in_one_sentence(tmp_path, text, old, new, sentence):
    assert old in text
    with pytest.raises(LayoutError, match=rf"mine\.toml: {sentence}"):
        loaded(tmp_path, text.replace(old, new))


def test_a_missing_file_is_refused_in_one_sentence(tmp_path):
    with pytest.raises(LayoutError, match=r"nowhere\.toml: cannot be read"):
        load_layout(tmp_path / "nowhere.toml")
