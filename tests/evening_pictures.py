"""Write the pictures of the Pi's page into ``docs/evening``: ``python tests/evening_pictures.py``, ``make pictures``.

Boards come from the project's own renderer; the pages from a real companion in front of the virtual camera, with bots
in every seat.
"""

from __future__ import annotations

import math
import os
import shutil
import tempfile
import threading
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import cv2
import numpy as np
from playwright.sync_api import sync_playwright

from companion.operation.settings import Settings
from companion.rehearsal.habits import Habits
from companion.rehearsal.table_clock import WallClock
from companion.rehearsal.virtual_players import VirtualPlayers
from companion.rehearsal.virtual_rig import build_rig, open_virtual_table
from companion.service.ports import Shot
from hardware.pins import PinLayout
from hardware.wiring import wiring_svg
from vision.simulate import HandPiece, Light, Renderer, View, empty_scene

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from companion.rehearsal.virtual_rig import VirtualRig
    from vision.simulate import Scene

PLAYERS = ("red", "blue", "green")
SEED = 11
HEIGHT_MM = 600.0
LENS_DEG = 66
"""Across, of a Camera Module 3."""
ROUNDS = 3
SETTLED_MS = 2500
WIDTH_PX = 640
JPEG = (cv2.IMWRITE_JPEG_QUALITY, 85)
PAGES = (
    ("hardware", "/setup/hardware"),
    ("camera", "/setup/camera"),
    ("calibrate", "/setup/calibration"),
    ("codes", "/setup/codes"),
)


def main(folder: Path) -> None:
    """All pictures anew."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "wiring.svg").write_text(wiring_svg(PinLayout()), encoding="utf-8")
    rig = build_rig(PLAYERS, Random(SEED), paced=True)
    (folder / "mount.svg").write_text(_mount(rig.layout.size), encoding="utf-8")
    _boards(folder, rig)
    _pages(folder, rig)


def _mount(board_mm: tuple[float, float]) -> str:
    """Camera, lens, board and lamp from the side, to scale."""
    width, depth = board_mm
    middle, table, box = 640.0, 900.0, 70.0
    left, right = middle - width / 2, middle + width / 2
    board = table - box
    lens = board - HEIGHT_MM
    reach = HEIGHT_MM * math.tan(math.radians(LENS_DEG / 2))
    ink, camera, lamp = "#555", "#1e8449", "#9a7300"
    dashed = 'fill="none" stroke-dasharray="10 8"'
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 150 1280 810" font-family="sans-serif" font-size="30">
  <rect y="150" width="1280" height="810" fill="#fff"/>
  <rect x="60" y="{table}" width="1160" height="20" fill="#9a7b5a"/>
  <text x="70" y="{table + 52}" fill="#333">table</text>
  <rect x="{left + 30}" y="{board + 6}" width="{width - 60}" height="{box - 6}" fill="#d9cfc0"/>
  <text x="{middle}" y="{table - 22}" fill="{ink}" text-anchor="middle">the game's box, 7 cm</text>
  <rect x="{left}" y="{board}" width="{width}" height="6" fill="#2471a3"/>
  <text x="{right + 12}" y="{board + 12}" fill="#2471a3">board, {width:.0f} x {depth:.0f} mm</text>
  <path d="M150 {table} V{lens - 30} H{middle}" fill="none" stroke="{ink}" stroke-width="10"/>
  <rect x="{middle - 35}" y="{lens - 40}" width="70" height="34" rx="6" fill="{camera}"/>
  <text x="{middle + 50}" y="{lens - 16}" fill="{camera}">camera, over the middle of the board</text>
  <path d="M{middle - reach} {board} L{middle} {lens} L{middle + reach} {board}" {dashed} stroke="{camera}"/>
  <text x="{middle - 24}" y="{lens + 110}" fill="{camera}" text-anchor="end">{LENS_DEG}°</text>
  <text x="190" y="{lens + 300}" fill="{camera}">Camera Module 3</text>
  <path d="M{middle} {lens + 6} V{board - 6}" stroke="#b03a2e" stroke-width="3"/>
  <text x="{middle + 14}" y="{board - HEIGHT_MM / 4}" fill="#b03a2e">{HEIGHT_MM / 10:.0f} cm</text>
  <path d="M1130 400 l50 -30 34 58 -50 30 z" fill="#d8a200"/>
  <path d="M1120 440 L{right - 60} {board - 30} M1140 470 L{right} {board - 10}" {dashed} stroke="#d8a200"/>
  <text x="1240" y="345" fill="{lamp}" text-anchor="end">lamp, to the side</text>
</svg>
"""


def _boards(folder: Path, rig: VirtualRig) -> None:
    """What the camera should see, what calibration is shown, and how the companion tells what it sees."""
    laid = rig.table.scene
    view = View()

    def photo(scene: Scene, light: Light | None = None) -> NDArray[np.uint8]:
        return Renderer(rig.layout, view, light or Light(), SEED).draw(scene)

    _side_by_side(folder / "two-pictures.jpg", photo(empty_scene()), photo(laid))
    hand = replace(laid, hand=HandPiece(250.0, 150.0, 1.4))
    _side_by_side(folder / "too-dark-and-a-hand.jpg", photo(laid, Light(level=0.25)), photo(hand))


def _side_by_side(file: Path, *pictures: NDArray[np.uint8]) -> None:
    small = [
        cv2.resize(bgr, (WIDTH_PX, WIDTH_PX * 9 // 16), interpolation=cv2.INTER_AREA) for bgr in pictures
    ]
    gap = np.full((small[0].shape[0], 8, 3), 255, np.uint8)
    cv2.imwrite(str(file), np.hstack((small[0], gap, *small[1:])), JPEG)


def _pages(folder: Path, rig: VirtualRig) -> None:
    """The set-up's steps before a calibrated camera, and the table after some rounds."""
    with (
        tempfile.TemporaryDirectory() as place,
        sync_playwright() as playwright,
        open_virtual_table(rig, Settings(), Path(place), source="picamera2") as table,
    ):
        service = table.service
        url = table.serve("127.0.0.1", 0, address="http://niagara.local:8080")
        clock = WallClock()
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM") or shutil.which("chromium"),
            args=["--headless", "--no-sandbox", "--disable-gpu"],
        )
        page = browser.new_page(reduced_motion="reduce", viewport={"width": 900, "height": 900})
        page.goto(f"{url}/host/{service.host_key}")
        page.wait_for_timeout(SETTLED_MS)
        service.equipment.shoot(Shot.SET_UP)
        for name, path in PAGES:
            page.goto(f"{url}{path}?lang=en")
            page.wait_for_timeout(SETTLED_MS)
            page.screenshot(path=folder / f"{name}.jpg", type="jpeg", quality=80)
        habits = Habits(slip=0.0, think_s=0.1, carry_s=0.2, react_s=0.5)
        virtual_players = VirtualPlayers(service, rig.table, rig.layout, clock, Random(SEED), habits)
        playing = threading.Thread(target=virtual_players.play_game)
        playing.start()
        page.set_viewport_size({"width": 1280, "height": 800})
        page.goto(f"{url}/table?lang=en")
        while service.table().round <= ROUNDS:
            service.wait(service.table().number, 1.0)
        page.wait_for_timeout(SETTLED_MS)
        page.screenshot(path=folder / "table.jpg", type="jpeg", quality=80)
        clock.stop()
        playing.join()
        browser.close()


if __name__ == "__main__":
    main(Path(__file__).parent.parent / "docs" / "evening")
