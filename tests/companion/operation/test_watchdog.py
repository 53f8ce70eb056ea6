"""How often the companion tells the service manager that it lives."""

import pytest

from companion.operation.systemd import beat_until_stopped


@pytest.mark.parametrize(
    ("watchdog_us", "at_least_s", "at_most_s"), [("60000000", 30, 30), (None, 45 * 60, 75 * 60)]
)
def test_twice_in_a_watchdogs_time_and_else_about_once_an_hour(
    monkeypatch, watchdog_us, at_least_s, at_most_s
):
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    monkeypatch.delenv("WATCHDOG_USEC", raising=False)
    if watchdog_us is not None:
        monkeypatch.setenv("WATCHDOG_USEC", watchdog_us)
    asked, pauses = [], []

    def stopped_within(seconds):
        pauses.append(seconds)
        return len(pauses) == 3

    beat_until_stopped(lambda: asked.append("alive?"), stopped_within)
    assert len(asked) == 3, "each time it must answer first"
    assert all(at_least_s <= pause <= at_most_s for pause in pauses)
