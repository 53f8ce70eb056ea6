"""What the camera saw last, as a view: beside the expected board it shows at a glance what differs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.engine import BEACH, FALLS
from companion.present.views import CanoeView, SeenView

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.board.picture import BoardPicture


def seen_view(picture: BoardPicture, players: Sequence[str]) -> SeenView:
    """A picture in the words of the table's view; the camera knows no names, so canoes are numbered as met."""
    places = {
        space: [(piece.colour, piece.cargo or ()) for piece in pieces]
        for space, pieces in picture.canoes.items()
        if pieces is not None
    }
    places[BEACH], places[FALLS] = _ashore(picture.beach), _ashore(picture.falls)
    return SeenView(
        places={place: _numbered(place, canoes) for place, canoes in places.items()},
        weather=picture.weather,
        first=None if picture.buoy is None or picture.buoy >= len(players) else players[picture.buoy],
        deposits={deposit: gems for deposit, gems in (picture.deposits or {}).items() if gems is not None},
        discs={space: str(disc) for space, disc in picture.discs.items()},
        unseen=tuple(space for space, pieces in picture.canoes.items() if pieces is None),
    )


def _ashore(counts: Mapping[str, int] | None) -> list[tuple[str, tuple[str, ...]]]:
    return [(colour, ()) for colour, count in (counts or {}).items() for _ in range(count)]


def _numbered(place: str, canoes: Sequence[tuple[str, tuple[str, ...]]]) -> tuple[CanoeView, ...]:
    return tuple(
        CanoeView(f"{place}-{number}-{colour}", colour, cargo)
        for number, (colour, cargo) in enumerate(canoes)
    )
