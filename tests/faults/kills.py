"""Kills: SIGKILL at random moments of a real server, over real HTTP, with the real store.

A shadow in this process is given the same orders. After each kill the file must tell exactly what the shadow knows: all
acknowledged orders once, none else - but for the one that was not answered, which may have happened or not -, and after
the restart every seat opens to the cookie that opened it before, with its card.
"""

from __future__ import annotations

import json
import shutil
import tempfile
import threading
from itertools import count as counting
from pathlib import Path
from random import Random

from builders import PLAYERS

from companion.errors import Refused
from companion.game.stored import survey
from faults.browser import Browser, CutError
from faults.evenings import random_order
from faults.server import start_server
from faults.shadow import Shadow, told
from faults.tally import Tally

LIVES_OF_A_TABLE = 25
"""Kills after which a new table is opened, so that logs stay short."""
LIVES_S = (0.0, 0.9)
"""After how many seconds of orders the server is killed."""
ORDERS_OF_A_LIFE = 55
"""Below the limit for one device."""
OK, REFUSED = 200, 409


class Evening:
    """A table, its browsers, and the shadow that is given the same orders."""

    def __init__(self, folder: Path, rng: Random, tally: Tally) -> None:
        self.file = folder / "games.sqlite3"
        self.rng, self.tally = rng, tally
        self.shadow = Shadow(folder / "shadow" / "games.sqlite3")
        self.browsers = {who: Browser(f"127.0.0.{2 + at}") for at, who in enumerate(("host", *PLAYERS))}
        self.locked_out: set[str] = set()
        """Whose answer to sitting down was cut off: nobody knows the token."""

    def close(self) -> None:
        """Everybody goes home."""
        for browser in self.browsers.values():
            browser.close()
        self.shadow.close()

    def live(self, *, first: bool) -> None:
        """One life of the server: orders until it is killed, then everything is looked for."""
        server = start_server(self.file)
        for browser in self.browsers.values():
            browser.find(server.port)
        if first:
            self.browsers["host"].get(f"/host/{server.host_key}")
        else:
            self._look_at_seats()
        killer = threading.Timer(self.rng.uniform(*LIVES_S), server.process.kill)
        killer.start()
        under_way = self._give_orders()
        killer.join()
        server.process.join()
        self._compare(under_way)

    def _give_orders(self) -> tuple | None:
        """Orders until the server is gone; the one that was not answered, if there is one."""
        for _ in range(ORDERS_OF_A_LIFE):
            order = random_order(self.shadow.game.state, self._with_cookies(), self.rng)
            who, what, fields = order
            if who in self.locked_out:
                continue
            try:
                status, text = self.browsers[who].order(what, fields)
            except CutError:
                return order
            self._expect(order, status, text)
        return None

    def _with_cookies(self) -> list[str]:
        return [
            colour for colour in self.shadow.seated if colour not in self.locked_out
        ] or self.shadow.seated

    def _expect(self, order, status: int, text: str) -> None:
        """The shadow is given the same order and must answer the same."""
        who, what, fields = order
        try:
            self.shadow.order(who, what, fields)
            expected = OK
        except Refused:
            expected = REFUSED
        if status != expected:
            self.tally.lost.append(f"{what} of {who}: {status} instead of {expected} ({text[:120]})")
        self.tally.seen["orders acknowledged" if status == OK else "orders refused"] += 1

    def _compare(self, under_way) -> None:
        """What the file tells against what was acknowledged."""
        stored = survey(self.file)
        last = stored.kept[-1]
        found = told(last.number, last.standing)
        if not stored.whole:
            self.tally.lost.append(f"the log is damaged: {stored.error()}")
        elif found == self.shadow.told():
            self.tally.seen["without the order under way" if under_way else "between orders"] += 1
        elif under_way is not None and self._happens(under_way) and found == self.shadow.told():
            self.tally.seen["with the order under way"] += 1
        else:
            self.tally.lost.append(f"under way {under_way}: another game than was acknowledged")

    def _happens(self, order) -> bool:
        who, what, fields = order
        try:
            self.shadow.order(who, what, fields)
        except Refused:
            return False
        if what == "sit":
            self.locked_out.add(who)
        return True

    def _look_at_seats(self) -> None:
        """Every seat opens to its cookie and holds its card."""
        for colour in self.shadow.seated:
            if colour in self.locked_out:
                continue
            status, text = self.browsers[colour].get("/api/seat")
            seat = json.loads(text)
            chosen = self.shadow.service.seat(self.shadow.tokens[colour]).chosen
            if status != OK or (seat["colour"], seat["chosen"]) != (colour, chosen):
                self.tally.lost.append(f"{colour}'s seat or card is lost ({status}: {text[:120]})")
            self.tally.seen["seats found again"] += 1


def kills(count: int, seed: int) -> Tally:
    """``count`` kills."""
    rng, tally = Random(seed), Tally("kill -9")
    with tempfile.TemporaryDirectory() as place:
        for number in counting():
            if tally.tried >= count:
                return tally
            folder = Path(place, str(number))
            folder.mkdir()
            evening = Evening(folder, rng, tally)
            try:
                for life in range(min(LIVES_OF_A_TABLE, count - tally.tried)):
                    tally.tried += 1
                    before = len(tally.lost)
                    evening.live(first=life == 0)
                    if len(tally.lost) > before:
                        break  # the shadow and the server have parted
            finally:
                evening.close()
            shutil.rmtree(folder)
    return tally
