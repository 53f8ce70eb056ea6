"""What the virtual players look for in the public view while they wait for the companion."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.present.views import TableView


def has_moved_on(before: TableView, after: TableView) -> bool:
    """Whether the game has gone a step further: another phase, round or player."""
    return (before.phase, before.round, _to_act(before)) != (after.phase, after.round, _to_act(after))


def is_stuck(view: TableView) -> bool:
    """Whether the game waits for people: something is wrong, or a question is open."""
    return view.disagreement is not None or view.question is not None


def place_of_canoe(view: TableView, canoe: str) -> str | None:
    """The place at which the view has this canoe; ``None`` for nowhere."""
    return next((place for place, canoes in view.places.items() if any(c.id == canoe for c in canoes)), None)


def _to_act(view: TableView) -> tuple[str, ...]:
    return tuple(player.colour for player in view.players if player.to_act)
