"""A whole game through the pictures: rendered, read, cross-checked, announced, put right - to a winner."""

from companion.trial import Trial


def test_bots_play_a_game_through_the_pictures_to_a_winner_and_their_slips_are_announced():
    trial = Trial.played(1, ("red", "blue", "green"))
    row = trial.to_json()
    assert row["winners"]
    assert row["mistakes"] >= 3
    assert row["announced"] >= 0.8 * row["mistakes"]
    assert row["false_alarms"] <= 2, "nearly nothing is called wrong that is right"
