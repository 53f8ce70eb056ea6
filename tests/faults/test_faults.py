"""A few faults of each kind at every change, and faulty stores that each kind of fault must find out."""

import io
from contextlib import redirect_stderr, redirect_stdout

import pytest

from companion.game import log, log_file
from faults import damage
from faults.__main__ import KINDS, main
from faults.failing_disk import failing_writes
from faults.power import power_cuts

A_FEW = {
    "kills": 4,
    "power": 60,
    "writes": 60,
    "full": 40,
    "disk": 40,
    "readonly": 1,
    "clock": 10,
    "logs": 10,
    "records": 4,
    "hostile-records": 50,
    "hostile-files": 20,
    "hostile-requests": 50,
    "crowds": 3,
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_a_few_faults_of_each_kind_lose_nothing(kind):
    tally = KINDS[kind][0](A_FEW[kind], 3)
    assert tally.lost == []
    assert tally.tried == A_FEW[kind] or tally.seen["not root: left out"]


def test_the_same_seed_cuts_the_power_at_the_same_moments():
    assert power_cuts(30, 5).seen == power_cuts(30, 5).seen


def test_a_store_that_syncs_nothing_is_found_out_by_power_cuts(monkeypatch):
    prepare = log_file.prepare

    def careless(base):
        prepare(base)
        base.execute("PRAGMA synchronous = OFF")

    monkeypatch.setattr(log, "prepare", careless)
    assert power_cuts(100, 1).lost


def test_a_store_that_keeps_a_commit_that_failed_is_found_out_by_failing_syncs(monkeypatch):
    monkeypatch.setattr(log, "forget_failed", lambda _base: True)
    assert failing_writes(150, 1).lost


def test_a_store_without_checksums_is_found_out_by_damage(monkeypatch):
    monkeypatch.setattr(log_file, "misfits", lambda _rows: iter(()))
    monkeypatch.setattr(damage, "WAYS", ("a digit",))
    assert any("silently another" in story for story in damage.damaged_logs(30, 1).lost)


def test_a_store_that_acknowledges_before_it_syncs_is_found_out_by_power_cuts(monkeypatch):
    """The write-ahead log is left to itself, unsynced: what SQLite calls NORMAL."""
    prepare = log_file.prepare

    def hasty(base):
        prepare(base)
        base.execute("PRAGMA synchronous = NORMAL")

    monkeypatch.setattr(log, "prepare", hasty)
    monkeypatch.setattr(log, "settle", lambda _base: None)
    assert power_cuts(100, 1).lost


def test_the_command_prints_a_table_and_says_by_its_status_whether_anything_was_lost(monkeypatch):
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        assert main(["power=20", "writes=20", "--seed", "3"]) == 0
    lines = out.getvalue().splitlines()
    assert lines[0] == "| fault | tried | survived | lost | on the way |"
    assert lines[2].startswith("| power cut | 20 | 20 | 0 |")
    monkeypatch.setattr(log, "forget_failed", lambda _base: True)
    with redirect_stdout(out), redirect_stderr(err):
        assert main(["writes=150"]) == 1


def test_an_unknown_fault_is_refused():
    with pytest.raises(SystemExit), redirect_stderr(io.StringIO()) as err:
        main(["flood"])
    assert "expected kills" in err.getvalue()
