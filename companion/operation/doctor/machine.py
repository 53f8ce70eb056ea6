"""The computer itself: disk, memory, power and clock."""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from companion.present.health_report import good, note, wrong

if TYPE_CHECKING:
    from companion.present.health_report import Finding

MIB = 1024 * 1024


@dataclass(frozen=True, slots=True)
class MachineThresholds:
    """From when on the doctor complains of the computer. Set by hand."""

    least_disk_mib: int = 200
    """Free MiB on the disk of the games. A year of games takes a few; the system itself fails below this."""
    least_memory_mib: int = 300
    """Free MiB of memory: what the companion takes in play at most (bench figure *memory at most*)."""
    first_year: int = 2025
    """No companion has run before; a clock that says so has never been set."""


MACHINE_THRESHOLDS = MachineThresholds()


def check_disk(games: Path) -> Finding:
    """Whether games can be stored where the settings want them."""
    folder = _nearest_existing(games.parent)
    return judge_disk(folder, os.access(folder, os.W_OK), shutil.disk_usage(folder).free // MIB)


def judge_disk(
    folder: Path, writable: bool, free_mib: int, thresholds: MachineThresholds = MACHINE_THRESHOLDS
) -> Finding:
    """What to say of a folder that can be written or not and has this much room."""
    if not writable:
        return wrong("disk", "disk-not-writable", folder=str(folder))
    if free_mib < thresholds.least_disk_mib:
        return wrong("disk", "disk-full", free=free_mib, folder=str(folder))
    return good("disk", "disk-room", free=free_mib, folder=str(folder))


def check_memory() -> Finding:
    """Whether a game fits into what is free."""
    return judge_memory(_meminfo(Path("/proc/meminfo").read_text(encoding="ascii")))


def judge_memory(available_mib: int, thresholds: MachineThresholds = MACHINE_THRESHOLDS) -> Finding:
    """What to say of this much free memory."""
    if available_mib < thresholds.least_memory_mib:
        return wrong("memory", "memory-short", free=available_mib, least=thresholds.least_memory_mib)
    return good("memory", "memory-free", free=available_mib)


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
        return note("power", "power-unknown")
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
    if power.too_weak_now:
        return wrong("power", "power-weak")
    if power.slowed_now:
        return wrong("power", "power-hot")
    if power.too_weak_before:
        return note("power", "power-was-weak")
    if power.slowed_before:
        return note("power", "power-was-hot")
    return good("power", "power-strong")


def check_clock() -> Finding:
    """Whether the clock can be believed; the order of a game's entries does not depend on it."""
    return judge_clock(datetime.now(UTC), _synchronised())


def judge_clock(
    now: datetime, synchronised: bool | None, thresholds: MachineThresholds = MACHINE_THRESHOLDS
) -> Finding:
    """What to say of the time that the clock shows; ``None`` when nobody knows whether it was set by the network."""
    shown = f"{now:%Y-%m-%d %H:%M} UTC"
    if now.year < thresholds.first_year:
        return wrong("clock", "clock-never-set", shown=shown)
    if synchronised is False:
        return note("clock", "clock-not-by-network", shown=shown)
    return good("clock", "clock-set", shown=shown)


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
