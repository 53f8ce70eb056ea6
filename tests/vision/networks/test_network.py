"""Networks from ONNX files, run by OpenCV."""

from concurrent.futures import ThreadPoolExecutor
from importlib import resources
from pathlib import Path

import numpy as np
import pytest

from vision.networks.network import Network

LEFT_MINUS_TWO_RIGHT = Path(__file__).with_name("left_minus_two_right.onnx").read_bytes()
"""Of two batches (2, 3, 4, 4): the means (2, 3) of the left one less twice those of the right one."""


def batch(value):
    return np.full((2, 3, 4, 4), value, np.float32)


@pytest.fixture
def network():
    return Network(LEFT_MINUS_TWO_RIGHT)


def test_inputs_are_told_apart_by_their_names(network):
    assert network.forward(left=batch(7), right=batch(2)) == pytest.approx(3)
    assert network.forward(right=batch(7), left=batch(2)) == pytest.approx(-12)


def test_each_of_a_batch_has_its_own_answer(network):
    left = batch(1)
    left[1] = 5
    assert network.forward(left=left, right=batch(0)) == pytest.approx(np.array([[1.0] * 3, [5.0] * 3]))


def test_an_answer_stays_as_it_was_when_the_network_is_asked_again(network):
    first = network.forward(left=batch(7), right=batch(2))
    network.forward(left=batch(0), right=batch(0))
    assert first == pytest.approx(3)


def test_batches_need_not_lie_in_memory_as_the_network_wants_them(network):
    assert network.forward(left=batch(7)[::-1, ..., ::-1].astype(float), right=batch(2)) == pytest.approx(3)


def test_threads_get_the_answer_to_what_they_asked(network):
    asked = [float(value) for value in range(200)]
    with ThreadPoolExecutor(4) as threads:
        answers = threads.map(lambda value: network.forward(left=batch(value), right=batch(0))[0, 0], asked)
    assert [*answers] == pytest.approx(asked)


def test_networks_of_the_package_are_read_once(monkeypatch):
    monkeypatch.setattr("vision.networks.network.resources.files", lambda _: Path(__file__).parent)
    Network.packaged.cache_clear()
    assert Network.packaged("left_minus_two_right") is Network.packaged("left_minus_two_right")
    Network.packaged.cache_clear()


def test_all_networks_together_weigh_less_than_two_megabytes():
    files = [file for file in resources.files("vision.networks").iterdir() if file.name.endswith(".onnx")]
    assert files
    assert sum(len(file.read_bytes()) for file in files) < 2_000_000
