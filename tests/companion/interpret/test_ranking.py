"""When the evidence of gems and arms decides between explanations; everything in nats."""

import pytest
from thresholds import beside, uncovered

from companion.interpret.ranking import Credence, EvidenceThresholds, beats, credence

SURE, ASKED, REFUSED = Credence.SURE, Credence.ASKED, Credence.REFUSED

# field, sentence, two log-likelihoods, whether the first beats the second
MARGIN = [
    ("margin", "sixteen to one is still a question", -1.0, -3.8, False),
    ("margin", "twenty-four to one is none", -1.0, -4.2, True),
]
# field, sentence, surprise, what becomes of the explanation
CREDENCE = [
    ("surprise_asked", "an explanation whose gems are seen nearly as it has them is taken", 0.9, SURE),
    ("surprise_asked", "an explanation that lacks a gem it loaded is asked about", 1.1, ASKED),
    ("surprise_refused", "an explanation with two clear gems overlooked is still asked about", 4.5, ASKED),
    ("surprise_refused", "an explanation with an imagined gem is none", 5.2, REFUSED),
]


@pytest.mark.parametrize(("one", "other", "decided"), beside(MARGIN))
def test_an_explanation_beats_another_from_twenty_to_one(one, other, decided):
    assert beats(one, other) is decided


@pytest.mark.parametrize(("surprise", "verdict"), beside(CREDENCE))
def test_an_explanation_is_believed_by_the_gems_it_moved_itself(surprise, verdict):
    assert credence(surprise) is verdict


def test_both_sides_of_every_threshold_are_tried():
    assert not uncovered(EvidenceThresholds, [*MARGIN, *CREDENCE])
