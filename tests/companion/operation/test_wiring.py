"""The composition root: every part can be replaced, and everything is closed in the right order."""

import time

import numpy as np
import pytest
from builders import start

from companion.adapters.board_observer import BoardObserver
from companion.board.observation import Watching
from companion.errors import LogError
from companion.operation.settings import CameraSettings, PanelSettings, Settings
from companion.operation.wiring import TableParts, host_key_of, open_table, real_parts
from hardware.errors import PanelError
from hardware.recording import RecordingPanel
from vision.cameras.frame import Frame


class Order(list):
    """What was closed, in its order."""


class NotingPanel(RecordingPanel):
    def __init__(self, order):
        super().__init__()
        self._order = order

    def close(self):
        super().close()
        self._order.append("panel")


class NotingVoice:
    def __init__(self, order):
        self.said = []
        self._order = order

    def speak(self, sentence):
        self.said.append(sentence)

    def close(self):
        self._order.append("voice")


class NotingCamera:
    """Films nothing but grey."""

    name = "grey"

    def __init__(self, order):
        self._order = order

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self._order.append("camera")

    def frame(self):
        time.sleep(0.01)
        return Frame(np.full((90, 160, 3), 128, np.uint8), 1, time.monotonic())


@pytest.fixture
def order():
    return Order()


@pytest.fixture
def settings(tmp_path):
    return Settings(
        games=tmp_path / "games.sqlite3", camera=CameraSettings(calibration=tmp_path / "calibration.zip")
    )


def all_parts(order, **more):
    return TableParts(
        observer=BoardObserver(None),
        camera=NotingCamera(order),
        panel=NotingPanel(order),
        voice=NotingVoice(order),
        setup=start().setup,
        **more,
    )


def until(holds):
    end_s = time.monotonic() + 10
    while not holds():
        assert time.monotonic() < end_s
        time.sleep(0.01)


def test_what_the_camera_films_reaches_the_service_and_what_happens_reaches_panel_and_voice(settings, order):
    told = []
    parts = all_parts(order, listener=told.extend)
    with open_table(settings, parts) as table:
        until(lambda: table.service.table().camera.watching is Watching.UNREADABLE)
        table.service.done(table.service.host_key)
        assert parts.panel.played
        assert parts.voice.said
        assert told


def test_the_camera_is_closed_before_the_lamps_go_out_and_the_voice_falls_silent(settings, order):
    with open_table(settings, all_parts(order)) as table:
        until(lambda: table.observer.newest is not None)
    assert order == ["camera", "voice", "panel"]


def test_closing_twice_is_harmless(settings, order):
    table = open_table(settings, all_parts(order))
    table.close()
    closed = list(order)
    table.close()
    assert list(order) == closed


def test_the_button_is_wired_to_the_game(settings, order):
    parts = TableParts(observer=BoardObserver(None), panel=NotingPanel(order))
    with open_table(settings, parts) as table:
        assert table.service.table().stage == "set-up"
        parts.panel.press()
        table.service.position()
        assert table.service.table().stage == "playing"


def test_a_table_that_cannot_be_opened_closes_its_parts(settings, order):
    with open_table(settings), pytest.raises(LogError):
        open_table(settings, all_parts(order))
    assert order == ["voice", "panel"]


def test_without_any_part_everything_is_entered_by_hand(settings):
    with open_table(settings) as table:
        assert table.service.table().stage == "playing"
        assert table.service.table().camera.watching is Watching.OFF
        assert {part.name: part.found for part in table.service.equipment.parts()} == {
            "camera": False,
            "calibration": False,
            "panel": False,
        }
        assert table.service.doctor().of("camera")


def test_a_secret_that_is_kept_keeps_the_hosts_key(settings, tmp_path):
    kept = TableParts(secret_file=tmp_path / "secret")
    with open_table(settings, kept) as table:
        key = table.service.host_key
    assert key == host_key_of(tmp_path / "secret")
    with open_table(settings) as table:
        assert table.service.host_key != key


def test_the_hosts_key_is_sixteen_digits_of_a_secret_of_thirty_two_bytes(tmp_path):
    assert len(host_key_of(tmp_path / "secret")) == 16
    assert (tmp_path / "secret").stat().st_size == 32


def wanting(settings, **sections):
    return settings.model_copy(update=sections)


def test_the_settings_may_want_neither_camera_nor_panel_nor_voice(settings):
    quiet = wanting(
        settings, camera=CameraSettings(source="none"), panel=PanelSettings(kind="none", speech=False)
    )
    said = []
    parts = real_parts(quiet, panel_demanded=False, say=said.append)
    assert (parts.observer, parts.camera, parts.panel, parts.voice, said) == (None, None, None, None, [])
    assert parts.secret_file == settings.games.with_name("page-secret")


def test_a_camera_without_a_calibration_is_looked_through_and_it_is_said_where_to_make_one(
    settings, tmp_path
):
    (tmp_path / "film").mkdir()
    filming = CameraSettings(source=str(tmp_path / "film"), calibration=tmp_path / "none.zip")
    said = []
    parts = real_parts(
        wanting(settings, camera=filming, panel=PanelSettings(kind="none", speech=False)),
        panel_demanded=False,
        say=said.append,
    )
    assert parts.observer is not None
    assert parts.camera is not None
    assert "no calibration yet" in said[0]


def test_a_panel_that_is_not_there_is_done_without_unless_it_was_demanded(settings, monkeypatch):
    def gone(*_, **__):
        raise PanelError("no pins")

    monkeypatch.setattr("companion.operation.wiring.open_panel", gone)
    lit = wanting(settings, camera=CameraSettings(source="none"), panel=PanelSettings(speech=False))
    said = []
    parts = real_parts(lit, panel_demanded=False, say=said.append)
    assert parts.panel is None
    assert parts.no_panel.key == "part.panel-no-pins"
    assert "played without lamps" in said[0]
    with pytest.raises(PanelError):
        real_parts(lit, panel_demanded=True, say=said.append)
