import pytest
from builders import seen, start
from tables import Table, play_cards


@pytest.fixture
def table(tmp_path):
    """A watched table whose first cards lie face down: red 3, blue 4, green 5."""
    table = Table(tmp_path)
    table.look(seen(start()))
    play_cards(table, red="3", blue="4", green="5")
    yield table
    table.service.close()
