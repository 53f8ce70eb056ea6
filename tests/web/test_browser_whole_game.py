"""Real Chromium: five phones and a table view play a whole game on the virtual table.

Cards are laid on the phones; moves are entered there or made with the pieces and read by the camera, in turns; the
river is always read. What the camera asks is answered on the table view.
"""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import expect

from companion.engine import (
    Choose,
    Paddle,
    Phase,
    Retrieve,
    River,
    apply,
    initial_state,
    setup_from_parts,
    successors,
)
from companion.game.action_keys import key_of
from companion.interpret.hypotheses import same_table
from companion.operation.settings import Settings
from companion.rehearsal.bots import bots_game
from companion.rehearsal.hands import Hands
from companion.rehearsal.trial import FAST_PATIENCE
from companion.rehearsal.virtual_rig import build_rig, stepped_table
from companion.service import Stage, names_of, say

pytestmark = [pytest.mark.browser, pytest.mark.slow]

NAMES = {"red": "Ada", "blue": "Ben", "green": "Cleo", "yellow": "Dora", "brown": "Emil"}
SHORT_GAME = 22
"""Of the bots' games with five players the shortest: eight rounds."""
CARRY_S = 0.125
MOST_LOOKS = 120


@pytest.fixture
def rig():
    return build_rig(tuple(NAMES), Random(3), paced=False)


@pytest.fixture
def table_and_clock(rig, tmp_path):
    """A table whose camera films the virtual table, instead of the game without camera."""
    with stepped_table(rig, Settings(patience=FAST_PATIENCE), tmp_path) as both:
        yield both


@pytest.fixture
def service(table_and_clock):
    return table_and_clock[0].service


@pytest.fixture
def clock(table_and_clock):
    return table_and_clock[1]


class Evening:
    """The table, its people and their phones."""

    def __init__(self, service, rig, clock, phones, table):
        self.service = service
        self.clock = clock
        self.hands = Hands(rig.table, rig.layout, clock, Random(4), carry_s=CARRY_S)
        self.phones = phones
        self.table = table
        self.by_phone = self.by_camera = self.asked = 0

    def play(self, planned, after):
        """Carry out one action of the game that is played tonight; ``after`` is the position after it.

        Canoes of one colour look alike: where the camera took one for the other, the action is played with the other.
        """
        if isinstance(planned, Choose):
            self.choose(planned)
            return
        action, meant = next(
            (action, state)
            for action, state in successors(self.service.position())
            if type(action) is type(planned) and same_table(state, after)
        )
        if isinstance(action, River):
            self.hands.push(action.arms)
            self.show(meant)
        elif isinstance(action, Retrieve) or (self.by_phone <= self.by_camera and action.player != "red"):
            self.enter(action)
            self.hands.lay(meant)
            self.look()
        else:
            self.show(meant)

    def choose(self, action):
        number = self.service.table().number
        self.phones[action.player].locator(f"#hand button[value='{action.card}']").click()
        self.wait(lambda: self.service.table().number > number)

    def enter(self, action):
        """Tap the move together, canoe by canoe, and confirm it."""
        phone, view = self.phones[action.player], self.service.table()
        if isinstance(action, Retrieve):
            phone.locator("#retrieve button").and_(phone.locator(f"[value='{key_of(action)}']")).click()
        else:
            offered = next(one for one in view.turn.actions if one.key == key_of(action))
            for step in (move.text for move in offered.moves) if offered.moves else (offered.text,):
                words = say(step, "en", names_of(view))
                phone.locator("#turn").get_by_role("button", name=words, exact=True).click()
            phone.locator("#turn button.primary").click()
        self.by_phone += 1
        self.wait(lambda: self.service.table().number > view.number)

    def show(self, meant):
        """Lay the pieces; the camera reads what was done, and what it asks is answered."""
        self.hands.lay(meant)
        for _ in range(MOST_LOOKS):
            if same_table(self.service.position(), meant) and self.settled(meant):
                break
            self.look()
            if self.service.table().question is not None:
                self.answer(meant)
        assert same_table(self.service.position(), meant)
        self.by_camera += 1

    def settled(self, meant):
        now = self.service.position()
        return (now.round, now.phase, now.to_act) == (meant.round, meant.phase, meant.to_act)

    def answer(self, meant):
        """Tap the hypothesis on the table view that is true."""
        self.asked += 1
        question = self.service.table().question.id
        key = next(key for key, state in self.service.hypotheses().items() if same_table(state, meant))
        self.table.locator(f"#question .answer-card:has([data-hypothesis='{key}']) button").click()
        self.wait(lambda: (now := self.service.table().question) is None or now.id != question)

    def look(self):
        self.clock.pause(CARRY_S)

    def wait(self, until):
        for _ in range(400):
            if until():
                return
            self.table.wait_for_timeout(25)
        raise AssertionError("the order did not arrive")


def test_five_phones_and_a_table_view_play_a_whole_game(visit, service, rig, clock, sizes):
    setup = setup_from_parts(tuple(NAMES), "red", (), {})
    table = visit(f"/host/{service.host_key}", sizes.TABLE, reduced_motion="reduce")
    phones = {}
    for colour, name in NAMES.items():
        phones[colour] = visit(f"/join/{colour}", sizes.PHONE, reduced_motion="reduce")
        phones[colour].fill("main input[name=name]", name)
        phones[colour].click("main form button")
        phones[colour].wait_for_url("**/seat")
    evening = Evening(service, rig, clock, phones, table)
    while service.table().stage is Stage.SET_UP:
        evening.look()

    state = initial_state(setup)
    for action in bots_game(setup, Random(SHORT_GAME)):
        state = apply(state, action)
        still = isinstance(action, River) and not action.arms
        idle = isinstance(action, Paddle) and not action.moves
        if not still and not idle:
            evening.play(action, state)
    assert service.position().phase == state.phase == Phase.OVER

    winners = {NAMES[str(colour)] for colour in state.winners}
    expect(table.locator("#winners")).to_be_visible()
    for name in winners:
        expect(table.locator("#winners")).to_contain_text(name)
    for colour, phone in phones.items():
        expect(phone.locator("#over button")).to_be_visible()
        ashore = sum(state.players[colour].delivered.values())
        assert (phone.locator("#belongings").last.inner_text().count("none yet") == 0) == (ashore > 0)
        assert sizes.fits(phone)
    assert evening.by_camera >= 10
    assert evening.by_phone >= 10
