"""The first run in the browser, with the real equipment on the virtual table."""

import re
from random import Random

import numpy as np
import pytest

from companion.adapters.board_observer import BoardObserver
from companion.adapters.camera_thread import hand_in
from companion.adapters.equipment import TableEquipment
from companion.service import LANGUAGES
from hardware.gpio import open_panel
from hardware.signals import Level
from vision.calibration.file import load_calibration
from vision.layout import default_layout
from vision.simulate import Light, View, VirtualCamera, VirtualTable, empty_scene, set_up, without_canoe
from web.setup import SetupStep

PLAYERS = ("red", "blue", "green")


class Bench:
    """The virtual table under a camera, and the equipment that looks at it."""

    def __init__(self, folder, table, camera):
        self.laid = set_up(default_layout(), PLAYERS, Random(1))
        self.table = table
        self.camera = camera
        self.observer = BoardObserver(None)
        self.panel = open_panel("mock")
        self.file = folder / "calibration.zip"
        self.equipment = TableEquipment(observer=self.observer, panel=self.panel, calibration=self.file)
        self.service = None

    def look(self):
        hand_in(self.camera.frame(), self.observer, self.service, wait=True)


@pytest.fixture(scope="module")
def watched_table():
    """One table and one camera for all tests: printing the board that it sees takes a second."""
    table = VirtualTable(empty_scene())
    with VirtualCamera(table, default_layout(), View(), seed=1, paced=False) as camera:
        yield table, camera


@pytest.fixture
def bench(tmp_path, watched_table):
    table, camera = watched_table
    table.set(empty_scene())
    camera.change(view=View(), light=Light())
    made = Bench(tmp_path, table, camera)
    yield made
    made.panel.close()


@pytest.fixture
def service(opened, bench, tmp_path):
    with opened(tmp_path, equipment=bench.equipment) as running:
        bench.service = running
        yield running


def test_only_the_host_sets_the_table_up(visitor, seated):
    for who in (visitor(), seated["red"]):
        assert "Only the host" in who.get("/setup/players", follow_redirects=True).text
        assert "Only the host" in who.post("/setup/sound", signal="mistake").text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_can_be_opened_skipped_and_come_back_to(host, language):
    assert host.get("/setup/").location == "/setup/language"
    for step in SetupStep:
        page = host.page(f"/setup/{step}?lang={language}")
        assert all(f'href="/setup/{other}"' in page for other in SetupStep)
    assert host.get("/setup/kitchen").status_code == 404


def test_what_is_attached_is_said_and_what_is_not_has_its_cure(host, bench):
    assert "No camera delivers pictures. Is it plugged in" in host.page("/setup/hardware")
    bench.look()
    page = host.page("/setup/hardware")
    assert "The camera delivers pictures of" in page
    assert "calibrate it" in page
    assert "Lamps and buzzer answer." in page


def test_the_marker_sheet_is_a_pdf(host, bench):
    assert host.get("/setup/markers.pdf").data.startswith(b"%PDF")


def test_the_board_is_calibrated_from_two_pictures_and_then_read(host, bench, service):
    bench.look()
    assert service.table().camera.text.key == "camera.uncalibrated"
    assert host.get("/lens.jpg").data.startswith(b"\xff\xd8")
    assert "First take both pictures" in host.post("/setup/calibrate").text
    assert "The picture is kept." in host.post("/setup/shot", shot="empty").text
    bench.table.set(bench.laid)
    bench.look()
    host.post("/setup/shot", shot="set-up")
    assert "The camera knows this board now." in host.post("/setup/calibrate").text
    assert bench.file.exists()
    for _ in range(12):
        bench.look()
    assert len(service.seen().places["beach"]) == 6


@pytest.mark.parametrize(
    ("language", "said"), [("fr", "montre un plateau vide"), ("de", "zeigt ein leeres Brett")]
)
def test_why_a_board_cannot_be_learnt_is_said_in_the_players_language(host, bench, language, said):
    host.get(f"/setup/calibration?lang={language}")
    bench.look()
    host.post("/setup/shot", shot="empty")
    host.post("/setup/shot", shot="set-up")
    assert said in host.post("/setup/calibrate").text


def test_the_board_is_found_anew_in_the_middle_of_a_game(host, bench, service):
    assert "has not delivered a picture" in host.post("/setup/recalibrate").text
    bench.look()
    assert "Calibrate the camera first" in host.post("/setup/recalibrate").text
    calibrated(host, bench)
    before = load_calibration(bench.file)
    bench.camera.change(view=View(tilt_deg=4, roll_deg=3), light=Light(kelvin=3000, level=0.8))
    bench.look()
    assert "The camera has found the board" in host.post("/setup/recalibrate").text
    after = load_calibration(bench.file)
    corner_mm = np.array([[0.0, 0.0]])
    moved_px = np.linalg.norm(after.pose.to_px(corner_mm) - before.pose.to_px(corner_mm))
    assert moved_px > 10
    for _ in range(12):
        bench.look()
    assert service.table().camera.watching == "watching"


def test_a_board_that_lies_otherwise_than_in_the_game_is_not_learnt(host, bench, service):
    calibrated(host, bench)
    before = bench.file.read_bytes()
    bench.table.set(without_canoe(bench.laid, 0))
    bench.look()
    assert "does not lie as the game has it" in host.post("/setup/recalibrate").text
    assert bench.file.read_bytes() == before


def take_both(host, bench):
    bench.look()
    host.post("/setup/shot", shot="empty")
    bench.table.set(bench.laid)
    bench.look()
    host.post("/setup/shot", shot="set-up")


def by_hand(corners):
    shares = {
        f"{axis}{n}": str(100 * part)
        for n, corner in enumerate(corners)
        for axis, part in zip("xy", corner, strict=True)
    }
    return {"by-hand": "on", **shares}


def test_a_board_that_is_not_found_is_calibrated_by_the_corners_somebody_shows(host, bench, service):
    take_both(host, bench)
    host.post("/setup/calibrate")
    found = load_calibration(bench.file)
    width, height = found.layout.size
    corners = found.pose.to_px(np.array([(0, 0), (width, 0), (width, height), (0, height)], float))
    frame_height, frame_width = bench.observer.newest.bgr.shape[:2]
    bench.file.unlink()
    answer = host.post("/setup/calibrate", **by_hand(corners / (frame_width, frame_height)))
    assert "The camera knows this board now." in answer.text
    shown = load_calibration(bench.file)
    middle = np.array([(width / 2, height / 2)])
    assert np.linalg.norm(shown.pose.to_px(middle) - found.pose.to_px(middle)) < 6


@pytest.mark.parametrize(
    ("corners", "said"),
    [
        ([(0.5, 0.5)] * 4, "form no board"),
        ([(0.1, 0.1), (0.1, 0.9), (0.9, 0.9), (0.9, 0.1)], "form no board"),
        ([(1.5, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)], "missing or not understood"),
    ],
)
def test_corners_that_are_none_are_refused_and_nothing_is_learnt(host, bench, corners, said):
    take_both(host, bench)
    assert said in host.post("/setup/calibrate", **by_hand(corners)).text
    assert not bench.file.exists()


def test_two_pictures_of_the_empty_river_teach_nothing(host, bench):
    bench.look()
    for shot in ("empty", "set-up"):
        host.post("/setup/shot", shot=shot)
    assert "the set-up picture shows an empty board" in host.post("/setup/calibrate").text
    assert not bench.file.exists()


def test_players_in_any_seats_and_with_modules_begin_a_game(host, service):
    seats = {"seat-black": "2", "seat-green": "1", "seat-red": "4", "seat-yellow": "3"}
    page = host.post("/setup/players", **seats, first="black", module=["six-players", "joe"]).text
    assert "A new game begins." in page
    assert [player.colour for player in service.table().players] == ["green", "black", "yellow", "red"]
    assert service.table().first == "black"
    assert "joe" in {canoe.id for canoes in service.table().places.values() for canoe in canoes}


def test_too_few_players_are_refused_and_the_game_goes_on(host, service):
    assert "This makes no game" in host.post("/setup/players", **{"seat-red": "1", "first": "red"}).text
    assert len(service.table().players) == 3


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("fr", "1 joueur, et Niagara se joue de 3 à 5"),
        ("de", "1 Mitspielender, und Niagara ist für 3 bis 5"),
    ],
)
def test_why_a_set_up_makes_no_game_is_said_in_the_players_language(host, language, said):
    host.get(f"/setup/players?lang={language}")
    assert said in host.post("/setup/players", **{"seat-red": "1", "first": "red"}).text


def test_codes_lead_to_the_address_and_into_the_network_which_is_not_kept(host):
    page = host.page("/setup/codes")
    assert "http://table.example:8080/" in page
    assert len(re.findall(r'class="segno"', page)) == 4
    answer = host.post("/setup/wifi", name="Home", password="river-secret")  # noqa: S106
    assert len(re.findall(r'class="segno"', answer.text)) == 5
    assert "river-secret" not in answer.text
    assert "river-secret" not in host.page("/setup/codes")


def test_every_signal_can_be_tried(host, bench):
    page = host.page("/setup/sound")
    names = re.findall(r'name="signal" value="([\w-]+)"', page)
    assert len(names) == 7
    for name in names:
        assert host.post("/setup/sound", signal=name).request.path == "/setup/sound"
    assert "no panel" in host.post("/setup/sound", signal="trumpet").text


def calibrated(host, bench):
    take_both(host, bench)
    assert "The camera knows this board now." in host.post("/setup/calibrate").text


def test_a_new_game_with_the_same_canoes_in_other_seats_is_read_at_once(host, bench, service):
    calibrated(host, bench)
    host.post("/setup/players", **{"seat-green": "1", "seat-blue": "2", "seat-red": "3", "first": "green"})
    for _ in range(12):
        bench.look()
    assert service.table().camera.text.key == "camera.watching"
    assert service.seen().first == "green"


def test_canoes_that_the_camera_never_saw_are_named_instead_of_misread(host, bench, service):
    calibrated(host, bench)
    host.post("/setup/players", **{"seat-red": "1", "seat-blue": "2", "seat-yellow": "3", "first": "red"})
    bench.look()
    camera = service.table().camera.text
    assert (camera.key, camera.values["colours"]) == ("camera.other-players", ("yellow",))
    assert "yellow are new to it" in host.page("/table")


def test_how_much_is_heard_is_chosen_and_kept_over_a_restart(host, bench, service):
    assert re.search(r'value="all"[^>]*aria-pressed="true"', host.page("/setup/sound"))
    assert re.search(r'value="night"[^>]*aria-pressed="true"', host.post("/setup/level", level="night").text)
    assert bench.panel.level is Level.NIGHT
    other = open_panel("mock")
    assert TableEquipment(observer=None, panel=other, calibration=bench.file).level == "night"
    assert other.level is Level.NIGHT
    other.close()
    assert "no panel" in host.post("/setup/level", level="deafening").text
    assert service.equipment.level == "night"
