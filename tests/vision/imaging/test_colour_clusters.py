"""Colours told apart without labels: k-means, names for the clusters, and classification EM."""

import dataclasses

import numpy as np
import pytest

from vision.imaging.colour_clusters import ColourClusterThresholds, learn_clusters, likeliest
from vision.imaging.colour_models import ColourModel, to_lab

USUAL_BGR = {
    "red": (45, 40, 200),
    "green": (55, 110, 30),
    "yellow": (30, 190, 225),
    "brown": (45, 60, 95),
    "black": (42, 38, 36),
}
ALL_BGR = np.stack(np.meshgrid(*[np.arange(0, 256, 3, dtype=np.uint8)] * 3), axis=-1).reshape(-1, 3)
ALL_LAB = to_lab(ALL_BGR)


def bgr_of(lab):
    """The colour in B, G, R, of those three grey levels apart, that is nearest to one in Lab."""
    return tuple(int(part) for part in ALL_BGR[np.argmin(((ALL_LAB - lab) ** 2).sum(axis=1))])


def pixels(*counted):
    return np.concatenate([np.array([bgr] * count, np.uint8) for count, bgr in counted])


def test_each_name_gets_the_pixels_that_are_most_like_it():
    mixed = pixels((300, (50, 50, 180)), (200, (60, 120, 40)), (250, (40, 170, 200)))
    models, owner = learn_clusters(mixed, ("yellow", "red", "green"), USUAL_BGR)
    assert owner.tolist() == [1] * 300 + [2] * 200 + [0] * 250
    assert models["red"].mean == pytest.approx(to_lab(np.array([(50, 50, 180)], np.uint8))[0], abs=1)


def test_names_are_given_to_all_clusters_at_once():
    """Both look most like the usual yellow; one of them must be green."""
    green_in_warm_light, yellow_in_warm_light = (30, 170, 160), (20, 180, 240)
    mixed = pixels((200, green_in_warm_light), (200, yellow_in_warm_light))
    _, owner = learn_clusters(mixed, ("green", "yellow"), USUAL_BGR)
    assert owner.tolist() == [0] * 200 + [1] * 200


@pytest.mark.parametrize(("each", "learnt"), [(50, False), (70, True)])
def test_with_fewer_than_sixty_pixels_a_name_nothing_is_learnt(each, learnt):
    models, owner = learn_clusters(
        pixels((each, (50, 50, 180)), (each, (60, 120, 40))), ("red", "green"), USUAL_BGR
    )
    assert bool(np.all(owner >= 0)) is learnt
    assumed_red = to_lab(np.array([USUAL_BGR["red"]], np.uint8))[0]
    assert np.allclose(models["red"].mean, assumed_red) is not learnt


@pytest.mark.parametrize(("few", "learnt"), [(54, False), (66, True)])
def test_a_cluster_of_fewer_than_sixty_pixels_is_as_wide_as_is_assumed(few, learnt):
    """24 steps in lightness and ten in chroma; learnt from pixels all alike it is ten and five."""
    models, _ = learn_clusters(
        pixels((few, (50, 50, 180)), (200, (60, 120, 40))), ("red", "green"), USUAL_BGR
    )
    wide = np.sqrt(np.diag(models["red"].covariance))
    assert wide == pytest.approx((10, 5, 5) if learnt else (24, 10, 10), rel=0.1)


def two_pairs(lightness_apart, chroma_apart):
    """Two bright and two dark heaps of pixels, two of one chroma and two of another: four corners of a rectangle."""
    return [
        (150, bgr_of((lightness, 128 + chroma, 128)))
        for lightness in (150 - lightness_apart / 2, 150 + lightness_apart / 2)
        for chroma in (-chroma_apart / 2, chroma_apart / 2)
    ]


USUAL_OF_PAIRS = {"dark green": bgr_of((150, 108, 128)), "pink": bgr_of((150, 148, 128))}


@pytest.mark.parametrize(("lightness_apart", "by_chroma"), [(66, True), (96, False)])
def test_clusters_differ_in_chroma_rather_than_in_twice_as_much_lightness(lightness_apart, by_chroma):
    heaps = two_pairs(lightness_apart, 40.0)
    _, owner = learn_clusters(pixels(*heaps), tuple(USUAL_OF_PAIRS), USUAL_OF_PAIRS)
    first, second = owner[75], owner[225]
    assert bool(first != second) is by_chroma


@pytest.mark.parametrize(("lightness_apart", "by_chroma"), [(51, True), (63, False)])
def test_names_follow_chroma_rather_than_half_as_much_again_of_lightness(lightness_apart, by_chroma):
    """One cluster has the lightness of the one usual colour and the chroma of the other, and so has the other."""
    dark_pink, light_green = (120, 148, 128), (120 + lightness_apart, 108, 128)
    usual = {
        "dark green": bgr_of((120, 108, 128)),
        "light pink": bgr_of((120 + lightness_apart, 148, 128)),
    }
    mixed = pixels((200, bgr_of(dark_pink)), (200, bgr_of(light_green)))
    _, owner = learn_clusters(mixed, ("dark green", "light pink"), usual)
    assert (owner.tolist() == [1] * 200 + [0] * 200) is by_chroma


GREY = np.array([128.0, 128.0, 128.0])


def test_a_colour_is_nobodys_from_four_deviations_on():
    model = ColourModel(GREY, np.diag([100.0, 100.0, 100.0]))
    within, beyond = GREY + np.array([(38, 0, 0), (0, -38, 0)]), GREY + np.array([(42, 0, 0), (0, 0, -42)])
    assert likeliest(within, [model]).tolist() == [0, 0]
    assert likeliest(beyond, [model]).tolist() == [-1, -1]


def test_of_two_models_as_far_in_deviations_the_narrow_one_is_likelier():
    narrow, wide = ColourModel(GREY, np.eye(3) * 25.0), ColourModel(GREY + 0.0, np.eye(3) * 400.0)
    assert likeliest(GREY[None], [wide, narrow]).tolist() == [1]
    assert likeliest(GREY[None] + (0, 18, 0), [wide, narrow]).tolist() == [0]


CORE = 2000
SHELLS = ((11, 24), (14, 28), (14, 32.5), (13, 37.5), (14, 43.5), (13, 50), (14, 58))
"""Pixels on either side of a colour, and their distance from it in chroma.

Each shell is beyond four deviations as soon as those outside of it are gone: what a shell adds to the variance of a
slack of five steps makes four deviations 7 % less than its distance.
"""


def test_each_round_drops_the_outliers_that_the_round_before_made_out():
    heaps = [(CORE, 0.0)] + [(count, side * off) for count, off in SHELLS for side in (1, -1)]
    mixed = pixels(*[(count, bgr_of((150, 128, 128 + off))) for count, off in heaps])
    _, owner = learn_clusters(mixed, ("one",), {"one": (150, 150, 150)})
    ends = np.cumsum([count for count, _ in heaps])
    starts = (0, *ends[:-1])
    kept = [bool(np.all(owner[start:end] == 0)) for start, end in zip(starts, ends, strict=True)]
    rounds = 4
    assert kept == [True] + [True, True] * (len(SHELLS) - rounds) + [False, False] * rounds


TESTED = {
    "fewest_pixels": test_a_cluster_of_fewer_than_sixty_pixels_is_as_wide_as_is_assumed,
    "clustering_lightness": test_clusters_differ_in_chroma_rather_than_in_twice_as_much_lightness,
    "naming_lightness": test_names_follow_chroma_rather_than_half_as_much_again_of_lightness,
    "gate_squared": test_a_colour_is_nobodys_from_four_deviations_on,
    "rounds": test_each_round_drops_the_outliers_that_the_round_before_made_out,
    "unlearnt_lightness_lab": test_a_cluster_of_fewer_than_sixty_pixels_is_as_wide_as_is_assumed,
    "unlearnt_chroma_lab": test_a_cluster_of_fewer_than_sixty_pixels_is_as_wide_as_is_assumed,
}


def test_every_threshold_is_tested():
    assert set(TESTED) == {field.name for field in dataclasses.fields(ColourClusterThresholds)}
