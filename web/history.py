"""Stored games: the list, a slider over each, statistics, and records in and out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, Response, flash, jsonify, redirect, render_template, request, url_for
from werkzeug.exceptions import BadRequest, NotFound

from web import plots
from web.language import plain, text
from web.piece_labels import LETTERS
from web.security import authority, is_host, seat_token, service

if TYPE_CHECKING:
    from collections.abc import Mapping

    from flask.typing import ResponseReturnValue

    from companion.service import GameStory, Statistics

history = Blueprint("history", __name__)


@history.get("/history")
def games() -> str:
    """The stored games, the newest first."""
    may_add = is_host() or seat_token() is not None
    return render_template("history.html", games=service().archive.games(), may_add=may_add)


@history.get("/history/<int:number>")
def game(number: int) -> str:
    """One game: any step of it (``?step=``, the last one without), and its statistics."""
    story = _story(number)
    last = len(story.moments) - 1
    step = min(max(request.args.get("step", last, type=int), 0), last)
    return render_template(
        "game.html",
        story=story,
        step=step,
        last=last,
        moment=story.moments[step],
        gem_plot=_gem_plot(story.statistics),
        river_plot=_river_plot(story.statistics),
        player_plots={
            "losses": _player_plot(story.statistics.losses),
            "thefts": _player_plot(story.statistics.thefts),
        },
    )


@history.get("/api/history/<int:number>")
def moments(number: int) -> Response:
    """Every moment of a game, for the slider."""
    return jsonify(plain(_story(number).moments))


@history.get("/history/<int:number>/record")
def record(number: int) -> Response:
    """The game as a record file, as far as its cards lie open."""
    lines = service().archive.record(number)
    if lines is None:
        raise NotFound
    name = f"niagara-{number}.ngr"
    return Response(
        lines,
        mimetype="application/x-ndjson",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@history.post("/history/import")
def take_in() -> ResponseReturnValue:
    """Store a record that somebody brought; only for people of this table."""
    authority()
    file = request.files.get("record")
    if file is None or not file.filename:
        raise BadRequest(text("error-field", field=text("record-file")))
    try:
        lines = file.read().decode("utf-8")
    except UnicodeDecodeError:
        raise BadRequest(text("error-no-text")) from None
    number = service().archive.take_in(lines)
    flash(text("taken-in", number=number))
    return redirect(url_for(".game", number=number, step=0), 303)


def _story(number: int) -> GameStory:
    story = service().archive.story(number)
    if story is None:
        raise NotFound(text("error-no-game", number=number))
    return story


def _gem_plot(counted: Statistics) -> str:
    drawn = [plots.Line(colour, LETTERS[colour], values) for colour, values in counted.gems.items()]
    return plots.lines(counted.rounds, drawn)


def _river_plot(counted: Statistics) -> str:
    return plots.bars(range(1, len(counted.river) + 1), counted.river)


def _player_plot(counted: Mapping[str, int]) -> str:
    return plots.bars([LETTERS[colour] for colour in counted], list(counted.values()))
