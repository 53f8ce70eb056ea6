"""Announcements spoken: by espeak-ng where it is installed, in a process of its own that nobody waits for."""

from __future__ import annotations

import logging
import shutil
import subprocess
import threading
from collections import deque
from typing import TYPE_CHECKING, Protocol

from companion.engine.message import Message
from companion.referee.facts import (
    Asked,
    CanoeLost,
    CardsNeeded,
    Fact,
    Guided,
    Mistake,
    PutRight,
    Reminded,
    RiverToMove,
    TurnBegins,
    Won,
)
from companion.referee.sentences import sentence_of
from companion.words import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.referee.situation import Situation
    from companion.service.ports import FactAnnouncer, LitLamps

PROGRAM = "espeak-ng"
WORDS_A_MINUTE = 150
"""How fast is spoken; espeak-ng's own is 175, too fast across a table with children."""
MOST_WAITING = 3
"""Sentences that may wait; of more, the oldest are never said: what happened long ago helps nobody."""
LONGEST_S = 20.0
"""A sentence that takes longer is cut off."""
_LOG = logging.getLogger(__name__)

_ALWAYS: tuple[type[Fact], ...] = (Mistake, PutRight, Reminded, Guided, CanoeLost)
_ROUTINE: tuple[type[Fact], ...] = (CardsNeeded, TurnBegins, RiverToMove, Asked, Won)
SPOKEN: dict[str, tuple[type[Fact], ...]] = {"all": _ALWAYS + _ROUTINE, "mistakes": _ALWAYS}
"""What is spoken at which level of sounds; at others nothing."""


class Voice(Protocol):
    """Says sentences."""

    def speak(self, sentence: str) -> None:
        """Have this said soon; returns at once."""
        ...

    def close(self) -> None:
        """Fall silent, in the middle of a sentence if need be; closing twice is harmless."""
        ...


class EspeakVoice:
    """Runs espeak-ng for one sentence after the other, from its own thread."""

    def __init__(self, language: str, program: str = PROGRAM) -> None:
        # The sentence goes in by standard input: a name that begins with a dash is no option.
        self._order = (program, "-v", language, "-s", str(WORDS_A_MINUTE), "--stdin")
        self._changed = threading.Condition()
        self._waiting: deque[str] = deque(maxlen=MOST_WAITING)
        self._open = True
        self._speaking: subprocess.Popen[str] | None = None
        self._thread = threading.Thread(target=self._run, name="niagara-voice", daemon=True)
        self._thread.start()

    def speak(self, sentence: str) -> None:
        """Have this said soon; returns at once."""
        with self._changed:
            self._waiting.append(sentence)
            self._changed.notify()

    def close(self) -> None:
        """Fall silent, in the middle of a sentence if need be."""
        with self._changed:
            self._open = False
            if self._speaking is not None:
                self._speaking.kill()
            self._changed.notify()
        self._thread.join()

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting or not self._open)
                if not self._open:
                    return
                sentence = self._waiting.popleft()
                try:
                    self._speaking = self._begin()
                except OSError as error:
                    _LOG.warning("%s cannot be run: %s", self._order[0], error.strerror)
                    continue
            self._finish(self._speaking, sentence)

    def _begin(self) -> subprocess.Popen[str]:
        return subprocess.Popen(  # noqa: S603 - the program found on the path, and no word of anybody's
            self._order, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        )

    def _finish(self, speaking: subprocess.Popen[str], sentence: str) -> None:
        """Wait until the sentence is said, in this thread only."""
        with speaking:
            try:
                _, complaint = speaking.communicate(f"{sentence}\n", LONGEST_S)
            except subprocess.TimeoutExpired:
                speaking.kill()
                complaint = f"took longer than {LONGEST_S:.0f} s"
        # Killed by `close` it has nothing to complain of.
        if speaking.returncode and self._open:
            _LOG.warning("%s: %s", self._order[0], complaint.strip())


class SpokenAnnouncer:
    """Lamps and sounds with a voice beside them; ``level`` is one of the panel's, by name."""

    def __init__(self, announcer: FactAnnouncer, voice: Voice, language: str, level: str = "all") -> None:
        self._announcer = announcer
        self._voice = voice
        self._language = language
        self.level = level

    def announce(self, facts: Sequence[Fact], situation: Situation) -> None:
        """Show what happened, and say what is worth it."""
        self._announcer.announce(facts, situation)
        for fact in facts:
            if isinstance(fact, SPOKEN.get(self.level, ())):
                self._voice.speak(say(sentence_of(fact), self._language, situation.names))

    def lamps(self) -> LitLamps:
        """The panel as it is lit now."""
        return self._announcer.lamps()

    def try_out(self) -> None:
        """Say a sentence, whatever the level."""
        self._voice.speak(say(Message("voice.try"), self._language))

    def close(self) -> None:
        """Fall silent, and everything off."""
        self._voice.close()
        self._announcer.close()


def find_voice(language: str) -> Voice | None:
    """The voice of this machine, if it has one."""
    program = shutil.which(PROGRAM)
    return None if program is None else EspeakVoice(language, program)
