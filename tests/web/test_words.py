from __future__ import annotations

import re
import string
from pathlib import Path

import pytest

import web
from companion.board.labelled import SettledBy
from companion.service import LANGUAGES, MODULES, Health, Shot
from hardware.signals import Level, Signal
from vision.calibration.places import FALLS, ROPE
from vision.layout import default_layout
from web.setup import SetupStep
from web.words import page_words

HERE = Path(web.__file__).parent


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_texts_with_the_same_gaps(language):
    def gaps(words):
        return {
            key: {gap for _, gap, _, _ in string.Formatter().parse(text) if gap is not None}
            for key, text in words.items()
        }

    assert gaps(page_words(language)) == gaps(page_words("en"))


def test_every_text_the_page_says_is_written_and_every_written_text_is_said():
    sources = [*HERE.glob("*.py"), *HERE.glob("templates/*.html")]
    code = "\n".join(source.read_text(encoding="utf-8") for source in sources)
    said = {key for key in page_words("en") if re.search(rf"""['"]{re.escape(key)}['"]""", code)}
    put_together = {
        *(f"error-{status}" for status in (400, 404, 405, 413, 429, 500)),
        *(f"step-{step}" for step in SetupStep),
        *(f"module-{module}" for module in MODULES),
        *(f"level-{level}" for level in Level),
        *(f"picture-by-{by}" for by in SettledBy),
        *(f"places-picture-{shot}" for shot in Shot),
        *(f"place-beach-{side}" for side in default_layout().beaches),
        *(f"place-{line}" for line in (ROPE, FALLS)),
        *(f"health-{health}" for health in Health),
        "signal-speech",
        *(f"signal-{signal.name.lower().replace('_', '-')}" for signal in Signal),
    }
    assert said | put_together == set(page_words("en"))
    asked = set(re.findall(r"""\b(?:t|text)\(['"]([\w-]+)['"]""", code))
    assert {key for key in asked if not key.endswith("-")} <= set(page_words("en"))
