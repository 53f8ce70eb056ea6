"""Move notation: actions as short lines that people read and write; the grammar is in ``docs/notation.md``.

>>> from companion.engine.records.notation import action_from_notation, notation
>>> action_from_notation("red 1 M3 +violet, 2 -gem M4 xblue-1").moves[1].steal
('blue-1',)
>>> notation(action_from_notation("red  1 M3   +violet"))
'red 1 M3 +violet'
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import permutations
from typing import TYPE_CHECKING

from companion.engine.actions import (
    LOAD,
    UNLOAD,
    Action,
    ChangeWeather,
    Choose,
    Lasso,
    Move,
    Paddle,
    Retrieve,
    River,
    load,
    unload,
)
from companion.engine.board import (
    BEACH,
    FALLS,
    HAND_ORDER,
    JOE,
    PLAYER_COLOURS,
    SIXTH_COLOUR,
    SPACES,
    Arm,
    Gem,
)
from companion.engine.errors import IllegalAction, NotClear, NotUnderstood
from companion.engine.records.reading import one_of
from companion.engine.rules import why_not

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.engine.state import State

NOTHING = "-"
"""No canoe to paddle, none to moor, no disc to push."""
_PLACES = (*SPACES, BEACH, FALLS)
_GEMS = tuple(map(str, Gem))
_ANY_GEM = "gem"
"""What a single canoe unloads: it holds no other."""
_ARM_LETTER = {Arm.LEFT: "L", Arm.RIGHT: "R"}
_ARM_OF = {letter: arm for arm, letter in _ARM_LETTER.items()}
_COLOURS = "|".join((*PLAYER_COLOURS, SIXTH_COLOUR))
_PLAYER = re.compile(_COLOURS)
_CANOE = re.compile(rf"(?:{_COLOURS})-[0-9]+|{JOE}")
_OPERATION = re.compile(r"[+-][a-z]+")
_THEFT = re.compile(rf"x({_CANOE.pattern})(:[a-z]+)?")
_JOE = re.compile(r"joe:([a-z]+(?::[a-z]+)?)")
_NUMBER = re.compile(r"[+-]?[0-9]{1,4000}")


# --- writing ------------------------------------------------------------------------------------------------


def notation(action: Action) -> str:
    """The action as one line; raises `NotUnderstood` for a word that no game of Niagara has."""
    line = _written(action)
    try:
        understood = _read(line) == action
    except NotUnderstood:
        understood = False
    if not understood:
        raise NotUnderstood(
            f"{action} cannot be written in notation: it holds a word that no game of Niagara has"
        )
    return line


def _written(action: Action) -> str:
    match action:
        case Choose(player=player, card=card):
            return f"{player} [{card}]"
        case Retrieve(player=player, canoe=canoe, pay=pay):
            price = "free" if pay is None else f"for {pay}"
            return f"{player} {_short(player, canoe)} back {price}"
        case Paddle(player=player, moves=moves, value=value):
            named = "" if value is None else f"={value} "
            return f"{player} {named}{', '.join(_move(player, move) for move in moves) or NOTHING}"
        case ChangeWeather(player=player, to=to):
            return f"{player} weather {signed(to)}"
        case Lasso(player=player, canoes=canoes):
            return f"{player} lasso {' '.join(_short(player, name) for name in canoes) or NOTHING}"
        case River(arms=arms):
            return f"river {' '.join(_ARM_LETTER[arm] for arm in arms) or NOTHING}"


def _move(player: str, move: Move) -> str:
    """The parts of a move in the order in which they are done."""
    return " ".join(
        (
            _short(player, move.canoe),
            *(("moose",) if move.moose else ()),
            *map(_operation, move.before),
            move.to,
            *map(_operation, move.after),
            *(f"x{robbed}" for robbed in move.steal),
            *(() if move.joe is None else (f"joe:{move.joe}",)),
        )
    )


def _operation(operation: str) -> str:
    kind, _, gem = operation.partition(":")
    return f"+{gem}" if f"{kind}:" == LOAD else f"-{gem or _ANY_GEM}"


def signed(value: int) -> str:
    """A place of the weather marker as it stands on the track: ``-1``, ``0``, ``+1``."""
    return f"{value:+d}" if value else "0"


def _short(player: str, canoe: str) -> str:
    """One's own canoes by their number, others by their name."""
    return canoe.removeprefix(f"{player}-")


# --- reading ------------------------------------------------------------------------------------------------


def action_from_notation(text: str) -> Action:
    """The action of a line in full form; raises `NotUnderstood`, quoting what was found and what was expected."""
    action = _read(text)
    if isinstance(action, Paddle) and any(not move.canoe or not move.to for move in action.moves):
        raise _misread(text, "a move names its canoe and its place, like 'red 1 M3'")
    return action


def action_meant(state: State, text: str) -> Action:
    """The action of a line that may leave out what the position tells.

    A move may leave out its place when the canoe stays where it is (``red 1 +violet``), and its canoe when only one
    can be meant (``red M3``). Raises `NotUnderstood`, `IllegalAction` when all that can be meant is forbidden, and
    `NotClear` when several legal actions can be meant.
    """
    action = _read(text)
    if not isinstance(action, Paddle) or action.player not in state.players:
        return action
    meant = tuple(_filled_in(state, action))
    if len(meant) == 1:
        return meant[0]
    legal = tuple(one for one in meant if why_not(state, one) is None)
    if len(legal) > 1:
        raise NotClear(f"{text.strip()!r} may mean {' or '.join(map(notation, legal))}", legal)
    if legal:
        return legal[0]
    if not meant:
        raise _misread(text, f"no canoe of {action.player} can be meant")
    refusal = why_not(state, meant[0])
    assert refusal is not None  # noqa: S101 - none of them is legal
    raise IllegalAction(meant[0], refusal)


def _filled_in(state: State, action: Paddle) -> Iterator[Paddle]:
    """The action with every choice of the player's canoes for those left out, and their places where they stay."""
    open_moves = [index for index, move in enumerate(action.moves) if not move.canoe]
    named = {move.canoe for move in action.moves}
    free = [canoe for canoe in state.canoes_of(action.player) if canoe not in named]
    for choice in permutations(free, len(open_moves)):
        moves = list(action.moves)
        for index, canoe in zip(open_moves, choice, strict=True):
            moves[index] = replace(moves[index], canoe=canoe)
        yield replace(action, moves=tuple(_placed(state, move) for move in moves))


def _placed(state: State, move: Move) -> Move:
    if move.to:
        return move
    at = state.canoes[move.canoe].at if move.canoe in state.canoes else BEACH
    # What a canoe does without moving stands before the move (see the game record's format).
    return replace(move, to=at, before=(*move.before, *move.after), after=())


def _read(text: str) -> Action:
    match text.split():
        case ["river", *arms]:
            letters = () if arms == [NOTHING] else arms
            return River(tuple(_ARM_OF[_one_of(text, arm, tuple(_ARM_OF), "an arm")] for arm in letters))
        case [player, card] if card.startswith("[") and card.endswith("]"):
            return Choose(_player(text, player), _one_of(text, card[1:-1], HAND_ORDER, "a card"))
        case [player, "weather", value]:
            return ChangeWeather(_player(text, player), _number(text, value))
        case [player, "lasso", *canoes] if canoes:
            names = () if canoes == [NOTHING] else canoes
            return Lasso(_player(text, player), tuple(_canoe(text, player, name) for name in names))
        case [player, canoe, "back", "free"]:
            return Retrieve(_player(text, player), _canoe(text, player, canoe))
        case [player, canoe, "back", "for", gem]:
            paid = _one_of(text, gem, _GEMS, "a gem")
            return Retrieve(_player(text, player), _canoe(text, player, canoe), paid)
        case [player, _, *_]:
            return _paddle(text, _player(text, player), text.split(maxsplit=1)[1])
        case _:
            raise _misread(text, "expected a line like 'red [4]', 'red 1 M3 +violet' or 'river L R'")


def _paddle(text: str, player: str, played: str) -> Paddle:
    value = None
    if played.startswith("="):
        number, _, played = played[1:].partition(" ")
        value = _number(text, number)
    if played.strip() == NOTHING:
        return Paddle(player, (), value)
    return Paddle(player, tuple(_read_move(text, player, part.split()) for part in played.split(",")), value)


def _read_move(text: str, player: str, words: list[str]) -> Move:
    """One canoe's move; canoe and place are empty where they are left out."""
    canoe = _canoe(text, player, words.pop(0)) if words and _names_a_canoe(words[0]) else ""
    moose = words[:1] == ["moose"]
    words = words[moose:]
    before = _taken(words, _OPERATION)
    to = words.pop(0) if words and words[0] in _PLACES else ""
    after = _taken(words, _OPERATION)
    steal = _taken(words, _THEFT)
    joe = _taken(words, _JOE)
    if words or len(joe) > 1:
        expected = f"a place ({', '.join(_PLACES)}), +GEM, -GEM, xCANOE or joe:take in this order"
        raise _misread(text, f"found {(words or joe)[0]!r}, expected {expected}")
    if not (moose or before or to or after or steal or joe):
        raise _misread(text, "a move is missing")
    return Move(
        canoe=canoe,
        to=to,
        before=tuple(_read_operation(text, word) for word in before),
        after=tuple(_read_operation(text, word) for word in after),
        steal=tuple(word.removeprefix("x") for word in steal),
        joe=joe[0].removeprefix("joe:") if joe else None,
        moose=moose,
    )


def _names_a_canoe(word: str) -> bool:
    return _is_number(word) or _CANOE.fullmatch(word) is not None


def _taken(words: list[str], pattern: re.Pattern[str]) -> list[str]:
    """The words at the front that fit, taken away from there."""
    count = next((index for index, word in enumerate(words) if not pattern.fullmatch(word)), len(words))
    front, words[:] = words[:count], words[count:]
    return front


def _read_operation(text: str, word: str) -> str:
    sign, gem = word[0], word[1:]
    if word == f"-{_ANY_GEM}":
        return UNLOAD
    return (load if sign == "+" else unload)(_one_of(text, gem, _GEMS, "a gem"))


def _player(text: str, word: str) -> str:
    if not _PLAYER.fullmatch(word):
        raise _misread(
            text, f"{word!r} is no player, expected one of {_COLOURS.replace('|', ', ')} or 'river'"
        )
    return word


def _canoe(text: str, player: str, word: str) -> str:
    if not _names_a_canoe(word):
        raise _misread(text, f"{word!r} is no canoe, expected one like 1, 2 or blue-1")
    return f"{player}-{word}" if _is_number(word) else word


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit()


def _number(text: str, word: str) -> int:
    if not _NUMBER.fullmatch(word):
        raise _misread(text, f"{word!r} is no number")
    return int(word)


def _one_of(text: str, word: str, known: tuple[str, ...], what: str) -> str:
    try:
        return one_of(word, known, what)
    except NotUnderstood as error:
        raise _misread(text, str(error)) from error


def _misread(text: str, reason: str) -> NotUnderstood:
    return NotUnderstood(f"{text.strip()[:80]!r}: {reason}")
