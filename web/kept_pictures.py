"""The page of kept pictures: whether any are kept, what they show, and how to be rid of them. For the host only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, Response, flash, redirect, render_template, request, url_for
from werkzeug.exceptions import NotFound

from companion.service import Message, Refused
from web.language import text, word
from web.security import service
from web.setup import host_only

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue

    from companion.service import KeptPictures

kept_pictures = Blueprint("kept_pictures", __name__, url_prefix="/setup/pictures")
kept_pictures.before_request(host_only)

ON_A_PAGE = 12
"""Pictures shown at once: a phone in a weak network loads so many in some seconds."""
MEGABYTE = 1_000_000
CARGO = "/cargo"
"""How the name of a fact ends that is about the gems in the canoes of a space."""


@kept_pictures.get("/")
def gallery() -> str:
    """The switch, how many there are, and some of them."""
    kept = _kept()
    pictures = kept.pictures()
    begin = max(request.args.get("from", 0, type=int), 0)
    return render_template(
        "kept_pictures.html",
        kept=kept,
        count=len(pictures),
        megabytes=f"{sum(picture.size_bytes for picture in pictures) / MEGABYTE:.1f}",
        most_megabytes=kept.most_bytes // MEGABYTE,
        shown=pictures[begin : begin + ON_A_PAGE],
        newer=max(begin - ON_A_PAGE, 0) if begin else None,
        older=begin + ON_A_PAGE if begin + ON_A_PAGE < len(pictures) else None,
        doubted=_doubted,
    )


@kept_pictures.get("/<table>/<number>.jpg")
def picture(table: str, number: str) -> Response:
    """One of them."""
    jpeg = _kept().jpeg(f"{table}/{number}")
    if jpeg is None:
        raise NotFound
    return Response(jpeg, mimetype="image/jpeg")


@kept_pictures.get("/niagara-pictures.zip")
def bundle() -> Response:
    """All of them with their truth, sent while it is packed: neither memory nor disk has to hold it twice."""
    name = 'attachment; filename="niagara-pictures.zip"'
    return Response(_kept().zip_parts(), mimetype="application/zip", headers={"Content-Disposition": name})


@kept_pictures.post("/switch")
def switch() -> ResponseReturnValue:
    """Keep pictures from now on, or none any more."""
    keeping = request.form.get("keep") == "yes"
    _kept().allow(keeping=keeping)
    flash(text("pictures-switched-on" if keeping else "pictures-switched-off"))
    return redirect(url_for(".gallery"), 303)


@kept_pictures.post("/delete")
def delete() -> ResponseReturnValue:
    """Delete one of them."""
    if _kept().delete(request.form.get("name", "")):
        flash(text("picture-deleted"))
    return redirect(url_for(".gallery"), 303)


@kept_pictures.post("/delete-all")
def delete_all() -> ResponseReturnValue:
    """Delete all of them."""
    _kept().delete_all()
    flash(text("pictures-deleted"))
    return redirect(url_for(".gallery"), 303)


def _kept() -> KeptPictures:
    kept = service().pictures
    if kept is None:
        raise Refused(Message("refused.no-equipment"))
    return kept


def _doubted(fact: str) -> str:
    """A doubtful fact in words."""
    if fact.endswith(CARGO):
        return text("picture-doubtful-cargo", place=word(fact.removesuffix(CARGO)))
    return word(fact)
