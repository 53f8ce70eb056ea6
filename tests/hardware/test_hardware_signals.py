from __future__ import annotations

from itertools import combinations

import pytest

from hardware.signals import Level, Signal, timeline

EACH = {signal: timeline(signal, count=3) for signal in Signal}


def tones(signal: Signal, level: Level, count: int = 3) -> list[str]:
    return [step.tone for step in timeline(signal, count=count, level=level) if step.tone]


@pytest.mark.parametrize(("one", "other"), list(combinations(Signal, 2)))
def test_no_two_signals_sound_alike(one: Signal, other: Signal) -> None:
    assert [(s.tone, s.seconds) for s in EACH[one]] != [(s.tone, s.seconds) for s in EACH[other]]


@pytest.mark.parametrize(("one", "other"), list(combinations(Signal, 2)))
def test_no_two_signals_look_alike_on_a_silent_panel(one: Signal, other: Signal) -> None:
    assert timeline(one, count=3, level=Level.SILENT) != timeline(other, count=3, level=Level.SILENT)


@pytest.mark.parametrize("count", range(9))
def test_the_river_ticks_once_for_each_disc_and_runs_down_all_lamps(count: int) -> None:
    steps = timeline(Signal.RIVER, count=count)
    assert len(tones(Signal.RIVER, Level.ALL, count)) == count
    assert [lamp for step in steps for lamp in step.river] == list(range(7)) * count


@pytest.mark.parametrize("signal", Signal)
def test_a_silent_panel_makes_no_sound_but_still_lights_up(signal: Signal) -> None:
    silent = timeline(signal, count=3, level=Level.SILENT)
    assert not any(step.tone for step in silent)
    assert any(step.river or step.status for step in silent)
    assert [step.seconds for step in silent] == [step.seconds for step in EACH[signal]]


def test_the_level_mistakes_sounds_for_mistakes_their_cure_and_lost_canoes_only() -> None:
    heard = {signal for signal in Signal if tones(signal, Level.MISTAKES)}
    assert heard == {Signal.MISTAKE, Signal.PUT_RIGHT, Signal.CANOE_LOST}
