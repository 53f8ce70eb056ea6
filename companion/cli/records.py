"""Commands on game records: ``replay`` and ``legal``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from companion.cli.output import NO, UNUSABLE, as_json_option, existing_file, print_json, text_of
from companion.engine import (
    Correction,
    Event,
    Replay,
    State,
    action_to_json,
    explain,
    legal_actions,
    notation,
    score_sheet,
    state_to_json,
    successors,
)
from companion.engine import (
    replay as play,
)
from companion.words import DEFAULT_LANGUAGE, LANGUAGES, say
from companion.words.actions import tell

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from companion.engine import Action, Broken


@click.command()
@click.argument("record", type=existing_file)
@click.option("--each", is_flag=True, help="The state after each line, the header first.")
@click.option("--notation", "in_notation", is_flag=True, help="The game itself, one short line an action.")
@click.option("--explain", "reasons", is_flag=True, help="After each action what follows from which rule.")
@click.option("--language", type=click.Choice(LANGUAGES), default=DEFAULT_LANGUAGE, show_default=True)
@as_json_option
def replay(record: Path, each: bool, in_notation: bool, reasons: bool, language: str, as_json: bool) -> None:
    """Play a game record and print the state after it.

    The record is JSON Lines or a score sheet in notation.
    """
    if as_json and (in_notation or reasons):
        raise click.UsageError("--notation and --explain are texts for people: leave out --json")
    played = _play(record)

    def remarks(before: State, action: Action | Correction) -> Iterator[str]:
        if isinstance(action, Correction) or not reasons:
            return
        for reason in explain(Event(before, action)):
            yield f"{reason.rule} {say(reason.message, language)}"

    game = zip(played.states, played.actions, strict=False)
    if as_json:
        states = [state_to_json(state) for state in played.states]
        print_json(states if each else states[-1])
    elif in_notation:
        for line in score_sheet(played.setup, game, remarks):
            click.echo(line)
    else:
        for before, action in game if each or reasons else ():
            click.echo(say(tell(before, action), language))
            for remark in remarks(before, action):
                click.echo(f"    {remark}")
        click.echo(_told(played.state))
    _leave(record, played)


@click.command()
@click.argument("record", type=existing_file)
@click.option("--each", is_flag=True, help="JSON Lines: such a list for the position after each line.")
@click.option("--notation", "in_notation", is_flag=True, help="The actions only, one short line each.")
@as_json_option
def legal(record: Path, each: bool, in_notation: bool, as_json: bool) -> None:
    """List every legal action in the position after a record, each with the state that follows."""
    if in_notation and (as_json or each):
        raise click.UsageError("--notation lists the actions only: leave out --json and --each")
    played = _play(record)
    if in_notation:
        for action in legal_actions(played.state):
            click.echo(notation(action))
    elif each:
        for state in played.states:
            print_json(_legal(state))
    elif as_json:
        print_json(_legal(played.state))
    else:
        for action, _ in successors(played.state):
            click.echo(f"{say(tell(played.state, action))}    {notation(action)}")
    _leave(record, played)


def _play(record: Path) -> Replay:
    return play(text_of(record), name=str(record))


def _legal(state: State) -> list[dict[str, Any]]:
    return [
        {"action": action_to_json(action), "state": state_to_json(after)}
        for action, after in successors(state)
    ]


def _leave(record: Path, played: Replay) -> None:
    """Say where the record could not be followed, everything before it having been printed."""
    broken = played.broken
    if broken is None:
        return
    if broken.refusal is None:
        click.echo(f"niagara: {record}, line {broken.line}: {broken.text}", err=True)
        raise click.exceptions.Exit(UNUSABLE)
    click.echo(f"niagara: {record}, line {broken.line}: {illegal(broken)}", err=True)
    raise click.exceptions.Exit(NO)


def illegal(broken: Broken) -> str:
    """The rule an illegal line breaks, and what would be legal near to it."""
    refusal = broken.refusal
    assert refusal is not None  # noqa: S101 - asked by the caller
    remedy = f" Legal would be: {'; '.join(broken.nearest)}" if broken.nearest else ""
    return f"illegal by rule {refusal.rule}: {say(refusal.message)}{remedy}"


def _told(state: State) -> str:
    """A position as a few lines for people."""
    lines = [f"Round {state.round}, {state.phase}; {state.first} holds the buoy, weather {state.weather:+d}"]
    for name, canoe in state.canoes.items():
        cargo = f" with {', '.join(canoe.cargo)}" if canoe.cargo else ""
        lines.append(f"  {name}: {canoe.at}{cargo}")
    for name, player in state.players.items():
        gems = ", ".join(f"{count} {gem}" for gem, count in player.delivered.items()) or "nothing"
        lines.append(f"  {name} has brought home {gems}")
    if state.winners:
        lines.append(f"  winners: {', '.join(state.winners)}")
    return "\n".join(lines)
