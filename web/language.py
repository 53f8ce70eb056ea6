"""In which language a visitor reads: ``?lang=``, then the cookie, then what the browser asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Flask, Response, g, request

from companion.service import (
    DEFAULT_LANGUAGE,
    LANGUAGES,
    RULES,
    Count,
    Message,
    as_json,
    names_of,
    say,
    term,
)
from web.piece_labels import LETTERS
from web.security import is_guided, service
from web.words import page_words

if TYPE_CHECKING:
    from typing import Any

COOKIE = "language"
A_YEAR_S = 365 * 24 * 3600


def install(app: Flask) -> None:
    """Settle the language before each request, remember it when it was asked for, and teach the templates."""
    app.before_request(_settle)
    app.after_request(_remember)
    app.jinja_env.globals.update(
        t=text,
        s=said,
        say=said,
        term=word,
        languages=LANGUAGES,
        names=language_names(),
        letters=LETTERS,
        signed=signed,
        who=who,
        all_rules=RULES,
        is_guided=is_guided,
    )


def language() -> str:
    """The language of the running request."""
    chosen: str = g.get("language", DEFAULT_LANGUAGE)
    return chosen


def text(key: str, **values: object) -> str:
    """One of the page's own texts."""
    spoken = language()
    counted = {
        gap: Count(value, spoken) if isinstance(value, int) else value for gap, value in values.items()
    }
    return page_words(spoken)[key].format(**counted)


def said(message: Message) -> str:
    """One of the companion's sentences."""
    return say(message, language(), names())


def names() -> dict[str, str]:
    """What the people at the table are called."""
    if "people" not in g:
        g.people = names_of(service().table())
    called: dict[str, str] = g.people
    return called


def word(name: str) -> str:
    """The word for a thing of the game."""
    return term(name, language())


def who(colour: str) -> str:
    """A player as the table calls him: by name, or by colour while nobody has given one."""
    return names().get(colour) or word(colour)


def signed(value: int) -> str:
    """A number of the weather track with its sign."""
    return f"{value:+d}".replace("-", "\N{MINUS SIGN}") if value else "0"


def plain(view: Any) -> Any:
    """A view as plain JSON values in the language of the request."""
    return as_json(view, language(), names())


def language_names() -> dict[str, str]:
    """What each language calls itself."""
    return {code: page_words(code)["language-name"] for code in LANGUAGES}


def _settle() -> None:
    for wish in (request.args.get("lang"), request.cookies.get(COOKIE)):
        if wish in LANGUAGES:
            g.language = wish
            return
    g.language = request.accept_languages.best_match(LANGUAGES, DEFAULT_LANGUAGE)


def _remember(response: Response) -> Response:
    if request.args.get("lang") in LANGUAGES:
        response.set_cookie(COOKIE, language(), max_age=A_YEAR_S, httponly=True, samesite="Lax")
    return response
