"""What happens to matches when their players leave the server."""

from dataclasses import replace

import pytest

from bot.game import Seat
from bot.match.clock import DAY, DEFAULT_TIME, NoLimit, PerMove, TurnClock
from bot.match.ending import PATIENCE, end_for_leaving, ends_without
from bot.match.identity import Instant, Ply, Seconds
from bot.match.match import EndReason, Match, Outcome
from tests.kit.matches import LATER, NOON, match


def match_at(ply: int = 4) -> Match:
    return replace(match(), ply=Ply(ply))


@pytest.mark.parametrize(
    ("gone", "outcome"),
    [
        ((Seat.ORANGE,), Outcome(EndReason.LEFT, Seat.GRAY)),
        ((Seat.GRAY,), Outcome(EndReason.LEFT, Seat.ORANGE)),
        (tuple(Seat), Outcome(EndReason.BOTH_LEFT, None)),
    ],
)
def test_a_match_ends_for_the_user_who_stayed(gone: tuple[Seat, ...], outcome: Outcome) -> None:
    over = end_for_leaving(match_at(), gone, LATER)
    assert (over.outcome, over.changed_at) == (outcome, LATER)
    assert over.revision == match_at().revision + 1


@pytest.mark.parametrize("ply", [0, 1])
@pytest.mark.parametrize("gone", [(Seat.ORANGE,), (Seat.GRAY,), tuple(Seat)])
def test_leaving_before_both_have_moved_calls_the_match_off(
    ply: int, gone: tuple[Seat, ...]
) -> None:
    over = end_for_leaving(match_at(ply), gone, LATER)
    assert over.outcome == Outcome(EndReason.CALLED_OFF, None)


def test_a_match_that_is_over_or_was_not_left_is_not_changed() -> None:
    over = match(outcome=Outcome(EndReason.RESIGNATION, Seat.GRAY))
    assert end_for_leaving(over, (Seat.GRAY,), LATER) is over
    going_on = match_at()
    assert end_for_leaving(going_on, (), LATER) is going_on


def test_time_that_ran_out_before_a_departure_takes_precedence() -> None:
    clock = TurnClock(PerMove(Seconds(DAY)), NOON, Instant(NOON + 30))
    late = replace(match_at(), clock=clock)
    over = end_for_leaving(late, (Seat.GRAY,), LATER)
    assert over.outcome == Outcome(EndReason.TIME, Seat.GRAY)


def test_only_a_match_without_a_time_limit_ends_a_while_after_a_departure() -> None:
    timed = replace(match_at(), clock=TurnClock.started(DEFAULT_TIME, NOON))
    assert ends_without(timed, NOON) is None
    endless = replace(match_at(), clock=TurnClock.started(NoLimit(), NOON))
    assert ends_without(endless, LATER) == LATER + PATIENCE
    assert ends_without(endless, Instant(NOON - DAY)) == NOON + PATIENCE
    over = replace(endless, outcome=Outcome(EndReason.AGREEMENT, None))
    assert ends_without(over, LATER) is None
