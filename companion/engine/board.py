"""The board and the pieces, as facts: places, levels, deposits, cards and colours (*Board* in the rules)."""

from __future__ import annotations

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
    """The paddle cards of the base game (B1)."""

    ONE = "1"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    CLOUD = "cloud"


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

LEVEL = {
    space: level for course in (MAIN + ARMS[arm] for arm in Arm) for level, space in enumerate(course, 1)
}
"""Paddle points from land."""

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

GEM_HOME = dict(zip(Gem, Deposit, strict=True))
"""The deposit of each gem colour."""
GEM_VALUE = {gem: value for value, gem in enumerate(Gem, 1)}
"""What a gem counts where ties are broken by value (B16)."""

HAND_ORDER = ("1", "2", "3", "4", "5", "6", "7", "1/2/3", "lasso", "cloud")
"""How a hand is sorted."""
NUMBERS: dict[Card, int] = {card: int(card) for card in Card if card is not Card.CLOUD}

WEATHER_TRACK = (-1, 0, 1, 2)
PLAYER_COLOURS = ("red", "green", "yellow", "blue", "brown")
GEMS_A_DEPOSIT = 7


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


def arm_of(space: str) -> Arm:
    """The arm a space below the fork belongs to."""
    return Arm.LEFT if space in ARMS[Arm.LEFT] else Arm.RIGHT


def course_of(space: str) -> tuple[str, ...]:
    """The river from the rope to the falls, by the arm in which ``space`` lies."""
    return MAIN + (ARMS[Arm.LEFT] if space in MAIN else ARMS[arm_of(space)])
