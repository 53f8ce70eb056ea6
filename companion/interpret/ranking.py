"""Which hypotheses explain a picture - one, several or none -, ranked by likelihood.

Canoes and weather are facts: a hypothesis must fit them wherever they were seen. Among those that do, gems and the
river's motion decide by their log-likelihood (`companion.interpret.likelihood`), all in nats.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING

from companion.board.comparison import differences, fits
from companion.board.discrepancy import HOUSEKEEPING_KINDS, Discrepancy
from companion.board.expectation import canoe_colour, expected_picture
from companion.board.picture import STILL, Piece, without_cargo
from companion.engine import Arm, Paddle, Phase, River, river_pushed
from companion.interpret.hypotheses import Hypothesis, distinct, single_actions
from companion.interpret.likelihood import arm_log_likelihood, cargo_log_likelihood, gem_log_likelihood

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from companion.board.picture import BoardPicture, RiverSeen
    from companion.engine import Action, State


@dataclass(frozen=True, slots=True)
class EvidenceThresholds:
    """When the evidence of gems and arms decides; all in nats, natural logarithms of odds.

    Set by hand, and watched on whole games of `make trial`: mistakes overlooked against questions asked.
    """

    margin: float = 3.0
    """Log-likelihood ratio from which one explanation beats another: e^3, twenty to one.

    More asks the players more often, less believes a single misread gem.
    """
    surprise_asked: float = 1.0
    """An explanation whose own gems are seen otherwise with more surprise than this is asked about.

    More takes it without asking though a gem that was to be loaded is not there, less asks about clear gems overlooked.
    """
    surprise_refused: float = 5.0
    """With more surprise than this it is no explanation: rather was a gem taken or left against the rules.

    More offers legal turns where a gem lies wrongly, less calls two clear gems overlooked a mistake.
    """


EVIDENCE_THRESHOLDS = EvidenceThresholds()


class Credence(Enum):
    """How far an explanation is to be believed, by the gems that it moved itself."""

    SURE = auto()
    """Taken as it is, if it is the only one."""
    ASKED = auto()
    """Told to the players as a question; the gem may still follow."""
    REFUSED = auto()
    """No explanation at all."""


def credence(surprise: float, thresholds: EvidenceThresholds = EVIDENCE_THRESHOLDS) -> Credence:
    """What becomes of an explanation whose own gems are seen with this ``surprise`` (minus log-likelihood, nats)."""
    if surprise > thresholds.surprise_refused:
        return Credence.REFUSED
    return Credence.ASKED if surprise > thresholds.surprise_asked else Credence.SURE


def beats(one: float, other: float, thresholds: EvidenceThresholds = EVIDENCE_THRESHOLDS) -> bool:
    """Whether one log-likelihood is so much above another that the other need not be considered."""
    return one - thresholds.margin >= other


@dataclass(frozen=True, slots=True)
class Ranking:
    """The hypotheses that can be true of a picture, the likeliest first; none when nothing explains it."""

    hypotheses: tuple[Hypothesis, ...] = ()
    surprise: float = 0.0
    """Minus the log-likelihood of the gems that the likeliest moved itself."""
    log_likelihood: float = 0.0
    """Of all gems and the river as they were seen, if the likeliest is true."""


def rank_single_actions(state: State, seen: BoardPicture, river: RiverSeen = STILL) -> Ranking:
    """The legal actions that fit what was seen, ranked."""
    return rank(state, single_actions(state), seen, river)


def rank(state: State, hypotheses: Iterable[Hypothesis], seen: BoardPicture, river: RiverSeen) -> Ranking:
    """Those of the hypotheses, all beginning in ``state``, that can be true and are not beaten by the likeliest."""
    plain = without_cargo(seen)
    pictured = ((hypothesis, expected_picture(hypothesis.state)) for hypothesis in hypotheses)
    ranked = sorted(
        (
            (gem_log_likelihood(picture, seen) + _river_log_likelihood(hypothesis, river), hypothesis)
            for hypothesis, picture in pictured
            if fits(picture, plain)
        ),
        key=lambda pair: -pair[0],
    )
    if not ranked:
        return Ranking()
    best = ranked[0][0]
    rivals = distinct(hypothesis for likelihood, hypothesis in ranked if not beats(best, likelihood))
    surprise = _surprise(state, rivals[0], seen)
    return Ranking() if credence(surprise) is Credence.REFUSED else Ranking(rivals, surprise, best)


def _surprise(state: State, hypothesis: Hypothesis, seen: BoardPicture) -> float:
    """Minus the log-likelihood of the gems of the canoes that acted, the worst space of all.

    Those are the canoes loaded, unloaded or robbed, and the empty ones. A gem that only rode along is remembered better
    than it is seen.
    """
    acted = frozenset().union(*map(_acted, hypothesis.actions))
    surprise = 0.0
    for name, canoe in hypothesis.state.canoes.items():
        pieces = seen.canoes.get(canoe.at)
        dealt = canoe.cargo != state.canoes[name].cargo or (name in acted and not canoe.cargo)
        if not pieces or not dealt:
            continue
        colour = canoe_colour(name)
        alike = tuple(piece for piece in pieces if piece.colour == colour)
        expected = tuple(
            Piece(colour, other.cargo)
            for which, other in hypothesis.state.canoes.items()
            if other.at == canoe.at and canoe_colour(which) == colour
        )
        surprise = max(surprise, -cargo_log_likelihood(expected, alike))
    return surprise


def _acted(action: Action) -> frozenset[str]:
    return frozenset(move.canoe for move in action.moves) if isinstance(action, Paddle) else frozenset()


def _river_log_likelihood(hypothesis: Hypothesis, river: RiverSeen) -> float:
    """The logarithm of the chance to see the river move so; 0 without a river move in the hypothesis."""
    action = hypothesis.action
    return arm_log_likelihood(action.arms, river) if isinstance(action, River) else 0.0


def unfinished(state: State, seen: BoardPicture) -> bool:
    """Whether what lies there can be a part of a legal action whose other part is still to come.

    Some of the canoes an action moves may lie where they were (hands rest between two canoes, or between two discs);
    gems may still have to follow.
    """
    if state.phase == Phase.RIVER:
        return any(river_could_have_moved(state, count, seen) for count in range(state.river_distance or 0))
    plain = without_cargo(seen)
    return any(
        fits(expected_picture(part), plain)
        for hypothesis in single_actions(state)
        for part in _parts(state, hypothesis)
    )


def _parts(state: State, hypothesis: Hypothesis) -> Iterator[State]:
    """The positions on the way there: some of the canoes that move still lie where they were."""
    after = hypothesis.state
    moved = [name for name, canoe in after.canoes.items() if canoe.at != state.canoes[name].at]
    for count in range(1, len(moved)):
        for waiting in itertools.combinations(moved, count):
            still = {name: state.canoes[name] for name in waiting}
            yield after.on_table(canoes=after.canoes.put(still))


def nearest(
    state: State, seen: BoardPicture, river: RiverSeen = STILL
) -> tuple[Hypothesis, tuple[Discrepancy, ...]]:
    """The legal action that contradicts the picture least, with what still differs; there must be one."""

    def contradictions(pair: tuple[Hypothesis, tuple[Discrepancy, ...]]) -> tuple[float, ...]:
        hypothesis, items = pair
        hard = sum(item.kind not in HOUSEKEEPING_KINDS for item in items)
        return hard, -_river_log_likelihood(hypothesis, river), len(items)

    compared = (
        (hypothesis, differences(expected_picture(hypothesis.state), seen))
        for hypothesis in single_actions(state)
    )
    return min(compared, key=contradictions)


def river_could_have_moved(state: State, count: int, seen: BoardPicture) -> bool:
    """Whether ``count`` discs, pushed into whatever arms, make the canoes lie as they are seen."""
    plain = without_cargo(seen)
    sequences = itertools.product(Arm, repeat=count)
    return any(fits(expected_picture(river_pushed(state, arms)), plain) for arms in sequences)
