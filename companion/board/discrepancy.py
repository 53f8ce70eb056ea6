"""One difference between table and game: its kind, where it is, what is wrong, and what puts it right."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.engine.message import Message


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
