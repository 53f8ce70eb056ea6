"""What lies on the pictures of a table: the board set up, random positions, and whole games move by move.

A position is a scene of `vision.simulate`, so that Blender and the project's own renderer can draw the same.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from vision.simulate import moves
from vision.simulate.mishaps import slide_disc
from vision.simulate.scene import CanoePiece, DiscPiece, GemPiece, HandPiece, Scene

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

    from companion.engine import State
    from vision.layout import Layout, Place

GEMS_OF_A_COLOUR = 7
MOST_ABREAST = 3
"""Canoes that lie flat side by side on a disc."""
ABREAST_MM = 16.5
SEATING_MM = 0.5
"""Standard deviation with which a disc lies in its space."""
FAULTS = ("missing", "displaced", "extra", "overhang")


@dataclass(frozen=True, slots=True)
class Position:
    """A scene with what cannot be read off it: who lies where by the game, and what was put wrong on purpose."""

    scene: Scene
    at: dict[str, str]
    """By canoe's name: a space, ``beach-left``, ``beach-right`` or ``falls``."""
    weather: int | None = None
    buoy: int | None = None
    faults: tuple[str, ...] = ()


def empty_position() -> Position:
    """The bare board."""
    return Position(Scene(), {})


def set_up(layout: Layout, players: Sequence[str], rng: np.random.Generator, *, joe: bool) -> Position:
    """The start of a game: beaches, deposits and discs full, cloud at 0, buoy at the first player."""
    at = {f"{colour}-{n}": f"beach-{side}" for colour in players for n, side in ((1, "left"), (2, "right"))}
    if joe:
        at["wood-1"] = layout.river.main[0]
    gems = {name: {deposit.gem: GEMS_OF_A_COLOUR} for name, deposit in layout.deposits.items()}
    return _laid(layout, at, {}, gems, layout.weather.start, 0, rng)


def random_position(
    layout: Layout, players: Sequence[str], rng: np.random.Generator, *, joe: bool
) -> Position:
    """Any position that pieces can lie in, likely or not, here and there with a disc out of order or a hand in view."""
    spaces = list(layout.spaces)
    at: dict[str, str] = {}
    for colour in players:
        for number in (1, 2):
            chance = rng.random()
            at[f"{colour}-{number}"] = (
                f"beach-{rng.choice(list(layout.beaches))}"
                if chance < 0.25
                else "falls"
                if chance < 0.33
                else str(rng.choice(spaces))
            )
    if joe:
        at["wood-1"] = str(rng.choice(spaces))
    for space in spaces:
        for name in [name for name, place in at.items() if place == space][MOST_ABREAST:]:
            at[name] = "beach-left"
    gems = {
        name: {deposit.gem: int(rng.integers(0, GEMS_OF_A_COLOUR + 1))}
        for name, deposit in layout.deposits.items()
    }
    left = {
        deposit.gem: GEMS_OF_A_COLOUR - gems[name][deposit.gem] for name, deposit in layout.deposits.items()
    }
    cargo: dict[str, tuple[str, ...]] = {}
    for name, place in at.items():
        colours = [gem for gem, count in left.items() if count > 0]
        if place in spaces and colours and rng.random() < 0.5:
            gem = str(rng.choice(colours))
            left[gem] -= 1
            cargo[name] = (gem,)
    for counts in gems.values():
        colours = [gem for gem, count in left.items() if count > 0 and gem not in counts]
        if colours and rng.random() < 0.15:
            gem = str(rng.choice(colours))
            left[gem] -= 1
            counts[gem] = 1
    weather, buoy = int(rng.choice(layout.weather.values)), int(rng.integers(len(players)))
    position = _laid(layout, at, cargo, gems, weather, buoy, rng)
    if rng.random() < 0.22:
        position = _with_fault(position, layout, str(rng.choice(FAULTS)), rng)
    if rng.random() < 0.14:
        position = replace(position, scene=replace(position.scene, hand=_hand(layout, rng)))
    return position


def laid_anew(before: Position, layout: Layout, state: State, rng: np.random.Generator) -> Position:
    """The board after hands moved what lies otherwise in ``state``; what was not moved lies as it lay."""
    found = {_piece_of(str(name)): canoe for name, canoe in state.canoes.items()}
    at = {name: _place_of(str(canoe.at), before.at.get(name)) for name, canoe in found.items()}
    cargo = {name: tuple(map(str, canoe.cargo)) for name, canoe in found.items() if canoe.cargo}
    kept = {canoe.name: canoe for canoe in before.scene.canoes}
    touched = {
        place for name in at for place in (at[name], before.at.get(name)) if at[name] != before.at.get(name)
    }
    moved = {name: place for name, place in at.items() if place in touched}
    fresh = {canoe.name: canoe for canoe in _canoes(layout, moved, cargo, before.scene.discs, rng)}
    canoes = tuple(replace(fresh.get(name, kept.get(name)), cargo=cargo.get(name, ())) for name in at)
    gems = tuple(
        gem for deposit in layout.deposits for gem in _deposit_anew(before, layout, deposit, state, rng)
    )
    seat = list(state.players).index(state.first)
    cloud, token = before.scene.cloud, before.scene.buoy
    if state.weather != before.weather:
        cloud = _dropped(layout.weather.centres[layout.weather.values.index(state.weather)], 5.0, rng)
    if seat != before.buoy:
        token = _dropped(layout.buoy.centres[seat], 3.0, rng)
    return Position(
        replace(before.scene, canoes=canoes, gems=gems, cloud=cloud, buoy=token), at, state.weather, seat
    )


def _dropped(place: Place, reach_mm: float, rng: np.random.Generator) -> Place:
    """Where a token comes to lie that is put on a place."""
    return float(place[0] + rng.uniform(-reach_mm, reach_mm)), float(
        place[1] + rng.uniform(-reach_mm, reach_mm)
    )


def _piece_of(canoe: str) -> str:
    """What the maker calls a canoe of the game."""
    return "wood-1" if canoe == "joe" else canoe


def _place_of(at: str, before: str | None) -> str:
    """A place of the game as one on the board; a canoe that stays on a beach stays on the one it lies on."""
    if at != "beach":
        return at
    return before if before is not None and before.startswith("beach-") else "beach-left"


def _deposit_anew(
    before: Position, layout: Layout, name: str, state: State, rng: np.random.Generator
) -> list[GemPiece]:
    centre = layout.deposits[name].centre
    lying = [
        gem
        for gem in before.scene.gems
        if math.dist((gem.x_mm, gem.y_mm), centre) <= layout.deposits[name].radius
    ]
    wanted = {str(gem): count for gem, count in state.deposits[name].items() if count}
    have = Counter(gem.colour for gem in lying)
    if have == Counter(wanted):
        return lying
    kept: list[GemPiece] = []
    for gem in lying:
        if sum(other.colour == gem.colour for other in kept) < wanted.get(gem.colour, 0):
            kept.append(gem)
    missing = Counter(wanted) - Counter(gem.colour for gem in kept)
    return kept + in_deposit(layout, name, dict(missing), rng, beside=kept)


def _laid(
    layout: Layout,
    at: dict[str, str],
    cargo: dict[str, tuple[str, ...]],
    gems: dict[str, dict[str, int]],
    weather: int,
    buoy: int,
    rng: np.random.Generator,
) -> Position:
    discs = tuple(
        DiscPiece(x + rng.normal(0, SEATING_MM), y + rng.normal(0, SEATING_MM))
        for x, y in layout.spaces.values()
    )
    canoes = _canoes(layout, at, cargo, discs, rng)
    lying = tuple(gem for name, counts in gems.items() for gem in in_deposit(layout, name, counts, rng))
    cloud = _dropped(layout.weather.centres[layout.weather.values.index(weather)], 5.0, rng)
    token = _dropped(layout.buoy.centres[buoy], 3.0, rng)
    return Position(Scene(discs, canoes, lying, cloud, token), at, weather, buoy)


def _canoes(
    layout: Layout,
    at: dict[str, str],
    cargo: dict[str, tuple[str, ...]],
    discs: Sequence[DiscPiece],
    rng: np.random.Generator,
) -> tuple[CanoePiece, ...]:
    found: list[CanoePiece] = []
    seats = dict(zip(layout.spaces, discs, strict=True))
    for place in dict.fromkeys(at.values()):
        names = [name for name, where in at.items() if where == place]
        rng.shuffle(names)
        if place in seats:
            spots = _spots_on_disc((seats[place].x_mm, seats[place].y_mm), len(names), rng)
        elif place == "falls":
            spots = [_off_the_board(layout, rng) for _ in names]
        else:
            spots = _spots_on_beach(layout, place.removeprefix("beach-"), len(names), rng)
        found += [
            CanoePiece(name.rsplit("-", 1)[0], x, y, angle, cargo.get(name, ()), name)
            for name, (x, y, angle) in zip(names, spots, strict=True)
        ]
    return tuple(found)


def _spots_on_disc(middle: Place, count: int, rng: np.random.Generator) -> list[tuple[float, float, float]]:
    """Side by side, all turned about alike."""
    turn = (
        rng.uniform(-0.7, 0.7)
        + (math.pi / 2 if rng.random() < 0.2 else 0.0)
        + (math.pi if rng.random() < 0.5 else 0.0)
    )
    loose = 5.0 if count == 1 else 1.5
    spots = []
    for number in range(count):
        aside = (number - (count - 1) / 2) * ABREAST_MM
        x = middle[0] - aside * math.sin(turn) + rng.uniform(-loose, loose)
        y = middle[1] + aside * math.cos(turn) + rng.uniform(-loose, loose)
        spots.append((float(x), float(y), float(turn + rng.uniform(-0.12, 0.12))))
    return spots


def _spots_on_beach(
    layout: Layout, side: str, count: int, rng: np.random.Generator
) -> list[tuple[float, float, float]]:
    """Thrown down one after the other where there is room; where none is left, as far from the others as can be."""
    beach = layout.beaches[side]
    spots: list[tuple[float, float, float]] = []
    usual = math.pi / 2 if count > 3 else 0.0
    for _ in range(count):
        best = (-1.0, (0.0, 0.0, 0.0))
        for _ in range(500):
            x = float(rng.uniform(beach.x_min + 8, beach.x_max - 8))
            y = float(rng.uniform(beach.y_min + 8, beach.y_max - 8))
            turn = float(usual + rng.uniform(-0.35, 0.35))
            room = min((_apart((x, y, turn), spot) for spot in spots), default=2.0)
            best = max(best, (room, (x, y, turn)))
            if room > 1:
                break
        spots.append(best[1])
    return spots


def _apart(one: tuple[float, float, float], other: tuple[float, float, float]) -> float:
    """How far two canoes are apart, 1 where they nearly touch: along the hull or beside it."""
    dx, dy, turn = other[0] - one[0], other[1] - one[1], one[2]
    beside = abs(math.cos(turn) * dy - math.sin(turn) * dx) / 17.5
    along = abs(math.cos(turn) * dx + math.sin(turn) * dy) / 44.0
    return max(beside, along)


def _off_the_board(layout: Layout, rng: np.random.Generator) -> tuple[float, float, float]:
    return (
        float(layout.size[0] + rng.uniform(24, 64)),
        float(rng.uniform(30, layout.size[1] - 30)),
        float(rng.uniform(0, 6.28)),
    )


def in_deposit(
    layout: Layout,
    name: str,
    counts: dict[str, int],
    rng: np.random.Generator,
    beside: Sequence[GemPiece] = (),
) -> list[GemPiece]:
    """Gems dropped into a deposit where there is room ``beside`` those that lie there."""
    deposit, size = layout.deposits[name], layout.pieces.gem_size
    lying: list[GemPiece] = []
    for colour in (colour for colour, count in counts.items() for _ in range(count)):
        best = (-1.0, (0.0, 0.0))
        for _ in range(200):
            turn, away = rng.uniform(0, math.tau), (deposit.radius - 0.45 * size) * math.sqrt(rng.random())
            place = (
                float(deposit.centre[0] + away * math.cos(turn)),
                float(deposit.centre[1] + away * math.sin(turn)),
            )
            room = min(
                (math.dist(place, (gem.x_mm, gem.y_mm)) for gem in (*beside, *lying)), default=math.inf
            )
            best = max(best, (room, place))
            if room > size:
                break
        lying.append(GemPiece(colour, *best[1]))
    return lying


def _with_fault(position: Position, layout: Layout, fault: str, rng: np.random.Generator) -> Position:
    scene, spaces = position.scene, list(layout.spaces)
    if fault == "extra":
        scene = replace(scene, discs=(*scene.discs, DiscPiece(*layout.river.insertion)))
    elif fault == "missing":
        bare = [name for name in spaces if name not in position.at.values()] or spaces
        gone = moves.disc_on_space(scene, layout, str(rng.choice(bare)))
        scene = replace(scene, discs=tuple(disc for disc in scene.discs if disc != gone))
    else:
        last = str(rng.choice((layout.river.left[-1], layout.river.right[-1])))
        space = last if fault == "overhang" else str(rng.choice(spaces))
        turn = rng.uniform(0, math.tau)
        by = (
            (30.0, 6.0 * (1 if last in layout.river.right else -1))
            if fault == "overhang"
            else (14 * math.cos(turn), 14 * math.sin(turn))
        )
        disc = moves.disc_on_space(scene, layout, space)
        assert disc is not None  # noqa: S101 - every space has its disc before a fault
        scene = slide_disc(scene, layout, disc, float(by[0]), float(by[1]))
    return replace(position, scene=scene, faults=(fault,))


def _hand(layout: Layout, rng: np.random.Generator) -> HandPiece:
    width, height = layout.size
    return HandPiece(
        float(rng.uniform(0.15 * width, 0.85 * width)),
        float(rng.uniform(0.2 * height, 0.8 * height)),
        float(rng.uniform(0, math.tau)),
        height_mm=float(rng.uniform(34, 60)),
    )
