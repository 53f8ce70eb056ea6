"""The page of kept pictures: for the host, with a switch, a look at each, a bundle and ways to be rid of them."""

import io
import re
import zipfile

import cv2
import numpy as np
import pytest

from companion.adapters.picture_store import PicturedTable, PictureStore
from companion.service import LANGUAGES

TABLE = PicturedTable("table-a", {"players": ["red"]}, {"empty.jpg": b"e", "setup.jpg": b"s"})
GREY = cv2.imencode(".jpg", np.full((90, 160, 3), 90, np.uint8))[1].tobytes()


class Kept(PictureStore):
    """A folder of pictures without a camera that adds to it."""

    possible = True

    def keep(self, labelled):
        raise AssertionError("there is no camera here")

    def fill(self, count, doubtful=()):
        for _ in range(count):
            self.add(TABLE, GREY, {"settled_by": "answer", "doubtful": list(doubtful)})


@pytest.fixture
def kept(tmp_path):
    return Kept(tmp_path / "pictures", 50_000_000)


@pytest.fixture
def service(opened, tmp_path, kept):
    with opened(tmp_path, pictures=kept) as running:
        yield running


READ = ("/setup/pictures/", "/setup/pictures/table-a/000001.jpg", "/setup/pictures/niagara-pictures.zip")
ORDERS = (("switch", {"keep": "yes"}), ("delete", {"name": "table-a/000001"}), ("delete-all", {}))


def test_nobody_but_the_host_sees_any_of_it_or_changes_anything(visitor, seated, kept):
    kept.fill(1)
    for somebody in (visitor(), seated["red"]):
        for path in READ:
            answer = somebody.get(path, follow_redirects=True)
            assert "Only the host sets the table up" in answer.text
        for order, fields in ORDERS:
            assert "Only the host" in somebody.post(f"/setup/pictures/{order}", **fields).text
    assert not kept.keeping
    assert len(kept.pictures()) == 1


def test_every_order_needs_the_pages_token(host, kept):
    kept.fill(1)
    for order, fields in ORDERS:
        host.client.post(f"/setup/pictures/{order}", data=fields)
    assert not kept.keeping
    assert len(kept.pictures()) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_opens_in_every_language(host, kept, language):
    kept.fill(1, doubtful=["amber", "buoy", "M3/cargo"])
    page = host.page(f"/setup/pictures/?lang={language}")
    assert 'src="/setup/pictures/table-a/000001.jpg"' in page
    assert "M3" in page


def test_it_is_off_until_the_host_switches_it_on_and_off_again(host, kept):
    assert "No pictures are kept." in host.page("/setup/pictures/")
    assert "From now on pictures are kept." in host.post("/setup/pictures/switch", keep="yes").text
    assert kept.keeping
    assert "Pictures are kept." in host.page("/setup/pictures/")
    host.post("/setup/pictures/switch", keep="no")
    assert not kept.keeping


def test_without_the_calibrations_pictures_it_says_what_to_do(host, kept):
    kept.allow(keeping=True)
    assert "Calibrate once more" not in host.page("/setup/pictures/")
    kept.possible = False
    assert "Calibrate once more" in host.page("/setup/pictures/")


def test_how_many_and_how_large_they_are_and_what_is_doubtful(host, kept):
    kept.fill(2, doubtful=["amber", "M3/cargo"])
    page = host.page("/setup/pictures/")
    assert "2 pictures kept" in page
    assert "0.0 of at most 50 MB" in page
    assert "Somebody answered a question. Not sure: the amber deposit, gems in the canoes on M3." in page


def test_a_picture_is_shown_and_one_that_is_not_there_is_not(host, kept):
    kept.fill(1)
    answer = host.get("/setup/pictures/table-a/000001.jpg")
    assert (answer.mimetype, answer.data) == ("image/jpeg", GREY)
    assert host.get("/setup/pictures/table-a/000002.jpg").status_code == 404
    assert host.get("/setup/pictures/table-a/..%2F..%2Fkeeping.jpg").status_code == 404


def test_many_pictures_are_shown_a_dozen_at_a_time(host, kept):
    kept.fill(26)

    def shown(path):
        return re.findall(r'src="/setup/pictures/table-a/0000(\d+)\.jpg"', host.page(path))

    assert shown("/setup/pictures/") == [str(number) for number in range(26, 14, -1)]
    assert shown("/setup/pictures/?from=24") == ["02", "01"]
    assert shown("/setup/pictures/?from=-3") == shown("/setup/pictures/?from=many")
    page = host.page("/setup/pictures/?from=12")
    assert 'href="/setup/pictures/?from=0"' in page
    assert 'href="/setup/pictures/?from=24"' in page


def test_the_bundle_holds_all_of_them(host, kept):
    kept.fill(3)
    answer = host.get("/setup/pictures/niagara-pictures.zip")
    assert "niagara-pictures.zip" in answer.headers["Content-Disposition"]
    with zipfile.ZipFile(io.BytesIO(answer.data)) as bundle:
        assert bundle.testzip() is None
        assert "table-a/session.json" in bundle.namelist()
        assert sum(name.endswith(".jpg") and "/frames/" in name for name in bundle.namelist()) == 3


def test_one_is_deleted_or_all(host, kept):
    kept.fill(3)
    assert "The picture is deleted." in host.post("/setup/pictures/delete", name="table-a/000002").text
    assert [picture.name[-1] for picture in kept.pictures()] == ["3", "1"]
    assert "The picture is deleted." not in host.post("/setup/pictures/delete", name="table-a/000002").text
    assert "Delete 2 pictures for good" in host.page("/setup/pictures/")
    assert "All pictures are deleted." in host.post("/setup/pictures/delete-all").text
    assert kept.pictures() == ()


def test_the_calibration_step_leads_there_and_only_where_there_is_a_camera(host, opened, host_of, tmp_path):
    assert 'href="/setup/pictures/"' in host.page("/setup/calibration")
    with opened(tmp_path / "other") as bare:
        other = host_of(bare)
        assert 'href="/setup/pictures/"' not in other.page("/setup/calibration")
        assert "without camera" in other.get("/setup/pictures/", follow_redirects=True).text
