"""``niagara settings``: every setting with its sentence, as a file that can be used as it is."""

import pytest
from called import niagara
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from companion.operation.settings import PanelSettings, Settings, TableSettings, as_toml, load_settings


def fields(section):
    for name, info in section.model_fields.items():
        yield name, info
        if isinstance(info.annotation, type) and issubclass(info.annotation, BaseModel):
            yield from fields(info.annotation)


def test_every_setting_has_its_sentence():
    bare = [
        name
        for name, info in fields(Settings)
        if not isinstance(info.default, BaseModel) and not info.description
    ]
    assert bare == []


@given(
    first=st.none() | st.text(),
    options=st.dictionaries(st.text(), st.text() | st.integers(-(2**40), 2**40) | st.booleans(), max_size=3),
    pins=st.dictionaries(st.text(min_size=1), st.integers(2, 27) | st.tuples(st.integers(2, 27)), max_size=3),
)
def test_what_is_shown_is_read_again_as_it_was(tmp_path_factory, first, options, pins):
    settings = Settings(table=TableSettings(first=first, options=options), panel=PanelSettings(pins=pins))
    file = tmp_path_factory.mktemp("shown") / "settings.toml"
    file.write_text(as_toml(settings), encoding="utf-8")
    assert load_settings(file) == settings


@pytest.fixture
def changed(tmp_path):
    file = tmp_path / "settings.toml"
    file.write_text('language = "fr"\n[patience]\nlooks = 3\n', encoding="utf-8")
    return file


def test_the_command_shows_what_is_in_force_or_writes_it(changed, tmp_path):
    shown = niagara("settings", "--settings", changed)
    assert shown.returncode == 0
    assert (
        "# Settled looks that must agree before anything is taken from the board.\nlooks = 3\n"
        in shown.stdout
    )
    assert niagara("settings", "--settings", changed, "-o", tmp_path / "copy.toml").returncode == 0
    assert (tmp_path / "copy.toml").read_text(encoding="utf-8") == shown.stdout
    assert '"language": "fr"' in niagara("settings", "--settings", changed, "--json").stdout
