"""Picture files: what they say of themselves is checked before they are decoded."""

import resource
import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.errors import PictureError
from vision.imaging.picture_files import decode_picture, read_picture, stated_size


def picture(width, height, kind=".png"):
    return cv2.imencode(kind, np.full((height, width, 3), 90, np.uint8))[1].tobytes()


def chunk(kind, content):
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def header(width, height):
    return chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))


def png_of(*chunks):
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


@pytest.mark.parametrize("kind", [".png", ".jpg"])
@pytest.mark.parametrize(("width", "height"), [(640, 480), (33, 500)])
def test_a_picture_says_its_size_before_it_is_decoded(kind, width, height):
    content = picture(width, height, kind)
    assert stated_size(content) == (width, height)
    assert decode_picture(content).shape == (height, width, 3)


def test_a_progressive_jpeg_is_read():
    whole = cv2.imencode(".jpg", np.zeros((64, 80, 3), np.uint8), [cv2.IMWRITE_JPEG_PROGRESSIVE, 1])[
        1
    ].tobytes()
    assert decode_picture(whole).shape == (64, 80, 3)


@pytest.mark.parametrize(
    ("width", "height", "refused"),
    [
        (8000, 4900, False),
        (8000, 5100, True),
        (50_000, 50_000, True),
        (2**31 - 1, 2**31 - 1, True),
        (0, 0, True),
    ],
)
def test_forty_million_pixels_are_decoded_and_more_are_not_looked_at(monkeypatch, width, height, refused):
    decoded = []
    monkeypatch.setattr(cv2, "imdecode", lambda *_: decoded.append(1) or np.zeros((1, 1, 3), np.uint8))
    content = png_of(header(width, height), chunk(b"IDAT", zlib.compress(b"")), chunk(b"IEND", b""))
    if refused:
        with pytest.raises(PictureError, match=str(width)):
            decode_picture(content)
    else:
        decode_picture(content)
    assert len(decoded) == (0 if refused else 1)


@pytest.mark.parametrize("kind", [".png", ".jpg"])
@pytest.mark.parametrize(("width", "height"), [(1, 1), (9000, 2), (31, 31), (2, 9000)])
def test_a_picture_on_which_no_board_can_be_is_refused_with_its_size(kind, width, height):
    with pytest.raises(PictureError, match=f"{width} x {height}"):
        decode_picture(picture(width, height, kind))


def test_a_small_file_of_a_huge_picture_takes_no_memory(tmp_path):
    line = bytes(3 * 30_000 + 1)
    packer = zlib.compressobj(9)
    packed = b"".join(packer.compress(line) for _ in range(2000)) + packer.flush()
    file = tmp_path / "bomb.png"
    file.write_bytes(png_of(header(30_000, 30_000), chunk(b"IDAT", packed), chunk(b"IEND", b"")))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(PictureError, match=r"bomb\.png: a picture of 30000 x 30000"):
        read_picture(file)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 50_000, "kibibytes"


@pytest.mark.parametrize(
    "content",
    {
        "nothing": b"",
        "text": b"niagara",
        "gif": b"GIF89a" + b"\xff" * 100,
        "tiff": b"II*\0" + b"\xff" * 100,
        "bmp": cv2.imencode(".bmp", np.zeros((64, 64, 3), np.uint8))[1].tobytes(),
        "webp": b"RIFF\0\0\0\0WEBPVP8L",
        "exr": b"v/1\x01" + b"\0" * 100,
        "a second header": png_of(header(64, 64), header(60_000, 60_000), chunk(b"IDAT", b"x")),
        "an animation": png_of(header(64, 64), chunk(b"acTL", b"\0" * 8), chunk(b"IDAT", b"x")),
        "no header first": png_of(chunk(b"gAMA", b"abcd"), header(64, 64), chunk(b"IDAT", b"x")),
        "a chunk of more than the file": png_of(
            header(64, 64), b"\x7f\xff\xff\xffIDATx", chunk(b"IEND", b"")
        ),
        "a second chunk of more than the file": png_of(
            header(64, 64), chunk(b"IDAT", b"x"), b"\x40\0\0\0tEXtx", chunk(b"IEND", b"")
        ),
        "no end": png_of(header(64, 64), chunk(b"IDAT", b"x")),
        "no data": png_of(header(64, 64)),
        "damaged data": png_of(header(64, 64), chunk(b"IDAT", b"xxxx"), chunk(b"IEND", b"")),
        "jpeg cut off": picture(64, 64, ".jpg")[:80],
        "jpeg of no length": b"\xff\xd8\xff\xe0\0\0" * 100,
        "jpeg of fill": b"\xff\xd8" + b"\xff" * 5000,
    }.items(),
    ids=lambda item: item[0],
)
def test_what_is_no_picture_or_a_damaged_one_is_refused_in_a_sentence(content, capfd):
    with pytest.raises(PictureError, match=r"expected a JPEG or PNG file|a damaged picture"):
        decode_picture(content[1])


def test_a_jpeg_with_two_frame_headers_is_refused():
    whole = picture(64, 64, ".jpg")
    at = whole.find(b"\xff\xc0")
    length = 2 + int.from_bytes(whole[at + 2 : at + 4], "big")
    with pytest.raises(PictureError, match="damaged"):
        decode_picture(whole[:at] + whole[at : at + length] * 2 + whole[at + length :])


@pytest.mark.parametrize(("scans", "refused"), [(40, False), (90, True)])
def test_a_jpeg_that_is_to_be_decoded_again_and_again_is_refused(scans, refused):
    content = picture(64, 64, ".jpg")[:-2] + b"\xff\xda\0\0" * (scans - 1)
    if refused:
        with pytest.raises(PictureError, match="damaged"):
            stated_size(content)
    else:
        assert stated_size(content) == (64, 64)


@pytest.mark.parametrize(("mebibytes", "refused"), [(60, False), (68, True)])
def test_a_file_of_sixty_mebibytes_is_read_and_of_a_larger_one_no_more(tmp_path, mebibytes, refused):
    file = tmp_path / "large.png"
    with file.open("wb") as opened:
        opened.write(picture(64, 64))
        opened.truncate(mebibytes * 2**20)
    if refused:
        with pytest.raises(PictureError, match="more than 64 MiB"):
            read_picture(file)
    else:
        assert read_picture(file).shape == (64, 64, 3)


def test_a_file_without_end_is_not_read_to_its_end():
    with pytest.raises(PictureError, match="more than"):
        read_picture(Path("/dev/zero"))
