"""Every camera that runs on any machine, held to the one contract."""

import cv2
import numpy as np
import pytest
from camera_contract import CameraContract, CanBeAbsent, LiveContract, one_sentence_with_cure, until_it_fails
from mjpeg_server import MjpegServer

from vision.cameras import EXPECTED, FilmCamera, FolderCamera, LiveCamera, open_camera
from vision.errors import CameraError
from vision.layout import default_layout
from vision.simulate import View, VirtualCamera, VirtualTable, empty_scene

SIZE_PX = (320, 180)


def picture(level):
    return np.full((SIZE_PX[1], SIZE_PX[0], 3), level, np.uint8)


@pytest.fixture
def server():
    running = MjpegServer(SIZE_PX)
    yield running
    running.off()


class ServersPlug:
    def __init__(self, server):
        self.pull, self.plug = server.off, server.on


class TestNetworkCamera(LiveContract):
    @pytest.fixture
    def camera(self, server):
        return LiveCamera(server.address, silent_s=2.0)

    @pytest.fixture
    def absent(self, server):
        server.off()
        return LiveCamera(server.address, silent_s=2.0)

    @pytest.fixture
    def cable(self, server):
        return ServersPlug(server)

    def test_its_password_is_in_no_name_and_no_sentence(self, absent):
        with pytest.raises(CameraError) as caught:
            absent.__enter__()
        assert "secret" not in str(caught.value)
        assert "secret" not in absent.name
        assert "127.0.0.1" in absent.name

    def test_one_that_falls_silent_without_hanging_up_went_away_too(self, server):
        with LiveCamera(server.address, silent_s=1.0) as camera:
            camera.frame()
            server.silence()
            with pytest.raises(CameraError, match="went away"):
                until_it_fails(camera)
            server.off()


class TestVirtualTable(CameraContract):
    @pytest.fixture
    def camera(self):
        table = VirtualTable(empty_scene())
        return VirtualCamera(table, default_layout(), View(size_px=SIZE_PX, focal_px=265.0), fps=50.0)


class TestFolder(CameraContract, CanBeAbsent):
    @pytest.fixture
    def folder(self, tmp_path):
        for number in range(12):
            cv2.imwrite(str(tmp_path / f"{number:02}.png"), picture(number * 20))
        (tmp_path / "notes.txt").write_text("not a picture, and not looked at")
        return tmp_path

    @pytest.fixture
    def camera(self, folder):
        return FolderCamera(folder)

    @pytest.fixture
    def absent(self, tmp_path):
        return FolderCamera(tmp_path)

    def test_each_picture_comes_once_in_the_order_of_names_and_then_no_more(self, camera):
        with camera:
            levels = [int(camera.frame().bgr[0, 0, 0]) for _ in range(12)]
            assert camera.frame() is None
        assert levels == [number * 20 for number in range(12)]

    def test_a_file_that_is_no_picture_is_named(self, folder, camera):
        (folder / "00.png").write_text("a shopping list")
        with camera, pytest.raises(CameraError, match=r"00\.png"):
            camera.frame()


class TestFilm(CameraContract, CanBeAbsent):
    @pytest.fixture
    def film(self, tmp_path):
        path = tmp_path / "evening.avi"
        writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 8.0, SIZE_PX)
        for number in range(12):
            writer.write(picture(number * 20))
        writer.release()
        return path

    @pytest.fixture
    def camera(self, film):
        return FilmCamera(film)

    @pytest.fixture
    def absent(self, tmp_path):
        path = tmp_path / "letter.avi"
        path.write_text("Dear grandmother")
        return FilmCamera(path)

    def test_no_picture_is_skipped_and_time_is_the_films_own(self, camera):
        with camera:
            frames = [camera.frame() for _ in range(12)]
            assert camera.frame() is None
        assert [frame.bgr[0, 0, 0] for frame in frames] == pytest.approx([n * 20 for n in range(12)], abs=3)
        assert frames[-1].taken_s - frames[0].taken_s == pytest.approx(11 / 8, abs=0.01)


class TestWebcamThatIsNotThere:
    def test_it_is_named_with_what_to_do(self):
        with pytest.raises(CameraError, match="usb:63") as caught:
            open_camera("usb:63").__enter__()
        one_sentence_with_cure(caught.value)


@pytest.mark.parametrize(
    "spec", ["usb:", "usb:front", "picamera3", "picamera2:", "picamera2:left", "/no/such/film.avi"]
)
def test_what_is_no_camera_is_refused_with_what_was_expected(spec):
    with pytest.raises(CameraError) as caught:
        open_camera(spec)
    assert spec in str(caught.value)
    assert EXPECTED in str(caught.value)


@pytest.mark.parametrize(
    "spec", ["usb:2", "picamera2", "picamera2:1", "http://127.0.0.1:9/video", "rtsp://127.0.0.1/film"]
)
def test_a_camera_is_called_what_the_person_called_it(spec):
    assert open_camera(spec).name == spec


def test_a_folder_and_a_film_are_cameras_too(tmp_path):
    film = tmp_path / "film.mp4"
    film.touch()
    assert isinstance(open_camera(str(tmp_path)), FolderCamera)
    assert isinstance(open_camera(str(film)), FilmCamera)


def test_without_its_library_the_pi_camera_says_how_to_get_it():
    with pytest.raises(CameraError, match="apt install python3-picamera2") as caught:
        open_camera("picamera2").__enter__()
    one_sentence_with_cure(caught.value)
