from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from hardware.player import SignalPlayer
from hardware.signals import Signal, timeline

if TYPE_CHECKING:
    from collections.abc import Callable

    from hardware.panel import PanelPicture


def test_urgent_signals_come_before_routine_ones_and_each_kind_in_its_order(
    eventually: Callable[[Callable[[], bool]], None],
) -> None:
    first_step_plays, go_on = threading.Event(), threading.Event()
    drawn: list[PanelPicture] = []

    def hold_the_first_step(seconds: float) -> None:
        if not first_step_plays.is_set():
            first_step_plays.set()
            player._changed.release()
            go_on.wait(2)
            player._changed.acquire()

    player = SignalPlayer(drawn.append, river_lamps=7, wait=hold_the_first_step)
    player.play(Signal.CARD_NEEDED)
    assert first_step_plays.wait(2)
    player.play(Signal.GAME_WON)
    player.play(Signal.PUT_RIGHT)
    player.play(Signal.MISTAKE)
    go_on.set()
    order = [Signal.CARD_NEEDED, Signal.MISTAKE, Signal.GAME_WON, Signal.PUT_RIGHT]
    wanted = [step.tone for signal in order for step in timeline(signal) if step.tone]
    eventually(lambda: [picture.tone for picture in drawn if picture.tone] == wanted)
    player.close()
