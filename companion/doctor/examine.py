"""All checks, one after the other; none of them can keep the others from being made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.doctor.machine import check_clock, check_disk, check_memory, check_power
from companion.doctor.network import check_address, check_name, check_port
from companion.doctor.panel import check_panel
from companion.doctor.report import Report, good, wrong
from companion.doctor.sight import check_sight
from companion.doctor.store import check_games
from companion.errors import SettingsError
from companion.files import is_held
from companion.settings import Settings, default_file, load_settings

if TYPE_CHECKING:
    from pathlib import Path

    from companion.doctor.report import Finding


def examine(settings_file: Path | None = None) -> Report:
    """Look at this machine as the settings in ``settings_file`` (or the usual place) want it.

    While a companion plays with these games - the calling program itself, or the service - camera and pins are its,
    and are not opened again. Takes a few seconds with a camera; changes nothing.
    """
    about_settings, settings = _settings(settings_file)
    playing = is_held(settings.games)
    return Report(
        (
            about_settings,
            *check_sight(settings, playing=playing),
            *check_panel(settings.panel, playing=playing),
            check_disk(settings.games),
            check_memory(),
            check_power(),
            check_port(settings.web),
            check_address(settings.web),
            check_name(),
            check_clock(),
            check_games(settings.games),
        )
    )


def _settings(file: Path | None) -> tuple[Finding, Settings]:
    """What is to be said of the settings, and those to go on with: the defaults where they are not understood."""
    try:
        settings = load_settings(file)
    except SettingsError as error:
        return wrong(
            "settings", str(error), "mend the file, or remove it to play with the defaults"
        ), Settings()
    where = file or default_file()
    return good("settings", str(where) if where.exists() else f"the defaults; {where} is not there"), settings
