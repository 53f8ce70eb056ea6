"""The command line as other programs and people meet it: documents, exit status, one clear sentence."""

import json

import pytest
from builders import start
from called import niagara, niagara_program

from companion.engine import Choose, Move, Paddle, River, apply, state_from_json, state_to_json, write_record
from companion.operation.settings import load_settings
from companion.operation.wiring import TableParts, open_table

ROUND = (
    Choose("red", "3"),
    Choose("blue", "4"),
    Choose("green", "5"),
    Paddle("red", (Move("red-1", "M3"),)),
    Paddle("blue", (Move("blue-1", "M4"),)),
    Paddle("green", (Move("green-1", "M3", after=("load:violet",)),)),
    River(("left", "right", "left")),
)


@pytest.fixture
def record(tmp_path):
    file = tmp_path / "game.ngr"
    file.write_text(write_record(start().setup, ROUND))
    return file


def one_sentence(result, status):
    assert result.returncode == status, result.stderr
    assert "Traceback" not in result.stderr
    assert result.stderr.strip()
    return result.stderr


def test_replay_prints_the_state_after_the_record(record):
    state = start()
    for action in ROUND:
        state = apply(state, action)
    result = niagara_program("replay", record, "--json")
    assert result.returncode == 0
    assert json.loads(result.stdout) == state_to_json(state)


def test_replay_each_is_a_list_with_the_header_first(record):
    states = json.loads(niagara("replay", record, "--each", "--json").stdout)
    assert len(states) == len(ROUND) + 1
    assert states[0]["round"] == 1
    assert states[0]["to_act"] == ["red", "blue", "green"]


def test_replay_in_notation_can_be_replayed_and_is_the_same_game(record, tmp_path):
    sheet = tmp_path / "game.ngn"
    sheet.write_text(niagara("replay", record, "--notation", "--explain").stdout)
    assert "green 1 M3 +violet\n#   B5 Points for each canoe of green that moves: 5" in sheet.read_text()
    assert json.loads(niagara("replay", sheet, "--json").stdout) == json.loads(
        niagara("replay", record, "--json").stdout
    )


def test_a_line_of_notation_that_is_not_clear_exits_2_and_says_what_may_be_meant(tmp_path):
    sheet = tmp_path / "game.ngn"
    sheet.write_text("niagara red blue green\nred [3]\nblue [3]\ngreen [3]\nred M3\n")
    assert "line 5: 'red M3' may mean red 1 M3 or red 2 M3" in one_sentence(niagara("replay", sheet), 2)


def test_legal_in_notation_lists_lines_that_may_be_played(record):
    assert niagara("legal", record, "--notation").stdout.startswith("red [1]\nred [2]\nred [4]\n")


def test_replay_explains_in_the_language_asked_for(record):
    assert (
        "B7 vert 1 charge une gemme (violette)"
        in niagara("replay", record, "--explain", "--language", "fr").stdout
    )


def test_legal_each_prints_a_list_a_line_whose_states_are_the_engines(record):
    lines = niagara("legal", record, "--each", "--json").stdout.splitlines()
    assert len(lines) == len(ROUND) + 1
    for row in json.loads(lines[3]):
        assert row["action"]["act"] == "paddle"
        assert state_to_json(state_from_json(row["state"], start().setup)) == row["state"]


def test_an_illegal_line_exits_1_and_names_line_rule_and_what_would_be_legal(record):
    lines = record.read_text().splitlines()
    lines[4] = lines[4].replace("M3", "M5")
    record.write_text("\n".join(lines) + "\n")
    result = niagara_program("replay", record, "--each", "--json")
    message = one_sentence(result, 1)
    assert "line 5" in message
    assert "B5" in message
    assert "Legal would be" in message
    assert len(json.loads(result.stdout)) == 4, "everything before the illegal line is kept"


def test_a_record_cut_in_the_middle_of_a_line_is_reported_and_the_rest_kept(record):
    record.write_text(record.read_text()[:-20])
    result = niagara("replay", record, "--each", "--json")
    assert "line 8" in one_sentence(result, 2)
    assert len(json.loads(result.stdout)) == len(ROUND)


@pytest.mark.parametrize(
    ("header", "named"),
    [
        (
            '{"format":"niagara-record","version":1,"players":["red","purple","green"],"first":"red"}',
            "purple",
        ),
        ('{"format":"niagara-record","version":1,"players":["red","blue"],"first":"red"}', "2 players"),
        (
            '{"format":"niagara-record","version":9,"players":["red","blue","green"],"first":"red"}',
            "version 9",
        ),
        ("shopping list", "JSON"),
        ("", "JSON"),
    ],
)
def test_a_header_that_is_none_is_named_with_what_was_expected(tmp_path, header, named):
    file = tmp_path / "game.ngr"
    file.write_text(header + "\n")
    assert named in one_sentence(niagara("replay", file), 2)


def test_a_text_file_is_no_picture(tmp_path):
    picture = tmp_path / "table.jpg"
    picture.write_text("not a picture")
    result = niagara("calibrate", "--empty", picture, "--setup", picture, "--players", "red,blue,green")
    assert "not a picture" in one_sentence(result, 2)


def test_a_file_that_is_no_calibration_says_how_to_make_one(tmp_path):
    picture = tmp_path / "table.jpg"
    picture.write_text("not a picture")
    result = niagara("read", picture, "--calibration", picture)
    assert "niagara calibrate" in one_sentence(result, 2)


def test_without_pins_the_panel_says_what_to_do():
    assert "mock" in one_sentence(niagara("panel"), 2)


def test_without_a_calibration_the_table_opens_and_says_where_to_make_one(tmp_path):
    settings = tmp_path / "settings.toml"
    settings.write_text(f'games = "{tmp_path}/g.sqlite3"\n[camera]\ncalibration = "{tmp_path}/none.zip"\n')
    nowhere = tmp_path / "no-camera"
    ran = niagara_program("run", "--settings", settings, "--panel", "none", "--camera", nowhere)
    assert "no calibration yet; the host makes one on the page" in ran.stderr
    assert (ran.returncode, "no such camera" in ran.stderr) == (2, True)


def test_settings_that_are_wrong_are_all_named(tmp_path):
    settings = tmp_path / "settings.toml"
    settings.write_text('language = "xx"\n[web]\nport = 0\n[wobble]\n')
    message = one_sentence(niagara("wiring", "--settings", settings), 2)
    for part in ("language", "web.port", "wobble"):
        assert part in message


def test_the_wiring_lists_every_part_with_its_pin():
    parts = json.loads(niagara("wiring", "--json").stdout)
    assert {"buzzer", "river lamp 1", "lamp, seat 6"} <= {row["part"] for row in parts}


@pytest.mark.parametrize(
    "command", ["demo", "run", "markers", "calibrate", "places", "read", "check", "replay", "legal"]
)
def test_every_command_explains_itself(command):
    result = niagara(command, "--help")
    assert result.returncode == 0
    assert "Usage" in result.stdout


def test_unknown_players_of_a_demo_are_refused():
    assert "purple" in one_sentence(niagara("demo", "--players", "red,purple,green"), 2)


def test_a_record_that_is_no_text_is_one_sentence_for_every_command(tmp_path):
    file = tmp_path / "game.ngr"
    file.write_bytes(b"\xff\xfe\x00")
    for arguments in (("replay", file), ("legal", file)):
        assert "not a text file" in one_sentence(niagara(*arguments), 2)


def test_what_cannot_be_written_is_named_as_it_was_asked_for(tmp_path):
    (tmp_path / "file").write_bytes(b"")
    for command in ("markers", "wiring"):
        target = tmp_path / "file/output"
        assert str(target) in one_sentence(niagara(command, "-o", target), 2)


def test_the_hosts_link_is_the_one_that_the_running_companion_has(tmp_path):
    settings = tmp_path / "settings.toml"
    settings.write_text(f'games = "{tmp_path}/games.sqlite3"\n[web]\nport = 8123\n')
    link = niagara("host", "--settings", settings).stdout.strip()
    assert ":8123/host/" in link
    assert niagara("host", "--settings", settings).stdout.strip() == link
    with open_table(load_settings(settings), TableParts(secret_file=tmp_path / "page-secret")) as table:
        assert link.endswith(f"/host/{table.service.host_key}")
