"""The composition root: the only place that puts the parts of a table together, each of them replaceable.

`open_table` makes a running table of settings and `TableParts`; `real_parts` opens the parts that the settings ask for.
`RunningTable` owns everything that must be closed and closes it in the right order, whatever went wrong.
"""

from __future__ import annotations

import hmac
import secrets
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Self

from companion.adapters.board_observer import BoardObserver, watch_with
from companion.adapters.camera_thread import CameraThread
from companion.adapters.equipment import TableEquipment
from companion.adapters.panel_signals import NoAnnouncer, PanelAnnouncer, why_no_panel
from companion.adapters.picture_keeper import PictureKeeper
from companion.adapters.picture_store import PictureStore
from companion.adapters.voice import SpokenAnnouncer, find_voice
from companion.engine import Setup, setup_from_parts
from companion.files import private_bytes
from companion.game.stored import alone_with, opened
from companion.operation.doctor import examine_table
from companion.service import Service
from hardware.errors import PanelError
from hardware.gpio import open_panel
from hardware.pins import PinLayout
from hardware.signals import Level
from vision.cameras import open_camera
from web import create_app
from web.server import serve

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path
    from types import TracebackType

    from companion.adapters.voice import Voice
    from companion.engine.message import Message
    from companion.operation.settings import PanelSettings, Settings, TableSettings
    from companion.referee.facts import Fact
    from companion.service.ports import FactAnnouncer
    from hardware.panel import Panel
    from vision.cameras.frame import Camera, Filmed
    from vision.watch import Watch

SECRET_BYTES = 32
"""Length of the page's secret: what HMAC-SHA256 makes full use of."""
MEGABYTE = 1_000_000
"""Bytes, as disks are sold."""
HOST_KEY_DIGITS = 16
"""Hexadecimal digits of the host's key: 64 bits that nobody guesses at ten tries a minute."""


@dataclass(frozen=True, slots=True)
class TableParts:
    """What a table is made of beside its settings; what is not given is not there. Time comes with the frames."""

    observer: BoardObserver | None = None
    """Reads the board; without one everything is entered by hand."""
    camera: Camera | None = None
    """Its frames go to the observer, from a thread of their own. Without one the caller hands them in himself."""
    panel: Panel | None = None
    """Lamps, buzzer and button; the table closes it."""
    no_panel: Message | None = None
    """Why there is no panel, where one was wanted."""
    voice: Voice | None = None
    """Speaks the announcements; the table closes it."""
    setup: Setup | None = None
    """The game to begin when none goes on; the settings' own when not given."""
    secret_file: Path | None = None
    """Keeps the page's secret over a restart, and with it host and seats; without one both are new each time."""
    listener: Callable[[Sequence[Fact]], None] | None = None
    """Told every fact, on the thread that owns the game."""


@dataclass(slots=True)
class RunningTable:
    """A table in play: the service with its observer and panel and, once served, its page."""

    service: Service
    observer: BoardObserver | None
    panel: Panel | None
    _secret_file: Path | None
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

    def serve(self, host: str, port: int, *, address: str | None = None) -> str:
        """Serve the page; returns its address. Raises `web.server.PortTaken`.

        ``address`` is what links to the page begin with; by default the page's own address.
        """
        secret = _secret(self._secret_file)
        server = serve(create_app(self.service, secret_key=secret, base_url=address), host, port)
        self._closing.callback(server.close)
        return server.url


def open_table(settings: Settings, parts: TableParts | None = None) -> RunningTable:
    """Open the games of ``settings`` and put ``parts`` together; raises `LogError` where others play with the games.

    The table owns the parts from now on: they are closed with it, and when it cannot be opened.
    """
    parts = parts or TableParts()
    closing = ExitStack()
    try:
        announcer, speech = _announcer(parts, settings)
        closing.callback(announcer.close)
        closing.enter_context(alone_with(settings.games))
        log = opened(settings.games)
        closing.callback(log.close)
        looking = _camera_thread(parts)
        keeper = _keeper(parts, settings)
        if keeper is not None:
            closing.callback(keeper.close)
        service = Service(
            log,
            parts.setup or setup_of(settings.table),
            announcer=announcer,
            patience=settings.patience.as_patience(),
            camera=parts.observer is not None,
            host_key=None if parts.secret_file is None else host_key_of(parts.secret_file),
            equipment=_equipment(parts, settings, speech),
            pictures=keeper,
            doctor=partial(
                examine_table, settings, _filming(parts, settings, looking), lit=parts.panel is not None
            ),
            listener=parts.listener,
        )
        closing.callback(service.close)
        if parts.panel is not None:
            parts.panel.on_button(service.press_button, service.hold_button)
        if looking is not None:
            closing.callback(looking.close)
            looking.start(service)
    except BaseException:
        closing.close()
        raise
    return RunningTable(service, parts.observer, parts.panel, parts.secret_file, closing)


def _announcer(parts: TableParts, settings: Settings) -> tuple[FactAnnouncer, SpokenAnnouncer | None]:
    """Who is told what happens - panel, voice, both or nobody - and apart from it the voice."""
    shown: FactAnnouncer = NoAnnouncer() if parts.panel is None else PanelAnnouncer(parts.panel)
    if parts.voice is None:
        return shown, None
    spoken = SpokenAnnouncer(shown, parts.voice, settings.language, settings.panel.sounds)
    return spoken, spoken


def _camera_thread(parts: TableParts) -> CameraThread | None:
    """What takes the camera's frames, not yet started."""
    if parts.camera is None or parts.observer is None:
        return None
    return CameraThread(parts.camera, parts.observer)


def store_of(settings: Settings) -> PictureStore:
    """The folder of kept pictures, beside the calibration they belong to."""
    folder = settings.camera.calibration.with_name("pictures")
    return PictureStore(folder, settings.pictures.most_mb * MEGABYTE, keeping=settings.pictures.keep)


def _keeper(parts: TableParts, settings: Settings) -> PictureKeeper | None:
    """What keeps pictures of the board; nothing where nobody looks."""
    if parts.observer is None:
        return None
    return PictureKeeper(parts.observer, store_of(settings), settings.camera.calibration)


def _filming(
    parts: TableParts, settings: Settings, looking: CameraThread | None
) -> Callable[[], Filmed] | None:
    """What tells the doctor which frames came lately; nothing where nobody looks."""
    if looking is not None:
        return looking.filmed
    return None if parts.observer is None else partial(parts.observer.filmed, settings.camera.source)


def _equipment(parts: TableParts, settings: Settings, speech: SpokenAnnouncer | None) -> TableEquipment:
    return TableEquipment(
        observer=parts.observer,
        panel=parts.panel,
        speech=speech,
        calibration=settings.camera.calibration,
        level=Level(settings.panel.sounds),
        no_panel=parts.no_panel,
    )


# --- the parts that the settings ask for ------------------------------------------------------------------


def real_parts(settings: Settings, *, panel_demanded: bool, say: Callable[[str], None]) -> TableParts:
    """Camera, panel and voice of this machine, as the settings want them; ``say`` is told what is missing.

    A panel that the settings name keeps nobody from playing: a lamp is less than a game. One that is
    ``panel_demanded`` is what somebody is trying out: its `PanelError` is raised. Raises `CalibrationError` for a
    calibration that cannot be used, and `CameraError` for a camera that no program could open.
    """
    observer, camera, source = None, None, settings.camera.source
    if source != "none":
        observer = BoardObserver(_watch(settings.camera.calibration, say))
        camera = open_camera(source)
    panel, no_panel = _panel_or_why_not(settings.panel, demanded=panel_demanded, say=say)
    return TableParts(
        observer=observer,
        camera=camera,
        panel=panel,
        no_panel=no_panel,
        voice=find_voice(settings.language) if settings.panel.speech else None,
        secret_file=secret_of(settings.games),
    )


def panel_of(settings: PanelSettings) -> Panel | None:
    """The panel that the settings ask for, opened; raises `PanelError` when it is not there."""
    if settings.kind == "none":
        return None
    pins = PinLayout.from_mapping(settings.pins)
    return open_panel(settings.kind, pins=pins, level=Level(settings.sounds))


def setup_of(table: TableSettings) -> Setup:
    """The game that the settings describe; raises `SetupError` when they describe none."""
    return setup_from_parts(table.players, table.first, table.modules, table.options)


def _watch(calibration: Path, say: Callable[[str], None]) -> Watch | None:
    """What reads with this calibration; nothing before the first one, which can be made in the browser."""
    if calibration.exists():
        return watch_with(calibration)
    say(f"{calibration}: no calibration yet; the host makes one on the page, under Set up.")
    return None


def _panel_or_why_not(
    settings: PanelSettings, *, demanded: bool, say: Callable[[str], None]
) -> tuple[Panel | None, Message | None]:
    try:
        return panel_of(settings), None
    except PanelError as error:
        if demanded:
            raise
        say(f"{error}. The game is played without lamps, buzzer and button.")
        return None, why_no_panel(error)


# --- the page's secret ------------------------------------------------------------------------------------


def secret_of(games: Path) -> Path:
    """The file of the page's secret, beside the games."""
    return games.with_name("page-secret")


def host_key_of(secret_file: Path) -> str:
    """The host's key: it follows from the secret, which is made on first use, and does not tell it."""
    secret = private_bytes(secret_file, SECRET_BYTES)
    return hmac.new(secret, b"host", "sha256").hexdigest()[:HOST_KEY_DIGITS]


def _secret(file: Path | None) -> bytes:
    return secrets.token_bytes(SECRET_BYTES) if file is None else private_bytes(file, SECRET_BYTES)
