"""Frozen pictures of the game for readers: one public view for the table, one private view for each seat.

Secrecy by construction: `TableView` has no field that could hold a face-down card; `SeatView` is made for one
seat and holds that seat's hand only.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.board.observation import Watching
    from companion.engine.message import Message
    from companion.referee.situation import Stage


class Tone(StrEnum):
    """How a piece of news feels, for its colour on the page."""

    INFO = "info"
    GOOD = "good"
    LOSS = "loss"
    MISTAKE = "mistake"


@dataclass(frozen=True, slots=True)
class CanoeView:
    """One canoe: ``id`` like ``red-1`` or ``joe``; ``colour`` a player's or ``wood``; ``cargo`` gem colours."""

    id: str
    colour: str
    cargo: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlayerView:
    """What everybody may know of one player. ``played`` is the card once revealed, never before."""

    colour: str
    name: str
    seated: bool
    """A person sits here (not a bot, not nobody)."""
    bot: bool
    delivered: Mapping[str, int]
    has_chosen: bool
    played: str | None
    cards_left: int
    to_act: bool
    alert: bool
    """This player has something to put right."""
    winner: bool


@dataclass(frozen=True, slots=True)
class MoveView:
    """One canoe's part of an action, with its sentence."""

    canoe: str
    start: str
    to: str
    before: tuple[str, ...]
    after: tuple[str, ...]
    steal: tuple[str, ...]
    text: Message


@dataclass(frozen=True, slots=True)
class ActionView:
    """One legal action: ``key`` is what a client sends back to play it (compact JSON of the record's format)."""

    key: str
    text: Message
    moves: tuple[MoveView, ...] = ()


@dataclass(frozen=True, slots=True)
class TurnView:
    """The player whose turn it is, the card now revealed, and everything he may do."""

    player: str
    card: str
    actions: tuple[ActionView, ...]


@dataclass(frozen=True, slots=True)
class RiverView:
    """A river move to make: how many discs; the arms that may be entered by hand (``ActionView`` each)."""

    distance: int
    actions: tuple[ActionView, ...]
    pushed: int | None = None
    """The discs that the camera has counted so far, while hands are still pushing; ``None`` when it cannot."""


@dataclass(frozen=True, slots=True)
class HypothesisView:
    """How the board would lie after an answer; nothing of hands and cards."""

    places: Mapping[str, tuple[CanoeView, ...]]
    deposits: Mapping[str, Mapping[str, int]]
    weather: int
    differing: tuple[str, ...]
    """The places - spaces, ``beach``, ``falls``, deposits, ``weather`` - at which the answers are not alike."""


@dataclass(frozen=True, slots=True)
class ChoiceView:
    """One answer to a question, as a sentence and, unless it is *none of these*, as a board."""

    key: str
    text: Message
    hypothesis: HypothesisView | None = None


@dataclass(frozen=True, slots=True)
class QuestionView:
    """Something the camera cannot tell: several hypotheses fit what is seen."""

    id: int
    text: Message
    choices: tuple[ChoiceView, ...]


@dataclass(frozen=True, slots=True)
class DiscrepancyView:
    """One difference between the table and the game, with the remedy."""

    kind: str
    where: str
    home: str
    """Where it is put right: where the piece belongs that lies at ``where``, mostly the same place."""
    expected: Message
    seen: Message
    rule: str
    text: Message
    remedy: Message


@dataclass(frozen=True, slots=True)
class DisagreementView:
    """Everything that differs, all at once, and whose it is to put right (``None``: anybody's)."""

    id: int
    player: str | None
    items: tuple[DiscrepancyView, ...]
    board_may_be_right: bool
    """``False`` while what is seen is no position that could be adopted (a disc missing)."""
    guiding: bool
    """*The app is right* was chosen: ``items`` holds only what is to be put back next."""
    left: int
    """How many things differ in all."""


@dataclass(frozen=True, slots=True)
class NewsView:
    """One announcement; ``number`` counts up for ever."""

    number: int
    tone: Tone
    text: Message
    rule: str | None = None
    """The rule that says why."""


@dataclass(frozen=True, slots=True)
class RuleView:
    """One rule in words."""

    number: str
    title: Message
    text: Message


@dataclass(frozen=True, slots=True)
class CameraView:
    """What the camera is doing, in one sentence; ``picture`` counts the annotated pictures made so far."""

    watching: Watching
    text: Message
    picture: int


@dataclass(frozen=True, slots=True)
class TableView:
    """What everybody at the table may see; ``number`` grows with every change."""

    number: int
    stage: Stage
    round: int
    phase: str
    first: str
    """Who holds the buoy."""
    weather: int
    weather_track: tuple[int, ...]
    players: tuple[PlayerView, ...]
    """In seat order, clockwise."""
    places: Mapping[str, tuple[CanoeView, ...]]
    """Canoes by place: the nine spaces, ``beach`` and ``falls``."""
    deposits: Mapping[str, Mapping[str, int]]
    discs: Mapping[str, str]
    """How the disc of each space was last seen: ``seated``, ``displaced``, ``missing`` or ``unseen``."""
    prompt: Message
    """What is to be done now, in one sentence."""
    turn: TurnView | None
    river: RiverView | None
    question: QuestionView | None
    disagreement: DisagreementView | None
    set_up: tuple[DiscrepancyView, ...]
    """What is still missing or wrong before the game can begin, as the camera sees it."""
    news: tuple[NewsView, ...]
    """The latest first, at most twenty."""
    camera: CameraView
    lesson: tuple[RuleView, ...] = ()
    """The rules that matter now for the first time in this game."""
    winners: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SeenView:
    """The board as the camera saw it last; what it could not see is missing or ``None``."""

    places: Mapping[str, tuple[CanoeView, ...]]
    weather: int | None
    first: str | None
    """Whose place the buoy lies at."""
    deposits: Mapping[str, Mapping[str, int]]
    discs: Mapping[str, str]
    unseen: tuple[str, ...]
    """Spaces that something hides."""


@dataclass(frozen=True, slots=True)
class ReasonView:
    """Why an action is not possible now."""

    rule: str
    text: Message


@dataclass(frozen=True, slots=True)
class CardView:
    """One card of the own hand."""

    card: str
    text: Message


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat's private view: its hand, its face-down card, and what it may do now."""

    colour: str
    hand: tuple[CardView, ...]
    chosen: str | None
    may_choose: bool
    retrieve: tuple[ActionView, ...]
    """Canoes that may be put back now, and what it costs."""
    turn: TurnView | None
    """Set when it is this seat's turn."""
    may_undo: bool
    """The last thing that happened is this seat's move, which may be taken back."""
    table: TableView = field(repr=False)
