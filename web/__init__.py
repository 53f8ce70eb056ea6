"""The page: phones, table and lobby in front of `companion.service.Service`.

>>> from web import qr_codes, create_app  # doctest: +SKIP
>>> app = create_app(service, secret_key=secrets.token_bytes(32))  # doctest: +SKIP
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from flask import Flask

from web import (
    api,
    board_places,
    errors,
    history,
    hosts,
    kept_pictures,
    language,
    limits,
    pages,
    qr_codes,
    security,
    setup,
    stream,
)

if TYPE_CHECKING:
    from companion.service import Service

__all__ = ["create_app"]


def create_app(service: Service, *, secret_key: bytes, base_url: str | None = None) -> Flask:
    """The page of one running game.

    ``secret_key`` signs the cookies: keep it, and phones stay seated over a restart. ``base_url`` is what the
    QR qr_codes lead to; without it, the address under which the page is served.
    """
    app = Flask(__name__)
    app.extensions[security.SERVICE] = service
    app.extensions[stream.CLOSING] = threading.Event()
    app.extensions[stream.VIEWERS] = stream.Viewers()
    app.config[qr_codes.BASE_URL] = base_url
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    language.install(app)
    hosts.install(app)
    limits.install(app)
    security.install(app, secret_key)
    errors.install(app)
    for part in (
        pages.pages,
        api.api,
        stream.stream,
        history.history,
        setup.setup,
        kept_pictures.kept_pictures,
        board_places.board_places,
    ):
        app.register_blueprint(part)
    return app
