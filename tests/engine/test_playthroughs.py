"""Whole games as text, compared line by line.

To write them anew after a wanted change: ``python -m tests...``; then read the difference.
"""

import json
import random
from pathlib import Path

import pytest

from companion.engine import action_to_json, setup_from_parts
from companion.engine.random_play import random_game

FOLDER = Path(__file__).parent / "playthroughs"
GAMES = {
    "three-players": (["red", "blue", "green"], {}, 1),
    "own-turn": (["red", "blue", "green", "yellow", "brown"], {"retrieve_in": "own-turn"}, 2),
}


def played(name):
    players, options, seed = GAMES[name]
    for state, action in random_game(setup_from_parts(players, "red", [], options), random.Random(seed), 250):
        afloat = [f"{n}:{c.at}{'+'.join(('', *c.cargo))}" for n, c in state.canoes.items() if c.at != "beach"]
        yield f"round {state.round} {state.phase} weather {state.weather} | {' '.join(afloat)}".rstrip()
        yield f"  {json.dumps(action_to_json(action))}"


@pytest.mark.parametrize("name", GAMES)
def test_a_game_goes_as_it_is_written(name):
    assert list(played(name)) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()


def test_every_kind_of_action_occurs_in_a_game():
    text = "".join(file.read_text(encoding="utf-8") for file in FOLDER.glob("*.txt"))
    for act in ("retrieve", "choose", "paddle", "weather", "river"):
        assert f'"act": "{act}"' in text


if __name__ == "__main__":
    for game in GAMES:
        (FOLDER / f"{game}.txt").write_text("\n".join(played(game)) + "\n", encoding="utf-8")
