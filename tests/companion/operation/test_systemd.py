"""The companion as a service: ready, alive, and a good end - against a real socket, as systemd has it."""

import os
import signal
import socket
import subprocess
import sys

import pytest

from companion.operation.systemd import tell


@pytest.fixture
def manager(tmp_path):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind(str(tmp_path / "notify"))
        listener.settimeout(30)
        yield listener


@pytest.fixture
def running(tmp_path, manager):
    settings = tmp_path / "settings.toml"
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    settings.write_text(f'games = "{tmp_path}/games.sqlite3"\n[web]\nhost = "127.0.0.1"\nport = {port}\n')
    watched = {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "400000"}
    with subprocess.Popen(  # noqa: S603 - our own program with our own arguments
        [sys.executable, "-m", "companion", "run", "--safe", "--settings", str(settings)],
        env={**os.environ, **watched},
        stderr=subprocess.PIPE,
        text=True,
    ) as program:
        yield program, settings
        program.kill()


def test_it_says_when_it_is_ready_and_keeps_saying_that_it_lives(running, manager):
    assert manager.recv(100) == b"READY=1"
    assert [manager.recv(100) for _ in range(3)] == [b"WATCHDOG=1"] * 3


def test_asked_to_stop_it_closes_everything_and_ends_well(running, manager):
    program, _ = running
    manager.recv(100)
    program.send_signal(signal.SIGTERM)
    assert program.wait(20) == 0
    assert "Good night" in program.stderr.read()


def test_a_second_companion_on_the_same_games_is_told_about_the_first(running, manager):
    _, settings = running
    manager.recv(100)
    second = subprocess.run(  # noqa: S603 - our own program with our own arguments
        [sys.executable, "-m", "companion", "run", "--safe", "--settings", str(settings)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert second.returncode == 2
    assert "stop it first" in second.stderr


def test_the_doctor_takes_the_companion_that_is_running_for_what_it_is(running, manager):
    _, settings = running
    manager.recv(100)
    told = subprocess.run(  # noqa: S603 - our own program with our own arguments
        [sys.executable, "-m", "companion", "doctor", "--settings", str(settings)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert "the companion answers on port" in told.stdout


def test_an_abstract_socket_is_reached_too(monkeypatch):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind("\0niagara-test-notify")
        listener.settimeout(5)
        monkeypatch.setenv("NOTIFY_SOCKET", "@niagara-test-notify")
        tell("READY=1")
        assert listener.recv(100) == b"READY=1"


def test_without_a_service_manager_nothing_is_told(monkeypatch):
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    assert tell("READY=1") is None
