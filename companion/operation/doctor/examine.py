"""All checks, one after the other; none of them can keep the others from being made."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from companion.errors import SettingsError
from companion.files import is_held
from companion.operation.doctor.camera import check_sight, film
from companion.operation.doctor.games import check_games
from companion.operation.doctor.machine import check_clock, check_disk, check_memory, check_power
from companion.operation.doctor.network import check_address, check_name, check_port
from companion.operation.doctor.panel import check_panel, pins_are_here
from companion.operation.settings import Settings, default_file, load_settings
from companion.present.health_report import Report, good, wrong

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from companion.present.health_report import Finding
    from vision.cameras.frame import Filmed


def examine(settings_file: Path | None = None) -> Report:
    """Look at this machine as the settings in ``settings_file`` (or the usual place) want it.

    While a companion plays with these games, camera and pins are its, and are not opened again. Takes a few seconds
    with a camera; changes nothing.
    """
    about_settings, settings = _settings(settings_file)
    playing = is_held(settings.games)
    filming = None if playing else partial(film, settings.camera.source)
    lit = playing and pins_are_here()
    return Report((about_settings, *_look(settings, filming, playing=playing, lit=lit)))


def examine_table(settings: Settings, filming: Callable[[], Filmed] | None, *, lit: bool = True) -> Report:
    """Look at the table that this very program plays at; ``filming`` gives what its camera delivered lately.

    ``lit`` says whether it drives the panel that the settings ask for, or had to begin without.
    """
    return Report(tuple(_look(settings, filming, playing=True, lit=lit)))


def _look(
    settings: Settings, filming: Callable[[], Filmed] | None, *, playing: bool, lit: bool
) -> Iterator[Finding]:
    yield from check_sight(settings, filming)
    yield from check_panel(settings.panel, playing=playing, lit=lit)
    yield check_disk(settings.games)
    yield check_memory()
    yield check_power()
    yield check_port(settings.web)
    yield check_address(settings.web)
    yield check_name()
    yield check_clock()
    yield check_games(settings.games)


def _settings(file: Path | None) -> tuple[Finding, Settings]:
    """What is to be said of the settings, and those to go on with: the defaults where they are not understood."""
    where = str(file or default_file())
    try:
        settings = load_settings(file)
    except SettingsError as error:
        return wrong("settings", "settings-not-understood", reason=str(error)), Settings()
    if not (file or default_file()).exists():
        return good("settings", "settings-default", file=where), settings
    return good("settings", "settings-read", file=where), settings
