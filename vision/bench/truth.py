"""What is truly on a picture, from the document beside it."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from vision.bench.splits import UNNAMED_MAKER, Provenance
from vision.sighting import DiscState, SeenCanoe

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

Corners = tuple[tuple[float, float], ...]
"""Where the board's corners are in a picture: (0, 0), then (width, 0), (width, height), (0, height) in mm."""
FAULT = "fault"
"""Tag given here to pictures with a disc out of order."""


@dataclass(frozen=True, slots=True)
class Truth:
    """One picture's truth; places and counts as in a sighting."""

    picture: Path
    tags: tuple[str, ...]
    discs: Mapping[str, DiscState]
    canoes: Mapping[str, tuple[SeenCanoe, ...]]
    """Those of each river space."""
    beach: Counter[str]
    falls: Counter[str]
    insertion: DiscState
    """Seated when a disc lies above the rope, missing when none does."""
    weather: int
    buoy: int
    deposits: Mapping[str, Mapping[str, int]]
    corners_px: Corners
    doubtful: frozenset[str] = frozenset()
    """Facts that nobody vouches for, of a picture that was kept at a table: deposits by name, ``buoy``, and the gems
    in the canoes of a space as `vision.sighting.cargo_of` calls them. They are not held against the reader."""

    @property
    def hand(self) -> bool:
        """Whether a hand is in the picture."""
        return "hand" in self.tags


@dataclass(frozen=True, slots=True)
class Session:
    """One table: its calibration pictures and the pictures to be read."""

    name: str
    empty: Path
    setup: Path
    players: tuple[str, ...]
    joe: bool
    stickers: bool
    pictures: tuple[Truth, ...]
    provenance: Provenance
    own_layout: bool = False
    """Whether the board is laid out otherwise than the project's own layout file."""


def load_sessions(folder: Path) -> tuple[Session, ...]:
    """All sessions of a folder that have pictures to be read, by name."""
    sessions = (_session(file.parent) for file in sorted(folder.glob("*/session.json")))
    return tuple(session for session in sessions if session.pictures)


def _session(folder: Path) -> Session:
    document = json.loads((folder / "session.json").read_text(encoding="utf-8"))
    return Session(
        name=folder.name,
        empty=folder / "calibration" / "empty.jpg",
        setup=folder / "calibration" / "setup.jpg",
        players=tuple(document["players"]),
        joe=document["joe"],
        stickers=document["markers"],
        pictures=tuple(
            _truth(file)
            for file in sorted((folder / "frames").glob("*.json"))
            # Tables are read while others are still being made.
            if file.with_suffix(".jpg").exists()
        ),
        provenance=Provenance(
            folder.name,
            folder.absolute().parent.name,
            document.get("maker", UNNAMED_MAKER),
            document.get("seed"),
        ),
        own_layout=document.get("layout") == "own",
    )


def _truth(file: Path) -> Truth:
    document = json.loads(file.read_text(encoding="utf-8"))
    canoes = document["canoes"]
    tags = tuple(document["tags"]) + ((FAULT,) if document["faults"] else ())
    return Truth(
        picture=file.with_suffix(".jpg"),
        tags=tags or ("clean",),
        discs={name: _disc(disc) for name, disc in document["discs"].items()},
        canoes={
            name: tuple(SeenCanoe(canoe["colour"], canoe["cargo"]) for canoe in canoes if canoe["at"] == name)
            for name in document["discs"]
        },
        beach=Counter(canoe["colour"] for canoe in canoes if canoe["at"].startswith("beach")),
        falls=Counter(canoe["colour"] for canoe in canoes if canoe["at"] == "falls"),
        insertion=DiscState.SEATED if "extra" in document["faults"] else DiscState.MISSING,
        weather=document["weather"],
        buoy=document["buoy"],
        deposits={
            name: {gem: count for gem, count in gems.items() if count}
            for name, gems in document["gems_in_deposits"].items()
        },
        corners_px=corners_of(file),
        doubtful=frozenset(document.get("doubtful", ())),
    )


def corners_of(file: Path) -> Corners:
    """Where the board's corners are in a picture, from the document beside it."""
    document = json.loads(file.with_suffix(".json").read_text(encoding="utf-8"))
    return tuple((x, y) for x, y in document["corners_px"])


def _disc(document: Mapping[str, Any] | None) -> DiscState:
    if document is None:
        return DiscState.MISSING
    return DiscState.lying(document["offset_mm"])
