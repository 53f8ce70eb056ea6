"""From what the camera sees to game words: a sighting becomes a board picture, a look an observation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.board.observation import Observation, Watching
from companion.board.picture import WEATHER, BoardPicture, DiscSeen, Piece, RiverSeen
from companion.engine import BEACH, FALLS
from companion.engine.message import Message
from vision.calibrating.recalibrate import KnownPosition
from vision.sighting import UNKNOWN, DiscState, canoes_of
from vision.watch import FrameKind

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from vision.motion.river import RiverMotion
    from vision.sighting import SeenCanoe, SeenSpace, Sighting
    from vision.watch import FrameReading

OVERHANG_MM = 20.0
"""A last disc displaced further than this, with nothing behind it, hangs over the falls."""
_LAST_SPACES = ("L2", "R2")
_DISC = {
    DiscState.SEATED: DiscSeen.SEATED,
    DiscState.DISPLACED: DiscSeen.DISPLACED,
    DiscState.MISSING: DiscSeen.MISSING,
    DiscState.UNSEEN: DiscSeen.UNSEEN,
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
        beach=_counts(sighting.beach, playing),
        falls=_counts(sighting.falls, playing),
        weather=sighting.weather,
        buoy=sighting.buoy,
        deposits={
            name: None if gems is None else {gem: count for gem, count in gems.items() if count}
            for name, gems in sighting.deposits.items()
        },
        discs={name: _disc(name, space) for name, space in sighting.spaces.items()},
        extra_disc=sighting.insertion in (DiscState.SEATED, DiscState.DISPLACED),
        sure=_probabilities(sighting),
    )


def _probabilities(sighting: Sighting) -> dict[str, float]:
    """How sure what was read of each place is, under the place's name in the game."""
    sure = sighting.confidence
    of_canoes = {name: sure[canoes_of(name)] for name in sighting.spaces if canoes_of(name) in sure}
    return of_canoes | {place: sure[place] for place in (BEACH, FALLS, WEATHER) if place in sure}


def _piece(canoe: SeenCanoe) -> Piece:
    if canoe.cargo == UNKNOWN:
        return Piece(canoe.colour, None)
    return Piece(canoe.colour, () if canoe.cargo is None else (canoe.cargo,))


def _counts(counts: Mapping[str, int] | None, playing: Collection[str]) -> dict[str, int] | None:
    if counts is None:
        return None
    return {colour: count for colour, count in counts.items() if count and colour in playing}


def _disc(name: str, space: SeenSpace) -> DiscSeen:
    far = space.offset_mm is not None and space.offset_mm > OVERHANG_MM
    if space.disc == DiscState.DISPLACED and far and name in _LAST_SPACES:
        return DiscSeen.OVERHANGING
    return _DISC[space.disc]


def known_position(expected: BoardPicture) -> KnownPosition:
    """Where the canoes lie by the game, as `recalibrate` wants it; ``expected`` has no gaps."""
    return KnownPosition(
        spaces={
            name: tuple(piece.colour for piece in pieces or ()) for name, pieces in expected.canoes.items()
        },
        beach=dict(expected.beach or {}),
    )


def _river(motion: RiverMotion) -> RiverSeen:
    if motion.pushed is None:
        return RiverSeen(None)
    return RiverSeen(tuple(None if arm is None else str(arm) for arm in motion.arms))


def observation(look: FrameReading, players: Sequence[str], *, lens: bytes | None) -> Observation:
    """One look of the watch in game words; nothing is read from a board over which hands are at work."""
    river = None if look.river is None else _river(look.river)
    sighting = look.sighting
    if sighting is None or sighting.hand:
        key = "camera.moving" if sighting is None and look.kind is FrameKind.MOVING else "camera.hands"
        return Observation(Watching.HANDS, Message(key), None, lens, river)
    if not sighting.readable:
        why = Message(f"unreadable.{sighting.why or 'board-lost'}")
        return Observation(Watching.UNREADABLE, why, None, lens, river)
    picture = board_picture(sighting, players)
    doubting = sighting.asks_more
    text = Message("camera.watching") if doubting is None else Message(f"asks-more.{doubting}")
    return Observation(Watching.WATCHING, text, picture, lens, river)
