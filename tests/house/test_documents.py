"""What the documents name is there: a map that is wrong is worse than none."""

import re

import pytest
from paths import DOCS, REPOSITORY

DOCUMENTS = (REPOSITORY / "README.md", *sorted(DOCS.glob("*.md")))
ROOMS = ("", "companion/", "companion/engine/", "vision/", "web/", "docs/", "tests/")
"""A path is given from the repository's root or from the room that a chapter is about."""
SPOKEN = re.compile(r"`([\w.][\w./*-]*)`")
LINKED = re.compile(r"\]\(([^)#\s:]+)\)")
FILE = re.compile(r"/|\.(py|toml|md|sh|js|css|jpg|png|svg|ngn)$")
MADE = (".cache/",)
"""Folders that commands make."""
FOLDERS = ("companion", "vision", "hardware", "web", "tests", "docs", "system")


def named(text):
    """The files and folders that a text in Markdown names or links to."""
    spoken = {word for word in SPOKEN.findall(text) if FILE.search(word)}
    return {word for word in spoken | set(LINKED.findall(text)) if not word.startswith(MADE)}


def is_there(name, names):
    """Whether a path leads to something from a room; a name without a folder may lie anywhere."""
    return name in names or any(any(REPOSITORY.glob(room + name.rstrip("/"))) for room in ROOMS)


@pytest.fixture(scope="module")
def names():
    inside = (path for folder in FOLDERS for path in (REPOSITORY / folder).rglob("*"))
    return {path.name for path in (*inside, *REPOSITORY.glob("*")) if path.is_file()}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.name)
def test_every_file_that_a_document_names_is_there(document, names):
    missing = sorted(
        name for name in named(document.read_text(encoding="utf-8")) if not is_there(name, names)
    )
    assert missing == []


def test_a_file_that_is_not_there_is_noticed(names):
    text = "`vision/attic.py`, `attic.py`, ![x](screens/attic.png), `engine/rules.py`, `rules.py`, `and/or` and `12.5`"
    assert {name for name in named(text) if not is_there(name, names)} == {
        "vision/attic.py",
        "attic.py",
        "screens/attic.png",
        "and/or",
    }
