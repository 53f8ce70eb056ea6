"""The frozen views, made from the referee's state by its own thread."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.board.observation import Watching
from companion.engine import (
    HAND_ORDER,
    SPACES,
    WEATHER_TRACK,
    Action,
    Paddle,
    Phase,
    Retrieve,
    State,
    legal_actions,
)
from companion.engine.message import Message
from companion.game.action_keys import key_of
from companion.game.actor import Actor
from companion.present.hypothesis_views import deposits_of, hypothesis_views, places_of
from companion.present.views import (
    ActionView,
    CameraView,
    CardView,
    ChoiceView,
    DisagreementView,
    DiscrepancyView,
    MoveView,
    NewsView,
    PlayerView,
    QuestionView,
    RiverView,
    SeatView,
    TableView,
    TurnView,
)
from companion.referee.referee import NONE_OF_THESE
from companion.referee.sentences import guidance
from companion.referee.situation import has_to_act, is_alerted, stage_of
from companion.words.actions import tell, tell_move

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.board.discrepancy import Discrepancy
    from companion.game.standing import Seat
    from companion.present.views import RuleView
    from companion.referee.referee import Referee


def table_view(
    referee: Referee, news: Sequence[NewsView], lesson: tuple[RuleView, ...], number: int, pictures: int
) -> TableView:
    """What everybody may see now."""
    state = referee.game.state
    return TableView(
        number=number,
        stage=stage_of(referee.game),
        round=state.round,
        phase=str(state.phase),
        first=str(state.first),
        weather=state.weather,
        weather_track=tuple(WEATHER_TRACK),
        players=tuple(_player(referee, state, str(player)) for player in state.players),
        places=places_of(state),
        deposits=deposits_of(state),
        discs=_discs(referee),
        prompt=_prompt(referee, state),
        turn=_turn(referee, state),
        river=_river(referee, state),
        question=_question(referee),
        disagreement=_disagreement(referee),
        set_up=_items(referee.to_set_up),
        news=tuple(news),
        camera=_camera(referee, pictures),
        lesson=lesson,
        winners=tuple(map(str, state.winners)),
    )


def seat_view(referee: Referee, colour: str, table: TableView) -> SeatView:
    """What the player of ``colour`` may see now; never shown to anybody else."""
    state = referee.game.state
    player = state.players[colour]
    choosing = referee.game.ready and state.phase == Phase.CHOOSE
    chosen = None if player.chosen is None else str(player.chosen)
    hand = sorted((*player.hand, *(() if chosen is None or not choosing else (player.chosen,))), key=_in_hand)
    return SeatView(
        colour=colour,
        hand=tuple(CardView(str(card), Message(f"card.{card}")) for card in hand),
        chosen=chosen,
        may_choose=choosing,
        retrieve=tuple(
            _action(state, action)
            for action in (legal_actions(state) if choosing else ())
            if isinstance(action, Retrieve) and action.player == colour
        ),
        turn=table.turn if table.turn is not None and table.turn.player == colour else None,
        may_undo=referee.may_take_back(Actor.at_seat(colour)),
        table=table,
    )


def _in_hand(card: object) -> int:
    return [str(known) for known in HAND_ORDER].index(str(card))


def _player(referee: Referee, state: State, colour: str) -> PlayerView:
    seat: Seat = referee.game.seats[colour]
    player = state.players[colour]
    return PlayerView(
        colour=colour,
        name=seat.name,
        seated=seat.taken and not seat.bot,
        bot=seat.bot,
        delivered={str(gem): count for gem, count in player.delivered.items() if count},
        has_chosen=player.chosen is not None or player.played is not None,
        played=shown_card(state, colour),
        cards_left=len(player.hand),
        to_act=has_to_act(referee.game, colour),
        alert=is_alerted(referee, colour),
        winner=colour in state.winners,
    )


def shown_card(state: State, colour: str) -> str | None:
    """The card that lies open: played, or revealed because its turn has come (B2)."""
    player = state.players[colour]
    if player.played is not None:
        return str(player.played)
    revealed = state.phase == Phase.PADDLE and state.to_act[0] == colour
    return str(player.chosen) if revealed else None


def _discs(referee: Referee) -> dict[str, str]:
    if referee.lookout.picture is None:
        return {str(space): "unseen" for space in SPACES}
    return {space: str(disc) for space, disc in referee.lookout.picture.discs.items()}


def _prompt(referee: Referee, state: State) -> Message:
    dispute = referee.issues.dispute
    if dispute is not None and dispute.guiding:
        return guidance(dispute.items[0], len(dispute.items))
    if dispute is not None:
        return Message("prompt.disagreement")
    if referee.issues.question is not None:
        return Message("prompt.question")
    if not referee.game.ready and referee.to_set_up:
        values = {"remedy": referee.to_set_up[0].remedy, "count": len(referee.to_set_up)}
        return Message("prompt.set-up-next", values)
    if not referee.game.ready:
        return Message("prompt.set-up")
    match state.phase:
        case Phase.CHOOSE:
            return Message("prompt.choose", {"players": tuple(map(str, state.to_act))})
        case Phase.PADDLE:
            player = state.to_act[0]
            return Message("prompt.paddle", {"player": player, "card": state.players[player].chosen})
        case Phase.RIVER:
            return Message("prompt.river", {"count": state.river_distance})
    return Message("prompt.over", {"players": tuple(map(str, state.winners))})


def _turn(referee: Referee, state: State) -> TurnView | None:
    if not referee.game.ready or state.phase != Phase.PADDLE:
        return None
    player = str(state.to_act[0])
    actions = tuple(_action(state, action) for action in legal_actions(state))
    return TurnView(player, str(state.players[player].chosen), actions)


def _river(referee: Referee, state: State) -> RiverView | None:
    if not referee.game.ready or state.phase != Phase.RIVER:
        return None
    actions = tuple(_action(state, action) for action in legal_actions(state))
    arms = referee.lookout.river.arms if referee.has_camera else None
    return RiverView(state.river_distance or 0, actions, None if arms is None else len(arms))


def _action(state: State, action: Action) -> ActionView:
    moves = action.moves if isinstance(action, Paddle) else ()
    return ActionView(
        key=key_of(action),
        text=tell(state, action),
        moves=tuple(
            MoveView(
                canoe=str(move.canoe),
                start=str(state.canoes[move.canoe].at),
                to=str(move.to),
                before=tuple(map(str, move.before)),
                after=tuple(map(str, move.after)),
                steal=tuple(map(str, move.steal)),
                text=tell_move(state, move),
            )
            for move in moves
        ),
    )


def _question(referee: Referee) -> QuestionView | None:
    question = referee.issues.question
    if question is None:
        return None
    hypotheses = hypothesis_views(referee.game.state, question.positions())
    choices = tuple(ChoiceView(key, text, hypotheses[key]) for key, text, _ in question.choices)
    none = ChoiceView(NONE_OF_THESE, Message("question.none"))
    return QuestionView(question.id, question.text, (*choices, none))


def _disagreement(referee: Referee) -> DisagreementView | None:
    dispute = referee.issues.dispute
    if dispute is None:
        return None
    items = dispute.items[:1] if dispute.guiding else dispute.items
    return DisagreementView(
        dispute.id, dispute.player, _items(items), dispute.adoptable, dispute.guiding, len(dispute.items)
    )


def _items(found: tuple[Discrepancy, ...]) -> tuple[DiscrepancyView, ...]:
    return tuple(
        DiscrepancyView(
            kind=str(item.kind),
            where=item.where,
            home=item.home,
            expected=item.expected,
            seen=item.seen,
            rule=item.rule,
            text=item.message,
            remedy=item.remedy,
        )
        for item in found
    )


def _camera(referee: Referee, pictures: int) -> CameraView:
    if referee.issues.resting:
        return CameraView(Watching.RESTING, Message("camera.resting"), pictures)
    if referee.lookout.observation is None:
        key = "camera.starting" if referee.has_camera else "camera.off"
        return CameraView(Watching.OFF, Message(key), pictures)
    return CameraView(referee.lookout.observation.watching, referee.lookout.observation.text, pictures)
