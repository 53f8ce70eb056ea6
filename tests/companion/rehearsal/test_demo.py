"""A whole game through the pictures: rendered, read, cross-checked, announced, put right - to a winner."""

from companion.rehearsal.trial import PLAIN, Rates, Trial


def test_bots_play_a_game_through_the_pictures_to_a_winner_and_their_slips_are_announced():
    trial = Trial.played(2, PLAIN, Rates(slip=0.25, lamp=0.0, knock=0.0, hurry=0.2))
    row = trial.to_json()
    assert row["winners"]
    assert row["mistakes"] >= 3
    assert row["announced"] >= row["mistakes"] - 1
    assert row["false_alarms"] == 0, "nothing is called wrong that is right"
    assert row["silent"] == 0, "nothing is taken for a move that was none"
