"""The network compares a hull with its colour's empty one and the deposits at set-up, and may dissent."""

import dataclasses
import itertools

import numpy as np
import pytest

from vision.canoes.cargo_network import CargoNetwork, SecondOpinionThresholds, second_opinion
from vision.canoes.hull_crops import hull_crop
from vision.canoes.reader import CANOE_HEIGHT
from vision.sighting import UNKNOWN
from vision.simulate.scene import CanoePiece

GEMS = ("violet", "clear", "yellow", "blue", "pink")


class Looks:
    """Crops of hulls of the virtual table, as they truly lie."""

    def __init__(self, table):
        self.calibration = table.calibration
        self._table = table

    def of(self, canoes):
        scene = dataclasses.replace(self._table.start, canoes=tuple(canoes))
        rectified = self.calibration.canvas.rectify(self._table.picture(scene), self.calibration.pose)
        return [self._crop(rectified, canoe) for canoe in canoes]

    def at_set_up(self):
        canoes = {canoe.colour: canoe for canoe in self._table.start.canoes}
        return {colour: self._crop(self.calibration.setup_bgr, canoe) for colour, canoe in canoes.items()}

    def _crop(self, rectified, canoe):
        pose, canvas = self.calibration.pose, self.calibration.canvas
        ((x, y),) = pose.to_mm(pose.to_px([(canoe.x_mm, canoe.y_mm)], CANOE_HEIGHT.outline_mm))
        return hull_crop(rectified, canvas.at((x, y)), canoe.angle_rad, canvas.px_per_mm)


@pytest.fixture(scope="module")
def looks(calibrated):
    return Looks(calibrated)


@pytest.fixture(scope="module")
def reader(looks):
    return CargoNetwork(looks.calibration, looks.at_set_up())


@pytest.fixture(scope="module")
def loaded(looks):
    """By hull's colour and cargo, the crop of such a canoe on the river."""
    table = {}
    spaces = list(looks.calibration.layout.spaces.values())
    for colour in looks.calibration.players:
        kinds = [(), *((gem,) for gem in GEMS)]
        canoes = [
            CanoePiece(colour, x, y, 0.3 * number, cargo)
            for number, ((x, y), cargo) in enumerate(zip(spaces, kinds, strict=False))
        ]
        table |= dict(zip(((colour, cargo) for cargo in (None, *GEMS)), looks.of(canoes), strict=True))
    return table


def test_what_a_hull_carries_is_the_likeliest(reader, loaded):
    said = reader.probabilities(list(loaded.values()), [colour for colour, _ in loaded])
    right = sum(max(one, key=one.get) == cargo for (_, cargo), one in zip(loaded, said, strict=True))
    assert right >= 0.85 * len(loaded)


def test_when_the_deposits_change_places_so_do_the_gems_that_are_named(looks, reader, loaded):
    """Nothing but the set-up picture says how a gem of a name looks."""
    layout = looks.calibration.layout
    turned = dict(zip(GEMS, (*GEMS[1:], GEMS[0]), strict=True))
    deposits = {
        name: dataclasses.replace(deposit, gem=turned[deposit.gem])
        for name, deposit in layout.deposits.items()
    }
    other = CargoNetwork(
        dataclasses.replace(looks.calibration, layout=dataclasses.replace(layout, deposits=deposits)),
        looks.at_set_up(),
    )
    crops, colours = list(loaded.values()), [colour for colour, _ in loaded]
    for one, another in zip(
        reader.probabilities(crops, colours), other.probabilities(crops, colours), strict=True
    ):
        assert another == pytest.approx({turned.get(gem, gem): share for gem, share in one.items()}, abs=1e-4)


def test_the_probabilities_of_a_hull_sum_to_one_whatever_lies_beside_it_in_the_batch(reader, loaded):
    crops, colours = list(loaded.values()), [colour for colour, _ in loaded]
    together = reader.probabilities(crops, colours)
    for crop, colour, expected in itertools.islice(zip(crops, colours, together, strict=True), 4):
        (alone,) = reader.probabilities([crop], [colour])
        assert alone == pytest.approx(expected, abs=1e-4)
        assert sum(alone.values()) == pytest.approx(1)


def test_a_colour_that_did_not_show_at_set_up_is_taken_for_even(looks, loaded):
    said = CargoNetwork(looks.calibration, {}).probabilities([loaded["red", "yellow"]], ["red"])
    assert max(said[0], key=said[0].get) == "yellow"


def test_of_no_canoes_nothing_is_said(reader):
    assert reader.probabilities([], []) == []


def test_a_colour_that_is_not_of_this_table_is_refused(reader):
    with pytest.raises(KeyError):
        reader.probabilities([np.zeros((24, 48, 3), np.uint8)], ["pink"])


def opinion(told, **probable):
    """Where "empty" is how probable an empty canoe is."""
    return second_opinion(told, 0.7, {None: probable.pop("empty", 0.0), **probable})


@pytest.mark.parametrize(("probability", "cargo"), [(0.4, "pink"), (0.6, UNKNOWN)])
def test_another_cargo_that_is_probable_enough_makes_the_one_told_unknown(probability, cargo):
    assert opinion("pink", blue=probability, pink=0.3) == (cargo, 0.7)
    assert opinion(None, blue=probability, empty=0.3) == (None if cargo == "pink" else UNKNOWN, 0.7)


def test_what_the_network_too_finds_likeliest_stands():
    assert opinion("pink", pink=0.95) == ("pink", 0.7)
    assert opinion(None, empty=0.6, blue=0.4) == (None, 0.7)


@pytest.mark.parametrize(("probability", "told"), [(0.8, (UNKNOWN, 0.7)), (0.95, ("pink", 0.95))])
def test_an_unknown_cargo_is_named_when_it_is_probable_enough(probability, told):
    assert opinion(UNKNOWN, pink=probability, empty=0.05) == told


def test_exactly_the_thresholds_have_their_say():
    limits = SecondOpinionThresholds()
    assert opinion("pink", blue=limits.dissent, pink=0.1)[0] == UNKNOWN
    assert opinion(UNKNOWN, blue=limits.alone)[0] == "blue"


def test_every_threshold_is_tested():
    assert [field.name for field in dataclasses.fields(SecondOpinionThresholds)] == ["dissent", "alone"]
