"""Evenings to put faults into: random orders of players and host, and games that are stored."""

from __future__ import annotations

from typing import TYPE_CHECKING

from builders import PLAYERS, start

from companion.engine import HAND_ORDER, Choose, Phase, Retrieve, legal_actions
from companion.game.action_keys import key_of
from companion.game.actor import HOST
from companion.game.game import Game
from companion.game.seating import sit_down

if TYPE_CHECKING:
    from random import Random

    from companion.engine import State
    from companion.game.log import GameLog

SPACES = ("M1", "M2", "M3", "M4", "M5", "L1", "R1", "beach", "falls")


def random_order(state: State, seated: list[str], rng: Random) -> tuple[str, str, dict[str, str]]:
    """Who orders what: ``host`` or a colour, the path below ``/do/``, and its fields."""
    draw = rng.random()
    free = [colour for colour in PLAYERS if colour not in seated]
    if free and draw < 0.3:
        return free[0], "sit", {"colour": free[0], "name": rng.choice(("Ada", "Bé", "Çelik"))}
    if not seated or draw < 0.04:
        return "host", "new-game", {}
    colour = rng.choice(seated)
    if draw < 0.08:
        return colour, "leave", {}
    if draw < 0.12:
        return colour, "undo", {}
    if draw < 0.16:
        return "host", "take-back", {}
    if draw < 0.22:
        return "host", "correct", {
            f"{colour}-{rng.choice((1, 2))}": rng.choice(SPACES), "weather": str(rng.choice((-1, 0, 1, 2)))
        }  # fmt: skip
    if state.phase == Phase.CHOOSE and draw < 0.95:
        waiting = [other for other in state.to_act if other in seated]
        # Most lay their first card; some change theirs.
        colour = rng.choice(waiting) if waiting and rng.random() < 0.6 else colour
        return colour, "choose", {"card": rng.choice(state.players[colour].hand or HAND_ORDER)}
    actions = [one for one in legal_actions(state) if not isinstance(one, Choose)]
    if actions and (state.phase != Phase.CHOOSE or isinstance(actions[0], Retrieve)):
        return "host", "play", {"key": key_of(rng.choice(actions))}
    return colour, "choose", {"card": rng.choice(HAND_ORDER)}


def play(log: GameLog, rng: Random, steps: int, *, close: bool = False) -> Game:
    """A game with people at it and ``steps`` random entries, corrections and cards taken up among them."""
    game = Game.begin(log, start().setup)
    for colour in PLAYERS:
        sit_down(game, colour, colour.title(), None, bot=False)
    game.declare_ready()
    for _ in range(steps):
        if game.over:
            break
        colour = rng.choice(PLAYERS)
        if rng.random() < 0.05:
            game.correct(game.state.on_table(weather=rng.choice((-1, 0, 1, 2))), HOST)
        elif game.state.phase == Phase.CHOOSE and rng.random() < 0.2 and game.choice_of(colour):
            with game.at_once():
                game.take_back(game.choice_of(colour), HOST)
                game.act(Choose(colour, rng.choice(game.state.players[colour].hand)))
        else:
            game.act(rng.choice(legal_actions(game.state)))
    if close:
        game.close()
    return game
