"""Write a picture of every page into ``docs/screens``: ``python tests/screenshots.py`` (or ``make screenshots``).

The table is the virtual one with its camera; the people are bots up to the moment that is shown.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Literal

from playwright.sync_api import Page, ViewportSize, sync_playwright

from companion.adapters.calibration_file import save_calibration
from companion.board.expectation import expected_picture
from companion.board.observation import Observation
from companion.engine import LEVEL, Phase, River, apply, setup_from_parts, write_record
from companion.engine.message import Message
from companion.game.action_keys import key_of
from companion.operation.settings import PictureSettings, Settings
from companion.rehearsal.bots import Bot, bots_game, push
from companion.rehearsal.hands import Hands
from companion.rehearsal.table_clock import FRAMES_A_SECOND
from companion.rehearsal.trial import FAST_PATIENCE
from companion.rehearsal.virtual_rig import build_rig, stepped_table
from companion.service import Stage, Watching
from web.setup import SetupStep

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.engine import Action, State
    from companion.rehearsal.table_clock import FrameClock
    from companion.rehearsal.virtual_rig import VirtualRig
    from companion.service import Service

PLAYERS = {"red": "Ada", "blue": "Ben", "green": "Cleo", "yellow": "Dora"}
PHONE: ViewportSize = {"width": 360, "height": 740}
TABLE: ViewportSize = {"width": 1280, "height": 800}
ROUNDS = 4
UNSURE = ("M3", "weather/-1", "beach/left")
"""Places of which the calibration is not sure on the page that shows them."""
FORK_LEVEL = 5
SEED = 5
SETTLED_MS = 700
QUIET = ["--headless", "--no-sandbox", "--disable-gpu"]


@dataclass(frozen=True, slots=True)
class Screen:
    """One picture."""

    name: str
    size: ViewportSize
    path: str
    language: str = "en"
    theme: Literal["light", "dark"] = "light"
    show: str | None = None
    """What is scrolled to."""


TURN = (
    Screen("lobby", PHONE, "/"),
    Screen("join", PHONE, "/join/yellow", "fr"),
    Screen("seat", PHONE, "/seat"),
    Screen("seat-night", PHONE, "/seat", "de", "dark"),
    Screen("seat-hand", PHONE, "/seat", "fr", show="#hand"),
    Screen("table", TABLE, "/table"),
    Screen("table-night", TABLE, "/table", "fr", "dark"),
    Screen("table-phone", PHONE, "/table", "de"),
    Screen("referee", TABLE, "/referee"),
    Screen("referee-phone", PHONE, "/referee", "de", "dark"),
    Screen("rules", PHONE, "/rules?q=", "fr"),
    Screen("rule", PHONE, "/rules/B7", "de", "dark"),
    Screen("history", PHONE, "/history"),
    Screen("game", TABLE, "/history/2?step=40"),
    Screen("game-phone", PHONE, "/history/2?step=40", "fr", "dark"),
    *(
        Screen(f"setup-{step}", PHONE, f"/setup/{step}", "de")
        for step in SetupStep
        if step is not SetupStep.CODES
    ),
    Screen("setup-codes", TABLE, "/setup/codes", "fr", "dark"),
    Screen("places", TABLE, "/setup/places/"),
    Screen("places-phone", PHONE, "/setup/places/", "fr", "dark", show=".places-box"),
    Screen("pictures", PHONE, "/setup/pictures/", "de", show=".kept"),
    Screen("doctor", PHONE, "/setup/doctor"),
    Screen("doctor-night", TABLE, "/setup/doctor", "de", "dark"),
)
DISPUTE = (
    Screen("disagreement", TABLE, "/table"),
    Screen("disagreement-phone", PHONE, "/seat", "fr", "dark"),
)
RIVER = (Screen("river", TABLE, "/table", "de"), Screen("river-phone", PHONE, "/table", "fr", "dark"))
QUESTION = (
    Screen("question", TABLE, "/table"),
    Screen("question-phone", PHONE, "/table", "de", show="#question"),
)


class Evening:
    """The table, played by bots up to whatever is to be shown."""

    def __init__(self, service: Service, rig: VirtualRig, clock: FrameClock) -> None:
        self._service = service
        self._rig = rig
        self._clock = clock
        self._rng = Random(SEED)
        self._hands = Hands(rig.table, rig.layout, clock, Random(SEED), carry_s=0.0)
        self._seats = {colour: service.take_seat(colour, name) for colour, name in PLAYERS.items()}

    def begin(self) -> None:
        """Let the camera see the set-up."""
        while self._service.table().stage is Stage.SET_UP:
            self._look()

    def play_until(self, ready: Callable[[State], bool]) -> None:
        """Play by hand up to a position like this, and lay the pieces accordingly."""
        bots = {colour: Bot(colour, self._rng) for colour in PLAYERS}
        while not ready(state := self._service.position()):
            if state.phase == Phase.RIVER:
                action: Action = River(push(state, self._rng))
                self._service.play(self._service.host_key, key_of(action))
                continue
            colour = state.to_act[0]
            if state.phase == Phase.CHOOSE:
                self._service.choose(self._seats[colour], bots[colour].card(state))
            else:
                self._service.play(self._seats[colour], key_of(bots[colour].action(state)))
        self._hands.lay(self._service.position())
        for _ in range(20):
            self._look()

    def lose_a_canoe(self) -> None:
        """Somebody takes a canoe off the board that has nothing to do with the turn."""
        self._kept = self._rig.table.scene
        canoes = self._kept.canoes
        away = next(at for at, canoe in enumerate(canoes) if canoe.colour == "green" and canoe.x_mm > 130)
        self._rig.table.set(replace(self._kept, canoes=canoes[:away] + canoes[away + 1 :]))
        while self._service.table().disagreement is None:
            self._look()

    def put_it_back(self) -> None:
        """And puts it right again."""
        self._rig.table.set(self._kept)
        while self._service.table().disagreement is not None:
            self._look()

    def hide_the_arms(self) -> None:
        """The river was moved, and hands hide into which arm a canoe went."""
        moved = apply(self._service.position(), River(push(self._service.position(), self._rng)))
        picture = expected_picture(moved)
        hidden = dict.fromkeys(("L1", "L2", "R1", "R2"))
        seen = replace(picture, canoes={**picture.canoes, **hidden})
        for look in range(8):
            observation = Observation(Watching.WATCHING, Message("camera.watching"), seen)
            self._service.see(observation, self._clock.now_s + 0.6 * look, wait=True)

    def answer(self) -> None:
        """The first hypothesis is true."""
        question = self._service.table().question
        assert question is not None
        self._service.answer(self._service.host_key, question.id, question.choices[0].key)

    def leave(self, colours: tuple[str, ...]) -> None:
        """These seats are free again."""
        for colour in colours:
            self._service.leave_seat(self._seats[colour])

    def _look(self) -> None:
        self._clock.pause(1 / FRAMES_A_SECOND)


def main(folder: Path) -> None:
    """Play some rounds, open every page and keep a picture of it."""
    folder.mkdir(parents=True, exist_ok=True)
    rig = build_rig(tuple(PLAYERS), Random(SEED), paced=False)
    settings = Settings(patience=FAST_PATIENCE, pictures=PictureSettings(keep=True))
    with tempfile.TemporaryDirectory() as base, ExitStack() as closing:
        running, clock = closing.enter_context(stepped_table(rig, settings, Path(base)))
        service = running.service
        unsure = replace(rig.calibration, certainty=dict.fromkeys(UNSURE, 0.5))
        save_calibration(unsure, Path(base) / "calibration.zip", rig.pictures)
        setup = setup_from_parts(tuple(PLAYERS), "red", (), {})
        service.archive.take_in(write_record(setup, bots_game(setup, Random(7))))
        evening = Evening(service, rig, clock)
        evening.begin()
        url = running.serve("127.0.0.1", 0)
        playwright = closing.enter_context(sync_playwright())
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM") or shutil.which("chromium"), args=QUIET
        )
        page = browser.new_page(reduced_motion="reduce")
        shoot = partial(_shoot, page, url, folder)
        page.goto(f"{url}/host/{service.host_key}")
        evening.play_until(_forks)
        shoot(RIVER)
        evening.hide_the_arms()
        shoot(QUESTION)
        evening.answer()
        evening.play_until(_reds_turn)
        evening.leave(("red", "yellow"))
        page.goto(f"{url}/join/red")
        page.fill("main input[name=name]", PLAYERS["red"])
        page.click("main form button")
        page.wait_for_url("**/seat")
        shoot(TURN)
        page.goto(f"{url}/seat")
        page.click("form[action='/seat/device'] button")
        page.screenshot(path=folder / "device.png")
        evening.lose_a_canoe()
        shoot(DISPUTE)
        evening.put_it_back()
        browser.close()


def _forks(state: State) -> bool:
    """The river will carry a canoe past the fork, and none over the falls."""
    afloat = [LEVEL[canoe.at] for canoe in state.canoes.values() if canoe.at in LEVEL]
    drifted = [level + (state.river_distance or 0) for level in afloat if level <= FORK_LEVEL]
    return state.phase == Phase.RIVER and any(FORK_LEVEL < level < FORK_LEVEL + 3 for level in drifted)


def _reds_turn(state: State) -> bool:
    return state.phase == Phase.PADDLE and state.to_act == ("red",) and state.round >= ROUNDS


def _shoot(page: Page, url: str, folder: Path, screens: tuple[Screen, ...]) -> None:
    for screen in screens:
        page.set_viewport_size(screen.size)
        page.emulate_media(color_scheme=screen.theme)
        joint = "&" if "?" in screen.path else "?"
        page.goto(f"{url}{screen.path}{joint}lang={screen.language}")
        page.wait_for_timeout(SETTLED_MS)
        if screen.show is not None:
            page.locator(screen.show).evaluate("part => part.scrollIntoView()")
        page.screenshot(path=folder / f"{screen.name}.png")


if __name__ == "__main__":
    main(Path(__file__).parent.parent / "docs" / "screens")
