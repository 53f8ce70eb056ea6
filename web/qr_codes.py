"""Addresses as other devices find them, and as QR codes."""

from __future__ import annotations

from functools import lru_cache

import segno
from flask import current_app, request, url_for
from markupsafe import Markup

BASE_URL = "BASE_URL"
"""Where other devices find the page; the key of the app's setting."""


def address_of(endpoint: str, colour: str | None = None, key: str | None = None) -> str:
    """A page's whole address; its host is an IP address, since names like ``.local`` fail on many phones."""
    base = current_app.config[BASE_URL] or request.host_url
    return str(base).rstrip("/") + url_for(endpoint, colour=colour, key=key)


def address_code(endpoint: str, colour: str | None = None) -> Markup:
    """A page's whole address as a QR code; none that opens anything."""
    return _drawn_once(address_of(endpoint, colour))


def code(data: str) -> Markup:
    """The data as a QR code: black on white whatever the page's colours, or no phone reads it."""
    return Markup(  # noqa: S704 - drawn by segno
        segno.make(data, error="m").svg_inline(scale=4, border=4, light="#fff", dark="#000", omitsize=True)
    )


@lru_cache(maxsize=32)
def _drawn_once(address: str) -> Markup:
    """Drawing takes a Pi a tenth of a second, and the first page shows one code for each seat."""
    return code(address)
