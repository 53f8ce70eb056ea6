"""Corrections in a record: the board was declared right, and the game goes on from another position.

Not an action of the rules but a line among them, so that a record can be followed past it.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.engine.errors import NotUnderstood
from companion.engine.records.positions import state_from_json, state_to_json
from companion.engine.records.reading import Fields
from companion.engine.rules import initial_state

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.engine.state import State

ACT = "correct"
LONGEST_BY = 20
"""Letters of the word for who declared the board right."""


@dataclass(frozen=True, slots=True)
class Correction:
    """The game goes on from ``state``, whatever the rules say; ``by`` is who declared it right, empty if not told."""

    state: State
    by: str = ""


def correction_to_json(correction: Correction) -> dict[str, Any]:
    """A correction as a line of the record; the position is written as positions are."""
    return {"act": ACT, "by": correction.by, "state": state_to_json(correction.state)}


def is_correction(document: object) -> bool:
    """Whether a line of a record is a correction."""
    return isinstance(document, dict) and document.get("act") == ACT


def correction_from_json(document: object, before: State) -> Correction:
    """The correction of a record's line, in the position ``before`` it; raises `NotUnderstood`.

    It may be any position of the round or the next one with the game's own gems and cards.
    """
    fields = Fields(document, "correction")
    fields.take("act", str)
    by, state = fields.take("by", str, ""), state_from_json(fields.take("state", dict), before.setup)
    fields.finish()
    if len(by) > LONGEST_BY or not by.isprintable():
        raise NotUnderstood(f"correction: 'by' is {by[:60]!r}, expected one short word")
    if not before.round <= state.round <= before.round + 1:
        raise NotUnderstood(f"correction: round {state.round}, expected {before.round} or the next")
    extra = _gems(state) - _gems(initial_state(before.setup))
    if extra:
        raise NotUnderstood(f"correction: {next(iter(extra.values()))} {next(iter(extra))} gems too many")
    for name, player in state.players.items():
        cards = (*player.hand, *((player.chosen,) if player.chosen else ()))
        if len(set(cards)) < len(cards):
            raise NotUnderstood(f"correction: {name} holds a card twice")
    if len(set(state.to_act)) < len(state.to_act):
        raise NotUnderstood("correction: a player is twice in 'to_act'")
    return Correction(state, by)


def correction_notation(correction: Correction) -> str:
    """The correction as one line of a score sheet."""
    document = json.dumps(state_to_json(correction.state), ensure_ascii=False, separators=(",", ":"))
    return f"{ACT} {correction.by or '-'} {document}"


def correction_meant(line: str, before: State) -> Correction | None:
    """The correction that a line of a score sheet is; ``None`` when it is none. Raises `NotUnderstood`."""
    act, _, rest = line.strip().partition(" ")
    if act != ACT:
        return None
    by, _, text = rest.strip().partition(" ")
    try:
        state = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise NotUnderstood(f"correction: expected 'correct NAME POSITION', found {line[:60]!r}") from error
    return correction_from_json({"act": ACT, "by": "" if by == "-" else by, "state": state}, before)


def _gems(state: State) -> Counter[str]:
    """All gems by colour: in canoes, in deposits and ashore."""
    gems: Counter[str] = Counter()
    for canoe in state.canoes.values():
        gems.update(canoe.cargo)
    holdings: list[Mapping[str, int]] = [*state.deposits.values()]
    for holding in (*holdings, *(player.delivered for player in state.players.values())):
        gems.update(holding)
    return gems
