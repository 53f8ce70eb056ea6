"""Where a form leads back to: one of the page's own views, never an address from outside."""

from __future__ import annotations

from flask import request, url_for

VIEWS = {
    "seat": "pages.seat",
    "table": "pages.table",
    "referee": "pages.referee",
    "lobby": "pages.lobby",
    "history": "history.games",
}


def form_origin() -> str:
    """The view that the form's ``back`` field names; without it, the lobby."""
    view = VIEWS.get(request.form.get("back", ""), VIEWS["lobby"])
    return url_for(view)
