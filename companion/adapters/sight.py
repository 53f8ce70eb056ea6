"""From what the camera sees to game words: a sighting becomes a board picture, a look an observation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.engine.message import Message
from companion.picture import BoardPicture, DiscSeen, Piece
from companion.ports import Observation
from companion.views import Watching
from vision.recalibration import KnownPosition
from vision.sighting import UNKNOWN, Disc, Sighting

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vision.sighting import SeenCanoe, SeenSpace

OVERHANG_MM = 20.0
"""A last disc displaced further than this, with nothing behind it, hangs over the falls."""
_LAST_SPACES = ("L2", "R2")
_DISC = {
    Disc.SEATED: DiscSeen.SEATED,
    Disc.DISPLACED: DiscSeen.DISPLACED,
    Disc.MISSING: DiscSeen.MISSING,
    Disc.UNSEEN: DiscSeen.UNSEEN,
}


def board_picture(sighting: Sighting, players: Sequence[str]) -> BoardPicture:
    """The sighting in game words; canoes of colours that do not play are left out, what is unsure stays unseen."""
    playing = {*players, "wood"}
    return BoardPicture(
        canoes={
            name: None
            if space.canoes is None
            else tuple(sorted((_piece(canoe) for canoe in space.canoes if canoe.colour in playing), key=repr))
            for name, space in sighting.spaces.items()
        },
        beach=_counts(sighting.beach),
        falls=_counts(sighting.falls),
        weather=sighting.weather,
        buoy=sighting.buoy,
        deposits={
            name: None if gems is None else {gem: count for gem, count in gems.items() if count}
            for name, gems in sighting.deposits.items()
        },
        discs={name: _disc(name, space) for name, space in sighting.spaces.items()},
        extra_disc=sighting.insertion in (Disc.SEATED, Disc.DISPLACED),
    )


def _piece(canoe: SeenCanoe) -> Piece:
    if canoe.cargo == UNKNOWN:
        return Piece(canoe.colour, None)
    return Piece(canoe.colour, () if canoe.cargo is None else (canoe.cargo,))


def _counts(counts: Mapping[str, int] | None) -> dict[str, int] | None:
    return None if counts is None else {colour: count for colour, count in counts.items() if count}


def _disc(name: str, space: SeenSpace) -> DiscSeen:
    far = space.offset_mm is not None and space.offset_mm > OVERHANG_MM
    if space.disc == Disc.DISPLACED and far and name in _LAST_SPACES:
        return DiscSeen.OVERHANGING
    return _DISC[space.disc]


def known_position(expected: BoardPicture) -> KnownPosition:
    """Where the canoes lie by the game, as `vision.recalibration.recalibrate` wants it; ``expected`` has no gaps."""
    return KnownPosition(
        spaces={
            name: tuple(piece.colour for piece in pieces or ()) for name, pieces in expected.canoes.items()
        },
        beach=dict(expected.beach or {}),
    )


def observation(
    sighting: Sighting | None, players: Sequence[str], *, moving: bool, lens: bytes | None
) -> Observation:
    """One look of the watch in game words; ``sighting`` is ``None`` while hands or pieces move."""
    if sighting is None:
        key = "camera.moving" if moving else "camera.hands"
        return Observation(Watching.HANDS, Message(key), lens=lens)
    if sighting.hand:
        # What lies beside the hand could be read; but nobody is told anything while hands are at work.
        return Observation(Watching.HANDS, Message("camera.hands"), lens=lens)
    if not sighting.readable:
        return Observation(
            Watching.UNREADABLE, Message(f"unreadable.{sighting.why or 'board-lost'}"), lens=lens
        )
    return Observation(
        Watching.WATCHING, Message("camera.watching"), board_picture(sighting, players), lens=lens
    )
