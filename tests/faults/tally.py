"""What came of the faults of one kind."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field


@dataclass
class Tally:
    """Faults of one kind: how many were tried, and each that was not survived with its story."""

    what: str
    tried: int = 0
    lost: list[str] = field(default_factory=list)
    """What was lost, changed, doubled or silently different, or a traceback; one sentence for each fault."""
    seen: Counter[str] = field(default_factory=Counter)
    """What happened on the way, counted."""

    @property
    def survived(self) -> int:
        """Faults after which everything acknowledged was there, or the damage was told in a sentence."""
        return self.tried - len(self.lost)

    def row(self) -> str:
        """A row of the table, in Markdown."""
        seen = ", ".join(f"{count:,} {what}" for what, count in self.seen.most_common())
        return f"| {self.what} | {self.tried:,} | {self.survived:,} | {len(self.lost):,} | {seen} |"


HEADING = "| fault | tried | survived | lost | on the way |\n| --- | ---: | ---: | ---: | --- |"
