"""How the command line ends: 0 done, 1 the answer is no, 2 the call or a file is unusable."""

import click
import pytest
from click.testing import CliRunner

from companion.cli import main, niagara
from companion.cli.output import answer_no


@pytest.mark.parametrize(
    "call", [["replay", "nowhere.ngr"], ["no-such-command"], ["export", "1", "--games", "none"]]
)
def test_a_call_or_a_file_that_cannot_be_used_ends_with_two(monkeypatch, capsys, call):
    monkeypatch.setattr("sys.argv", ["niagara", *call])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 2
    assert "Traceback" not in capsys.readouterr().err


def test_the_answer_no_ends_with_one(capsys):
    with pytest.raises(click.exceptions.Exit) as left:
        answer_no("Game 1 is going on.")
    assert left.value.exit_code == 1
    assert "Game 1" in capsys.readouterr().err


def test_what_could_be_done_ends_with_nothing(tmp_path):
    assert CliRunner().invoke(niagara, ["wiring", "-o", str(tmp_path / "wiring.svg")]).exit_code == 0
