"""Whole games by the literal rules alone, played with some wish to win, so that they end."""

from literal.board import canoes_of, copied, start
from literal.game import every_action


def game(setup, rng, limit):
    """Each action with every action it was chosen from, and the positions before; ends when nothing may be done."""
    state = start(setup)
    for _ in range(limit):
        found = every_action(setup, state)
        if not found:
            break
        action, after = rng.choice(liked(found, rng))
        yield state, action, found
        state = copied(after)
    yield state, None, every_action(setup, state)


def liked(found, rng):
    """Often only what leaves its player the most gems, ashore before afloat; else everything."""
    if rng.random() < 0.3:
        return found
    wealth = [worth(after, action.get("player")) for action, after in found]
    return [choice for choice, much in zip(found, wealth, strict=True) if much == max(wealth)]


def worth(state, player):
    if player is None:
        return 0
    ashore = sum(state["players"][player]["delivered"].values())
    afloat = sum(len(state["canoes"][canoe]["cargo"]) for canoe in canoes_of(player))
    lost = sum(state["canoes"][canoe]["at"] == "falls" for canoe in canoes_of(player))
    return 5 * ashore + 2 * afloat - lost
