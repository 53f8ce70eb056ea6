"""The one composition root: real parts put together, each replaceable.

`Companion` owns everything that must be closed and closes it in the right order, whatever went wrong.
"""

from __future__ import annotations

import hmac
import secrets
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from companion.adapters.panel_signals import NoAnnouncer, PanelAnnouncer
from companion.adapters.voice import SpokenAnnouncer, find_voice
from companion.engine import Setup, setup_from_parts
from companion.files import private_bytes
from companion.game.log import GameLog
from companion.game.stored import alone_with
from companion.service import Service
from hardware.gpio import open_panel
from hardware.pins import PinLayout
from hardware.signals import Level
from web import create_app
from web.server import serve

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path
    from types import TracebackType

    from companion.adapters.voice import Voice
    from companion.operation.settings import PanelSettings, Settings, TableSettings
    from companion.referee.facts import Fact
    from companion.service.ports import Announcer
    from hardware.panel import Panel


SECRET_BYTES = 32


def secret_of(games: Path) -> Path:
    """The file of the page's secret, beside the games."""
    return games.with_name("page-secret")


def host_key_of(secret_file: Path) -> str:
    """The host's key: it follows from the secret, which is made on first use, and does not tell it."""
    return hmac.new(private_bytes(secret_file, SECRET_BYTES), b"host", "sha256").hexdigest()[:16]


def setup_of(table: TableSettings) -> Setup:
    """The game that the settings describe; raises `SetupError` when they describe none."""
    return setup_from_parts(table.players, table.first, table.modules, table.options)


def panel_of(settings: PanelSettings) -> Panel | None:
    """The panel that the settings ask for, opened; raises `PanelError` when it is not there."""
    if settings.kind == "none":
        return None
    pins = PinLayout.from_mapping(settings.pins)
    return open_panel(settings.kind, pins=pins, level=Level(settings.sounds))


def voice_of(settings: Settings) -> Voice | None:
    """The voice that the settings ask for, where this machine has one."""
    return find_voice(settings.language) if settings.panel.speech else None


@dataclass(slots=True)
class Companion:
    """A running companion: the service with its panel and, once served, its page."""

    service: Service
    announcer: Announcer
    panel: Panel | None
    speech: SpokenAnnouncer | None
    _closing: ExitStack

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close page, camera, game and lamps, in this order; closing twice is harmless."""
        self._closing.close()

    def on_close(self, close: Callable[[], None]) -> None:
        """Have something closed before everything opened earlier."""
        self._closing.callback(close)

    def serve(self, host: str, port: int, secret_file: Path | None, address: str | None = None) -> str:
        """Serve the page; returns its address. Raises `web.server.PortTaken`."""
        secret = (
            secrets.token_bytes(SECRET_BYTES)
            if secret_file is None
            else private_bytes(secret_file, SECRET_BYTES)
        )
        app = create_app(self.service, secret_key=secret, base_url=address)
        server = serve(app, host, port)
        self.on_close(server.close)
        return server.url


def open_companion(
    settings: Settings,
    *,
    camera: bool,
    setup: Setup | None = None,
    panel: Panel | None = None,
    voice: Voice | None = None,
    games: Path | None = None,
    secret_file: Path | None = None,
    listener: Callable[[Sequence[Fact]], None] | None = None,
) -> Companion:
    """Open log, panel and service; the caller adds eyes and the page.

    With a ``secret_file`` the host's key is the same after a restart, as the seats' cookies are.
    """
    closing = ExitStack()
    try:
        file = games or settings.games
        closing.enter_context(alone_with(file))
        log = GameLog(file)
        closing.callback(log.close)
        announcer: Announcer = NoAnnouncer() if panel is None else PanelAnnouncer(panel)
        speech = (
            None
            if voice is None
            else SpokenAnnouncer(announcer, voice, settings.language, settings.panel.sounds)
        )
        announcer = speech or announcer
        closing.callback(announcer.close)
        service = Service(
            log,
            setup or setup_of(settings.table),
            announcer=announcer,
            patience=settings.patience.as_patience(),
            camera=camera,
            host_key=None if secret_file is None else host_key_of(secret_file),
            listener=listener,
        )
        closing.callback(service.close)
        if panel is not None:
            panel.on_button(service.press_button, service.hold_button)
    except BaseException:
        closing.close()
        raise
    return Companion(service, announcer, panel, speech, closing)
