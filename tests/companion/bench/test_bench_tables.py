"""The bench's other tables are printed, small here: how fast the rules are, and how soon every page knows."""

import re
from types import SimpleNamespace

import numpy as np
import pytest

from companion.bench import engine, pages, table


@pytest.fixture
def clock(monkeypatch):
    """The time of what measures: it passes only while somebody sleeps."""
    stopped = SimpleNamespace(now_s=0.0, sleeps=0)

    def sleep(seconds):
        stopped.now_s += seconds
        stopped.sleeps += 1

    stopped.sleep, stopped.monotonic, stopped.perf_counter = (
        sleep,
        lambda: stopped.now_s,
        lambda: stopped.now_s,
    )
    monkeypatch.setattr(table, "time", stopped)
    return stopped


def test_the_engines_table_counts_successors_and_names_the_functions_that_take_the_time(monkeypatch, capsys):
    monkeypatch.setattr(engine, "GAMES", 1)
    monkeypatch.setattr(engine, "ACTIONS_A_GAME", 12)
    engine.run_bench()
    printed = capsys.readouterr().out
    figures = re.findall(
        r"^(.+): (\d+) successors of (\d+) positions, ([\d,]+) a second$", printed, re.MULTILINE
    )
    assert [name for name, *_ in figures] == ["base game", "all modules"]
    assert all(int(found) > int(positions) >= 12 for _, found, positions, _ in figures)
    shares = [float(share) for share in re.findall(r"^ +([\d.]+)%  \w+", printed, re.MULTILINE)]
    assert shares
    assert max(shares) <= 100


def test_the_pages_table_says_how_soon_the_last_page_knows_while_one_does_not_read(monkeypatch, capsys):
    monkeypatch.setattr(pages, "CLIENTS", 3)
    monkeypatch.setattr(pages, "ANNOUNCEMENTS", 4)
    pages.run_bench()
    printed = capsys.readouterr().out
    found = re.search(r"all of 3 pages.* median (\d+) ms, worst (\d+) ms of 4$", printed)
    median_ms, worst_ms = map(int, found.groups())
    assert 0 <= median_ms <= worst_ms


def test_an_announcement_that_never_arrives_ends_the_bench_after_twenty_seconds_with_its_number(
    monkeypatch, clock
):
    class Deaf:
        heard: dict[str, float] = {}  # noqa: RUF012 - nobody writes into it

        def __init__(self, _port, _number=0):
            pass

        def close(self):
            pass

    class Nobody:
        port = 0

        def take_seat(self, *_):
            return "token"

        def close(self):
            pass

    monkeypatch.setattr(pages, "Listener", Deaf)
    monkeypatch.setattr(pages, "stalled_client", lambda _: Nobody())
    monkeypatch.setattr(pages, "time", clock)
    with pytest.raises(TimeoutError, match="announcement 0 did not reach every page"):
        pages.announcement_times(Nobody(), Nobody(), 1, 1)
    assert 15 < clock.now_s < 25


def test_a_table_is_measured_two_to_four_seconds_after_its_last_news_which_is_looked_for_ten_times_a_second(
    clock,
):
    def news():
        return min(clock.now_s, 5.0)

    table._until_quiet(SimpleNamespace(table=lambda: SimpleNamespace(news=news())))
    assert 2 < clock.now_s - 5.0 < 4
    assert 8 < clock.sleeps / clock.now_s < 12


def test_a_picture_that_is_never_read_is_given_up_after_ten_to_twenty_seconds(clock):
    picture = np.zeros((4, 4, 3), np.uint8)
    table._until_read(picture, table.ShowingCamera(picture), SimpleNamespace(sighting=None))
    assert 10 < clock.now_s < 20


def test_a_second_of_the_measured_table_is_eight_pictures(clock):
    camera = table.ShowingCamera(np.zeros((4, 4, 3), np.uint8))
    taken_s = [camera.frame().taken_s for _ in range(80)]
    assert sum(9.05 < taken < 10.05 for taken in taken_s) == 8
