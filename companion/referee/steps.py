"""Steps of the game as they are carried out: what follows by itself, and what is to be announced."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.engine import IllegalAction
from companion.engine.message import Message
from companion.errors import Refused
from companion.game.game import follows_by_itself
from companion.referee.facts import Fact, facts_of, opening_facts

if TYPE_CHECKING:
    from companion.engine import Action
    from companion.game.game import Game
    from companion.game.standing import Step


def stepped(game: Game, action: Action, *, from_board: bool) -> Step:
    """Have the game take the action; raises `Refused` with the rule that forbids it."""
    try:
        return game.act(action, from_board=from_board)
    except IllegalAction as error:
        refusal = error.refusal
        raise Refused(Message("refused.by-rule", {"rule": refusal.rule, "text": refusal.message})) from error


def facts_and_following(game: Game, step: Step) -> list[Fact]:
    """The facts of a step, and of whatever follows by itself: a turn without canoes, a river that stands still."""
    return facts_of_step(step) + followed(game)


def followed(game: Game) -> list[Fact]:
    """Have the game take what follows by itself from its position, and the facts of that."""
    follows = follows_by_itself(game.state)
    return [] if follows is None else facts_and_following(game, game.act(follows))


def facts_of_step(step: Step) -> list[Fact]:
    """What one step gives to announce."""
    if step.action is None:
        return list(opening_facts(step.before, step.after))
    return list(facts_of(step.before, step.action, step.after))
