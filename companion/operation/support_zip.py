"""What somebody who helps needs to see, in one zip for anybody's eyes: no secret, no card, no name, no picture."""

from __future__ import annotations

import importlib.metadata
import io
import json
import platform
import re
import subprocess
import zipfile
from collections import Counter
from typing import TYPE_CHECKING, Any

from companion.errors import CompanionError
from companion.game.stored import survey
from companion.operation.settings import default_file

if TYPE_CHECKING:
    from pathlib import Path

    from companion.game.stored import StoredGame
    from companion.present.health_report import Report

LIBRARIES = (
    "niagara-companion",
    "numpy",
    "opencv-python-headless",
    "flask",
    "waitress",
    "gpiozero",
    "lgpio",
    "picamera2",
)
_SECRETS = (
    re.compile(r"(?<=/host/)[^\s/?#)]+"),
    re.compile(r"(?<=//)[^/@\s]+(?=@)"),
    re.compile(r"(?i)(?<=[?&])(key|token|password|pass)=[^\s&#]+"),
)
"""What opens something: the host's link, the password in a network camera's address, keys in links."""


def diagnostics(report: Report, games: Path, settings_file: Path | None, journal: str) -> bytes:
    """The zip: the doctor's report, versions, settings, how the games went on, and the service's ``journal``."""
    file = settings_file or default_file()
    parts = {
        "doctor.json": _json(report.to_json()),
        "versions.json": _json(versions()),
        "settings.toml": file.read_text(encoding="utf-8", errors="replace") if file.exists() else "",
        "games.json": _json(outlines(games)),
        "journal.txt": journal,
    }
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, without_secrets(text))
    return packed.getvalue()


def without_secrets(text: str) -> str:
    """The text with everything left out that would open a seat, the host's page or a camera."""
    for secret in _SECRETS:
        text = secret.sub("…", text)
    return text


def versions() -> dict[str, str]:
    """What is installed here, and on what."""
    found = {
        "python": platform.python_version(),
        "system": platform.platform(),
        "machine": platform.machine(),
    }
    for library in LIBRARIES:
        try:
            found[library] = importlib.metadata.version(library)
        except importlib.metadata.PackageNotFoundError:
            found[library] = "not installed"
    return found


def outlines(games: Path) -> list[dict[str, Any]] | str:
    """How far each stored game is and what kinds of entries it has, what is damaged last; a sentence where none is."""
    if not games.exists():
        return "none stored"
    try:
        stored = survey(games)
    except (CompanionError, OSError) as error:
        return str(error)
    told = [_outline(game) for game in stored.kept]
    return told if stored.whole else [*told, {"damaged": str(stored.error())}]


def _outline(stored: StoredGame) -> dict[str, Any]:
    game = stored.standing
    if game is None:
        return {"game": stored.number}
    return {
        "game": stored.number,
        "players": len(game.setup.players),
        "modules": sorted(map(str, game.setup.modules)),
        "round": game.state.round,
        "phase": str(game.state.phase),
        "over": game.over,
        "entries": Counter(str(entry.kind) for entry in stored.entries),
    }


def own_journal() -> str:
    """What the service has said lately, as far as this user may read it."""
    try:
        return subprocess.run(
            ["/usr/bin/journalctl", "--unit=niagara", "--lines=1000", "--no-pager", "--output=short-iso"],
            capture_output=True,
            text=True,
            timeout=20,
            check=False,
        ).stdout
    except (OSError, subprocess.SubprocessError) as error:
        return f"no journal here ({error})"


def _json(document: Any) -> str:
    return json.dumps(document, indent=1, ensure_ascii=False)
