"""What the players of the virtual table say when they are asked what happened."""

import pytest
from builders import chosen, placed, seen, start

from companion.rehearsal.ground_truth import true_hypothesis


@pytest.fixture
def lies():
    return placed(chosen(start(), red="3", blue="4", green="5"), red_1="M3+violet")


def test_they_name_the_hypothesis_after_which_all_lies_as_it_does(lies):
    hypotheses = {"elsewhere": placed(lies, red_1="M4"), "so": lies}
    assert true_hypothesis(hypotheses, seen(lies)) == "so"


def test_a_gem_put_back_wrongly_makes_no_hypothesis_untrue_but_a_tidy_one_is_truer(lies):
    untidy = seen(lies, deposits=seen(start()).deposits)
    assert true_hypothesis({"so": lies}, untidy) == "so"
    tidy = placed(start(), red_1="M3")
    assert true_hypothesis({"so": lies, "tidy": tidy}, seen(tidy)) == "tidy"


def test_a_hypothesis_with_another_gem_in_a_canoe_is_not_true(lies):
    assert true_hypothesis({"unloaded": placed(lies, red_1="M3")}, seen(lies)) is None
