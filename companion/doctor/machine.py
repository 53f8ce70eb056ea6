"""The computer itself: disk, memory, power and clock."""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from companion.doctor.report import good, note, wrong

if TYPE_CHECKING:
    from companion.doctor.report import Finding

MIB = 1024 * 1024
LEAST_DISK_MIB = 200
"""A year of games takes a few; the system itself fails below this."""
LEAST_MEMORY_MIB = 300
"""What the companion takes in play at most."""
FIRST_YEAR = 2025
"""No companion has run before; a clock that says so has never been set."""


def check_disk(games: Path) -> Finding:
    """Whether games can be stored where the settings want them."""
    folder = _nearest_existing(games.parent)
    return judge_disk(folder, os.access(folder, os.W_OK), shutil.disk_usage(folder).free // MIB)


def judge_disk(folder: Path, writable: bool, free_mib: int) -> Finding:
    """What to say of a folder that can be written or not and has this much room."""
    if not writable:
        return wrong(
            "disk",
            f"{folder} cannot be written by this user",
            "run as the user that owns it, or name another file with `games` in the settings; a card that turned "
            "read-only is worn out: make a backup and replace it",
        )
    if free_mib < LEAST_DISK_MIB:
        return wrong(
            "disk", f"{free_mib} MB are free at {folder}", "remove what is not needed: sudo apt clean"
        )
    return good("disk", f"{free_mib} MB are free at {folder}")


def check_memory() -> Finding:
    """Whether a game fits into what is free."""
    return judge_memory(_meminfo(Path("/proc/meminfo").read_text(encoding="ascii")))


def judge_memory(available_mib: int) -> Finding:
    """What to say of this much free memory."""
    if available_mib < LEAST_MEMORY_MIB:
        return wrong(
            "memory",
            f"{available_mib} MB are free, a game takes up to {LEAST_MEMORY_MIB} MB",
            "end other programs; on a small Pi use Raspberry Pi OS Lite, without a desktop",
        )
    return good("memory", f"{available_mib} MB are free")


@dataclass(frozen=True, slots=True)
class Power:
    """What a Pi's firmware says of its power and heat, now and since it was switched on."""

    too_weak_now: bool
    slowed_now: bool
    too_weak_before: bool
    slowed_before: bool

    @classmethod
    def from_bits(cls, bits: int) -> Power:
        """From the number that ``get_throttled`` gives: bit 0 under-voltage, 1-3 slowed down; +16 since the start."""
        return cls(bool(bits & 1), bool(bits & 0b1110), bool(bits >> 16 & 1), bool(bits >> 16 & 0b1110))


def check_power() -> Finding:
    """Whether the Pi gets enough power and stays cool enough."""
    bits = _throttled()
    if bits is None:
        return note(
            "power",
            "this is no Raspberry Pi, or one that does not tell: power and heat are unknown",
            "on a Raspberry Pi, bring its system up to date: sudo apt full-upgrade",
        )
    return judge_power(Power.from_bits(bits))


def _throttled() -> int | None:
    """The firmware's own word on power and heat: from the kernel where it hands it on, else from its command."""
    for file in Path("/sys/devices/platform").glob("soc*/*firmware*/get_throttled"):
        return int(file.read_text(encoding="ascii"), 16)
    try:
        told = subprocess.run(
            ["/usr/bin/vcgencmd", "get_throttled"], capture_output=True, text=True, timeout=5, check=True
        ).stdout
        return int(told.partition("=")[2], 16)
    except (OSError, ValueError, subprocess.SubprocessError):
        return None


def judge_power(power: Power) -> Finding:
    """What to say of a Pi's power and heat."""
    supply = "use the Pi's own power supply and a short, thick cable"
    air = "give the Pi air: no closed box, a heat sink or a fan"
    if power.too_weak_now:
        return wrong("power", "the power supply is too weak: the Pi may stop at any moment", supply)
    if power.slowed_now:
        return wrong("power", "the Pi is too hot and runs slowly", air)
    if power.too_weak_before:
        return note("power", "the power supply was too weak for a moment since the start", supply)
    if power.slowed_before:
        return note("power", "the Pi was too hot for a while since the start", air)
    return good("power", "strong enough, and the Pi is cool")


def check_clock() -> Finding:
    """Whether the clock can be believed; the order of a game's entries does not depend on it."""
    return judge_clock(datetime.now(UTC), _synchronised())


def judge_clock(now: datetime, synchronised: bool | None) -> Finding:
    """What to say of the time that the clock shows; ``None`` when nobody knows whether it was set by the network."""
    shown = f"{now:%Y-%m-%d %H:%M} UTC"
    cure = (
        "connect the Pi to a network with internet for a minute; games are stored in their order all the same"
    )
    if now.year < FIRST_YEAR:
        return wrong("clock", f"the clock shows {shown}: it was never set", cure)
    if synchronised is False:
        return note("clock", f"{shown}, not set by the network", cure)
    return good("clock", shown)


def _synchronised() -> bool | None:
    try:
        answer = subprocess.run(
            ["/usr/bin/timedatectl", "show", "--property=NTPSynchronized", "--value"],
            capture_output=True,
            text=True,
            timeout=5,
            check=True,
        ).stdout.strip()
    except (OSError, subprocess.SubprocessError):
        return None
    return {"yes": True, "no": False}.get(answer)


def _meminfo(text: str) -> int:
    """MiB that programs can still have, of the text of ``/proc/meminfo``."""
    line = next(line for line in text.splitlines() if line.startswith("MemAvailable:"))
    return int(line.split()[1]) // 1024


def _nearest_existing(folder: Path) -> Path:
    """The folder, or the one above it in which it would be made."""
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    return folder
