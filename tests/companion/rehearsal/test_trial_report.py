"""The trial's tables: what is counted, and how sure one may be of it."""

import pytest

from companion.rehearsal.drawn_table import DrawnTable
from companion.rehearsal.human_errors import Slip
from companion.rehearsal.results import FALSE_ALARM, SILENT, Failure, GameResults, MadeSlip
from companion.rehearsal.trial import PLAIN, Rates, Trial, trials
from companion.rehearsal.trial_report import Columns, PlayedTable, report

JOES = ("3 players", "Joe")
OTHERS = ("4 players", "no Joe")


def slip(kind, announced_s, *kinds):
    return MadeSlip(kind, 1, settled_s=1.0, announced_s=announced_s, kinds=frozenset(kinds))


def results(turns, slips=(), failures=(), by_hand=0):
    return GameResults(
        list(slips),
        [Failure(what, 1, 0.0) for what in failures],
        turns=turns,
        rounds=3,
        entered_by_hand=by_hand,
    )


GAMES = (
    PlayedTable(JOES, results(30, [slip(Slip.DISC, 2.0, "disc-displaced"), slip(Slip.DISC, None)])),
    PlayedTable(OTHERS, results(70, [slip(Slip.WEATHER, 1.5, "weather-wrong")], [FALSE_ALARM, SILENT], 7)),
)


def rows(columns):
    return {row[0]: row[1:] for row in columns.rows}


def test_mistakes_are_counted_by_kind_with_their_intervals():
    by_slip = rows(report(GAMES)[0])
    assert by_slip["disc displaced"] == ("2", "50.0% (9.5-90.5)", "50.0% (9.5-90.5)")
    assert by_slip["weather wrong"][1] == "100.0% (20.7-100.0)"
    assert by_slip["all"][0] == "3"
    assert "gem taken" not in by_slip


def test_all_games_together_and_the_tables_that_were_not_calibrated():
    figures = rows(report(GAMES, uncalibrated=2)[1])
    assert figures["tables not calibrated"] == ("2",)
    assert figures["turns with a false alarm"] == ("1.0% (0.2-5.4)",)
    assert figures["wrong silent commits"] == ("1.0% (0.2-5.4)",)
    assert figures["moves entered by hand"] == ("7.0% (3.4-13.7)",)
    assert figures["still to announced, s"] == ("0.75 (95 %: 1.43)",)


def test_each_kind_of_table_has_its_own_row():
    by_trait = rows(report(GAMES)[2])
    assert set(by_trait) == {*JOES, *OTHERS}
    assert by_trait["Joe"][:2] == ("1", "30")
    assert by_trait["Joe"][3] == "0.0% (0.0-11.4)"
    assert by_trait["no Joe"][3] == "1.4% (0.3-7.7)"


def test_a_table_of_text_is_aligned_on_the_screen_and_a_table_in_a_document():
    columns = Columns(("what", "count"), (("a", "1"), ("longer", "23")))
    assert columns.as_text() == "what    count\na           1\nlonger     23"
    assert columns.as_markdown() == "| what | count |\n| --- | ---: |\n| a | 1 |\n| longer | 23 |"


def test_without_a_game_there_are_tables_all_the_same():
    assert all(columns.as_text() for columns in report(()))


def test_games_come_in_the_order_of_their_seeds_each_at_its_own_table(monkeypatch):
    played = []
    monkeypatch.setattr(Trial, "played", lambda seed, table, *_: played.append((seed, table)) or seed)
    playing = trials(5, DrawnTable.of_seed, Rates(), None, 1)
    assert [next(playing) for _ in range(3)] == [5, 6, 7]
    assert played == [(seed, DrawnTable.of_seed(seed)) for seed in (5, 6, 7)]


def test_a_table_that_cannot_be_calibrated_is_said_and_no_game_is_played():
    trial = Trial(9, GameResults(), 1.0, PLAIN, "the empty picture shows no board")
    assert trial.line().endswith("stickers; not calibrated: the empty picture shows no board")


@pytest.mark.slow
def test_games_played_by_several_processes_come_in_the_order_of_their_seeds_too():
    nobody = DrawnTable(())
    playing = trials(3, lambda _: nobody, Rates(), None, 2)
    came = [next(playing) for _ in range(3)]
    playing.close()
    assert [trial.seed for trial in came] == [3, 4, 5]
    assert all("players missing" in trial.not_calibrated for trial in came)
