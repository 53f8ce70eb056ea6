"""The assignment problem, against all permutations of small ones."""

import itertools

import numpy as np
import pytest

from vision.imaging.assignment import cheapest_assignment


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (2, 2), (3, 3), (4, 4), (2, 5), (3, 4)])
def test_no_other_assignment_is_cheaper(rows, columns):
    draw = np.random.default_rng(rows * 10 + columns)
    for _ in range(20):
        costs = draw.normal(size=(rows, columns))
        found = cheapest_assignment(costs)
        assert len(set(found)) == rows

        def cost(columns_of_rows, costs=costs):
            return sum(costs[row, column] for row, column in enumerate(columns_of_rows))

        cheapest = min(map(cost, itertools.permutations(range(columns), rows)))
        assert cost(found) == pytest.approx(cheapest)


def test_a_row_makes_room_where_that_is_cheaper():
    assert cheapest_assignment(np.array([[1.0, 2.0], [1.0, 9.0]])) == (1, 0)


def test_more_rows_than_columns_cannot_be_assigned():
    with pytest.raises(ValueError, match="expected at least as many columns as rows"):
        cheapest_assignment(np.zeros((3, 2)))
