"""Whole games as people read them, compared line by line with what the engine makes of them.

After a wanted change print each anew, ``niagara replay GAME --notation --explain``, and read the difference.
"""

import dataclasses
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli.records import replay as replay_command
from companion.engine import MODULES, Event, Goal, Options, Phase, explain, goal_of, replay
from companion.words import catalogue

GAMES = sorted((Path(__file__).parent / "playthroughs").glob("*.ngn"))


@pytest.fixture(scope="module")
def games():
    """Every game, played."""
    return {file.stem: replay(file.read_text(encoding="utf-8"), file.name) for file in GAMES}


@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.stem)
def test_a_game_goes_as_it_is_written_and_follows_from_the_rules_it_says(file):
    printed = CliRunner().invoke(replay_command, [str(file), "--notation", "--explain"])
    assert printed.exit_code == 0
    assert printed.stdout.splitlines() == file.read_text(encoding="utf-8").splitlines()


def test_every_kind_of_action_occurs_in_a_game(games):
    kinds = {type(action).__name__ for game in games.values() for action in game.actions}
    assert kinds == {"Choose", "Retrieve", "Paddle", "ChangeWeather", "Lasso", "River"}


def test_every_module_occurs_alone_or_with_few_and_all_together(games):
    played = [set(game.setup.modules) for game in games.values()]
    assert set(MODULES) in played
    assert set().union(*(modules for modules in played if len(modules) <= 2)) >= set(MODULES) - {
        "six-players"
    }


def test_every_way_to_win_occurs_and_winning_together_too(games):
    ends = [game.state for game in games.values() if game.state.phase == Phase.OVER]
    goals = {goal_of(state.players[winner].delivered) for state in ends for winner in state.winners}
    assert goals == set(Goal)
    assert any(len(state.winners) > 1 for state in ends)


def test_every_step_of_every_rule_occurs_in_a_game(games):
    told = {
        reason.message.key
        for game in games.values()
        for before, action in zip(game.states, game.actions, strict=False)
        for reason in explain(Event(before, action))
    }
    parts_of_others = {"why.ride"}
    assert sorted({key for key in catalogue("en") if key.startswith("why.")} - parts_of_others - told) == []


def test_most_house_options_are_played_with(games):
    default = Options()
    changed = {
        option.name
        for game in games.values()
        for option in dataclasses.fields(Options)
        if getattr(game.setup.options, option.name) != getattr(default, option.name)
    }
    assert changed >= {"retrieve_in", "unload_home", "tie_break"}
