import json

import pytest

from companion.present.health_report import Finding, Health, Report, good, note, wrong
from companion.words import LANGUAGES, say

REPORT = Report(
    (
        good("disk", "disk-room", free=500, folder="/games"),
        note("name", "name-not-announced", name="pi.local"),
        wrong("frame rate", "rate-low", rate="2.0", least=4),
    )
)


def test_what_is_good_needs_no_cure_and_everything_else_has_one():
    disk, name, rate = REPORT.findings
    assert disk.cure is None
    assert say(name.cure)
    assert say(rate.cure)


def test_a_report_is_healthy_until_something_is_wrong():
    assert not REPORT.healthy
    assert Report(REPORT.findings[:2]).healthy


def test_every_line_names_thing_and_state_and_the_cure_stands_below():
    assert list(Report(REPORT.findings[:2]).lines()) == [
        "good  disk  500 MB are free at /games",
        "note  name  pi.local is not announced in the network",
        "            -> use the address with numbers, or: sudo apt install avahi-daemon",
    ]


def test_in_another_language_every_word_is_of_that_language():
    lines = list(REPORT.lines("de"))
    assert lines[0] == "gut      Speicherplatz  500 MB sind frei in /games"
    assert lines[3].startswith("Fehler   Bildrate       2.0 Bilder in der Sekunde")


def test_as_json_thing_state_and_key_are_the_same_in_every_language():
    documents = [REPORT.to_json(language) for language in LANGUAGES]
    for document in documents:
        assert document["healthy"] is False
        assert [(row["thing"], row["state"], row["key"]) for row in document["findings"]] == [
            ("disk", "good", "disk-room"),
            ("name", "note", "name-not-announced"),
            ("frame rate", "wrong", "rate-low"),
        ]
        assert json.loads(json.dumps(document)) == document
    assert len({row["findings"][1]["says"] for row in documents}) == len(LANGUAGES)


def test_as_json_a_cure_that_is_not_needed_is_null():
    first, second, _ = REPORT.to_json()["findings"]
    assert first["cure"] is None
    assert second["cure"].startswith("use the address")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_path_is_said_as_it_is(language):
    finding = Finding("settings", Health.GOOD, "settings-read", {"file": "/a {strange} name.toml"})
    assert say(finding.says, language) == "/a {strange} name.toml"
