"""Small plots as SVG: lines and bars. The numbers stand in a table beside them, so the drawing is decoration.

Colours come from the style sheet by class; each line also has a dash of its own and its letter at the end.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from markupsafe import Markup, escape

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

WIDTH, HEIGHT = 360, 180
LEFT, RIGHT, TOP, BOTTOM = 28, 22, 12, 24
MOST_MARKS = 6
"""Numbers written along the upright axis."""
DASHES = ("", "7 3", "2 3", "9 3 2 3", "4 4", "12 4")
"""So that lines differ without colour."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a plot: whose it is, its letter, and a value for each step along."""

    colour: str
    letter: str
    values: Sequence[int]


def lines(across: Sequence[int], drawn: Sequence[Line]) -> Markup:
    """Several lines over the same steps."""
    most = max((value for line in drawn for value in line.values), default=0)
    frame = _Frame(len(across), max(most, 1))
    parts = [*_axes(frame, across)]
    for dash, line in zip(DASHES, drawn, strict=False):
        points = [(frame.x(at), frame.y(value)) for at, value in enumerate(line.values)]
        if not points:
            continue
        way = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        x, y = points[-1]
        parts += [
            f'<polyline class="line {escape(line.colour)}" points="{way}" stroke-dasharray="{dash}"/>',
            *(
                f'<circle class="dot {escape(line.colour)}" cx="{x:.1f}" cy="{y:.1f}" r="3"/>'
                for x, y in points
            ),
            f'<text class="letter" x="{x + 6:.1f}" y="{y + 4:.1f}">{escape(line.letter)}</text>',
        ]
    return _svg(parts)


def bars(across: Sequence[int | str], values: Sequence[int]) -> Markup:
    """One bar a step, its number above it."""
    frame = _Frame(len(across), max([*values, 1]))
    width = min(28.0, 0.7 * frame.step)
    parts = [*_axes(frame, across)]
    for at, value in enumerate(values):
        x, y = frame.x(at), frame.y(value)
        place = f'x="{x - width / 2:.1f}" y="{y:.1f}" width="{width:.1f}" height="{frame.bottom - y:.1f}"'
        parts += [
            f'<rect class="bar" {place}/>',
            f'<text x="{x:.1f}" y="{y - 3:.1f}">{value}</text>',
        ]
    return _svg(parts)


@dataclass(frozen=True, slots=True)
class _Frame:
    """Where values lie in the drawing."""

    steps: int
    most: int

    @property
    def bottom(self) -> int:
        return HEIGHT - BOTTOM

    @property
    def step(self) -> float:
        return (WIDTH - LEFT - RIGHT) / max(self.steps, 1)

    def x(self, at: int) -> float:
        return LEFT + self.step * (at + 0.5)

    def y(self, value: float) -> float:
        return self.bottom - (self.bottom - TOP) * value / self.most


def _axes(frame: _Frame, across: Sequence[int | str]) -> Iterator[str]:
    every = -(-frame.most // MOST_MARKS)
    for value in range(0, frame.most + 1, every):
        y = frame.y(value)
        yield f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>'
        yield f'<text x="{LEFT - 10}" y="{y + 4:.1f}">{value}</text>'
    for at, label in enumerate(across):
        yield f'<text x="{frame.x(at):.1f}" y="{HEIGHT - 6}">{escape(label)}</text>'


def _svg(parts: Sequence[str]) -> Markup:
    drawing = "".join(parts)
    return Markup(  # noqa: S704 - numbers, and words escaped above
        f'<svg class="plot" viewBox="0 0 {WIDTH} {HEIGHT}" aria-hidden="true" focusable="false">{drawing}</svg>'
    )
