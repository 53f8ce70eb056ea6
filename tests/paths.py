"""Where things lie in the repository, for tests at any depth."""

from pathlib import Path

REPOSITORY = Path(__file__).parents[1]
TESTS = REPOSITORY / "tests"
PICTURES = TESTS / "pictures"
DOCS = REPOSITORY / "docs"
