"""The page of places: what is drawn, what is sent, and what the calibration is afterwards."""

import re

import cv2
import numpy as np
import pytest

from companion.adapters.calibration_file import (
    CalibrationPictures,
    calibration_pictures,
    save_calibration,
)
from companion.service import LANGUAGES
from vision.calibration.file import load_calibration

PAGE = "/setup/places/"
UNSURE = ("M3", "weather/-1", "weather/0", "beach/left")


@pytest.fixture
def service(opened, tmp_path, board_equipment):
    with opened(tmp_path, equipment=board_equipment) as running:
        yield running


@pytest.fixture
def known(board_file):
    """The calibration as the file has it now."""
    return lambda: load_calibration(board_file)


def fields(page):
    """What a form without changes would send."""
    sent = dict(re.findall(r'name="([xywh]:[^"]+)"[^>]*value="([^"]+)"', page))
    sent["version"] = re.search(r'name="version" value="(\w+)"', page)[1]
    return sent


def sent(host, **changed):
    """The answer to the page's form with some of it changed."""
    changed = {name.replace("__", ":"): value for name, value in changed.items()}
    return host.post(PAGE, **{**fields(host.page(PAGE)), **changed})


def test_nobody_but_the_host_sees_or_changes_a_place(visitor, seated, board_file):
    before = board_file.read_bytes()
    for somebody in (visitor(), seated["red"]):
        for path in (PAGE, f"{PAGE}board-empty.jpg"):
            assert "Only the host" in somebody.get(path, follow_redirects=True).text
        assert "Only the host" in somebody.post(PAGE, all="yes", version="0").text
    assert board_file.read_bytes() == before


def test_places_are_sent_with_the_pages_token_only(host, board_file):
    before = board_file.read_bytes()
    host.client.post(PAGE, data={**fields(host.page(PAGE)), "all": "yes"})
    assert board_file.read_bytes() == before


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_place_is_drawn_over_the_board_and_can_be_typed(host, known, language):
    page = host.page(f"{PAGE}?lang={language}")
    names = {place.name for place in known().places}
    assert len(names) == 29
    assert set(re.findall(r'data-place="([^"]+)"', page)) == names
    assert set(re.findall(r'name="x:([^"]+)"', page)) == names
    assert set(re.findall(r'name="y:([^"]+)"', page)) == names - {"rope", "falls"}
    assert len(re.findall(r'name="w:', page)) == 7


def test_unsure_places_come_first_with_a_sentence_and_are_marked_in_the_drawing(host):
    page = host.page(PAGE)
    listed = re.findall(r'data-fields="([^"]+)"', page)
    assert set(listed[:4]) == set(UNSURE)
    assert page.count("The camera is not sure where this is; nothing is read there.") == 4
    assert "4 places are unsure" in page
    marked = {
        name
        for kind, name in re.findall(r'class="place (\w+)" data-place="([^"]+)"', page)
        if kind == "unsure"
    }
    assert marked == set(UNSURE)
    assert "<text>M3?</text>" in page
    assert "<text>M2</text>" in page
    assert set(re.findall(r"<text>(.*?)</text>", page)) == {
        *("M1", "M2", "M3?", "M4", "M5", "L1", "L2", "R1", "R2"),
        *("\N{MINUS SIGN}1?", "0?", "+1", "+2"),
        *("1", "2", "3", "4", "5", "6"),
        *("", "?"),
    }


def test_the_board_is_seen_from_above_empty_and_set_up(host, known):
    shown = {}
    for shot in ("empty", "set-up"):
        answer = host.get(f"{PAGE}board-{shot}.jpg")
        assert answer.mimetype == "image/jpeg"
        shown[shot] = cv2.imdecode(np.frombuffer(answer.data, np.uint8), cv2.IMREAD_COLOR)
        assert shown[shot].shape == known().empty_bgr.shape
    assert np.abs(shown["empty"].astype(int) - shown["set-up"]).max() > 60
    assert host.get(f"{PAGE}board-kitchen.jpg").status_code == 400
    assert 'href="/setup/places/board-empty.jpg"' in host.page(f"{PAGE}?picture=empty")
    assert 'href="/setup/places/board-set-up.jpg"' in host.page(f"{PAGE}?picture=kitchen")


def test_a_place_that_was_moved_is_kept_there_and_confirmed_and_the_others_stay(host, known):
    before = known()
    answer = sent(host, x__M3="265.0", y__M3="149.5")
    assert "1 place is kept as shown." in answer.text
    after = known()
    assert after.layout.spaces["M3"] == (265.0, 149.5)
    assert {**after.layout.spaces, "M3": 0} == {**before.layout.spaces, "M3": 0}
    assert set(after.unsure) == set(UNSURE) - {"M3"}
    assert "3 places are unsure" in answer.text


def test_places_are_confirmed_one_by_one_where_they_are_drawn(host, known):
    before = known().layout
    assert "2 places are kept as shown." in sent(host, confirm=["weather/-1", "weather/0"]).text
    assert known().unsure == ("M3", "beach/left")
    assert known().layout == before


def test_all_places_are_confirmed_at_once_with_what_was_moved(host, known):
    answer = sent(host, all="yes", x__amber="352.0")
    assert "The camera is sure of every place." in answer.text
    assert known().unsure == ()
    assert known().layout.deposits["amber"].centre == (352.0, 76.0)


def test_deposits_and_beaches_have_a_size_too(host, known):
    sent(host, **{"w__amber": "50", "x__beach/left": "75", "w__beach/left": "80", "h__beach/left": "60"})
    layout = known().layout
    assert layout.deposits["amber"].radius == 25
    beach = layout.beaches["left"]
    assert (beach.x_min, beach.y_min, beach.x_max, beach.y_max) == (35, 44, 115, 104)


def test_a_line_moves_along_the_river_only(host, known):
    sent(host, x__rope="118.5", y__rope="4")
    assert known().layout.river.rope_x == 118.5
    assert known().layout.river.insertion == (92.0, 150.0)


def test_a_form_in_which_nothing_was_done_changes_nothing(host, board_file):
    before = board_file.read_bytes()
    assert "No place was moved or confirmed." in sent(host).text
    assert board_file.read_bytes() == before


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"x__M3": "210"}, "cannot lie like this"),
        ({"x__M3": "-40"}, "cannot lie like this"),
        ({"x__weather/2": "1e300"}, "cannot lie like this"),
        ({"y__buoy/0": "-3"}, "cannot lie like this"),
        ({"x__rope": "900"}, "cannot lie like this"),
        ({"w__beach/left": "1e9"}, "cannot lie like this"),
        ({"version": "0", "x__M3": "265"}, "were changed meanwhile"),
        ({"x__M3": "east"}, "missing or not understood"),
        ({"x__M3": "nan"}, "missing or not understood"),
        ({"w__amber": "-5"}, "missing or not understood"),
        ({"h__beach/left": "0"}, "missing or not understood"),
    ],
    ids=[
        "overlap",
        "beside the board",
        "a square far away",
        "a buoy beside it",
        "a rope beside it",
        "a vast beach",
        "an old page",
        "no number",
        "not a number",
        "no size",
        "flat",
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_changed(host, board_file, changed, said):
    before = board_file.read_bytes()
    assert said in sent(host, **changed).text
    assert board_file.read_bytes() == before


def test_the_next_look_reads_with_the_new_places(host, board_equipment):
    assert board_equipment._observer._watch is None
    sent(host, x__M3="265.0")
    watch = board_equipment._observer._watch
    assert watch.reader.calibration.layout.spaces["M3"][0] == 265.0
    sent(host, x__M3="266.0")
    assert board_equipment._observer._watch is not watch


def test_the_calibrations_own_pictures_go_along(host, board_file):
    taken = CalibrationPictures(b"empty", b"set up")
    save_calibration(load_calibration(board_file), board_file, taken)
    sent(host, all="yes")
    assert calibration_pictures(board_file) == taken


def test_before_the_first_calibration_there_is_nothing_to_show(host, board_file):
    assert 'href="/setup/places/"' in host.page("/setup/calibration")
    board_file.unlink()
    assert 'href="/setup/places/"' not in host.page("/setup/calibration")
    assert "Calibrate the camera first" in host.get(PAGE, follow_redirects=True).text
    assert "Calibrate the camera first" in host.post(PAGE, all="yes").text
