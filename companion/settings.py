"""The settings: every knob of the companion with its sentence, read from one TOML file that may be missing.

An unknown name, a wrong type or a pin used twice is reported with its place in the file and what was expected.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated, Literal

from platformdirs import PlatformDirs
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from companion.errors import SettingsError
from companion.patience import Patience

_DIRS = PlatformDirs("niagara-companion", appauthor=False)

Seconds = Annotated[float, Field(ge=0, le=600)]
Pin = Annotated[int, Field(ge=2, le=27, description="BCM number")]


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class PatienceSettings(_Section):
    """How long the companion waits before it speaks; see `companion.patience.Patience`."""

    looks: Annotated[int, Field(ge=1, le=20)] = Patience().looks
    soon_s: Seconds = Patience().soon_s
    wrong_after_s: Seconds = Patience().wrong_after_s
    remind_after_s: Seconds = Patience().remind_after_s
    again_after_s: Seconds = Patience().again_after_s
    follow_s: Seconds = Patience().follow_s

    def as_patience(self) -> Patience:
        """The values as the core uses them."""
        return Patience(**self.model_dump())


class TableSettings(_Section):
    """Who plays, clockwise, and with what."""

    players: tuple[str, ...] = ("red", "blue", "green")
    first: str | None = None
    modules: tuple[str, ...] = ()
    options: dict[str, str | int | bool] = {}


class CameraSettings(_Section):
    """Which camera looks at the board."""

    source: str = "picamera2"
    """``picamera2``, ``usb:0``, a URL, a film, a folder of pictures, or ``none``."""
    calibration: Path = Path(_DIRS.user_data_dir) / "calibration.zip"


class PanelSettings(_Section):
    """Lamps, buzzer and button."""

    kind: Literal["gpio", "mock", "none"] = "gpio"
    sounds: Literal["all", "mistakes", "silent", "night"] = "all"
    """How much is heard until somebody chooses otherwise on the page; ``night`` is silent, and the lamps are dim."""
    speech: bool = True
    """Announcements are spoken where espeak-ng is installed."""
    pins: dict[str, Pin | tuple[Pin, ...]] = {}


class WebSettings(_Section):
    """Where the page is served."""

    host: str = "0.0.0.0"  # noqa: S104 - phones on the same network are the purpose
    port: Annotated[int, Field(ge=1, le=65535)] = 8080


class Settings(_Section):
    """All settings."""

    language: Literal["en", "fr", "de"] = "en"
    games: Path = Path(_DIRS.user_data_dir) / "games.sqlite3"
    table: TableSettings = TableSettings()
    camera: CameraSettings = CameraSettings()
    panel: PanelSettings = PanelSettings()
    web: WebSettings = WebSettings()
    patience: PatienceSettings = PatienceSettings()


def default_file() -> Path:
    """Where the settings are looked for when no file is named."""
    return Path(_DIRS.user_config_dir) / "settings.toml"


def load_settings(path: Path | None = None) -> Settings:
    """The settings of ``path``, or the defaults when no file is named and none is there.

    Raises `SettingsError` with every problem at once: where in the file, what was expected.
    """
    file = path or default_file()
    if path is None and not file.exists():
        return Settings()
    try:
        return Settings.model_validate(tomllib.loads(file.read_text(encoding="utf-8")))
    except OSError as error:
        message = f"{file}: the settings cannot be read ({error.strerror})"
        raise SettingsError(message) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        message = f"{file}: not a TOML file ({error})"
        raise SettingsError(message) from error
    except ValidationError as error:
        problems = "; ".join(
            f"{'.'.join(map(str, part['loc']))}: {part['msg'].lower()}" for part in error.errors()
        )
        message = f"{file}: {problems}"
        raise SettingsError(message) from error


def with_changes(settings: Settings, *, games: Path | None, **sections: dict[str, object]) -> Settings:
    """The settings with what the command line says instead; ``None`` is not said."""
    changed: dict[str, object] = {} if games is None else {"games": games}
    for name, values in sections.items():
        said = {key: value for key, value in values.items() if value is not None}
        changed[name] = getattr(settings, name).model_copy(update=said)
    return settings.model_copy(update=changed)
