"""Positions in one line each: ``position("red-1 M3 violet", "blue-1 beach", card="4")``."""

from dataclasses import replace

from companion.engine import Canoe, Move, Paddle, Phase, initial_state, setup_from_parts


def game(**options):
    """The first position of red, blue and green."""
    return initial_state(setup_from_parts(["red", "blue", "green"], "red", [], options))


def position(*canoes, card="3", delivered=None, weather=0, **options):
    """Red is to play ``card``; blue and green have laid down a 6; every canoe not named is on the beach."""
    state = game(**options)
    placed = {}
    for line in canoes:
        name, at, *cargo = line.split()
        placed[name] = Canoe(at, tuple(cargo))
    players = {
        name: replace(
            player,
            hand=tuple(c for c in player.hand if c != (card if name == "red" else "6")),
            chosen=card if name == "red" else "6",
            delivered=type(state.deposits)((delivered or {}).get(name, {})),
        )
        for name, player in state.players.items()
    }
    return replace(state, phase=Phase.PADDLE, to_act=("red",)).on_table(
        weather=weather,
        canoes=state.canoes.put(placed),
        players=state.players.put(players),
    )


def paddle(*moves):
    return Paddle("red", moves)


def move(canoe, to, **more):
    return Move(canoe, to, **{name: tuple(words) for name, words in more.items()})
