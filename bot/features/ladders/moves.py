"""Pure functions that change a ladder after results, unanswered challenges and departures."""

from collections.abc import Sequence
from dataclasses import replace

from bot.features.competitions.members import ExitReason
from bot.features.ladders.ladder import (
    LadderChallenge,
    LadderChallengeState,
    LadderField,
    LadderRung,
    RestReason,
)
from bot.features.ladders.rules import (
    ChallengeResult,
    Climb,
    RungId,
    after_no_answer,
    after_win,
    is_off,
    left,
    one_down,
)
from bot.game import Seat
from bot.match.identity import Instant
from bot.match.match import Match


def settled(
    field: LadderField,
    challenge: LadderChallenge,
    result: ChallengeResult,
    now: Instant,
    climb: Climb | None = Climb.FULL,
    late: RungId | None = None,
) -> LadderField:
    """Return the ladder after the result of a challenge: players move, rest or leave.

    Without a `climb`, the winner does not move, because the loser is off the ladder or is about to
    be.
    """
    before = field.order
    order = before
    if result is ChallengeResult.WON and climb is not None:
        order = after_win(order, challenge.challenger, challenge.challenged, climb)
    rungs = [_with_result(field.rung(challenge.challenger), result, now)]
    rungs.append(_with_result(field.rung(challenge.challenged), result.reversed, now))
    field = field.with_rungs(rungs)
    ended = replace(
        challenge, state=LadderChallengeState.PLAYED, result=result, ended_at=now, late=late
    )
    if late is not None and late in order:
        loser = field.rung(late)
        if is_off([*field.losses_on_time(loser, now), now], now):
            order = left(order, late)
            loser = replace(loser.awake(), off_at=now, off_why=ExitReason.TIME)
        else:
            # A player whom the winner has overtaken has lost a place already.
            if order.index(late) == before.index(late):
                order = one_down(order, late)
            loser = loser.resting(RestReason.TIME, now)
        field = field.with_rungs([loser])
    after = field.ordered(order)
    return after.with_challenge(with_places(ended, before, order))


def with_places(
    challenge: LadderChallenge, before: Sequence[RungId], after: Sequence[RungId]
) -> LadderChallenge:
    """Return an ended challenge with the places of both players before and after it."""

    def place(order: Sequence[RungId], rung: RungId) -> int | None:
        return order.index(rung) + 1 if rung in order else None

    return replace(
        challenge,
        challenger_from=place(before, challenge.challenger),
        challenger_to=place(after, challenge.challenger),
        challenged_from=place(before, challenge.challenged),
        challenged_to=place(after, challenge.challenged),
    )


def _with_result(rung: LadderRung, result: ChallengeResult, now: Instant) -> LadderRung:
    """Return the player with one more result. It ends their rest if they rested for being idle."""
    return replace(
        rung.awake() if rung.rests_why is RestReason.IDLE else rung,
        active_at=now,
        wins=rung.wins + (result is ChallengeResult.WON),
        losses=rung.losses + (result in (ChallengeResult.LOST, ChallengeResult.NEITHER)),
    )


def turns_of_each(match: Match) -> tuple[int, int]:
    """Return how many turns the players of a match have made."""
    return -(-match.ply // 2), match.ply // 2


def taken_off(field: LadderField, rung: LadderRung, why: ExitReason, now: Instant) -> LadderField:
    """Return the ladder without a player. Cancel challenges whose match has not begun."""
    off = replace(rung.awake(), off_at=now, off_why=why)
    after = field.with_rungs([off]).ordered(left(field.order, rung.id))
    for each in after.open_of(rung.id):
        if each.match is None:
            void = replace(each, state=LadderChallengeState.VOID, ended_at=now)
            after = after.with_challenge(with_places(void, field.order, after.order))
    return after


def unanswered(field: LadderField, challenge: LadderChallenge, now: Instant) -> LadderField:
    """Return the ladder after a challenge was not accepted in time: the players swap places."""
    before = field.order
    order = after_no_answer(before, challenge.challenger, challenge.challenged)
    ended = replace(challenge, state=LadderChallengeState.UNANSWERED, ended_at=now)
    return field.ordered(order).with_challenge(with_places(ended, before, order))


def woken(field: LadderField, rung: RungId, now: Instant) -> LadderField:
    """Return the ladder after an action of a player, who no longer rests."""
    return field.with_rungs([replace(field.rung(rung).awake(), active_at=now)])


def seat_for(field: LadderField, challenger: RungId, challenged: RungId, *, lot: bool) -> Seat:
    """Return the challenger's seat: not that of their last match, or by `lot` at first."""
    pair = frozenset((challenger, challenged))
    for each in reversed(field.challenges):
        if each.pair == pair and each.state is LadderChallengeState.PLAYED:
            is_same = each.challenger == challenger
            return each.challenger_seat.other if is_same else each.challenger_seat
    return Seat.ORANGE if lot else Seat.GRAY
