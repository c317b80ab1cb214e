"""Actions by a match's number while its server is out of reach and no time runs out."""

from collections.abc import Awaitable, Callable

import pytest

from bot.features.matches.access import Presence
from bot.features.moderation.log import Moderator
from bot.game import Seat, read_turn
from bot.match.clock import DAY, Bank
from bot.match.conditional_notation import read_lines
from bot.match.identity import MatchId, Seconds
from bot.match.match import EndReason, OfferAnswer, Outcome
from bot.match.playing import CompleteTurn, RanOut
from bot.match.terms import VenueKind
from bot.services import Services
from tests.kit.clocks import StandingClock
from tests.kit.matches import GRAY, GUILD, NOON, ORANGE, STRANGER
from tests.kit.service_matches import (
    begin,
    begin_in_direct_messages,
    begin_timed,
    forfeit_on_leaving,
    play,
)

LIMIT = 3 * DAY
"""The time for each turn if the challenge does not name one."""


async def overdue(services: Services, clock: StandingClock) -> MatchId:
    """Begin a match whose player to move is overdue, in a server that has long been unavailable."""
    number = (await play(services, (await begin(services)).id, "Kc3", "Kd5")).id
    clock.advance(DAY)
    await services.absences.begin(GUILD)
    clock.advance(LIMIT)
    assert await services.jobs.run_due() == []
    return number


async def add_day(services: Services, number: MatchId) -> None:
    await services.matches.add_day(GRAY, number, (await services.matches.find(number)).ply)


async def offer_draw(services: Services, number: MatchId) -> None:
    await services.matches.offer_draw(ORANGE, number, (await services.matches.find(number)).ply)


async def ask_takeback(services: Services, number: MatchId) -> None:
    await services.takebacks.ask(GRAY, number, (await services.matches.find(number)).ply)


async def answer_takeback(services: Services, number: MatchId) -> None:
    await ask_takeback(services, number)
    seen = (await services.matches.find(number)).revision
    await services.takebacks.answer(ORANGE, number, seen, OfferAnswer.DECLINE)


async def plan(services: Services, number: MatchId) -> None:
    await services.plans.add(GRAY, number, read_lines("Ka1 Kf6"))


async def go_on_vacation(services: Services, number: MatchId) -> None:
    assert (await services.vacations.begin(ORANGE, GUILD, 2)).matches == (number,)


@pytest.mark.parametrize(
    "action", [add_day, offer_draw, ask_takeback, answer_takeback, plan, go_on_vacation]
)
async def test_an_action_ends_no_match_whose_time_ran_out_while_its_server_was_out_of_reach(
    services: Services, clock: StandingClock, action: Callable[[Services, MatchId], Awaitable[None]]
) -> None:
    number = await overdue(services, clock)
    await action(services, number)
    assert (await services.matches.find(number)).outcome is None


async def test_a_turn_is_played_as_if_the_server_had_just_gone(
    services: Services, clock: StandingClock
) -> None:
    number = await overdue(services, clock)
    done = await services.matches.play(ORANGE, number, read_turn("Ka1"))
    assert isinstance(done, CompleteTurn)
    assert done.match.clock.deadline == NOON + DAY + LIMIT
    clock.advance(DAY)
    await services.absences.end(GUILD)
    assert (await services.matches.find(number)).clock.deadline == clock.now() + LIMIT


async def test_a_bank_loses_nothing_while_the_server_is_out_of_reach(
    services: Services, clock: StandingClock
) -> None:
    bank = Bank(Seconds(2 * DAY), Seconds(0.0), Seconds(9 * DAY))
    number = (await begin_timed(services, bank)).id
    await play(services, number, "Kc3", "Kd5")
    clock.advance(DAY)
    await services.absences.begin(GUILD)
    clock.advance(5 * DAY)
    await play(services, number, "Ka1")
    assert (await services.matches.find(number)).clock.orange_bank == DAY


async def test_a_user_who_resigns_has_not_lost_on_time(
    services: Services, clock: StandingClock
) -> None:
    number = await overdue(services, clock)
    ended = await services.matches.resign(GRAY, number)
    assert ended.outcome == Outcome(EndReason.RESIGNATION, Seat.ORANGE)


async def test_a_user_who_is_deleted_has_not_won_on_time(
    services: Services, clock: StandingClock
) -> None:
    number = await overdue(services, clock)
    await services.privacy.delete(GRAY)
    assert (await services.matches.find(number)).outcome == Outcome(
        EndReason.RESIGNATION, Seat.ORANGE
    )


async def test_a_vacation_that_begins_meanwhile_keeps_the_time_left_when_the_server_went(
    services: Services, clock: StandingClock
) -> None:
    number = await overdue(services, clock)
    await services.vacations.begin(ORANGE, GUILD, 20)
    await services.absences.end(GUILD)
    assert (await services.matches.find(number)).clock.held == LIMIT - DAY


async def test_a_user_who_leaves_loses_by_leaving_and_not_on_time(
    services: Services, clock: StandingClock
) -> None:
    number = await overdue(services, clock)
    await forfeit_on_leaving(services)
    await services.departures.record(GUILD, GRAY, Presence.MEMBER)
    assert await services.departures.record(GUILD, ORANGE, Presence.GONE) == (number,)
    assert (await services.matches.find(number)).outcome == Outcome(EndReason.LEFT, Seat.GRAY)


async def test_a_match_that_a_moderator_ends_was_not_lost_on_time(
    services: Services, clock: StandingClock
) -> None:
    number = await overdue(services, clock)
    ended = await services.moderation.end_match(Moderator(GUILD, STRANGER, None), number)
    assert ended.outcome == Outcome(EndReason.ENDED_BY_MODERATOR, None)


async def test_time_that_had_run_out_before_is_still_a_loss(
    services: Services, clock: StandingClock
) -> None:
    number = (await play(services, (await begin(services)).id, "Kc3", "Kd5")).id
    clock.advance(LIMIT)
    await services.absences.begin(GUILD)
    done = await services.matches.play(ORANGE, number, read_turn("Ka1"))
    assert isinstance(done, RanOut)


async def test_time_runs_on_in_direct_messages(services: Services, clock: StandingClock) -> None:
    number = await overdue(services, clock)
    venue = (await services.matches.find(number)).venue
    assert venue.channel is not None
    await services.boards.move(number, venue.channel, VenueKind.DIRECT, VenueKind.DIRECT)
    assert (await services.matches.find(number)).venue.kind is VenueKind.DIRECT
    done = await services.matches.play(ORANGE, number, read_turn("Ka1"))
    assert isinstance(done, RanOut)


@pytest.mark.parametrize(
    ("turns", "why"), [((), EndReason.ABORTED), (("Kc3", "Kd5"), EndReason.TIME)]
)
async def test_a_match_in_direct_messages_ends_on_time_without_its_server(
    services: Services, clock: StandingClock, turns: tuple[str, ...], why: EndReason
) -> None:
    number = (await begin_in_direct_messages(services)).id
    await play(services, number, *turns)
    await services.absences.begin(GUILD)
    clock.advance(LIMIT)
    await services.jobs.run_due()
    outcome = (await services.matches.find(number)).outcome
    assert outcome is not None
    assert outcome.why is why
