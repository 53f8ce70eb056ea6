"""Runs the installed service as systemd would, where no systemd runs: its command line, user, environment and folder.

What can be had without systemd is kept: a file system that is read-only but for the companion's folder, no privileges
and no way to new ones, notification over a real datagram socket, SIGTERM at the end. Its network is its own.
"""

import contextlib
import ctypes
import fcntl
import http.client
import shlex
import signal
import socket
import struct
import subprocess
import sys
import time
from pathlib import Path

UNIT = Path("/etc/systemd/system/niagara.service")
STATE = Path("/var/lib/niagara-companion")
SETTINGS = STATE / "settings.toml"
NOTIFY = Path("/run/niagara-notify")
WATCHDOG_S = 6
CONFINED = f"""
set -e
mount --bind {STATE} {STATE}
mount -t tmpfs tmpfs /tmp
mount -o remount,bind,ro /
! touch /etc/niagara-was-here 2>/dev/null
exec "$@"
"""
"""ProtectSystem=strict and PrivateTmp=yes, in this clean system's own mounts."""


def of_unit(key):
    """All values of a key in the service's file."""
    lines = UNIT.read_text().splitlines()
    return [line.partition("=")[2] for line in lines if line.startswith(f"{key}=")]


def own_network():
    """Leave this machine's network for an empty one, with its loopback up: the port is free in there."""
    if ctypes.CDLL(None, use_errno=True).unshare(0x40000000):
        raise OSError(ctypes.get_errno(), "no network of its own")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
        fcntl.ioctl(control, 0x8914, struct.pack("16sH14x", b"lo", 0x1 | 0x40))


def start():
    """The service, told where to report as systemd tells it."""
    (user,) = of_unit("User")
    (command,) = of_unit("ExecStart")
    (folder,) = of_unit("WorkingDirectory")
    environment = dict(pair.split("=", 1) for line in of_unit("Environment") for pair in shlex.split(line))
    drop = ["setpriv", f"--reuid={user}", f"--regid={user}", "--init-groups", "--no-new-privs"]
    confine = ["unshare", "--mount", "--propagation", "private", "bash", "-c", CONFINED, "confined"]
    return subprocess.Popen(  # noqa: S603 - what the service's own file says
        [*confine, *drop, "--bounding-set=-all", "--inh-caps=-all", *shlex.split(command)],
        cwd=folder,
        umask=int(of_unit("UMask")[0], 8),
        env={
            "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8",
            "HOME": folder, "USER": user, "LOGNAME": user, "SHELL": "/usr/sbin/nologin",
            "NOTIFY_SOCKET": str(NOTIFY), "WATCHDOG_USEC": str(WATCHDOG_S * 1_000_000), **environment,
        },
        stderr=subprocess.PIPE,
        text=True,
    )  # fmt: skip


def page(port):
    """The status and text of the first page."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    with contextlib.closing(connection):
        connection.request("GET", "/")
        answer = connection.getresponse()
        return answer.status, answer.read().decode()


def status_of(process):
    """What the kernel says of a process."""
    lines = Path(f"/proc/{process.pid}/status").read_text().splitlines()
    return dict(line.split(":\t", 1) for line in lines if ":\t" in line)


def evening(listener, port):
    """Start, look, stop; every expectation of a service is checked."""
    subprocess.run([of_unit("ExecStartPre")[0].lstrip("-+")], check=True)  # noqa: S603 - the same
    began = time.monotonic()
    process = start()
    try:
        assert listener.recv(100) == b"READY=1"
        ready_s = time.monotonic() - began
        alive = [listener.recv(100) for _ in range(2)]
        assert alive == [b"WATCHDOG=1"] * 2, alive
        status, text = page(port)
        assert status == 200
        assert "Niagara" in text
        kernel = status_of(process)
        assert kernel["NoNewPrivs"] == "1"
        assert int(kernel["CapEff"], 16) == int(kernel["CapBnd"], 16) == 0
        assert "0" not in kernel["Uid"].split()
        told = subprocess.run(
            ["/usr/local/bin/niagara", "doctor"], capture_output=True, text=True, check=False
        ).stdout
        assert f"the companion answers on port {port}" in told, told
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) == 0
        said = process.stderr.read()
        assert "Good night" in said, said
        assert "Traceback" not in said, said
    finally:
        process.kill()
    print(f"   port {port}: ready after {ready_s:.1f} s, {kernel['VmHWM'].strip()} at most")


def main():
    """Two evenings, the second on another port of the settings."""
    own_network()
    assert int(of_unit("WatchdogSec")[0]) > 2 * WATCHDOG_S
    NOTIFY.unlink(missing_ok=True)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind(str(NOTIFY))
        # The service's user must be able to report.
        NOTIFY.chmod(0o777)
        listener.settimeout(90)
        evening(listener, 8080)
        SETTINGS.write_text(SETTINGS.read_text().replace("port = 8080", "port = 8099"))
        evening(listener, 8099)
    NOTIFY.unlink()


if __name__ == "__main__":
    sys.exit(main())
