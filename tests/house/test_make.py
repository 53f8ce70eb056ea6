"""Every `make` target that anybody is told of exists, and `make help` lists it."""

import re
import shutil
import subprocess

import pytest
from paths import DOCS, REPOSITORY

MAKEFILE = (REPOSITORY / "Makefile").read_text(encoding="utf-8")
PROSE = (REPOSITORY / "README.md", REPOSITORY / "CHANGELOG.md", *sorted(DOCS.glob("*.md")))
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
SPOKEN = re.compile(r"`make ([a-z][a-z0-9-]*)")
"""In prose a command stands between backticks: to make do is no target."""
TYPED = re.compile(r"(?:^|&&|;|\$)\s*make \"?([a-z][a-z0-9-]*)", re.MULTILINE)


def named(text):
    """The targets that a text in Markdown names."""
    blocks = "".join(FENCE.findall(text))
    return {*SPOKEN.findall(text), *TYPED.findall(blocks)}


def rules():
    return set(re.findall(r"^([a-z][a-z0-9-]*):", MAKEFILE, re.MULTILINE))


@pytest.mark.parametrize("file", PROSE, ids=lambda file: file.name)
def test_every_target_that_the_documents_name_exists(file):
    assert named(file.read_text(encoding="utf-8")) <= rules()


def test_every_target_that_the_checks_call_exists():
    called = set(TYPED.findall((REPOSITORY / ".ci/run").read_text(encoding="utf-8")))
    assert {"check", "test"} <= called
    machines = {
        "test-" + path.name.removeprefix("test-") for path in (REPOSITORY / "tests/machines").glob("test-*")
    }
    assert called - {"test-"} | machines <= rules()


def test_every_target_is_phony():
    phony = re.search(r"^\.PHONY: (.*)$", MAKEFILE, re.MULTILINE)[1].split()
    assert sorted(phony) == sorted(rules())


def test_help_lists_every_target_that_people_call():
    make = shutil.which("make")
    assert make
    done = subprocess.run(  # noqa: S603 - our own Makefile
        [make, "-C", REPOSITORY, "help"], capture_output=True, text=True, timeout=30, check=True
    )
    listed = {line.split()[0] for line in done.stdout.splitlines() if line and not line.startswith("make")}
    assert listed == rules() - {"python", "chromium"}, "but those that others need first"


def test_a_command_is_told_from_a_sentence():
    text = (
        "You can make do with `make quick`.\nmake it so\n\n```\nmake demo ARGS=x\ncd x && make check\n```\n"
    )
    assert named(text) == {"quick", "demo", "check"}
