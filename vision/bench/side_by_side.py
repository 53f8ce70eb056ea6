"""Fitted here and never seen, side by side: the same figures for each group of tables, and what bounds they prove."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from vision.bench.binomial import upper_bound
from vision.bench.score import FactKind, Verdict
from vision.bench.splits import Split
from vision.bench.targets import SINGLE

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from vision.bench.score import Fact

ALL_FACTS = "all facts"


@dataclass(frozen=True, slots=True)
class TableKind:
    """By what tables are told apart in the report."""

    split: Split
    maker: str
    stickers: bool
    """Whether it was read with its stickers: they may be painted over."""
    own_layout: bool


@dataclass(frozen=True, slots=True)
class Telling:
    """How many facts were told rightly, told wrongly and withheld."""

    right: int
    wrong: int
    withheld: int

    @classmethod
    def of(cls, facts: Iterable[Fact]) -> Telling:
        """Counted."""
        verdicts = [fact.verdict for fact in facts]
        return cls(*(verdicts.count(one) for one in (Verdict.RIGHT, Verdict.WRONG, Verdict.ABSTAINED)))

    @property
    def told(self) -> int:
        """Answers given."""
        return self.right + self.wrong

    @property
    def wrong_at_most(self) -> float:
        """The 95 % upper bound of the share of wrong answers among those given (Clopper and Pearson)."""
        return upper_bound(self.wrong, self.told)


def groups(
    sessions: Mapping[str, Sequence[Fact]], kinds: Mapping[str, TableKind]
) -> dict[str, dict[str, list[Fact]]]:
    """The facts by split, then for each split by stickers, layout and maker; without a group that has no table."""
    by_split: dict[str, list[Fact]] = {}
    finer: dict[str, list[Fact]] = {}
    for split in Split:
        names = [name for name in sessions if name in kinds and kinds[name].split is split]
        if not names:
            continue
        by_split[split] = [fact for name in names for fact in sessions[name]]
        for name in names:
            kind = kinds[name]
            for part in (
                "with stickers" if kind.stickers else "no stickers",
                "own layout" if kind.own_layout else "default layout",
                f"made by {kind.maker}",
            ):
                finer.setdefault(f"{split}, {part}", []).extend(sessions[name])
    return {"split": by_split, "part": dict(sorted(finer.items(), key=lambda item: _order(item[0])))}


def tellings(facts: Sequence[Fact]) -> dict[str, Telling]:
    """Told, withheld and wrong for each kind of fact, and for all of them."""
    single = [fact for fact in facts if fact.kind in SINGLE]
    by_kind = {
        str(kind): Telling.of(fact for fact in single if fact.kind is kind)
        for kind in FactKind
        if kind in SINGLE
    }
    return by_kind | {ALL_FACTS: Telling.of(single)}


def bounds_text(splits: Mapping[str, Sequence[Fact]]) -> str:
    """For each split and kind of fact: told, withheld, wrong, and how often wrong it is at most."""
    lines = ["told / withheld / wrong, and the upper 95 % bound of wrong among told in percent"]
    columns = {name: tellings(facts) for name, facts in splits.items()}
    lines.append(f"{'':12}" + "".join(f"{name:>34}" for name in columns))
    for kind in next(iter(columns.values()), {}):
        cells = (_telling(telling[kind]) for telling in columns.values())
        lines.append(f"{kind:12}" + "".join(f"{cell:>34}" for cell in cells))
    return "\n".join(lines)


def bounds_json(splits: Mapping[str, Sequence[Fact]]) -> dict[str, Any]:
    """The same as a document."""
    return {
        name: {
            kind: {
                "told": telling.told,
                "withheld": telling.withheld,
                "wrong": telling.wrong,
                "wrong_at_most": round(telling.wrong_at_most, 5),
            }
            for kind, telling in tellings(facts).items()
        }
        for name, facts in splits.items()
    }


def _telling(telling: Telling) -> str:
    if not telling.told:
        return f"0 / {telling.withheld} / 0         -"
    return f"{telling.told} / {telling.withheld} / {telling.wrong}  <= {100 * telling.wrong_at_most:5.2f}"


def _order(name: str) -> tuple[int, str]:
    """Splits in their order, then by what comes after them."""
    split, _, part = name.partition(", ")
    return list(Split).index(Split(split)), part
