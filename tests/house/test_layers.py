"""The contracts between the rooms are kept, and each of them would notice."""

import shutil
import subprocess
import sys

import pytest
from paths import REPOSITORY

ROOMS = ("companion", "vision", "hardware", "web")


def lint(folder):
    """What `lint-imports` says of the packages in this folder."""
    command = [
        sys.executable,
        "-c",
        "from importlinter.cli import lint_imports_command as l; l(['--no-cache'])",
    ]
    return subprocess.run(  # noqa: S603 - the tool of `make check`, on a copy
        command, cwd=folder, capture_output=True, text=True, timeout=120, check=False
    )


@pytest.fixture
def copy(tmp_path):
    """A copy of the packages and their contracts."""
    for room in ROOMS:
        shutil.copytree(REPOSITORY / room, tmp_path / room, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(REPOSITORY / "tests/house", tmp_path / "tests/house")
    shutil.copy(REPOSITORY / "pyproject.toml", tmp_path)
    return tmp_path


def plant(folder, module, line):
    file = folder / module
    file.write_text(file.read_text(encoding="utf-8") + f"\n{line}\n", encoding="utf-8")


def test_the_rooms_keep_their_contracts(copy):
    done = lint(copy)
    assert done.returncode == 0, done.stdout
    assert "0 broken" in done.stdout


@pytest.mark.parametrize(
    ("module", "line", "contract"),
    [
        ("companion/interpret/judgement.py", "import vision.reader", "The core is plain Python"),
        ("companion/engine/rules.py", "import companion.files", "The engine imports the standard library"),
        ("companion/engine/rules.py", "import numpy", "The engine imports the standard library"),
        ("companion/board/picture.py", "import companion.referee.lookout", "The companion's folders are layers"),
        ("companion/adapters/voice.py", "import companion.operation.wiring", "The companion's folders are layers"),
        ("vision/discs/reader.py", "import vision.canoes.reader", "The folders of vision are layers"),
        ("vision/geometry.py", "import companion.engine", "Vision is geometry and light"),
        ("hardware/pins.py", "import gpiozero", "Hardware is pins and patterns"),
        ("web/pages.py", "import companion.engine", "The page sees the service"),
        ("web/pages.py", "import requests", "The page sees the service"),
        ("companion/engine/board.py", "import companion.engine.rules", "No two folders"),
    ],
)  # fmt: skip
def test_an_import_against_the_layers_breaks_a_contract(copy, module, line, contract):
    plant(copy, module, line)
    done = lint(copy)
    assert done.returncode != 0
    told = " ".join(done.stdout.split())
    assert any(f"{name} BROKEN" in told for name in _names(told, contract)), done.stdout


def test_a_folder_without_a_place_among_the_layers_breaks_a_contract(copy):
    (copy / "companion/cellar").mkdir()
    (copy / "companion/cellar/__init__.py").write_text('"""A room that nobody planned."""\n')
    done = lint(copy)
    assert done.returncode != 0
    assert "cellar" in done.stdout


def _names(told, beginning):
    """The whole names of the contracts that begin so, as they are printed."""
    return {
        part[part.index(beginning) :]
        for part in told.replace(" KEPT", " BROKEN").split(" BROKEN")
        if beginning in part
    }
