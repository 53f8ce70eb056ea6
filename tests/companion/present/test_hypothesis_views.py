"""What a question shows: the board after each answer, and where the answers differ."""

from builders import placed, start

from companion.present.hypothesis_views import hypothesis_views


def test_the_places_at_which_two_hypotheses_differ_are_named_and_no_others():
    one, other = placed(start(), red_1="L1", blue_1="M2"), placed(start(), red_1="R1", blue_1="M2")
    told = hypothesis_views(start(), {"0": one, "1": other})
    assert told["0"].differing == told["1"].differing == ("L1", "R1")
    assert [canoe.colour for canoe in told["0"].places["L1"]] == ["red"]
    assert told["1"].places["L1"] == ()


def test_canoes_of_one_colour_look_alike():
    one, other = placed(start(), red_1="M2", red_2="M4"), placed(start(), red_1="M4", red_2="M2")
    assert hypothesis_views(start(), {"0": one, "1": other})["0"].differing == ()


def test_gems_and_weather_are_differences_too():
    one, other = placed(start(), red_1="M3"), placed(start(), red_1="M3+violet", weather=1)
    assert hypothesis_views(start(), {"0": one, "1": other})["0"].differing == ("M3", "amethyst", "weather")


def test_a_single_hypothesis_is_held_against_the_board_as_it_lies():
    told = hypothesis_views(start(), {"0": placed(start(), red_1="M3")})
    assert told["0"].differing == ("M3", "beach")
