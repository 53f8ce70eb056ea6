"""Every sentence the code can say exists in every language, with the same placeholders."""

import ast
import string
from itertools import pairwise
from pathlib import Path

import pytest

import companion
from companion.board.discrepancy import Kind
from companion.board.picture import DiscSeen
from companion.engine import HAND_ORDER, Goal, Message
from companion.present.health_report import Health
from companion.present.teaching import RULES
from companion.words import LANGUAGES, catalogue, say, term
from vision.calibration.complaint import Poor
from vision.confidence.drift import DriftKind
from vision.errors import CalibrationTrouble, CameraTrouble

SOURCE = Path(companion.__file__).parent
THINGS = (
    "settings", "camera", "frame-rate", "light", "calibration", "drift", "pins", "pin", "sound", "disk", "memory",
    "power", "port", "address", "name", "clock", "games",
)  # fmt: skip
"""What the doctor looks at."""
DOCTORS_OWN = (
    *(
        f"camera-{trouble}"
        for trouble in CameraTrouble
        if trouble not in {CameraTrouble.ABSENT, CameraTrouble.GONE}
    ),
    *("camera-absent-pi", "camera-absent-usb", "camera-gone-pi", "camera-gone-usb"),
    *("not-filmed-see-camera", "not-filmed-in-play"),
    *("port-taken", "port-not-allowed", "port-foreign-host", "port-failed"),
)
"""Its findings whose key is chosen while running; the others stand in the calls of `SPEAKERS`."""
FAMILIES = {
    "discrepancy.": tuple(Kind),
    "remedy.": tuple(Kind),
    "card.": HAND_ORDER,
    "seen.disc-": tuple(disc for disc in DiscSeen if disc is not DiscSeen.UNSEEN),
    "told.joe-": ("take", "swap", "give"),
    "told.": ("load", "unload"),
    "unreadable.": ("hand", "blur", "board-lost"),
    "asks-more.": tuple(kind for kind in DriftKind if kind is not DriftKind.NO_STICKERS),
    "rule.": tuple(f"{number}.{part}" for number in RULES for part in ("title", "text")),
    "why-not.": (),
    "poor.": tuple(Poor),
    "calibration.": tuple(trouble for trouble in CalibrationTrouble if trouble != CalibrationTrouble.OTHER),
    "unstored.": ("full", "read-only", "failing"),
    "panel.": ("seat", "river", "status-red", "status-green", "status-blue", "buzzer", "button"),
    "setup.": (
        *("players", "unknown-player", "player-twice", "first", "unknown-module", "module-twice"),
        "retrieve-limit",
    ),
    "doctor.health.": tuple(Health),
    "doctor.thing.": THINGS,
    "doctor.says.": (*DOCTORS_OWN, "sound-all", "sound-mistakes"),
    "doctor.cure.": DOCTORS_OWN,
    "why.": (*(f"won-{goal}" for goal in Goal), "joe-take", "joe-swap", "joe-give", "loaded", "unloaded"),
}
"""Keys put together while running, by their fixed beginning; others stand in the calls of `SPEAKERS`."""
SPEAKERS = {
    "_no": ("why-not.",),
    "because": ("why.",),
    "good": ("doctor.says.",),
    "note": ("doctor.says.", "doctor.cure."),
    "wrong": ("doctor.says.", "doctor.cure."),
}
"""Functions that make a message, and the beginnings of its keys; their second argument is the rest."""
REASONS = ("why-not.", "why.", "doctor.")
"""Beginnings of keys of which none may be left over."""


def _calls():
    for file in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                yield node


def _keys_of(argument):
    """The words an argument can be; an f-string is its fixed beginning, a choice is both of its ends."""
    match argument:
        case ast.Constant(value=str(word)):
            return {word}
        case ast.IfExp(body=body, orelse=orelse):
            return _keys_of(body) | _keys_of(orelse)
    return set()


def used_keys():
    keys = {f"{family}{word}" for family, words in FAMILIES.items() for word in words}
    for call in _calls():
        if call.func.id == "Message" and call.args:
            keys |= _keys_of(call.args[0])
        if call.func.id in SPEAKERS and len(call.args) > 1:
            words = _keys_of(call.args[1])
            keys |= {f"{beginning}{word}" for beginning in SPEAKERS[call.func.id] for word in words}
    return keys


def values_given():
    """The names of the values given with each refusal and each reason."""
    given = {}
    for call in _calls():
        if call.func.id in SPEAKERS and all(keyword.arg for keyword in call.keywords):
            names = {str(keyword.arg) for keyword in call.keywords}
            for word in _keys_of(call.args[1]):
                for key in (f"{beginning}{word}" for beginning in SPEAKERS[call.func.id]):
                    # A key that is said from several places may use only what each of them gives.
                    given[key] = names & given.get(key, names)
    return given


def placeholders(sentence):
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_key_used_in_the_code_is_a_sentence_in_every_language(language):
    keys = used_keys()
    assert len(keys) > 100
    assert sorted(keys - catalogue(language).keys()) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_of_the_rules_is_used_somewhere(language):
    reasons = {key for key in catalogue(language) if key.startswith(REASONS)}
    assert sorted(reasons - used_keys()) == []


def test_every_beginning_of_a_key_put_together_while_running_is_known_here():
    beginnings = {
        call.args[0].values[0].value
        for call in _calls()
        if call.func.id == "Message" and call.args and isinstance(call.args[0], ast.JoinedStr)
    }
    assert sorted(beginnings - FAMILIES.keys()) == []


def test_all_languages_know_the_same_keys():
    for one, other in pairwise(LANGUAGES):
        assert sorted(catalogue(one).keys() ^ catalogue(other).keys()) == []


def test_a_sentence_has_the_same_placeholders_in_all_languages():
    for one, other in pairwise(LANGUAGES):
        differing = [
            key
            for key in catalogue(one).keys() & catalogue(other).keys()
            if placeholders(catalogue(one)[key]) != placeholders(catalogue(other)[key])
        ]
        assert sorted(differing) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_asks_only_for_the_values_it_is_given(language):
    missing = {
        key: placeholders(catalogue(language)[key]) - given
        for key, given in values_given().items()
        if placeholders(catalogue(language)[key]) - given
    }
    assert missing == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_has_words_in_it(language):
    assert [key for key, sentence in catalogue(language).items() if not sentence.strip()] == []


def test_a_value_that_is_a_thing_of_the_game_is_said_in_the_language():
    message = Message("why-not.no-gem-to-pay", {"gem": "clear"})
    assert say(message, "en") == "You have brought no clear gem ashore that you could pay with."
    assert "transparente" in say(message, "fr")


def test_a_place_without_a_word_of_its_own_is_said_as_it_is_called():
    assert term("M3", "fr") == "M3"


def test_a_list_of_nothing_is_said_as_nothing():
    assert say(Message("told.river", {"count": 0, "arms": ()})).endswith("nothing")


def test_a_language_nobody_speaks_is_refused_by_name():
    with pytest.raises(ValueError, match="'tlh' is not a language of the companion; it speaks en, fr, de"):
        catalogue("tlh")
