"""A table whose settings ask for lamps on a machine that has no pins: it is played, and says what is missing."""

import os
import signal
import socket
import subprocess
import sys
import urllib.request
from contextlib import contextmanager
from http.cookiejar import CookieJar

import pytest

from companion.adapters.panel_signals import why_no_panel
from companion.words import LANGUAGES, say
from hardware.errors import PanelError


@pytest.fixture
def settings(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    file = tmp_path / "settings.toml"
    file.write_text(
        f'games = "{tmp_path}/games.sqlite3"\n[camera]\nsource = "none"\n[panel]\nkind = "gpio"\nspeech = false\n'
        f'[web]\nhost = "127.0.0.1"\nport = {port}\n'
    )
    return file


def niagara_run(settings, *more):
    bare = {name: value for name, value in os.environ.items() if name != "GPIOZERO_PIN_FACTORY"}
    return subprocess.Popen(  # noqa: S603 - our own program with our own arguments
        [sys.executable, "-m", "companion", "run", "--settings", str(settings), *more],
        stderr=subprocess.PIPE,
        text=True,
        env=bare,
    )


@contextmanager
def table_open(settings):
    """What was said before the table was open, and the host's link."""
    running = niagara_run(settings)
    try:
        said = ""
        while "The table is open" not in said:
            line = running.stderr.readline()
            assert line, f"it ended: {said}"
            said += line
        yield said, said.rpartition("host: ")[2].rstrip(")\n")
    finally:
        running.send_signal(signal.SIGTERM)
        assert running.wait(30) == 0
        running.stderr.close()


def host_of(link):
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
    opener.open(link, timeout=30).close()
    root = link.partition("/host/")[0]

    def page(path):
        with opener.open(root + path, timeout=60) as answer:
            return answer.read().decode()

    return page


def test_it_is_played_without_them_and_standard_error_and_page_say_so_and_why(settings):
    with table_open(settings) as (said, link):
        assert "no GPIO pins here" in said
        assert "played without lamps, buzzer and button" in said
        page = host_of(link)
        assert "No lamps, buzzer and button: this machine has no pins" in page("/setup/hardware")
        assert "kein Knopf: dieser Rechner hat keine Pins" in page("/setup/hardware?lang=de")
        report = page("/setup/doctor?lang=en")
        assert "this machine has no GPIO pins" in report
        assert "the companion that is playing drives them" not in report


def test_a_panel_that_the_command_line_demands_ends_the_command_when_it_is_not_there(settings):
    running = niagara_run(settings, "--panel", "gpio")
    _, said = running.communicate(timeout=60)
    assert running.returncode == 2
    assert "no GPIO pins here" in said
    assert "Traceback" not in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_pin_that_another_program_has_is_named(language):
    assert "12 (BCM)" in say(why_no_panel(PanelError("the buzzer cannot have BCM pin 12", (12,))), language)
