"""A short form of the fuzzer: some hundred cases of each kind, and whatever hypothesis thinks of."""

import contextlib
import logging
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.engine import EngineError, action_from_json, header_from_json, json_document, replay
from companion.errors import CompanionError
from companion.operation.settings import load_settings
from hostile import files, records, requests
from hostile.verdict import Endless, Refusal, Unforeseen, judge
from vision.errors import PictureError, VisionError
from vision.imaging.picture_files import decode_picture
from vision.layout import load_layout
from vision.zip_parts import BadZip, parts_of_zip
from web.hosts import name_in

SEED = 20261122
quick = settings(
    max_examples=150,
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    database=None,
)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters()),
    lambda parts: st.lists(parts) | st.dictionaries(st.text(st.characters()), parts),
)


@pytest.mark.parametrize("kind", [records, files, requests], ids=lambda kind: kind.KIND)
@pytest.mark.slow
def test_hostile_inputs_are_taken_or_refused_in_words_quickly_and_in_little_memory(kind):
    logging.getLogger("web.errors").propagate = True
    tally = kind.run(300, SEED)
    assert tally.failures == []
    assert tally.tried == 300
    assert tally.taken > 10, "inputs that are all refused at the first look try nothing"
    assert tally.refused > 100


@quick
@given(json_values)
def test_any_document_is_an_action_and_a_header_or_not_understood(document):
    text = records.as_text(document)
    for reader in (action_from_json, header_from_json):
        with contextlib.suppress(EngineError):
            reader(json_document(text))


@quick
@given(st.text(st.characters(codec="utf-8")))
def test_any_text_is_a_record_or_not_understood(text):
    for begun in (text, "niagara red blue green, first red\n" + text):
        with contextlib.suppress(EngineError):
            replay(begun)


@quick
@given(st.binary())
@pytest.mark.parametrize(
    "begun", [b"", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", b"\xff\xd8\xff\xc0"], ids=["", "png", "jpeg"]
)
def test_any_bytes_are_a_picture_or_not(begun, content):
    with pytest.raises(PictureError):
        decode_picture(begun + content)


@quick
@given(st.binary())
@pytest.mark.parametrize("begun", ["", "[web]\nhost = ", "x = "])
def test_any_bytes_are_settings_and_a_layout_or_a_sentence(begun, content):
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "brought.toml")
        file.write_bytes(begun.encode() + content)
        for reader, error in ((load_settings, CompanionError), (load_layout, VisionError)):
            with contextlib.suppress(error):
                reader(file)


@quick
@given(st.binary())
def test_any_bytes_are_a_zip_or_not(content):
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "brought.zip")
        file.write_bytes(content + b"PK\x05\x06" + content[:18].ljust(18, b"\0"))
        with contextlib.suppress(BadZip):
            assert parts_of_zip(file, {"a": 10}) == {}


@quick
@given(st.text())
def test_any_text_is_a_host_or_not(text):
    name = name_in(text)
    assert name is None or name.isascii()


def refuse():
    raise Refusal


def stumble():
    raise ValueError("on purpose")


def mistake():
    raise Unforeseen("on purpose")


def never():
    raise Endless


@pytest.mark.parametrize(
    ("attempt", "taken", "refused", "wrong"),
    [(lambda: None, 3, 0, 0), (refuse, 0, 3, 0), (stumble, 0, 0, 3), (mistake, 0, 0, 3), (never, 0, 0, 3)],
)
def test_the_judge_tells_taken_refused_and_wrong_apart(attempt, taken, refused, wrong):
    tally = judge("test", 3, None, lambda _random: attempt)
    assert (tally.tried, tally.taken, tally.refused, sum(tally.causes.values())) == (3, taken, refused, wrong)


def test_the_judge_notices_what_takes_long_and_what_takes_much(monkeypatch):
    monkeypatch.setattr("hostile.verdict.SLOW_S", 0.0)
    monkeypatch.setattr("hostile.verdict.LARGEST_MIB", 40)
    held = []
    tally = judge("test", 1, None, lambda _random: lambda: held.append(bytearray(b"x" * 2**27)))
    assert {"took more than 0 s", "took more than 40 MiB"} == set(tally.causes)
