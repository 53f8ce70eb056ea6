"""The folder of kept pictures: what fits, what makes room, and what a power cut leaves."""

import io
import json
import signal
import stat
import subprocess
import sys
import time
import zipfile
from dataclasses import replace
from types import SimpleNamespace

import pytest

from companion.adapters import picture_store
from companion.adapters.picture_store import PicturedTable, PictureStore

TABLE = PicturedTable("table-a", {"players": ["red"]}, {"empty.jpg": b"e" * 100, "empty.json": b"{}"})
OTHER = replace(TABLE, name="table-b")
TRUTH = {"settled_by": "agreement", "doubtful": ["buoy"]}
JPEG = b"j" * 10_000
MUCH = 10_000_000


@pytest.fixture
def store(tmp_path):
    return PictureStore(tmp_path / "pictures", MUCH)


def names(store):
    return [picture.name for picture in store.pictures()]


def size_of(folder):
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())


def test_nothing_is_kept_unless_somebody_allows_it_and_his_word_outlasts_a_restart(store):
    assert not store.keeping
    store.allow(keeping=True)
    assert store.keeping
    assert PictureStore(store.folder, MUCH).keeping
    store.allow(keeping=False)
    assert not PictureStore(store.folder, MUCH, keeping=True).keeping


def test_the_settings_word_holds_until_somebody_chooses(tmp_path):
    assert PictureStore(tmp_path / "none", MUCH, keeping=True).keeping


def test_a_picture_lies_in_its_tables_folder_with_its_truth_beside_it(store):
    assert store.add(TABLE, JPEG, TRUTH)
    frames = store.folder / "table-a" / "frames"
    assert json.loads((frames / "000001.json").read_text()) == {**TRUTH, "image": "frames/000001.jpg"}
    assert (frames / "000001.jpg").read_bytes() == JPEG
    assert json.loads((store.folder / "table-a" / "session.json").read_text()) == TABLE.session
    assert (store.folder / "table-a" / "calibration" / "empty.jpg").read_bytes() == b"e" * 100


def test_only_their_owner_may_read_them(store):
    store.add(TABLE, JPEG, TRUTH)
    assert stat.S_IMODE(store.folder.stat().st_mode) == 0o700
    files = [file for file in store.folder.rglob("*") if file.is_file()]
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}


def test_pictures_are_listed_newest_first_through_all_tables(store):
    for table in (TABLE, OTHER, TABLE):
        store.add(table, JPEG, TRUTH)
    assert names(store) == ["table-a/000003", "table-b/000002", "table-a/000001"]
    newest = store.pictures()[0]
    assert (newest.by, newest.doubtful) == ("agreement", ("buoy",))
    assert newest.size_bytes > len(JPEG)


def test_the_oldest_make_room_for_the_newest_and_the_folder_never_grows_beyond_its_cap(tmp_path):
    store = PictureStore(tmp_path / "pictures", 45_000)
    for number in range(12):
        assert store.add(OTHER if number < 2 else TABLE, JPEG, TRUTH)
        assert size_of(store.folder) <= 45_000
    assert names(store) == [f"table-a/{number:06}" for number in (12, 11, 10, 9)]


def test_a_table_whose_last_picture_made_room_is_gone_too(tmp_path):
    store = PictureStore(tmp_path / "pictures", 45_000)
    for table in (OTHER, TABLE, TABLE, TABLE, TABLE):
        store.add(table, JPEG, TRUTH)
    assert not (store.folder / "table-b").exists()


def test_a_picture_larger_than_the_cap_is_not_kept(tmp_path):
    store = PictureStore(tmp_path / "pictures", 9_000)
    assert not store.add(TABLE, JPEG, TRUTH)
    assert store.pictures() == ()


@pytest.mark.parametrize(("free_mb", "kept"), [(150, False), (250, True)])
def test_two_hundred_megabytes_of_the_disk_are_left_to_the_games(store, monkeypatch, free_mb, kept):
    usage = SimpleNamespace(free=free_mb * 2**20)
    monkeypatch.setattr(picture_store.shutil, "disk_usage", lambda _: usage)
    assert store.add(TABLE, JPEG, TRUTH) is kept


def test_one_picture_is_deleted_by_its_name_and_the_last_one_takes_its_table_along(store):
    store.add(TABLE, JPEG, TRUTH)
    store.add(TABLE, JPEG, TRUTH)
    assert store.jpeg("table-a/000001") == JPEG
    assert store.delete("table-a/000001")
    assert not store.delete("table-a/000001")
    assert store.jpeg("table-a/000001") is None
    assert names(store) == ["table-a/000002"]
    store.delete("table-a/000002")
    assert not (store.folder / "table-a").exists()


@pytest.mark.parametrize(
    "name", ["../secret", "table-a/../../secret", "/etc/passwd", "table-a/1", "", "a/b/000001"]
)
def test_a_name_that_leads_elsewhere_is_no_name(store, tmp_path, name):
    (tmp_path / "secret.jpg").write_bytes(b"secret")
    (tmp_path / "secret.json").write_bytes(b"{}")
    assert store.jpeg(name) is None
    assert not store.delete(name)
    assert (tmp_path / "secret.json").exists()


def test_deleting_all_leaves_nothing_of_any_table_and_the_switch_as_it_was(store):
    store.allow(keeping=True)
    for table in (TABLE, OTHER):
        store.add(table, JPEG, TRUTH)
    store.delete_all()
    assert store.pictures() == ()
    assert [file.name for file in store.folder.iterdir()] == ["keeping"]
    assert PictureStore(store.folder, MUCH).keeping


def test_the_bundle_is_the_same_as_a_zip_and_as_a_folder(store, tmp_path):
    store.allow(keeping=True)
    for table in (TABLE, OTHER):
        store.add(table, JPEG, TRUTH)
    packed = io.BytesIO(b"".join(store.zip_parts()))
    store.copy_to(tmp_path / "copy")
    copied = {
        str(file.relative_to(tmp_path / "copy")): file.read_bytes()
        for file in (tmp_path / "copy").rglob("*")
        if file.is_file()
    }
    with zipfile.ZipFile(packed) as bundle:
        assert {name: bundle.read(name) for name in bundle.namelist()} == copied
    assert "table-b/frames/000002.json" in copied
    assert not any("keeping" in name for name in copied)


def test_what_a_power_cut_left_half_is_no_picture_and_is_cleared_away(store):
    store.add(TABLE, JPEG, TRUTH)
    frames = store.folder / "table-a" / "frames"
    (frames / "000002.jpg").write_bytes(b"no truth yet")
    begun = (
        frames / ".000003.jpg.x7",
        frames.parent / "calibration" / ".empty.jpg.x7",
        frames.parent / ".s.x7",
    )
    for file in begun:
        file.write_bytes(b"begun")
    assert names(store) == ["table-a/000001"]
    store.copy_to(store.folder.with_name("copy"))
    copied = [file.name for file in store.folder.with_name("copy").rglob("*.*")]
    assert sorted(copied) == ["000001.jpg", "000001.json", "empty.jpg", "empty.json", "session.json"]
    store.add(TABLE, JPEG, TRUTH)
    assert not any(file.exists() for file in begun)
    assert sorted(file.name for file in frames.iterdir()) == [
        "000001.jpg",
        "000001.json",
        "000002.jpg",
        "000002.json",
    ]
    assert (frames / "000002.jpg").read_bytes() == JPEG


WRITES = """
import sys
from pathlib import Path
from companion.adapters.picture_store import PictureStore, PicturedTable
store = PictureStore(Path(sys.argv[1]), 400_000)
table = PicturedTable("table-a", {}, {"empty.jpg": b"e" * 1000})
print("begun", flush=True)
while True:
    store.add(table, b"j" * 30_000, {"settled_by": "agreement", "doubtful": []})
"""


@pytest.mark.parametrize("after_s", [0.05, 0.12, 0.31])
def test_a_program_killed_while_it_writes_leaves_whole_pictures_only(tmp_path, after_s):
    folder = tmp_path / "pictures"
    command = [sys.executable, "-c", WRITES, str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as writing:  # noqa: S603 - our own program
        writing.stdout.readline()
        while not list(folder.glob("*/frames/*.json")):
            time.sleep(0.01)
        time.sleep(after_s)
        writing.send_signal(signal.SIGKILL)
    store = PictureStore(folder, 400_000)
    store.copy_to(tmp_path / "copy")
    truths = sorted((tmp_path / "copy" / "table-a" / "frames").glob("*.json"))
    assert truths
    for truth in truths:
        assert json.loads(truth.read_text())["image"] == f"frames/{truth.stem}.jpg"
        assert truth.with_suffix(".jpg").read_bytes() == b"j" * 30_000
    assert store.add(TABLE, JPEG, TRUTH)
    assert len(list((folder / "table-a" / "frames").iterdir())) == 2 * len(store.pictures())
