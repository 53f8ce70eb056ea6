"""Changing good inputs into hostile ones: bytes, lines and JSON values."""

from __future__ import annotations

import copy
import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from random import Random

NASTY_NUMBERS = (
    0,
    1,
    -1,
    2,
    7,
    127,
    128,
    255,
    256,
    65535,
    65536,
    2**31 - 1,
    2**31,
    2**32 - 1,
    2**63,
    10**30,
    -(10**30),
)
NASTY_FLOATS = (0.5, -0.0, 1e308, 1e-308, float("nan"), float("inf"), -float("inf"))
NASTY_WORDS = (
    "", " ", "\0", "\ud800", "\udfff\ud800", "\u202e\u2066", "\U0001f6f6", "a" * 300, "red", "blue", "red-1", "M1",
    "R9", "beach", "falls", "load:violet", "steal:x", "unload", "cloud", "1", "7", "-1", "__proto__", "null",
    "../../etc/passwd", "%s%n{}", "{0.__class__}", "<script>", "'; DROP TABLE entries; --", "\r\nSet-Cookie: a=b",
    "niagara-record", "[1]", "1e999", "\u0661", "\u00df\u017f\u0131", "\n", "\x1b[2J", "NaN",
)  # fmt: skip
NASTY_BYTES = (
    b"\0", b"\xff", b"\xff\xfe", b"\xed\xa0\x80", b"\xc0\x80", b"\r\n\r\n", b"[" * 3000, b'{"a":' * 500, b"9" * 5000,
    b"\\ud800", b"NaN", b"-0", b"1e999", b"\xe2\x80\xae", b"\x1a", b'"', b"'''", b"}", b"]", b"[[", b"=", b"%00",
    b"%", b"../",
)  # fmt: skip


def nasty(random: Random) -> Any:
    """A value that JSON can say and nobody expects."""
    kind = random.randrange(6)
    if kind == 0:
        return random.choice(NASTY_NUMBERS)
    if kind == 1:
        return random.choice(NASTY_FLOATS)
    if kind in (2, 3):
        return random.choice(NASTY_WORDS)
    if kind == 4:
        return random.choice(
            (None, True, False, [], {}, [[]], [None] * 50, {"": ""}, [0.5, "x"], {"act": "river"})
        )
    deep: Any = random.choice(NASTY_WORDS)
    for _ in range(random.choice((1, 3, 20, 400))):
        deep = [deep] if random.random() < 0.5 else {"a": deep}
    return deep


def changed_document(document: Any, random: Random) -> Any:
    """A JSON document with some of its parts replaced, left out, doubled or exchanged."""
    try:
        return _changed(copy.deepcopy(document), random)
    except RecursionError:
        return nasty(random)


def _changed(document: Any, random: Random) -> Any:
    for _ in range(random.choice((1, 1, 1, 2, 4))):
        places = list(_places(document))
        if not places:
            return nasty(random)
        holder, key = random.choice(places)
        kind = random.randrange(7)
        if kind == 0:
            del holder[key]
        elif kind == 1 and isinstance(holder, dict):
            holder[str(random.choice(NASTY_WORDS))] = holder.pop(key)
        elif kind == 2 and isinstance(holder, list):
            holder.insert(random.randrange(len(holder) + 1), copy.deepcopy(holder[key]))
        elif kind == 3:
            other, at = random.choice(places)
            value = other[at] if (at in other if isinstance(other, dict) else at < len(other)) else None
            holder[key] = copy.deepcopy(value)
        elif kind == 4 and isinstance(holder[key], int | float) and not isinstance(holder[key], bool):
            holder[key] = random.choice((-holder[key], holder[key] + 1, holder[key] * 1000, holder[key] / 3))
        else:
            holder[key] = nasty(random)
    return document


def _places(document: Any) -> Any:
    if isinstance(document, dict):
        for key, value in document.items():
            yield document, key
            yield from _places(value)
    elif isinstance(document, list):
        for at, value in enumerate(document):
            yield document, at
            yield from _places(value)


def as_text(document: Any) -> str:
    """The document as JSON, such as Python writes it: with NaN, and with halves of surrogate pairs."""
    try:
        return json.dumps(document)
    except (RecursionError, ValueError):
        return "[" * 3000


def changed_bytes(content: bytes, random: Random) -> bytes:
    """Bytes with some of them flipped, cut out, doubled, moved or replaced."""
    changed = bytearray(content)
    for _ in range(random.choice((1, 1, 2, 3, 8))):
        at = random.randrange(len(changed) + 1)
        length = random.choice((1, 1, 2, 4, 8, 64, 1000))
        kind = random.randrange(8)
        if kind == 0 and at < len(changed):
            changed[at] ^= 1 << random.randrange(8)
        elif kind == 1:
            del changed[at : at + length]
        elif kind == 2:
            changed[at:at] = changed[at : at + length] * random.choice((1, 2, 50))
        elif kind == 3:
            changed[at : at + 4] = random.choice(NASTY_NUMBERS[:14]).to_bytes(8, "big", signed=True)[-4:]
        elif kind == 4:
            changed[at:at] = random.choice(NASTY_BYTES)
        elif kind == 5:
            del changed[at:]
        elif kind == 6:
            changed[at : at + length] = random.randbytes(length)
        else:
            other = random.randrange(len(changed) + 1)
            changed[at:at] = changed[other : other + length]
    return bytes(changed[: 2 * len(content) + 20_000])
