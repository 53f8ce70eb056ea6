"""A sighting held against the truth, fact by fact."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from vision.sighting import UNKNOWN, DiscState, canoes_of, cargo_of, disc_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from vision.bench.truth import Truth
    from vision.sighting import SeenCanoe, Sighting


class FactKind(StrEnum):
    """What a fact is about."""

    DISC = "disc"
    INSERTION = "insertion"
    """Whether a disc lies above the rope."""
    CANOE = "canoe"
    """A canoe of the right colour on the right space; one told that is not there counts as wrong."""
    CARGO = "cargo"
    """Of each canoe told rightly; of a canoe on a space not told it is not told either."""
    BEACH = "beach"
    FALLS = "falls"
    WEATHER = "weather"
    BUOY = "buoy"
    DEPOSIT = "deposit"
    FAULT = "fault"
    """A disc missing, displaced or too many: found when something is told to be amiss there."""
    FALSE_FAULT = "false fault"
    """A place with nothing amiss: wrong when something is told to be."""
    PICTURE = "picture"
    """A picture that was read: right when its discs, canoes and weather are, every one."""
    USED = "used"
    """A picture without a hand: right when it was read at all."""
    HAND = "hand"
    """A picture with a hand: right when it was not read, or nothing wrong was told of it."""


SUMMARIES = (FactKind.FAULT, FactKind.FALSE_FAULT, FactKind.PICTURE, FactKind.USED, FactKind.HAND)
"""Kinds that say again what single facts say, so that those are counted once."""
EXACT = (FactKind.DISC, FactKind.INSERTION, FactKind.CANOE, FactKind.BEACH, FactKind.FALLS, FactKind.WEATHER)
"""The facts that must all be right for a picture to be."""


class Verdict(StrEnum):
    """How a fact was told."""

    RIGHT = "right"
    ABSTAINED = "abstained"
    WRONG = "wrong"
    """Given as certain, and not so."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that was there to be told, and how it was."""

    kind: FactKind
    verdict: Verdict
    where: str
    true: str
    told: str
    confidence: float | None = None
    """0..1, of the answer given; ``None`` where the reader says none."""


def score(truth: Truth, sighting: Sighting | None) -> tuple[Fact, ...]:
    """All facts of one picture; of one not read (``None`` for a table that could not be calibrated) none is told.

    A picture with a hand in it is right when it is not used; what is read of it all the same must be right, and
    what is not told of it may be what the hand hides: that is no fact.
    """
    facts = _all_facts(truth, sighting)
    return tuple(fact for fact in facts if _vouched_for(fact, truth))


def _vouched_for(fact: Fact, truth: Truth) -> bool:
    """Whether the truth of this fact is known; of pictures kept at a table some of it is doubtful."""
    return (cargo_of(fact.where) if fact.kind is FactKind.CARGO else fact.where) not in truth.doubtful


def _all_facts(truth: Truth, sighting: Sighting | None) -> tuple[Fact, ...]:
    if sighting is None or not sighting.readable:
        why = "not calibrated" if sighting is None else f"not readable: {sighting.why}"
        if truth.hand:
            refused = Verdict.ABSTAINED if sighting is None else Verdict.RIGHT
            return (Fact(FactKind.HAND, refused, "", "hand", why),)
        return (*_untold(truth, why), Fact(FactKind.USED, Verdict.ABSTAINED, "", "readable", why))
    facts = (*_spaces(truth, sighting), *_rest(truth, sighting))
    if truth.hand:
        told = tuple(fact for fact in facts if fact.verdict is not Verdict.ABSTAINED)
        wrong = any(fact.verdict is Verdict.WRONG for fact in told)
        return (*told, Fact(FactKind.HAND, Verdict.WRONG if wrong else Verdict.RIGHT, "", "hand", "read"))
    return (
        *facts,
        *(_fault(fact) for fact in facts if fact.kind in (FactKind.DISC, FactKind.INSERTION)),
        _picture(facts),
        Fact(FactKind.USED, Verdict.RIGHT, "", "readable", "read"),
    )


def _untold(truth: Truth, why: str) -> Iterator[Fact]:
    """Every fact of a picture, none of them told."""

    def untold(kind: FactKind, where: str, true: object) -> Fact:
        return Fact(kind, Verdict.ABSTAINED, where, str(true), why)

    for name, disc in truth.discs.items():
        yield untold(FactKind.DISC, name, disc)
        yield untold(FactKind.FALSE_FAULT if disc is DiscState.SEATED else FactKind.FAULT, name, disc)
        for canoe in truth.canoes[name]:
            yield untold(FactKind.CANOE, name, canoe.colour)
            yield untold(FactKind.CARGO, name, canoe.cargo)
    yield untold(FactKind.INSERTION, INSERTION, truth.insertion)
    yield untold(
        FactKind.FALSE_FAULT if truth.insertion is DiscState.MISSING else FactKind.FAULT,
        INSERTION,
        truth.insertion,
    )
    yield untold(FactKind.BEACH, "beach", dict(truth.beach))
    yield untold(FactKind.FALLS, "falls", dict(truth.falls))
    yield untold(FactKind.WEATHER, "weather", truth.weather)
    yield untold(FactKind.BUOY, "buoy", truth.buoy)
    for name, gems in truth.deposits.items():
        yield untold(FactKind.DEPOSIT, name, gems)


def _spaces(truth: Truth, sighting: Sighting) -> Iterator[Fact]:
    for name, disc in truth.discs.items():
        space, sure = sighting.spaces[name], sighting.confidence.get
        of_disc, open_ = sure(disc_of(name)), space.disc is DiscState.UNSEEN
        yield _fact(FactKind.DISC, name, disc, space.disc, of_disc, open_=open_)
        there = truth.canoes[name]
        if space.canoes is not None:
            yield from _canoes(name, there, space.canoes, sure(canoes_of(name)))
            continue
        for canoe in there:
            yield Fact(FactKind.CANOE, Verdict.ABSTAINED, name, canoe.colour, "unseen")
            yield Fact(FactKind.CARGO, Verdict.ABSTAINED, name, str(canoe.cargo), "unseen")


def _canoes(
    name: str, there: tuple[SeenCanoe, ...], seen: tuple[SeenCanoe, ...], sure: float | None
) -> Iterator[Fact]:
    """Canoes told and not told on a space; ``sure`` is of the least sure of them, or that there is none."""
    true, told = _colours(there), _colours(seen)
    for colour in (true & told).elements():
        yield Fact(FactKind.CANOE, Verdict.RIGHT, name, colour, colour, sure)
    for colour in (true - told).elements():
        yield Fact(FactKind.CANOE, Verdict.WRONG, name, colour, "nothing", sure)
    for colour in (told - true).elements():
        yield Fact(FactKind.CANOE, Verdict.WRONG, name, "nothing", colour, sure)
    for colour in true.keys() & told.keys():
        if true[colour] == told[colour]:
            for true_canoe, told_canoe in zip(_by_cargo(there, colour), _by_cargo(seen, colour), strict=True):
                cargo, unknown = told_canoe.cargo, told_canoe.cargo == UNKNOWN
                sure_of_cargo = told_canoe.cargo_confidence
                yield _fact(FactKind.CARGO, name, true_canoe.cargo, cargo, sure_of_cargo, open_=unknown)


def _rest(truth: Truth, sighting: Sighting) -> Iterator[Fact]:
    sure = sighting.confidence.get
    # Above the rope a disc has no seat: lying there at all is what counts.
    above = DiscState.SEATED if sighting.insertion is DiscState.DISPLACED else sighting.insertion
    yield _fact(
        FactKind.INSERTION,
        INSERTION,
        truth.insertion,
        above,
        sure(INSERTION),
        open_=above is DiscState.UNSEEN,
    )
    for kind, true, told in (
        (FactKind.BEACH, dict(truth.beach), sighting.beach),
        (FactKind.FALLS, dict(truth.falls), sighting.falls),
        (FactKind.WEATHER, truth.weather, sighting.weather),
        (FactKind.BUOY, truth.buoy, sighting.buoy),
    ):
        yield _fact(kind, str(kind), true, told, sure(str(kind)), open_=told is None)
    for name, gems in truth.deposits.items():
        heap = sighting.deposits[name]
        yield _fact(FactKind.DEPOSIT, name, gems, heap, sure(name), open_=heap is None)


INSERTION = "insertion"


def _fault(fact: Fact) -> Fact:
    """What a disc's fact says about its being in order."""
    order = DiscState.MISSING if fact.kind is FactKind.INSERTION else DiscState.SEATED
    if fact.true == order:
        wrong = fact.verdict is Verdict.WRONG
        return Fact(
            FactKind.FALSE_FAULT, Verdict.WRONG if wrong else Verdict.RIGHT, fact.where, fact.true, fact.told
        )
    amiss = fact.verdict if fact.verdict is Verdict.ABSTAINED or fact.told == order else Verdict.RIGHT
    return Fact(FactKind.FAULT, amiss, fact.where, fact.true, fact.told)


def _picture(facts: tuple[Fact, ...]) -> Fact:
    verdicts = {fact.verdict for fact in facts if fact.kind in EXACT}
    worst = next((one for one in (Verdict.WRONG, Verdict.ABSTAINED) if one in verdicts), Verdict.RIGHT)
    return Fact(FactKind.PICTURE, worst, "", "", "")


def _fact(kind: FactKind, where: str, true: object, told: object, sure: float | None, *, open_: bool) -> Fact:
    verdict = Verdict.ABSTAINED if open_ else Verdict.RIGHT if told == true else Verdict.WRONG
    return Fact(kind, verdict, where, str(true), str(told), sure)


def _colours(canoes: Iterable[SeenCanoe]) -> Counter[str]:
    return Counter(canoe.colour for canoe in canoes)


def _by_cargo(canoes: Iterable[SeenCanoe], colour: str) -> list[SeenCanoe]:
    """The canoes of one colour, in an order in which equal cargoes meet and unknown ones come last."""
    alike = (canoe for canoe in canoes if canoe.colour == colour)
    return sorted(alike, key=lambda canoe: (canoe.cargo == UNKNOWN, str(canoe.cargo)))
