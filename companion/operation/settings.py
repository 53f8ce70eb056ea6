"""The settings: every knob of the companion with its sentence, read from one TOML file that may be missing.

An unknown name, a wrong type or a pin used twice is reported with its place in the file and what was expected.
"""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Annotated, Literal

from platformdirs import PlatformDirs
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from companion.errors import SettingsError
from companion.referee.debounce import Patience

_DIRS = PlatformDirs("niagara-companion", appauthor=False)
LARGEST_FILE = 256 * 1024
"""Bytes of a settings file; all of them with their sentences are eight thousand."""


def _speakable(value: Path) -> Path:
    """No file has NUL in its name, and to be asked for one makes Python stumble."""
    if "\0" in str(value):
        raise ValueError("no file's name holds NUL")
    return value


FilePath = Annotated[Path, AfterValidator(_speakable)]
Seconds = Annotated[float, Field(ge=0, le=600)]
Pin = Annotated[int, Field(ge=2, le=27, description="BCM number")]


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


class PatienceSettings(_Section):
    """How long the companion waits before it speaks."""

    looks: Annotated[int, Field(ge=1, le=20)] = Patience().looks
    """Settled looks that must agree before anything is taken from the board."""
    soon_s: Seconds = Patience().soon_s
    """Seconds before a question is asked or a mistake announced that no further move could mend."""
    wrong_after_s: Seconds = Patience().wrong_after_s
    """Seconds before the same is said of what may still become a legal move: a canoe or a disc short of it."""
    remind_after_s: Seconds = Patience().remind_after_s
    """Seconds before gems in the wrong deposit or a forgotten buoy are mentioned."""
    again_after_s: Seconds = Patience().again_after_s
    """Seconds before a mistake that nobody has answered is mentioned again."""
    follow_s: Seconds = Patience().follow_s
    """Seconds the pieces have to follow an action that was entered by hand before anything is called wrong."""

    def as_patience(self) -> Patience:
        """The values as the core uses them."""
        return Patience(**self.model_dump())


class TableSettings(_Section):
    """Who plays, clockwise, and with what."""

    players: tuple[str, ...] = ("red", "blue", "green")
    """Three to five colours, in seat order."""
    first: str | None = None
    """Who holds the buoy in the first round; the first in seat order when it is not said."""
    modules: tuple[str, ...] = ()
    """Expansion modules: joe, six-players, cards, whirlpool, beaver, moose, double-canoes."""
    options: dict[str, str | int | bool] = {}
    """Choices the modules leave to the players."""


class CameraSettings(_Section):
    """Which camera looks at the board."""

    source: str = "picamera2"
    """picamera2, usb:0, a network camera's address, a film, a folder of pictures, or none."""
    calibration: FilePath = Path(_DIRS.user_data_dir) / "calibration.zip"
    """What was learnt of the board, the pieces and the light."""


class PanelSettings(_Section):
    """Lamps, buzzer and button."""

    kind: Literal["gpio", "mock", "none"] = "gpio"
    """gpio drives the pins of a Raspberry Pi, mock shows the lamps on the page, none has no lamps."""
    sounds: Literal["all", "mistakes", "silent", "night"] = "all"
    """How much is heard until somebody chooses otherwise on the page; night is silent, and the lamps are dim."""
    speech: bool = True
    """Announcements are spoken where espeak-ng is installed."""
    pins: dict[str, Pin | tuple[Pin, ...]] = {}
    """BCM numbers of parts that hang on other pins than `niagara wiring` shows."""


class PictureSettings(_Section):
    """Pictures of the board that are kept with what lay there, for the camera's reader to learn from."""

    keep: bool = False
    """Keep pictures until the host chooses otherwise on the page; they stay on this machine, beside the calibration."""
    most_mb: Annotated[int, Field(ge=1, le=1_000_000)] = 300
    """Megabytes that all of them may take: about a thousand pictures; the oldest make room."""


class WebSettings(_Section):
    """Where the page is served."""

    host: str = "0.0.0.0"  # noqa: S104 - phones on the same network are the purpose
    """The address the page listens on; 0.0.0.0 is every network of this machine."""
    port: Annotated[int, Field(ge=1, le=65535)] = 8080
    """The number behind the colon of the page's address."""


class Settings(_Section):
    """All settings."""

    language: Literal["en", "fr", "de"] = "en"
    """What is spoken, and the page's language until somebody chooses another."""
    games: FilePath = Path(_DIRS.user_data_dir) / "games.sqlite3"
    """The file of all games."""
    table: TableSettings = TableSettings()
    camera: CameraSettings = CameraSettings()
    panel: PanelSettings = PanelSettings()
    pictures: PictureSettings = PictureSettings()
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
        return Settings.model_validate(tomllib.loads(_text(file)))
    except OSError as error:
        message = f"{file}: the settings cannot be read ({error.strerror})"
        raise SettingsError(message) from error
    except ValidationError as error:
        problems = "; ".join(
            f"{'.'.join(map(str, part['loc']))}: {part['msg'].lower()}" for part in error.errors()
        )
        message = f"{file}: {problems}"
        raise SettingsError(message) from error
    # `tomllib` lets some numbers and dates stumble by a plain ValueError, and follows lists as deep as they go.
    except (ValueError, RecursionError) as error:
        message = f"{file}: not a TOML file ({error})"
        raise SettingsError(message) from error


def _text(file: Path) -> str:
    with file.open("rb") as opened:
        content = opened.read(LARGEST_FILE + 1)
    if len(content) > LARGEST_FILE:
        message = f"longer than {LARGEST_FILE} bytes"
        raise ValueError(message)
    return content.decode("utf-8").replace("\r\n", "\n")


def with_changes(settings: Settings, *, games: Path | None, **sections: dict[str, object]) -> Settings:
    """The settings with what the command line says instead; ``None`` is not said."""
    changed: dict[str, object] = {} if games is None else {"games": games}
    for name, values in sections.items():
        said = {key: value for key, value in values.items() if value is not None}
        changed[name] = getattr(settings, name).model_copy(update=said)
    return settings.model_copy(update=changed)


def as_toml(section: BaseModel, name: str = "") -> str:
    """Settings as a TOML file, each with its sentence; what is not said stands there as a comment."""
    fields = {key: (info, getattr(section, key)) for key, info in type(section).model_fields.items()}
    lines = [f"[{name}]  # {type(section).__doc__}"] if name else []
    for key, (info, value) in fields.items():
        if not isinstance(value, BaseModel):
            said = f"{key} = {_toml(value)}" if value is not None else f"# {key} ="
            lines += [f"# {info.description}", said]
    parts = [as_toml(value, key) for key, (_, value) in fields.items() if isinstance(value, BaseModel)]
    return "\n\n".join(("\n".join(lines), *parts))


def _toml(value: object) -> str:
    """A value as TOML writes it: as JSON does, but that it knows no half of a surrogate pair and no bare DEL."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_toml(key)} = {_toml(part)}" for key, part in value.items()) + "}"
    if isinstance(value, tuple):
        return "[" + ", ".join(map(_toml, value)) + "]"
    plain = str(value) if isinstance(value, Path) else value
    return json.dumps(plain, ensure_ascii=False).replace("\x7f", "\\u007f")
