"""Do the table and the game agree? A pure judgement of one settled picture."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from companion.board.comparison import differences
from companion.board.discrepancy import DISC_KINDS, HOUSEKEEPING_KINDS, Discrepancy, Kind
from companion.board.expectation import canoe_colour, expected_picture
from companion.board.picture import STILL, RiverSeen
from companion.engine import Phase
from companion.interpret.diagnosis import diagnose
from companion.interpret.hurried_turns import positions_after, rank_sequences, turn_sequences
from companion.interpret.hypotheses import Hypothesis, distinct
from companion.interpret.likelihood import gem_log_likelihood
from companion.interpret.misreading import explained_but_for_misreading, may_still_agree
from companion.interpret.moved_gems import gems_moved
from companion.interpret.ranking import Credence, Ranking, beats, credence, rank_single_actions, unfinished
from companion.interpret.violations import nothing_done

if TYPE_CHECKING:
    from companion.board.picture import BoardPicture
    from companion.engine import State


@dataclass(frozen=True, slots=True)
class Agrees:
    """The board shows the position."""


@dataclass(frozen=True, slots=True)
class Housekeeping:
    """Gems in a deposit or the buoy are not as they should be: to be put in order without hurry."""

    discrepancies: tuple[Discrepancy, ...]


@dataclass(frozen=True, slots=True)
class Explained:
    """Exactly one hypothesis fits everything, and every place it changes was seen."""

    hypothesis: Hypothesis


@dataclass(frozen=True, slots=True)
class Amended:
    """The last move read from the board was only a part of this one; it replaces it."""

    hypothesis: Hypothesis


@dataclass(frozen=True, slots=True)
class Unclear:
    """Several hypotheses fit, or one fits but not everything was seen: the players are asked."""

    hypotheses: tuple[Hypothesis, ...]
    unfinished: bool = False
    """The hands may not be done yet."""


@dataclass(frozen=True, slots=True)
class Disagrees:
    """No hypothesis fits; everything that differs, all at once."""

    discrepancies: tuple[Discrepancy, ...]
    unfinished: bool = False
    """It may still become a legal move when the hands go on."""


Finding = Agrees | Housekeeping | Explained | Amended | Unclear | Disagrees


@dataclass(frozen=True, slots=True)
class History:
    """What else is known of a table that is watched all the time, besides how it lies now."""

    before_last: State | None = None
    """The position before the last turn that was read, which may have been only a part of what was meant."""
    river: RiverSeen = STILL
    """What the river was seen doing since the game last moved on."""


def judge(state: State, seen: BoardPicture, history: History | None = None) -> Finding:
    """What one settled picture means in ``state``; without ``history`` it is explained by one turn or none."""
    found = differences(expected_picture(state), seen)
    river = STILL if history is None else history.river
    ranking = rank_single_actions(state, seen, river)
    if all(item.kind in HOUSEKEEPING_KINDS for item in found):
        return _river_alone(state, seen, ranking, river) or _gems_alone(state, seen, ranking)
    discs = tuple(item for item in found if item.kind in DISC_KINDS)
    if discs:
        only_discs = all(item.kind in DISC_KINDS | HOUSEKEEPING_KINDS for item in found)
        return Disagrees(discs if ranking.hypotheses or only_discs else discs + diagnose(state, seen))
    if ranking.hypotheses:
        explained = _accepted_or_asked(state, seen, ranking)
        # Without a gem seen otherwise there is no evidence by which another explanation could beat this one.
        if history is None or isinstance(explained, Explained) or not beats(0.0, ranking.log_likelihood):
            return explained
        return _with_hurried(state, explained, ranking, seen, river)
    if history is None:
        wrong = Disagrees(_what_is_wrong(state, seen, river), unfinished(state, seen))
        return _weighed(wrong, state, seen)
    finding = _several_turns(state, seen, history)
    return _weighed(finding, state, seen) if isinstance(finding, Disagrees) else finding


def _weighed(wrong: Disagrees, state: State, seen: BoardPicture) -> Finding:
    """The disagreement; where a misreading is about as likely, a question, or the same looked at for longer."""
    explained = explained_but_for_misreading(state, seen)
    if explained:
        return Unclear(explained, unfinished=True)
    return replace(wrong, unfinished=True) if may_still_agree(state, seen) else wrong


def _several_turns(state: State, seen: BoardPicture, history: History) -> Finding:
    """No single turn explains the picture: the last one went on, several were played, or something is wrong."""
    amended = _amended(history.before_last, state, seen)
    if amended is not None:
        return amended
    sequences = turn_sequences(state, seen, history.river)
    ranking = rank_sequences(state, sequences, seen, history.river)
    if ranking.hypotheses:
        return _accepted_or_asked(state, seen, ranking)
    miscounted = _river_miscounted(state, seen, history.river)
    if miscounted is not None:
        return miscounted
    positions = (state, *positions_after(sequences))
    may_go_on = any(unfinished(position, seen) for position in positions)
    return Disagrees(_shortest_diagnosis(positions, seen, history.river), may_go_on)


def _with_hurried(
    state: State, explained: Unclear, ranking: Ranking, seen: BoardPicture, river: RiverSeen
) -> Unclear:
    """The question with the hypotheses of several turns too, where gems are seen much more as those have them."""
    several = rank_sequences(state, turn_sequences(state, seen, river), seen, river)
    if not several.hypotheses or not beats(several.log_likelihood, ranking.log_likelihood):
        return explained
    return Unclear(distinct((*several.hypotheses, *explained.hypotheses)), explained.unfinished)


def _river_miscounted(state: State, seen: BoardPicture, river: RiverSeen) -> Unclear | None:
    """Turns in a hurry, and a river move of another length than was seen: it carried canoes whose turn was over (B13).

    Hands hid a disc or all of them; still, what was seen speaks against it, so the players are asked.
    """
    if river.arms is None:
        return None
    unseen = RiverSeen(None)
    ranking = rank_sequences(state, turn_sequences(state, seen, unseen), seen, unseen)
    carried = tuple(item for item in ranking.hypotheses if _carries_others(state, item))
    return Unclear(carried) if carried else None


def _carries_others(state: State, hypothesis: Hypothesis) -> bool:
    """Whether canoes of players without a turn in the hypothesis lie elsewhere after it."""
    acting = {getattr(action, "player", None) for action in hypothesis.actions}
    return any(
        canoe.at != hypothesis.state.canoes[name].at
        for name, canoe in state.canoes.items()
        if canoe_colour(name) not in acting
    )


def _shortest_diagnosis(
    positions: tuple[State, ...], seen: BoardPicture, river: RiverSeen
) -> tuple[Discrepancy, ...]:
    """The diagnosis with the fewest differences; of two as short, the one that supposes fewer turns.

    A river that was seen to move has to be explained too.
    """

    def length(pair: tuple[State, tuple[Discrepancy, ...]]) -> int:
        position, items = pair
        return len(items) + (bool(river.arms) and position.phase != Phase.RIVER)

    diagnosed = ((position, _what_is_wrong(position, seen, river)) for position in positions)
    return min((pair for pair in diagnosed if pair[1]), key=length)[1]


def _what_is_wrong(state: State, seen: BoardPicture, river: RiverSeen) -> tuple[Discrepancy, ...]:
    """The diagnosis; where hurried turns left all canoes as they lie, the gems that cannot be right."""
    return diagnose(state, seen, river) or tuple(
        item for item in differences(expected_picture(state), seen) if item.kind == Kind.CARGO_WRONG
    )


def _amended(before_last: State | None, state: State, seen: BoardPicture) -> Amended | None:
    """The last turn went on after it had been read, unless gems tell that it had ended as it was read."""
    if before_last is None:
        return None
    ranking = rank_single_actions(before_last, seen)
    if beats(gem_log_likelihood(expected_picture(state), seen), ranking.log_likelihood):
        return None
    whole = _accepted_or_asked(before_last, seen, ranking)
    return Amended(whole.hypothesis) if isinstance(whole, Explained) else None


def _river_alone(
    state: State, seen: BoardPicture, ranking: Ranking, river: RiverSeen
) -> Explained | Unclear | None:
    """All lies as before, but the river may have moved under it: no canoe was in its way (B13)."""
    if state.phase != Phase.RIVER or not ranking.hypotheses or not river.arms:
        return None
    if len(river.arms) == state.river_distance:
        return _accepted_or_asked(state, seen, ranking)
    # A quick push slips between two pictures, and a hand can look like one: counted otherwise is no proof.
    return Unclear(ranking.hypotheses, unfinished=True)


def judge_declared_done(state: State, seen: BoardPicture, river: RiverSeen = STILL) -> Finding:
    """What a player means who says *done* although the board looks as it did: something that cannot be seen.

    A gem nobody can see was loaded, or the river moved with no canoe on it.
    """
    single = rank_single_actions(state, seen, river).hypotheses
    if len(single) == 1:
        return Explained(single[0])
    # Two turns can undo each other: the cloud there and back.
    possible = single or rank_sequences(state, turn_sequences(state, seen, river), seen, river).hypotheses
    if possible:
        return Unclear(possible)
    idle = nothing_done(state) if state.phase == Phase.PADDLE else None
    return Disagrees(diagnose(state, seen) if idle is None else (idle,))


def _accepted_or_asked(state: State, seen: BoardPicture, ranking: Ranking) -> Explained | Unclear:
    """The one hypothesis that is surely true, or a question."""
    sure = credence(ranking.surprise) is Credence.SURE
    if len(ranking.hypotheses) == 1 and sure and changes_were_seen(state, ranking.hypotheses[0], seen):
        return Explained(ranking.hypotheses[0])
    # A gem that is not there yet may still follow.
    return Unclear(ranking.hypotheses, unfinished=not sure)


def _gems_alone(state: State, seen: BoardPicture, ranking: Ranking) -> Finding:
    """Canoes and weather lie as before: nothing happened, unless gems tell of a turn without a move (B7)."""

    def beaten_by_a_turn(picture: BoardPicture) -> bool:
        nothing = gem_log_likelihood(expected_picture(state), picture)
        turn = max(gem_log_likelihood(expected_picture(h.state), picture) for h in ranking.hypotheses)
        return beats(turn, nothing)

    if not ranking.hypotheses or not beaten_by_a_turn(seen):
        moved = _gems_moved(state, seen)
        return Disagrees(moved) if moved else Agrees()
    # Counts of deposits alone are no proof: somebody may have leant over them.
    if not beaten_by_a_turn(replace(seen, deposits={})):
        return Unclear(ranking.hypotheses, unfinished=True)
    return _accepted_or_asked(state, seen, ranking)


def _gems_moved(state: State, seen: BoardPicture) -> tuple[Discrepancy, ...]:
    """The gems that were moved against the rules; whoever is at turn may be loading before he moves."""
    moved = gems_moved(expected_picture(state), seen)
    at_turn = str(state.to_act[0]) if state.phase == Phase.PADDLE else None
    return tuple(item for item in moved if item.message.values["colour"] != at_turn)


def changes_were_seen(state: State, hypothesis: Hypothesis, seen: BoardPicture) -> bool:
    """Whether every place that the hypothesis changes was seen; what lies unseen elsewhere does not matter to it."""
    before, after = expected_picture(state), expected_picture(hypothesis.state)
    spaces_seen = all(
        seen.canoes[space] is not None
        for space in before.canoes
        if before.canoes[space] != after.canoes[space]
    )
    beach_seen = before.beach == after.beach or seen.beach is not None
    weather_seen = before.weather == after.weather or seen.weather is not None
    return spaces_seen and beach_seen and weather_seen


def housekeeping(state: State, seen: BoardPicture) -> Housekeeping:
    """What the players should be reminded of while the game goes on; empty when all is in order."""
    found = differences(expected_picture(state), seen)
    return Housekeeping(tuple(item for item in found if item.kind in HOUSEKEEPING_KINDS))
