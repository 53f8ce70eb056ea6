"""Do the table and the game agree? A pure judgement of one settled picture."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from companion.board.comparison import COUNTING, DISCS, Discrepancy, Kind, differences
from companion.board.expectation import canoe_colour, expected_picture
from companion.board.picture import STILL, RiverSeen
from companion.engine import Phase
from companion.interpret.diagnosis import diagnose
from companion.interpret.hurried_turns import hasty_positions, hasty_stories, hasty_turns
from companion.interpret.hypotheses import DOUBT, MARGIN, Story, each_once, stories, unfinished
from companion.interpret.likelihood import gems_likelihood
from companion.interpret.moved_gems import gems_moved
from companion.interpret.violations import nothing_done

if TYPE_CHECKING:
    from companion.board.picture import BoardPicture
    from companion.engine import State
    from companion.interpret.hypotheses import Telling


@dataclass(frozen=True, slots=True)
class Agrees:
    """The board shows the position."""


@dataclass(frozen=True, slots=True)
class Reminds:
    """Gems in a deposit or the buoy are not as they should be: to be put in order without hurry."""

    discrepancies: tuple[Discrepancy, ...]


@dataclass(frozen=True, slots=True)
class Explained:
    """Exactly one legal story fits everything, and every place it changes was seen."""

    story: Story


@dataclass(frozen=True, slots=True)
class Amended:
    """The last move read from the board was only a part of this one; it replaces it."""

    story: Story


@dataclass(frozen=True, slots=True)
class Unclear:
    """Several stories fit, or one fits but not everything was seen: the players are asked."""

    stories: tuple[Story, ...]
    unfinished: bool = False
    """The hands may not be done yet."""


@dataclass(frozen=True, slots=True)
class Disagrees:
    """No legal story fits; everything that differs, all at once."""

    discrepancies: tuple[Discrepancy, ...]
    unfinished: bool = False
    """It may still become a legal move when the hands go on."""


Finding = Agrees | Reminds | Explained | Amended | Unclear | Disagrees


@dataclass(frozen=True, slots=True)
class Meanwhile:
    """What else is known of a table that is watched all the time, besides how it lies now."""

    before_last: State | None = None
    """The position before the last turn that was read, which may have been only a part of what was meant."""
    river: RiverSeen = STILL
    """What the river was seen doing since the game last moved on."""


def judge(state: State, seen: BoardPicture, meanwhile: Meanwhile | None = None) -> Finding:
    """What one settled picture means in ``state``; without ``meanwhile`` it is explained by one turn or none."""
    found = differences(expected_picture(state), seen)
    river = STILL if meanwhile is None else meanwhile.river
    telling = stories(state, seen, river)
    if all(item.kind in COUNTING for item in found):
        return _river_alone(state, seen, telling, river) or _gems_alone(state, seen, telling)
    discs = tuple(item for item in found if item.kind in DISCS)
    if discs:
        only_discs = telling.stories or all(item.kind in DISCS | COUNTING for item in found)
        return Disagrees(discs if only_discs else discs + diagnose(state, seen))
    if telling.stories:
        told = _told(state, seen, telling)
        # No story is so likely that it could beat one the gems do not speak against.
        if meanwhile is None or isinstance(told, Explained) or telling.likelihood >= -MARGIN:
            return told
        return _with_hurried(state, told, telling, seen, river)
    amended = None if meanwhile is None else _amended(meanwhile.before_last, state, seen)
    if amended is not None:
        return amended
    hasty = () if meanwhile is None else hasty_turns(state, seen, river)
    hurried = hasty_stories(state, hasty, seen, river)
    if hurried.stories:
        return _told(state, seen, hurried)
    miscounted = None if meanwhile is None else _river_miscounted(state, seen, river)
    if miscounted is not None:
        return miscounted
    positions = (state, *hasty_positions(hasty))
    return Disagrees(
        _likeliest(positions, seen, river), any(unfinished(position, seen) for position in positions)
    )


def _with_hurried(
    state: State, told: Unclear, telling: Telling, seen: BoardPicture, river: RiverSeen
) -> Unclear:
    """The question with the stories of several turns too, where gems are seen much more as those have them."""
    hurried = hasty_stories(state, hasty_turns(state, seen, river), seen, river)
    if not hurried.stories or hurried.likelihood <= telling.likelihood + MARGIN:
        return told
    return Unclear(each_once((*hurried.stories, *told.stories)), told.unfinished)


def _river_miscounted(state: State, seen: BoardPicture, river: RiverSeen) -> Unclear | None:
    """Turns in a hurry, and a river move of another length than was seen: it carried canoes whose turn was over (B13).

    Hands hid a disc or all of them; still, what was seen speaks against it, so the players are asked.
    """
    if river.arms is None:
        return None
    unseen = RiverSeen(None)
    told = hasty_stories(state, hasty_turns(state, seen, unseen), seen, unseen).stories
    carried = tuple(story for story in told if _carries_others(state, story))
    return Unclear(carried) if carried else None


def _carries_others(state: State, story: Story) -> bool:
    """Whether canoes of players without a turn in the story lie elsewhere after it."""
    acting = {getattr(action, "player", None) for action in story.actions}
    return any(
        canoe.at != story.state.canoes[name].at
        for name, canoe in state.canoes.items()
        if canoe_colour(name) not in acting
    )


def _likeliest(positions: tuple[State, ...], seen: BoardPicture, river: RiverSeen) -> tuple[Discrepancy, ...]:
    """What takes the fewest words; where two are as short, what supposes fewer turns.

    A river that was seen to move has to be told too.
    """

    def words(pair: tuple[State, tuple[Discrepancy, ...]]) -> int:
        position, items = pair
        return len(items) + (bool(river.arms) and position.phase != Phase.RIVER)

    told = ((position, _what_is_wrong(position, seen, river)) for position in positions)
    return min((pair for pair in told if pair[1]), key=words)[1]


def _what_is_wrong(state: State, seen: BoardPicture, river: RiverSeen) -> tuple[Discrepancy, ...]:
    """The diagnosis; where hurried turns left all canoes as they lie, the gems that cannot be right."""
    return diagnose(state, seen, river) or tuple(
        item for item in differences(expected_picture(state), seen) if item.kind == Kind.CARGO_WRONG
    )


def _amended(before_last: State | None, state: State, seen: BoardPicture) -> Amended | None:
    """The last turn went on after it had been read, unless gems tell that it had ended as it was read."""
    if before_last is None:
        return None
    telling = stories(before_last, seen)
    if telling.likelihood < gems_likelihood(expected_picture(state), seen) - MARGIN:
        return None
    whole = _told(before_last, seen, telling)
    return Amended(whole.story) if isinstance(whole, Explained) else None


def _river_alone(
    state: State, seen: BoardPicture, telling: Telling, river: RiverSeen
) -> Explained | Unclear | None:
    """All lies as before, but the river may have moved under it: no canoe was in its way (B13)."""
    if state.phase != Phase.RIVER or not telling.stories or not river.arms:
        return None
    if len(river.arms) == state.river_distance:
        return _told(state, seen, telling)
    # A quick push slips between two pictures, and a hand can look like one: counted otherwise is no proof.
    return Unclear(telling.stories, unfinished=True)


def insisted(state: State, seen: BoardPicture, river: RiverSeen = STILL) -> Finding:
    """What a player means who says *done* although the board looks as it did: something that cannot be seen.

    A gem nobody can see was loaded, or the river moved with no canoe on it.
    """
    told = stories(state, seen, river).stories
    if len(told) == 1:
        return Explained(told[0])
    # Two turns can undo each other: the cloud there and back.
    told = told or hasty_stories(state, hasty_turns(state, seen, river), seen, river).stories
    if told:
        return Unclear(told)
    idle = nothing_done(state) if state.phase == Phase.PADDLE else None
    return Disagrees(diagnose(state, seen) if idle is None else (idle,))


def _told(state: State, seen: BoardPicture, telling: Telling) -> Explained | Unclear:
    """The one story that is surely true, or a question."""
    if len(telling.stories) == 1 and telling.doubt <= DOUBT and was_seen(state, telling.stories[0], seen):
        return Explained(telling.stories[0])
    # A gem that is not there yet may still follow.
    return Unclear(telling.stories, unfinished=telling.doubt > DOUBT)


def _gems_alone(state: State, seen: BoardPicture, telling: Telling) -> Finding:
    """Canoes and weather lie as before: nothing happened, unless gems tell of a turn without a move (B7)."""

    def gain(told: BoardPicture) -> float:
        nothing = gems_likelihood(expected_picture(state), told)
        return max(gems_likelihood(expected_picture(s.state), told) for s in telling.stories) - nothing

    if not telling.stories or gain(seen) <= MARGIN:
        moved = _gems_moved(state, seen)
        return Disagrees(moved) if moved else Agrees()
    # Counts of deposits alone are no proof: somebody may have leant over them.
    if gain(replace(seen, deposits={})) <= MARGIN:
        return Unclear(telling.stories, unfinished=True)
    return _told(state, seen, telling)


def _gems_moved(state: State, seen: BoardPicture) -> tuple[Discrepancy, ...]:
    """The gems that were moved against the rules; whoever is at turn may be loading before he moves."""
    moved = gems_moved(expected_picture(state), seen)
    at_turn = str(state.to_act[0]) if state.phase == Phase.PADDLE else None
    return tuple(item for item in moved if item.message.values["colour"] != at_turn)


def was_seen(state: State, story: Story, seen: BoardPicture) -> bool:
    """Whether every place that the story changes was seen; what lies unseen elsewhere does not matter to it."""
    before, after = expected_picture(state), expected_picture(story.state)
    spaces_seen = all(
        seen.canoes[space] is not None
        for space in before.canoes
        if before.canoes[space] != after.canoes[space]
    )
    beach_seen = before.beach == after.beach or seen.beach is not None
    weather_seen = before.weather == after.weather or seen.weather is not None
    return spaces_seen and beach_seen and weather_seen


def housekeeping(state: State, seen: BoardPicture) -> Reminds:
    """What the players should be reminded of while the game goes on; empty when all is in order."""
    found = differences(expected_picture(state), seen)
    return Reminds(tuple(item for item in found if item.kind in COUNTING))
