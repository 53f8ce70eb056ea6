"""Zips that somebody brought: what is stated is checked, and what is unpacked."""

import contextlib
import io
import random
import struct
import zipfile

import pytest

from vision import zip_parts
from vision.zip_parts import BadZip, parts_of_zip

LARGEST = {"a.txt": 1000, "b.txt": 10}


def zip_with(path, parts=(("a.txt", b"hello"),), **how):
    with zipfile.ZipFile(path, "w", **{"compression": zipfile.ZIP_DEFLATED} | how) as archive:
        for name, content in parts:
            archive.writestr(name, content)
    return path


@pytest.fixture
def file(tmp_path):
    return tmp_path / "brought.zip"


def test_the_parts_that_are_asked_for_are_taken_and_no_others(file):
    zip_with(file, [("a.txt", b"hello"), ("note.txt", b"x" * 10**6)])
    assert parts_of_zip(file, LARGEST) == {"a.txt": b"hello"}


@pytest.mark.parametrize(("size", "taken"), [(1000, True), (1001, False)])
def test_a_part_has_the_stated_size_at_most(file, size, taken):
    zip_with(file, [("a.txt", b"x" * size)])
    if taken:
        assert parts_of_zip(file, LARGEST) == {"a.txt": b"x" * size}
    else:
        with pytest.raises(BadZip, match="larger than 1000"):
            parts_of_zip(file, LARGEST)


@pytest.mark.parametrize("stated", [0, 4, 6, 900])
def test_a_part_that_states_another_size_than_it_has_is_refused(file, stated):
    content = bytearray(zip_with(file, [("a.txt", b"x" * 5000)]).read_bytes())
    for mark, at in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        place = content.find(mark) + at
        content[place : place + 4] = struct.pack("<I", stated)
    file.write_bytes(content)
    with pytest.raises(BadZip):
        parts_of_zip(file, LARGEST)


def test_an_encrypted_part_is_refused_in_words(file):
    content = bytearray(zip_with(file).read_bytes())
    for mark, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        content[content.find(mark) + at] |= 1
    file.write_bytes(content)
    with pytest.raises(BadZip, match=r"a\.txt in it is encrypted"):
        parts_of_zip(file, LARGEST)


@pytest.mark.parametrize("compression", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_part_that_is_packed_as_we_never_do_is_refused(file, compression):
    zip_with(file, compression=compression)
    with pytest.raises(BadZip, match="unusual"):
        parts_of_zip(file, LARGEST)


def test_a_part_that_is_there_twice_is_refused(file):
    with pytest.warns(UserWarning, match="Duplicate"):
        zip_with(file, [("a.txt", b"one"), ("a.txt", b"two")])
    with pytest.raises(BadZip, match="twice"):
        parts_of_zip(file, LARGEST)


@pytest.mark.parametrize(("entries", "taken"), [(90, True), (110, False), (5000, False)])
def test_a_zip_has_a_hundred_entries_at_most(file, entries, taken):
    zip_with(file, [("a.txt", b"hello"), *((f"{number}", b"") for number in range(entries))])
    if taken:
        assert parts_of_zip(file, LARGEST) == {"a.txt": b"hello"}
    else:
        with pytest.raises(BadZip):
            parts_of_zip(file, LARGEST)


def test_a_list_of_entries_that_is_too_long_is_not_even_read(file, monkeypatch):
    zip_with(file, [(f"{number}" * 10, b"") for number in range(5000)])
    monkeypatch.setattr(zip_parts.zipfile, "ZipFile", None)
    with pytest.raises(BadZip, match="lists more"):
        parts_of_zip(file, LARGEST)


@pytest.mark.parametrize("content", [b"", b"PK", b"PK\x05\x06", b"x" * 70_000, b"PK\x05\x06" + b"\xff" * 18])
def test_what_is_no_zip_is_refused(file, content):
    file.write_bytes(content)
    with pytest.raises(BadZip):
        parts_of_zip(file, LARGEST)


def test_a_zip_with_flipped_bits_is_refused_or_read_as_it_was(file):
    whole, chance = zip_with(file, [("a.txt", bytes(range(200)))]).read_bytes(), random.Random(5)
    for _ in range(1500):
        content = bytearray(whole)
        for _ in range(chance.randint(1, 3)):
            content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
        file.write_bytes(content)
        with contextlib.suppress(BadZip):
            assert parts_of_zip(file, LARGEST) in ({"a.txt": bytes(range(200))}, {})


def test_a_file_that_is_not_there_is_an_os_error(tmp_path):
    with pytest.raises(FileNotFoundError):
        parts_of_zip(tmp_path / "none.zip", LARGEST)


def test_a_part_that_unpacks_to_gigabytes_takes_no_memory(file):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive, archive.open("a.txt", "w") as part:
        for _ in range(64):
            part.write(bytes(2**20))
    file.write_bytes(packed.getvalue())
    with pytest.raises(BadZip, match="larger than 1000"):
        parts_of_zip(file, LARGEST)
