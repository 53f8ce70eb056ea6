"""Which pin drives what, and what is wrong with a layout - everything at once, by name."""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Self

from hardware.errors import PinError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

HEADER = {
    2: 3, 3: 5, 4: 7, 14: 8, 15: 10, 17: 11, 18: 12, 27: 13, 22: 15, 23: 16, 24: 18, 10: 19, 9: 21, 25: 22,
    11: 23, 8: 24, 7: 26, 5: 29, 6: 31, 12: 32, 13: 33, 19: 35, 16: 36, 26: 37, 20: 38, 21: 40,
}  # fmt: skip
"""Position on the 40-pin header of every usable BCM number."""
RESERVED = {2: "I2C", 3: "I2C", 14: "the serial console", 15: "the serial console"}
"""Pins that other things on a Pi use by default."""


class PartKind(Enum):
    """What can hang on a pin; the value is its name on the wiring plan."""

    SEAT_LAMP = "lamp, seat"
    STATUS_RED = "status, red"
    STATUS_GREEN = "status, green"
    STATUS_BLUE = "status, blue"
    RIVER_LAMP = "river lamp"
    BUZZER = "buzzer"
    BUTTON = "button (to ground)"


@dataclass(frozen=True, slots=True)
class Part:
    """One part of the panel on its BCM pin; ``number`` counts parts of a kind from 1, where there are several."""

    kind: PartKind
    pin: int
    number: int | None = None

    def __str__(self) -> str:
        return self.kind.value if self.number is None else f"{self.kind.value} {self.number}"


_STATUS = (PartKind.STATUS_RED, PartKind.STATUS_GREEN, PartKind.STATUS_BLUE)


@dataclass(frozen=True, slots=True)
class PinLayout:
    """
    BCM numbers of all parts.

    The defaults keep clear of I2C and the serial console; 18 parts leave no choice but
    one pin of SPI, its second chip select (7).
    """

    seats: tuple[int, ...] = (4, 17, 27, 22, 19, 26)
    """A lamp for each seat, in seat order."""
    status: tuple[int, ...] = (5, 6, 13)
    """The RGB status lamp: red, green, blue."""
    river: tuple[int, ...] = (18, 23, 24, 25, 7, 16, 20)
    """The river lamps from the rope to the falls."""
    buzzer: int = 12
    button: int = 21

    def __post_init__(self) -> None:
        problems = self.problems()
        if problems:
            raise PinError("pins: " + "; ".join(problems))

    @classmethod
    def from_mapping(cls, pins: Mapping[str, int | tuple[int, ...]]) -> Self:
        """The default layout with some parts on other pins; raises `PinError` naming all that is wrong."""
        known = {part.name: part for part in dataclasses.fields(cls)}
        wrong = []
        for name, value in pins.items():
            if name not in known:
                wrong.append(f"unknown part {name!r}, expected some of {', '.join(known)}")
                continue
            several = name in ("seats", "status", "river")
            if isinstance(value, int) == several:
                wanted = "a list of BCM numbers" if several else "one BCM number"
                wrong.append(f"{name} is {value!r}, expected {wanted}")
        if wrong:
            raise PinError("pins: " + "; ".join(wrong))
        return cls(**pins)  # type: ignore[arg-type]

    def parts(self) -> Iterator[Part]:
        """Every part, in the order of a wiring table."""
        yield from (Part(PartKind.SEAT_LAMP, pin, number) for number, pin in enumerate(self.seats, 1))
        yield from (Part(kind, pin) for kind, pin in zip(_STATUS, self.status, strict=False))
        yield from (Part(PartKind.RIVER_LAMP, pin, number) for number, pin in enumerate(self.river, 1))
        yield Part(PartKind.BUZZER, self.buzzer)
        yield Part(PartKind.BUTTON, self.button)

    def problems(self) -> tuple[str, ...]:
        """Everything that keeps this layout from being wired."""
        users: dict[int, list[str]] = defaultdict(list)
        for part in self.parts():
            users[part.pin].append(str(part))
        found = [
            f"pin {pin} is used by {' and '.join(parts)}" for pin, parts in users.items() if len(parts) > 1
        ]
        found += [f"pin {pin} ({users[pin][0]}) is not on the header" for pin in users if pin not in HEADER]
        found += [f"pin {pin} ({users[pin][0]}) is {RESERVED[pin]}'s" for pin in users if pin in RESERVED]
        if len(self.status) != 3:
            found.append(f"the status lamp needs 3 pins, found {len(self.status)}")
        if not 1 <= len(self.seats) <= 6:
            found.append(f"there are 1 to 6 seat lamps, found {len(self.seats)}")
        if not self.river:
            found.append("there is no river lamp")
        return tuple(found)
