"""Whole games as pictures: a game among bots, pictured after its turns, here and there with a mistake of the hands.

Beside each picture stand the action it shows, how many lines of the game's record came before that action, and the
mistake if there is one: so `niagara check` can be tried on it.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from companion.engine import (
    Choose,
    Retrieve,
    SetupError,
    action_to_json,
    apply,
    initial_state,
    setup_from_parts,
    write_record,
)
from companion.rehearsal.bots import bots_game
from tools.tables.positions import Position, laid_anew
from vision.simulate import moves
from vision.simulate.mishaps import displace_disc, remove_disc

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

    from companion.engine import Action, Setup, State
    from vision.layout import Layout

MISTAKES = ("wrong-space", "gem-taken", "disc-missing", "disc-displaced", "wrong-weather", "wrong-canoe")
MISTAKE_RATE = 0.35


@dataclass(frozen=True, slots=True)
class Moment:
    """One picture of a game: the board after ``action`` - or after a mistake instead of it."""

    position: Position
    lines: int
    """Lines of the record before the action, the header among them."""
    action: Action
    mistake: str | None


def game_setup(players: Sequence[str], *, joe: bool) -> Setup:
    """The game these pieces are for."""
    modules = [
        *(["joe"] if joe else []),
        *(["six-players"] if len(players) > 5 or "black" in players else []),
    ]
    try:
        return setup_from_parts(tuple(players), players[0], tuple(modules), {})
    except SetupError:
        return setup_from_parts(tuple(players), players[0], (*modules, "six-players"), {})


def game_moments(
    layout: Layout, setup: Setup, start: Position, count: int, seed: int, rng: np.random.Generator
) -> tuple[str, list[Moment]]:
    """The record of a game and so many moments of it, spread over the whole, in order."""
    actions = list(bots_game(setup, random.Random(seed)))
    shown = [n for n, action in enumerate(actions) if not isinstance(action, Choose | Retrieve)]
    chosen = {shown[round(i * (len(shown) - 1) / max(count - 1, 1))] for i in range(count)}
    state, position, moments = initial_state(setup), start, []
    for number, action in enumerate(actions):
        after = apply(state, action)
        following = laid_anew(position, layout, after, rng)
        if number in chosen:
            mistake = str(rng.choice(MISTAKES)) if rng.random() < MISTAKE_RATE else None
            told = (
                None if mistake is None else _with_mistake(mistake, position, following, layout, state, rng)
            )
            moments.append(Moment(told or following, number + 1, action, mistake if told else None))
        state, position = after, following
    return write_record(setup, actions), moments


def moment_json(moment: Moment) -> dict[str, object]:
    """What the truth says of a moment besides its position."""
    return {"record_lines": moment.lines, "action": action_to_json(moment.action), "mistake": moment.mistake}


def _with_mistake(
    mistake: str, before: Position, after: Position, layout: Layout, state: State, rng: np.random.Generator
) -> Position | None:
    """The board after this mistake instead of the action, or nothing where it cannot be made."""
    chance = random.Random(int(rng.integers(2**31)))
    scene = after.scene
    if mistake in ("wrong-space", "wrong-canoe"):
        mine = [name for name in before.at if before.at[name] in layout.spaces]
        still = [name for name in mine if before.at[name] == after.at[name]]
        names = still if mistake == "wrong-canoe" else [name for name in mine if name not in still]
        if not names:
            return None
        name = str(rng.choice(names))
        others = [space for space in layout.spaces if space not in (before.at[name], after.at[name])]
        space = str(rng.choice(others))
        scene = moves.with_canoe_on_space(scene, layout, scene.index_of(name), space, chance)
        return replace(after, scene=scene, at=after.at | {name: space})
    if mistake == "gem-taken":
        aboard = [
            n
            for n, canoe in enumerate(scene.canoes)
            if not canoe.cargo and after.at[canoe.name] in layout.spaces
        ]
        lying = [
            name
            for name, deposit in layout.deposits.items()
            if any(g.colour == deposit.gem for g in scene.gems)
        ]
        if not aboard or not lying:
            return None
        name = str(rng.choice(lying))
        gem = layout.deposits[name].gem
        try:
            scene = moves.without_gem_in(scene, layout, name, gem)
        except LookupError:
            return None
        return replace(after, scene=moves.with_cargo(scene, int(rng.choice(aboard)), gem))
    if mistake == "wrong-weather":
        values = [value for value in layout.weather.values if abs(value - state.weather) > 1]
        if not values:
            return None
        value = int(rng.choice(values))
        return replace(after, scene=moves.with_cloud_on(scene, layout, value), weather=value)
    bare = [space for space in layout.spaces if space not in after.at.values()]
    disc = moves.disc_on_space(scene, layout, str(rng.choice(bare or list(layout.spaces))))
    if disc is None:
        return None
    if mistake == "disc-missing":
        return replace(after, scene=remove_disc(scene, disc), faults=("missing",))
    return replace(after, scene=displace_disc(scene, layout, disc, chance), faults=("displaced",))
