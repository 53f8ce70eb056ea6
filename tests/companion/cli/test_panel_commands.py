"""The commands ``panel`` and ``wiring``: all that the panel can show, and where its parts hang."""

import json
import time

import pytest
from click.testing import CliRunner

from companion.cli import niagara
from hardware.player import BEAT_S
from hardware.recording import RecordingPanel
from hardware.signals import BEATS, Level, Signal, StatusColour, timeline


@pytest.fixture
def slept(monkeypatch):
    """Pauses between signals take no time here."""
    pauses = []
    monkeypatch.setattr(time, "sleep", pauses.append)
    return pauses


@pytest.mark.parametrize("level", [None, *map(str, Level)])
def test_every_signal_and_every_state_of_the_status_lamp_is_shown_and_named(slept, level):
    chosen = [] if level is None else ["--level", level]
    ran = CliRunner().invoke(niagara, ["panel", "--panel", "mock", *chosen])
    assert ran.exit_code == 0, ran.output
    lines = ran.output.splitlines()
    assert lines[: len(Signal)] == [f"signal: {signal.value}" for signal in Signal]
    assert len(lines) == len(Signal) + len(StatusColour) == len(slept)
    for pause, signal in zip(slept, Signal, strict=False):
        lasts_s = sum(step.seconds for step in timeline(signal, count=2))
        assert lasts_s + 0.4 < pause < lasts_s + 0.8, "a silence between two signals, and no longer"
    rhythm_s = max(map(len, BEATS.values())) * BEAT_S
    assert all(rhythm_s <= pause < 1.4 * rhythm_s for pause in slept[len(Signal) :]), "each rhythm once"


def test_the_rivers_signal_is_played_for_two_discs(slept, monkeypatch):
    shown = RecordingPanel()
    monkeypatch.setattr("companion.cli.panel_commands.panel_of", lambda _: shown)
    CliRunner().invoke(niagara, ["panel", "--panel", "mock"])
    assert (Signal.RIVER, 2) in shown.played
    assert shown.closed


def test_the_wiring_is_drawn_and_listed_from_the_pins_of_the_settings(tmp_path):
    settings, drawing = tmp_path / "settings.toml", tmp_path / "wiring.svg"
    settings.write_text("[panel.pins]\nbuzzer = 8\n")
    order = ["wiring", "--settings", str(settings), "-o", str(drawing)]
    ran = CliRunner().invoke(niagara, order)
    assert "470 Ω" in ran.output
    assert "BCM 8" in drawing.read_text(encoding="utf-8")
    listed = json.loads(CliRunner().invoke(niagara, [*order, "--json"]).output)
    assert {"part": "buzzer", "bcm": 8, "header": 24} in listed
