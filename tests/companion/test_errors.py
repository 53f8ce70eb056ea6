"""What a refusal quotes of what somebody sent."""

import pytest
from builders import start

from companion.errors import Refused
from companion.game.action_keys import action_of, key_of
from companion.game.game import Game
from companion.game.log import GameLog
from companion.game.seating import sit_down


@pytest.mark.parametrize(("sent", "quoted"), [(70, 70), (90, 80)])
def test_an_order_that_is_not_understood_is_quoted_as_far_as_a_line_goes(sent, quoted):
    with pytest.raises(Refused) as refused:
        action_of("x" * sent)
    assert refused.value.message.values["text"] == "x" * quoted


@pytest.mark.parametrize(("sent", "quoted"), [(18, 18), (25, 20)])
def test_a_name_that_nobody_has_is_quoted_shortly(tmp_path, sent, quoted):
    with GameLog(tmp_path / "games.sqlite3") as log, pytest.raises(Refused) as refused:
        sit_down(Game.begin(log, start().setup), "x" * sent, "Ada", None, bot=False)
    assert refused.value.message.values["colour"] == "x" * quoted


def test_a_key_is_understood_as_the_action_it_was_made_of():
    key = '{"act":"paddle","player":"red","moves":[{"canoe":"red-1","to":"M3"}]}'
    assert key_of(action_of(key)) == key
