"""A sighting held against the truth, fact by fact."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from vision.sighting import UNKNOWN, Disc

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from vision.bench.truth import Truth
    from vision.sighting import SeenCanoe, Sighting


class Kind(StrEnum):
    """What a fact is about."""

    DISC = "disc"
    INSERTION = "insertion"
    CANOE = "canoe"
    """A canoe of the right colour on the right space; one that is not there counts as wrong."""
    CARGO = "cargo"
    BEACH = "beach"
    FALLS = "falls"
    WEATHER = "weather"
    BUOY = "buoy"
    DEPOSIT = "deposit"
    PICTURE = "picture"
    """The whole picture: readable, as it should be, and every other fact of it right (cargo and deposits may
    have been left open)."""


class Verdict(StrEnum):
    """How a fact was told."""

    RIGHT = "right"
    ABSTAINED = "abstained"
    WRONG = "wrong"
    """Given as certain, and not so."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that was there to be told, and how it was."""

    kind: Kind
    verdict: Verdict
    where: str
    true: str
    told: str


MAY_STAY_OPEN = (Kind.CARGO, Kind.DEPOSIT)


def score(truth: Truth, sighting: Sighting) -> tuple[Fact, ...]:
    """All facts of one picture, the picture as a whole last.

    A picture with a hand in it is right when it is not used; what is read of it all the same must be right.
    """
    if not sighting.readable:
        verdict = Verdict.RIGHT if truth.hand else Verdict.ABSTAINED
        return (Fact(Kind.PICTURE, verdict, "", "hand" if truth.hand else "readable", str(sighting.why)),)
    facts = (*_spaces(truth, sighting), *_rest(truth, sighting))
    exact = all(
        fact.verdict is Verdict.RIGHT or (fact.kind in MAY_STAY_OPEN and fact.verdict is Verdict.ABSTAINED)
        for fact in facts
    )
    wrong = any(fact.verdict is Verdict.WRONG for fact in facts)
    whole = Verdict.RIGHT if exact else Verdict.WRONG if wrong else Verdict.ABSTAINED
    return (*facts, Fact(Kind.PICTURE, whole, "", "", ""))


def _spaces(truth: Truth, sighting: Sighting) -> Iterator[Fact]:
    for name, disc in truth.discs.items():
        space = sighting.spaces[name]
        yield _fact(Kind.DISC, name, disc, space.disc, open_=space.disc is Disc.UNSEEN)
        there = truth.canoes[name]
        if space.canoes is None:
            for canoe in there:
                yield Fact(Kind.CANOE, Verdict.ABSTAINED, name, canoe.colour, "unseen")
            continue
        yield from _canoes(name, there, space.canoes)


def _canoes(name: str, there: tuple[SeenCanoe, ...], seen: tuple[SeenCanoe, ...]) -> Iterator[Fact]:
    true, told = _colours(there), _colours(seen)
    for colour in (true & told).elements():
        yield Fact(Kind.CANOE, Verdict.RIGHT, name, colour, colour)
    for colour in (true - told).elements():
        yield Fact(Kind.CANOE, Verdict.WRONG, name, colour, "nothing")
    for colour in (told - true).elements():
        yield Fact(Kind.CANOE, Verdict.WRONG, name, "nothing", colour)
    for colour in true.keys() & told.keys():
        if true[colour] == told[colour]:
            pairs = zip(_cargo(there, colour), _cargo(seen, colour), strict=True)
            for true_cargo, told_cargo in pairs:
                yield _fact(Kind.CARGO, name, true_cargo, told_cargo, open_=told_cargo == UNKNOWN)


def _rest(truth: Truth, sighting: Sighting) -> Iterator[Fact]:
    extra = Disc.SEATED if truth.extra_disc else Disc.MISSING
    above = Disc.SEATED if sighting.insertion is Disc.DISPLACED else sighting.insertion
    yield _fact(Kind.INSERTION, "insertion", extra, above, open_=above is Disc.UNSEEN)
    yield _fact(Kind.BEACH, "beach", dict(truth.beach), sighting.beach, open_=sighting.beach is None)
    yield _fact(Kind.FALLS, "falls", dict(truth.falls), sighting.falls, open_=sighting.falls is None)
    yield _fact(Kind.WEATHER, "weather", truth.weather, sighting.weather, open_=sighting.weather is None)
    yield _fact(Kind.BUOY, "buoy", truth.buoy, sighting.buoy, open_=sighting.buoy is None)
    for name, gems in truth.deposits.items():
        told = sighting.deposits[name]
        yield _fact(Kind.DEPOSIT, name, gems, told, open_=told is None)


def _fact(kind: Kind, where: str, true: object, told: object, *, open_: bool) -> Fact:
    verdict = Verdict.ABSTAINED if open_ else Verdict.RIGHT if told == true else Verdict.WRONG
    return Fact(kind, verdict, where, str(true), str(told))


def _colours(canoes: Iterable[SeenCanoe]) -> Counter[str]:
    return Counter(canoe.colour for canoe in canoes)


def _cargo(canoes: Iterable[SeenCanoe], colour: str) -> list[str]:
    """Cargo of the canoes of one colour, in an order in which equal ones meet and unknown ones come last."""
    cargo = [str(canoe.cargo) for canoe in canoes if canoe.colour == colour]
    return sorted(cargo, key=lambda gem: (gem == UNKNOWN, gem))
