import pytest

from companion.doctor import Finding, Report, State
from companion.doctor.report import good, note, wrong


def test_what_is_not_good_needs_a_cure_and_what_is_good_none():
    for state in (State.NOTE, State.WRONG):
        with pytest.raises(ValueError, match="disk"):
            Finding("disk", state, "full")
    with pytest.raises(ValueError, match="disk"):
        Finding("disk", State.GOOD, "empty", "buy a larger one")


def test_a_report_is_healthy_until_something_is_wrong():
    assert Report((good("disk", "fine"), note("name", "unknown", "use the address"))).healthy
    assert not Report((good("disk", "fine"), wrong("camera", "missing", "plug it in"))).healthy


def test_every_line_names_thing_and_state_and_the_cure_stands_below():
    lines = list(Report((good("disk", "room enough"), wrong("camera", "missing", "plug it in"))).lines())
    assert lines == [
        "good   disk    room enough",
        "wrong  camera  missing",
        "               -> plug it in",
    ]


def test_as_json_a_cure_that_is_not_needed_is_null():
    document = Report((good("disk", "fine"), wrong("camera", "missing", "plug it in"))).to_json()
    assert document["healthy"] is False
    assert document["findings"] == [
        {"thing": "disk", "state": "good", "says": "fine", "cure": None},
        {"thing": "camera", "state": "wrong", "says": "missing", "cure": "plug it in"},
    ]
