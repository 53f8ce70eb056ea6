"""The assignment problem: each row its own column, so that all together cost least (H. W. Kuhn, 1955)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def cheapest_assignment(costs: NDArray[np.float64]) -> tuple[int, ...]:
    """The column of each row, no column twice, with the least sum of ``costs`` (rows, columns).

    Shortest augmenting paths (R. Jonker and A. Volgenant, 1987): rows join one after the other, and make room for each
    other where that is cheaper. Raises `ValueError` with fewer columns than rows.
    """
    rows, columns = costs.shape
    if columns < rows:
        message = f"{rows} rows for {columns} columns: expected at least as many columns as rows"
        raise ValueError(message)
    nobody = -1
    owner = np.full(columns + 1, nobody)  # the last column is where the row that joins comes from
    row_price, column_price = np.zeros(rows), np.zeros(columns + 1)
    for row in range(rows):
        owner[columns] = row
        here = columns
        reached = np.zeros(columns + 1, bool)
        distance, came_from = np.full(columns, np.inf), np.full(columns, columns)
        while owner[here] != nobody:
            reached[here] = True
            reduced = costs[owner[here]] - row_price[owner[here]] - column_price[:columns]
            shorter = ~reached[:columns] & (reduced < distance)
            distance[shorter], came_from[shorter] = reduced[shorter], here
            there = int(np.argmin(np.where(reached[:columns], np.inf, distance)))
            step = distance[there]
            row_price[owner[reached]] += step
            column_price[reached] -= step
            distance[~reached[:columns]] -= step
            here = there
        while here != columns:
            owner[here] = owner[came_from[here]]
            here = int(came_from[here])
    column_of = {int(row): column for column, row in enumerate(owner[:columns]) if row != nobody}
    return tuple(column_of[row] for row in range(rows))
