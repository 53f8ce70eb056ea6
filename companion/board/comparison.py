"""Two pictures of the board held against each other: every difference at once, each by its name."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from companion.board.picture import BoardPicture, DiscSeen, Piece
from companion.engine import BEACH, FALLS, SPACES
from companion.engine.message import Message
from companion.engine.notation import signed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


class Kind(StrEnum):
    """The kinds of discrepancy, by the names other programs rely on."""

    DISC_MISSING = "disc-missing"
    DISC_DISPLACED = "disc-displaced"
    DISC_EXTRA = "disc-extra"
    DISC_OVERHANGING = "disc-overhanging"
    CANOE_MISSING = "canoe-missing"
    CANOE_UNEXPECTED = "canoe-unexpected"
    CANOE_MISPLACED = "canoe-misplaced"
    CANOE_WRONG_COLOUR = "canoe-wrong-colour"
    CARGO_WRONG = "cargo-wrong"
    WEATHER_WRONG = "weather-wrong"
    BUOY_WRONG = "buoy-wrong"
    DEPOSIT_WRONG = "deposit-wrong"
    RIVER_NOT_MOVED = "river-not-moved"
    RIVER_MOVED_TOO_LITTLE = "river-moved-too-little"
    RIVER_MOVED_TOO_FAR = "river-moved-too-far"
    SET_UP_WRONG = "set-up-wrong"
    MOVE_ILLEGAL = "move-illegal"


HOUSEKEEPING_KINDS = frozenset({Kind.BUOY_WRONG, Kind.DEPOSIT_WRONG, Kind.CARGO_WRONG})
"""Housekeeping the camera reminds of: it sees gems less surely than canoes, so gems alone never stop the game."""

DISC_KINDS = frozenset({Kind.DISC_MISSING, Kind.DISC_DISPLACED, Kind.DISC_EXTRA, Kind.DISC_OVERHANGING})

RIVER_KINDS = frozenset({Kind.RIVER_NOT_MOVED, Kind.RIVER_MOVED_TOO_LITTLE, Kind.RIVER_MOVED_TOO_FAR})

_DISC_KIND = {
    DiscSeen.MISSING: Kind.DISC_MISSING,
    DiscSeen.DISPLACED: Kind.DISC_DISPLACED,
    DiscSeen.OVERHANGING: Kind.DISC_OVERHANGING,
}

_RULE = {
    Kind.DISC_MISSING: "B13",
    Kind.DISC_DISPLACED: "B13",
    Kind.DISC_EXTRA: "B13",
    Kind.DISC_OVERHANGING: "B15",
    Kind.CANOE_MISSING: "B15",
    Kind.CANOE_UNEXPECTED: "B4",
    Kind.CANOE_MISPLACED: "B5",
    Kind.CANOE_WRONG_COLOUR: "B4",
    Kind.CARGO_WRONG: "B7",
    Kind.WEATHER_WRONG: "B11",
    Kind.BUOY_WRONG: "B2",
    Kind.DEPOSIT_WRONG: "B7",
    Kind.RIVER_NOT_MOVED: "B13",
    Kind.RIVER_MOVED_TOO_LITTLE: "B13",
    Kind.RIVER_MOVED_TOO_FAR: "B13",
    Kind.SET_UP_WRONG: "B1",
    Kind.MOVE_ILLEGAL: "B5",
}


@dataclass(frozen=True, slots=True)
class Discrepancy:
    """One difference: its kind, where, what was expected and seen, the rule, what is wrong and the remedy."""

    kind: Kind
    where: str
    expected: Message
    seen: Message
    rule: str
    message: Message
    remedy: Message

    @property
    def home(self) -> str:
        """The place where it is put right: where a canoe belongs that lies elsewhere."""
        return str(self.remedy.values.get("origin", self.where))

    @property
    def colour(self) -> str | None:
        """The colour of the canoe it is about."""
        colour = self.remedy.values.get("colour")
        return None if colour is None else str(colour)


def discrepancy(
    kind: Kind, where: str, *, expected: Message, seen: Message, rule: str | None = None, **values: object
) -> Discrepancy:
    """A discrepancy whose sentences are the catalogue's ``discrepancy.KIND`` and ``remedy.KIND``."""
    values |= {"where": where, "expected": expected, "seen": seen}
    return Discrepancy(
        kind,
        where,
        expected,
        seen,
        rule or _RULE[kind],
        Message(f"discrepancy.{kind}", values),
        Message(f"remedy.{kind}", values),
    )


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
            "insertion",
            expected=Message("seen.disc-missing"),
            seen=Message("seen.disc-seated"),
        )


def _canoes(expected: BoardPicture, seen: BoardPicture) -> Iterator[Discrepancy]:
    """Canoes that are not where they should be: pairs of the same colour are moves, the rest came or went."""
    missing: list[tuple[str, str]] = []
    surplus: list[tuple[str, str]] = []
    # Nobody sees below the falls: a canoe that is not there as it should be is named where it turned up.
    for place in (*SPACES, BEACH):
        should, does = expected.colours(place), seen.colours(place)
        if should is None or does is None:
            continue
        missing += [(colour, place) for colour in (should - does).elements()]
        surplus += [(colour, place) for colour in (does - should).elements()]
    for colour, place in list(surplus):
        origin = next((home for which, home in missing if which == colour), None)
        if origin is None:
            continue
        missing.remove((colour, origin))
        surplus.remove((colour, place))
        yield discrepancy(
            Kind.CANOE_MISPLACED,
            place,
            expected=Message("seen.canoe-at", {"colour": colour, "place": origin}),
            seen=Message("seen.canoe-at", {"colour": colour, "place": place}),
            colour=colour,
            origin=origin,
        )
    for colour, place in list(surplus):
        swapped = next((which for which, home in missing if home == place), None)
        if swapped is None:
            continue
        missing.remove((swapped, place))
        surplus.remove((colour, place))
        yield discrepancy(
            Kind.CANOE_WRONG_COLOUR,
            place,
            expected=Message("seen.canoe", {"colour": swapped}),
            seen=Message("seen.canoe", {"colour": colour}),
            colour=colour,
            origin=place,
        )
    for colour, place in missing:
        yield discrepancy(
            Kind.CANOE_MISSING,
            place,
            expected=Message("seen.canoe", {"colour": colour}),
            seen=Message("seen.nothing"),
            colour=colour,
        )
    for colour, place in surplus:
        yield discrepancy(
            Kind.CANOE_UNEXPECTED,
            place,
            expected=Message("seen.nothing"),
            seen=Message("seen.canoe", {"colour": colour}),
            colour=colour,
        )


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
            "weather",
            expected=Message("seen.weather", {"value": signed(expected.weather)}),
            seen=Message("seen.weather", {"value": signed(seen.weather)}),
        )


def _buoy(expected: BoardPicture, seen: BoardPicture) -> Iterator[Discrepancy]:
    if seen.buoy is not None and expected.buoy is not None and seen.buoy != expected.buoy:
        yield discrepancy(
            Kind.BUOY_WRONG,
            "buoy",
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
