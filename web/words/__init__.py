"""The page's own texts (buttons, headings), beside the companion's sentences about the game."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


@cache
def page_words(language: str) -> Mapping[str, str]:
    """Every text of the page in one language, by its key."""
    file = resources.files(__package__) / f"{language}.toml"
    return {key: str(text) for key, text in tomllib.loads(file.read_text(encoding="utf-8")).items()}
