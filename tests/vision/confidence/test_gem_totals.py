"""No more gems of a colour lie on the board than the game has: the least sure answer is withheld."""

from dataclasses import replace

from vision.confidence.gem_totals import within_gem_totals
from vision.sighting import UNKNOWN, Board, DiscState, SeenCanoe, SeenSpace, Sighting


def sighting(canoes, deposits, **sure):
    return Sighting(
        board=Board.FOUND,
        board_by="markers",
        readable=True,
        why=None,
        hand=False,
        reprojection_px=0.2,
        spaces={"M1": SeenSpace(DiscState.SEATED, canoes), "M2": SeenSpace(DiscState.UNSEEN, None)},
        insertion=DiscState.MISSING,
        beach={},
        falls={},
        weather=0,
        buoy=0,
        deposits=deposits,
        confidence=sure,
    )


def canoe(cargo, sure):
    return SeenCanoe("red", cargo, 0.99, sure)


def test_as_many_gems_as_the_game_has_are_told():
    seen = sighting((canoe("pink", 0.6),), {"ruby": {"pink": 6}, "amber": {"yellow": 7}}, ruby=0.9, amber=0.9)
    assert within_gem_totals(seen, 7) is seen


def test_of_too_many_the_least_sure_is_withheld_and_no_more():
    seen = sighting(
        (canoe("pink", 0.6), canoe("pink", 0.7), canoe("violet", 0.5)), {"ruby": {"pink": 6}}, ruby=0.9
    )
    told = within_gem_totals(seen, 7)
    assert [one.cargo for one in told.spaces["M1"].canoes] == [UNKNOWN, "pink", "violet"]
    assert told.deposits == seen.deposits
    assert told.spaces["M2"].canoes is None


def test_a_deposit_that_is_less_sure_than_the_canoes_is_withheld():
    seen = sighting((canoe("pink", 0.95), canoe("pink", 0.9)), {"ruby": {"pink": 6}}, ruby=0.8)
    told = within_gem_totals(seen, 7)
    assert told.deposits == {"ruby": None}
    assert told.spaces == seen.spaces


def test_one_deposit_with_two_colours_too_many_is_withheld_once():
    seen = sighting(
        (), {"ruby": {"pink": 5, "blue": 2}, "sapphire": {"blue": 6, "pink": 3}}, ruby=0.5, sapphire=0.9
    )
    assert within_gem_totals(seen, 7).deposits == {"ruby": None, "sapphire": {"blue": 6, "pink": 3}}


def test_an_answer_without_a_confidence_is_taken_for_the_surest():
    seen = replace(sighting((SeenCanoe("red", "pink"),), {"ruby": {"pink": 7}}, ruby=0.99))
    told = within_gem_totals(seen, 7)
    assert told.deposits == {"ruby": None}
    assert told.spaces["M1"].canoes == (SeenCanoe("red", "pink"),)
