"""Write a picture of every page into ``docs/screens``: ``python tests/screenshots.py`` (or ``make screenshots``).

The table is the one of the tests: a real game without camera, and a stored game among bots.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Literal

from playwright.sync_api import ViewportSize, sync_playwright

from companion.adapters.virtual.bots import Bot, bots_game
from companion.adapters.workshop import TableWorkshop
from companion.engine import Phase, setup_from_parts, write_record
from companion.settings import Settings
from companion.viewing import key_of
from companion.wiring import open_companion
from hardware.gpio import open_panel

if TYPE_CHECKING:
    from companion.service import Service

PLAYERS = {"red": "Ada", "blue": "Ben", "green": "Cleo"}
PHONE: ViewportSize = {"width": 360, "height": 740}
TABLE: ViewportSize = {"width": 1280, "height": 800}
ROUNDS = 4
SETTLED_MS = 1800
SCREENS: tuple[tuple[str, ViewportSize, Literal["light", "dark"], str, str], ...] = (
    ("lobby", PHONE, "light", "en", "/"),
    ("seat", PHONE, "light", "en", "/seat"),
    ("seat-night", PHONE, "dark", "de", "/seat"),
    ("rules", PHONE, "light", "fr", "/rules"),
    ("setup-players", PHONE, "light", "de", "/setup/players"),
    ("setup-codes", TABLE, "light", "en", "/setup/codes"),
    ("setup-sound", PHONE, "dark", "fr", "/setup/sound"),
    ("table", TABLE, "light", "en", "/table"),
    ("table-night", TABLE, "dark", "fr", "/table"),
    ("referee", TABLE, "light", "en", "/referee"),
    ("history", PHONE, "light", "en", "/history"),
    ("game", TABLE, "light", "en", "/history/1"),
)


def main(folder: Path) -> None:
    """Play some rounds, open every page and keep a picture of it."""
    folder.mkdir(parents=True, exist_ok=True)
    setup = setup_from_parts(tuple(PLAYERS), "red", (), {})
    panel = open_panel("mock")
    with (
        tempfile.TemporaryDirectory() as base,
        open_companion(
            Settings(), camera=False, setup=setup, panel=panel, games=Path(base) / "games.sqlite3"
        ) as companion,
        sync_playwright() as playwright,
    ):
        service = companion.service
        service.workshop = TableWorkshop(eyes=None, panel=panel, calibration=Path(base) / "calibration.zip")
        service.archive.take_in(write_record(setup, bots_game(setup, Random(7))))
        url = companion.serve("127.0.0.1", 0, None)
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM") or shutil.which("chromium"),
            args=["--headless", "--no-sandbox", "--disable-gpu"],
        )
        _play(service)
        page = browser.new_page(reduced_motion="reduce")
        page.goto(f"{url}/host/{service.host_key}")
        page.goto(f"{url}/join/red")
        page.fill("main input[name=name]", PLAYERS["red"])
        page.click("main form button")
        page.wait_for_url("**/seat")
        for name, size, theme, language, path in SCREENS:
            page.set_viewport_size(size)
            page.emulate_media(color_scheme=theme)
            page.goto(f"{url}{path}?lang={language}")
            page.wait_for_timeout(SETTLED_MS)
            page.screenshot(path=folder / f"{name}.png")
        browser.close()


def _play(service: Service) -> None:
    """Some rounds among bots, up to a turn of red's."""
    rng = Random(5)
    seats = {colour: service.take_seat(colour, name) for colour, name in PLAYERS.items()}
    bots = {colour: Bot(colour, rng) for colour in PLAYERS}
    while True:
        state = service.position()
        if state.phase == Phase.RIVER:
            service.play(service.host_key, service.table().river.actions[0].key)  # type: ignore[union-attr]
            continue
        player = state.to_act[0]
        if state.phase == Phase.CHOOSE:
            service.choose(seats[player], bots[player].card(state))
        elif state.round >= ROUNDS and player == "red":
            break
        else:
            service.play(seats[player], key_of(bots[player].action(state)))
    for token in seats.values():
        service.leave_seat(token)
    for colour in ("blue", "green"):
        service.take_seat(colour, PLAYERS[colour])


if __name__ == "__main__":
    main(Path(__file__).parent.parent / "docs" / "screens")
