"""Spoken announcements: what is said, in which words, and that nobody ever waits for it."""

import stat
import subprocess
import sys
import time
from typing import ClassVar

import pytest

from companion.adapters.panel_signals import NoAnnouncer
from companion.adapters.voice import EspeakVoice, SpokenAnnouncer, find_voice
from companion.engine import setup_from_parts
from companion.game.log import GameLog
from companion.referee.debounce import Patience
from companion.referee.facts import AllCardsIn, CanoeLost, CardsNeeded, RiverToMove
from companion.referee.situation import Situation, Stage
from companion.service import LANGUAGES, Service

ESPEAK = '''#!{python}
"""Takes the options of espeak-ng 1.51 that are used here, refuses others as it does, and writes down what it said."""
import getopt, pathlib, sys, time
here = pathlib.Path(__file__).parent
try:
    options, words = getopt.gnu_getopt(sys.argv[1:], "v:s:", ["stdin", "stdout"])
except getopt.GetoptError as error:
    sys.exit(f"espeak-ng: {{error}}")
options = dict(options)
if "-v" in options and options["-v"] not in ("en", "fr", "de"):
    sys.exit("Error: The specified espeak-ng voice does not exist.")
text = sys.stdin.read() if "--stdin" in options else " ".join(words)
if "slowly" in text:
    (here / "begun").touch()
    time.sleep(1.0)
while "for ever" in text:
    time.sleep(0.05)
with open(here / "said", "a", encoding="utf-8") as said:
    said.write(options.get("-v", "en") + ": " + text)
'''


@pytest.fixture
def espeak(tmp_path, monkeypatch):
    """A program of that name on the path; gives what it has said."""
    program = tmp_path / "espeak-ng"
    program.write_text(ESPEAK.format(python=sys.executable))
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", str(tmp_path))
    said = tmp_path / "said"
    return lambda: said.read_text(encoding="utf-8").splitlines() if said.exists() else []


def eventually(holds):
    deadline = time.monotonic() + 10
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_is_said_in_the_language_of_the_settings(espeak, language):
    voice = find_voice(language)
    voice.speak("-x is no option: Ada plays card 3, “là”.")
    eventually(espeak)
    voice.close()
    assert espeak() == [f"{language}: -x is no option: Ada plays card 3, “là”."]


def test_without_the_program_there_is_no_voice(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert find_voice("en") is None


def test_speaking_and_closing_take_no_time_even_while_a_sentence_never_ends(espeak):
    voice = find_voice("en")
    began = time.monotonic()
    for _ in range(200):
        voice.speak("This goes on for ever")
    assert time.monotonic() - began < 0.5
    time.sleep(0.3)
    voice.close()
    voice.close()
    assert time.monotonic() - began < 3
    assert espeak() == []


def test_of_many_sentences_that_wait_the_last_three_are_said(espeak, tmp_path):
    voice = find_voice("en")
    voice.speak("slowly")
    eventually((tmp_path / "begun").exists)
    for number in range(1, 8):
        voice.speak(f"sentence {number}")
    eventually(lambda: espeak()[-1:] == ["en: sentence 7"])
    voice.close()
    assert espeak() == ["en: slowly", "en: sentence 5", "en: sentence 6", "en: sentence 7"]


class FakeEspeak:
    """Speaks at the pace it was asked for, by a clock of its own; notes how much of a sentence is heard."""

    heard: ClassVar[list[str]] = []

    def __init__(self, order, **_):
        self._words_a_second = int(order[order.index("-s") + 1]) / 60
        self.returncode = 0

    def communicate(self, text, timeout):
        words = text.split()
        takes_s = len(words) / self._words_a_second
        self.heard.append("whole" if takes_s <= timeout else "cut off")
        if takes_s > timeout:
            raise subprocess.TimeoutExpired("espeak-ng", timeout)
        return "", ""

    def kill(self):
        self.returncode = -9

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass


@pytest.mark.parametrize(("words", "heard"), [(40, "whole"), (60, "cut off")])
def test_a_sentence_of_forty_words_is_said_whole_and_one_of_sixty_cut_off(monkeypatch, words, heard):
    monkeypatch.setattr(subprocess, "Popen", FakeEspeak)
    FakeEspeak.heard.clear()
    voice = EspeakVoice("en")
    voice.speak("word " * words)
    eventually(lambda: FakeEspeak.heard)
    voice.close()
    assert FakeEspeak.heard == [heard]


def test_it_speaks_a_little_slower_than_the_programs_own_175_words_a_minute(espeak):
    voice = EspeakVoice("en")
    assert 0.75 < int(voice._order[voice._order.index("-s") + 1]) / 175 < 1
    voice.close()


def test_a_sentence_that_takes_too_long_is_cut_off_and_the_next_one_said(espeak, monkeypatch, caplog):
    monkeypatch.setattr("companion.adapters.voice.LONGEST_S", 0.5)
    voice = find_voice("en")
    voice.speak("This goes on for ever")
    eventually(lambda: "took longer than" in caplog.text)
    monkeypatch.undo()
    voice.close()


def test_a_program_that_fails_is_written_down_and_the_next_sentence_is_tried(espeak, caplog):
    voice = EspeakVoice("tlh")
    voice.speak("nuqneH")
    eventually(lambda: "voice does not exist" in caplog.text)
    voice.close()
    missing = EspeakVoice("en", "/nowhere/espeak-ng")
    missing.speak("Hello")
    eventually(lambda: "cannot be run" in caplog.text)
    missing.close()


class RecordedVoice:
    def __init__(self):
        self.said = []

    def speak(self, sentence):
        self.said.append(sentence)

    def close(self):
        pass


@pytest.fixture
def spoken(tmp_path):
    """A real game whose announcer speaks; gives the announcer, the voice and the service."""
    voice = RecordedVoice()
    announcer = SpokenAnnouncer(NoAnnouncer(), voice, "de")
    setup = setup_from_parts(("red", "blue", "green"), "red", [], {})
    log = GameLog(tmp_path / "games.sqlite3")
    with Service(log, setup, announcer=announcer, patience=Patience(), camera=False) as service:
        yield announcer, voice, service


def test_what_happens_is_told_with_the_names_of_the_people(spoken):
    _, voice, service = spoken
    assert voice.said == ["Runde 1. Alle wählen eine Karte; die Boje hat rot."]
    seats = [
        service.take_seat(colour, name)
        for colour, name in (("red", "Ada"), ("blue", "Ben"), ("green", "Cleo"))
    ]
    for token in seats:
        service.choose(token, "3")
    assert voice.said[-1] == "Ada deckt auf: 3."
    assert all("Karten sind" not in sentence for sentence in voice.said), "not everything is worth a sentence"


@pytest.mark.parametrize(("level", "count"), [("all", 3), ("mistakes", 1), ("silent", 0), ("night", 0)])
def test_how_much_is_said_follows_the_level(spoken, level, count):
    announcer, voice, _ = spoken
    voice.said.clear()
    announcer.level = level
    facts = [CardsNeeded(2, "red"), AllCardsIn(), RiverToMove(3), CanoeLost("red-1", "red")]
    announcer.announce(facts, Situation(Stage.PLAYING, ()))
    assert len(voice.said) == count


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_voice_can_be_tried_at_any_level(language):
    voice = RecordedVoice()
    SpokenAnnouncer(NoAnnouncer(), voice, language, "silent").try_out()
    assert len(voice.said) == 1
