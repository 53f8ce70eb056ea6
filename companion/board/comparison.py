"""Two pictures of the board held against each other: every difference at once, each by its name."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from companion.board.discrepancy import Discrepancy, Kind, discrepancy
from companion.board.picture import BUOY, INSERTION, WEATHER, BoardPicture, DiscSeen, Piece
from companion.engine import BEACH, FALLS, SPACES, signed
from companion.engine.message import Message

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

_DISC_KIND = {
    DiscSeen.MISSING: Kind.DISC_MISSING,
    DiscSeen.DISPLACED: Kind.DISC_DISPLACED,
    DiscSeen.OVERHANGING: Kind.DISC_OVERHANGING,
}


def differences(expected: BoardPicture, seen: BoardPicture) -> tuple[Discrepancy, ...]:
    """Everything in which ``seen`` contradicts ``expected``; what is unseen contradicts nothing."""
    return (
        *_discs(seen),
        *_canoes(expected, seen),
        *_cargo(expected, seen),
        *_weather(expected, seen),
        *_buoy(expected, seen),
        *_deposits(expected, seen),
    )


def fits(expected: BoardPicture, seen: BoardPicture) -> bool:
    """Whether canoes, cargo and weather agree wherever they were seen: the quick test for one hypothesis of many."""
    if seen.weather is not None and seen.weather != expected.weather:
        return False
    for place in (BEACH, FALLS):
        colours = seen.colours(place)
        if colours is not None and colours != expected.colours(place):
            return False
    return all(
        pieces is None or _same_pieces(expected.canoes[space] or (), pieces)
        for space, pieces in seen.canoes.items()
    )


def _same_pieces(expected: tuple[Piece, ...], seen: tuple[Piece, ...]) -> bool:
    if len(expected) != len(seen):
        return False
    return all(
        _same_cargo(_cargoes(expected, colour), _cargoes(seen, colour))
        for colour in {piece.colour for piece in (*expected, *seen)}
    )


def _cargoes(pieces: tuple[Piece, ...], colour: str) -> list[tuple[str, ...] | None]:
    return [piece.cargo for piece in pieces if piece.colour == colour]


def _same_cargo(expected: list[tuple[str, ...] | None], seen: list[tuple[str, ...] | None]) -> bool:
    """Whether the cargoes of one colour on one space can be the same; a cargo that cannot be told fits any."""
    told: Counter[tuple[str, ...] | None] = Counter(cargo for cargo in seen if cargo is not None)
    return len(expected) == len(seen) and not told - Counter(expected)


def _discs(seen: BoardPicture) -> Iterator[Discrepancy]:
    for space, disc in seen.discs.items():
        kind = _DISC_KIND.get(disc)
        if kind is not None:
            yield discrepancy(
                kind, space, expected=Message("seen.disc-seated"), seen=Message(f"seen.disc-{disc}")
            )
    if seen.extra_disc:
        yield discrepancy(
            Kind.DISC_EXTRA,
            INSERTION,
            expected=Message("seen.disc-missing"),
            seen=Message("seen.disc-seated"),
        )


class _Lying(NamedTuple):
    """One canoe of a colour in one place."""

    colour: str
    place: str


def _canoes(expected: BoardPicture, seen: BoardPicture) -> Iterator[Discrepancy]:
    """Canoes that are not where they should be: pairs of one colour are moves, pairs in one place exchanges."""
    missing, unexpected = _unmatched(expected, seen)
    for should, does in _paired_off(missing, unexpected, lambda one, other: one.colour == other.colour):
        yield discrepancy(
            Kind.CANOE_MISPLACED,
            does.place,
            expected=Message("seen.canoe-at", {"colour": should.colour, "place": should.place}),
            seen=Message("seen.canoe-at", {"colour": does.colour, "place": does.place}),
            colour=does.colour,
            origin=should.place,
        )
    for should, does in _paired_off(missing, unexpected, lambda one, other: one.place == other.place):
        yield discrepancy(
            Kind.CANOE_WRONG_COLOUR,
            does.place,
            expected=Message("seen.canoe", {"colour": should.colour}),
            seen=Message("seen.canoe", {"colour": does.colour}),
            colour=does.colour,
            origin=does.place,
        )
    for should in missing:
        yield discrepancy(
            Kind.CANOE_MISSING,
            should.place,
            expected=Message("seen.canoe", {"colour": should.colour}),
            seen=Message("seen.nothing"),
            colour=should.colour,
        )
    for does in unexpected:
        yield discrepancy(
            Kind.CANOE_UNEXPECTED,
            does.place,
            expected=Message("seen.nothing"),
            seen=Message("seen.canoe", {"colour": does.colour}),
            colour=does.colour,
        )


def _unmatched(expected: BoardPicture, seen: BoardPicture) -> tuple[list[_Lying], list[_Lying]]:
    """The canoes that should lie where none of their colour does, and those that lie where none should."""
    missing: list[_Lying] = []
    unexpected: list[_Lying] = []
    # Nobody sees below the falls: a canoe that is not there as it should be is named where it turned up.
    for place in (*SPACES, BEACH):
        should, does = expected.colours(place), seen.colours(place)
        if should is None or does is None:
            continue
        missing += [_Lying(colour, place) for colour in (should - does).elements()]
        unexpected += [_Lying(colour, place) for colour in (does - should).elements()]
    return missing, unexpected


def _paired_off(
    missing: list[_Lying], unexpected: list[_Lying], belong: Callable[[_Lying, _Lying], bool]
) -> Iterator[tuple[_Lying, _Lying]]:
    """Missing and unexpected canoes that belong together, each pair taken out of both lists."""
    for does in list(unexpected):
        should = next((one for one in missing if belong(one, does)), None)
        if should is not None:
            missing.remove(should)
            unexpected.remove(does)
            yield should, does


def _cargo(expected: BoardPicture, seen: BoardPicture) -> Iterator[Discrepancy]:
    for space, pieces in seen.canoes.items():
        if pieces is None or seen.colours(space) != expected.colours(space):
            continue
        should = expected.canoes[space] or ()
        for colour in sorted({piece.colour for piece in pieces}):
            lies, ought = _cargoes(pieces, colour), _cargoes(should, colour)
            if not _same_cargo(ought, lies):
                yield discrepancy(
                    Kind.CARGO_WRONG,
                    space,
                    expected=cargo_message(ought),
                    seen=cargo_message(lies),
                    colour=colour,
                )


def cargo_message(cargoes: list[tuple[str, ...] | None]) -> Message:
    """The gems of one or two canoes of a colour, in words."""
    parts = tuple(
        Message("seen.cargo-unknown") if gems is None else Message("seen.gems", {"gems": gems})
        for gems in cargoes
    )
    return Message("seen.cargo", {"cargo": parts})


def _weather(expected: BoardPicture, seen: BoardPicture) -> Iterator[Discrepancy]:
    if seen.weather is not None and expected.weather is not None and seen.weather != expected.weather:
        yield discrepancy(
            Kind.WEATHER_WRONG,
            WEATHER,
            expected=Message("seen.weather", {"value": signed(expected.weather)}),
            seen=Message("seen.weather", {"value": signed(seen.weather)}),
        )


def _buoy(expected: BoardPicture, seen: BoardPicture) -> Iterator[Discrepancy]:
    if seen.buoy is not None and expected.buoy is not None and seen.buoy != expected.buoy:
        yield discrepancy(
            Kind.BUOY_WRONG,
            BUOY,
            expected=Message("seen.buoy", {"seat": expected.buoy + 1}),
            seen=Message("seen.buoy", {"seat": seen.buoy + 1}),
        )


def _deposits(expected: BoardPicture, seen: BoardPicture) -> Iterator[Discrepancy]:
    for deposit, gems in seen.deposits.items():
        should = expected.deposits.get(deposit)
        if gems is not None and should is not None and gems != should:
            yield discrepancy(Kind.DEPOSIT_WRONG, deposit, expected=gem_counts(should), seen=gem_counts(gems))


def gem_counts(gems: Mapping[str, int]) -> Message:
    """The gems of a deposit in words, e.g. ``6 violet, 1 clear``."""
    parts = tuple(
        Message("seen.gem-count", {"count": count, "gem": gem})
        for gem, count in sorted(gems.items())
        if count
    )
    return Message("seen.gems", {"gems": parts})
