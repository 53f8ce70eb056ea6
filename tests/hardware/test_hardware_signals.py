from __future__ import annotations

from itertools import combinations

import pytest

from hardware.signals import BEATS, Level, Signal, StatusColour, timeline

EACH = {signal: timeline(signal, count=3) for signal in Signal}


def tones(signal: Signal, level: Level, count: int = 3) -> list[str]:
    return [step.tone for step in timeline(signal, count=count, level=level) if step.tone]


@pytest.mark.parametrize(("one", "other"), list(combinations(Signal, 2)))
def test_no_two_signals_sound_alike(one: Signal, other: Signal) -> None:
    assert [(s.tone, s.seconds) for s in EACH[one]] != [(s.tone, s.seconds) for s in EACH[other]]


@pytest.mark.parametrize(("one", "other"), list(combinations(Signal, 2)))
def test_no_two_signals_look_alike_on_a_silent_panel(one: Signal, other: Signal) -> None:
    assert timeline(one, count=3, level=Level.SILENT) != timeline(other, count=3, level=Level.SILENT)


def seen_without_colour(signal: Signal) -> list[tuple[float, frozenset[int], bool]]:
    """What of a silent signal somebody sees who tells no colours apart: which lamps, how long, status lit or dark."""
    steps = timeline(signal, count=3, level=Level.SILENT)
    return [(step.seconds, step.river, step.status not in (None, StatusColour.OFF)) for step in steps]


def lamps_in_turn(signal: Signal) -> list[frozenset[int]]:
    return [step.river for step in timeline(signal, count=3, level=Level.SILENT)]


@pytest.mark.parametrize(("one", "other"), list(combinations(Signal, 2)))
def test_no_two_signals_look_alike_to_somebody_who_sees_no_colours(one: Signal, other: Signal) -> None:
    assert seen_without_colour(one) != seen_without_colour(other)
    assert lamps_in_turn(one) != lamps_in_turn(other), "other lamps, or the same in another order"


def test_every_steady_state_has_a_rhythm_of_its_own() -> None:
    assert set(BEATS) == set(StatusColour)
    assert len({rhythm * (24 // len(rhythm)) for rhythm in BEATS.values()}) == len(BEATS)
    assert all(rhythm[0] == "#" for colour, rhythm in BEATS.items() if colour is not StatusColour.OFF)


@pytest.mark.parametrize("lamps", [1, 2, 3, 5, 7, 9])
@pytest.mark.parametrize("signal", Signal)
def test_a_signal_lights_only_lamps_that_there_are(signal: Signal, lamps: int) -> None:
    steps = timeline(signal, count=2, river_lamps=lamps)
    assert all(lamp in range(lamps) for step in steps for lamp in step.river)
    assert all(step.seconds > 0 for step in steps)


@pytest.mark.parametrize("count", range(9))
def test_the_river_ticks_once_for_each_disc_and_runs_down_all_lamps(count: int) -> None:
    steps = timeline(Signal.RIVER, count=count)
    assert len(tones(Signal.RIVER, Level.ALL, count)) == count
    assert [lamp for step in steps for lamp in step.river] == list(range(7)) * count


@pytest.mark.parametrize("level", [Level.SILENT, Level.NIGHT])
@pytest.mark.parametrize("signal", Signal)
def test_a_silent_panel_makes_no_sound_but_still_lights_up(signal: Signal, level: Level) -> None:
    silent = timeline(signal, count=3, level=level)
    assert not any(step.tone for step in silent)
    assert any(step.river or step.status for step in silent)
    assert [step.seconds for step in silent] == [step.seconds for step in EACH[signal]]


def test_the_level_mistakes_sounds_for_mistakes_their_cure_and_lost_canoes_only() -> None:
    heard = {signal for signal in Signal if tones(signal, Level.MISTAKES)}
    assert heard == {Signal.MISTAKE, Signal.PUT_RIGHT, Signal.CANOE_LOST}
