"""The board and the pieces, as facts: places, levels, deposits, cards and colours (*Board* in the rules)."""

from __future__ import annotations

import itertools
from enum import StrEnum


class Phase(StrEnum):
    """What the round is waiting for (B2)."""

    CHOOSE = "choose"
    """Everybody lays a card face down."""
    PADDLE = "paddle"
    """From the first player clockwise each reveals his card and plays it."""
    RIVER = "river"
    """The river is to be moved."""
    OVER = "over"


class Card(StrEnum):
    """The paddle cards, in the order a hand is sorted (B1, N2)."""

    ONE = "1"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    """Seven points, of the Spirits (N2)."""
    ONE_TWO_THREE = "1/2/3"
    """The player names its value when revealing it (N2)."""
    LASSO = "lasso"
    """Moors canoes while the river moves (N2)."""
    CLOUD = "cloud"
    """Changes the weather (B11)."""


class Gem(StrEnum):
    """Gem colours, in the order of their value (B16)."""

    VIOLET = "violet"
    CLEAR = "clear"
    YELLOW = "yellow"
    BLUE = "blue"
    PINK = "pink"


class Deposit(StrEnum):
    """Where gems lie."""

    AMETHYST = "amethyst"
    DIAMOND = "diamond"
    AMBER = "amber"
    SAPPHIRE = "sapphire"
    RUBY = "ruby"


class Arm(StrEnum):
    """The arms of the river below the fork, as seen drifting downstream."""

    LEFT = "left"
    RIGHT = "right"


BEACH = "beach"
"""Both beaches: they are equal in every rule."""
FALLS = "falls"
"""Below the falls: lost."""

MAIN = ("M1", "M2", "M3", "M4", "M5")
ARMS = {Arm.LEFT: ("L1", "L2"), Arm.RIGHT: ("R1", "R2")}
SPACES = (*MAIN, *ARMS[Arm.LEFT], *ARMS[Arm.RIGHT])
"""The spaces of the river, from the rope down."""
PLACES = (*SPACES, BEACH, FALLS)
"""Everywhere a canoe can be."""

LEVEL = {
    space: level for course in (MAIN + ARMS[arm] for arm in Arm) for level, space in enumerate(course, 1)
}
"""Paddle points from land."""

_CARRIED = {arm: dict(itertools.pairwise((*MAIN, *ARMS[arm], FALLS))) for arm in Arm}

DEPOSIT_BESIDE = {
    "M3": Deposit.AMETHYST,
    "M4": Deposit.DIAMOND,
    "M5": Deposit.AMBER,
    "L1": Deposit.SAPPHIRE,
    "R1": Deposit.SAPPHIRE,
    "L2": Deposit.RUBY,
    "R2": Deposit.RUBY,
}
"""The deposit a canoe on this space can reach; spaces without one are missing."""

GEM_HOME: dict[str, str] = dict(zip(map(str, Gem), map(str, Deposit), strict=True))
"""The deposit of each gem colour."""
GEM_VALUE = {gem: value for value, gem in enumerate(Gem, 1)}
"""What a gem counts where ties are broken by value (B16)."""

HAND_ORDER = tuple(map(str, Card))
"""How a hand is sorted."""
SPIRIT_CARDS = (Card.SEVEN, Card.ONE_TWO_THREE, Card.LASSO)
"""The cards that the Spirits add to a hand (N2)."""
NUMBERS = {str(card): int(card) for card in Card if card.isdigit()}
"""The points on the cards that bear one number."""

WEATHER_TRACK = (-1, 0, 1, 2)
PLAYER_COLOURS = ("red", "green", "yellow", "blue", "brown")
SIXTH_COLOUR = "black"
JOE = "joe"
"""The natural-wood canoe of Diamanten Joe (J1)."""
GEMS_PER_DEPOSIT = 7


def upstream(space: str) -> tuple[str, ...]:
    """The places a canoe passes paddling upstream from ``space``, the beach last.

    >>> upstream("R1")
    ('M5', 'M4', 'M3', 'M2', 'M1', 'beach')
    """
    course = course_of(space)
    return (*reversed(course[: course.index(space)]), BEACH)


def downstream(place: str) -> tuple[tuple[str, ...], ...]:
    """The ways down from a space or the beach, as far as a canoe can paddle: one for each arm ahead (B6).

    >>> downstream("M5")
    (('L1', 'L2'), ('R1', 'R2'))
    >>> downstream("R1")
    (('R2',),)
    """
    if place == BEACH:
        return tuple(MAIN + ARMS[arm] for arm in Arm)
    if place in MAIN:
        ahead = MAIN[MAIN.index(place) + 1 :]
        return tuple(ahead + ARMS[arm] for arm in Arm)
    arm = ARMS[arm_of(place)]
    return (arm[arm.index(place) + 1 :],)


def carried(space: str, arm: Arm) -> str:
    """Where the disc on ``space`` is after one disc was pushed in and the one from M5 entered ``arm`` (B13).

    >>> [carried(space, Arm.LEFT) for space in ("M1", "M5", "L2", "R2")]
    ['M2', 'L1', 'falls', 'R2']
    """
    return _CARRIED[arm].get(space, space)


def arm_of(space: str) -> Arm:
    """The arm a space below the fork belongs to."""
    return Arm.LEFT if space in ARMS[Arm.LEFT] else Arm.RIGHT


def course_of(space: str) -> tuple[str, ...]:
    """The river from the rope to the falls, by the arm in which ``space`` lies."""
    return MAIN + (ARMS[Arm.LEFT] if space in MAIN else ARMS[arm_of(space)])
