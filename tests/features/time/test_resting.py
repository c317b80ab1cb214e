"""Deeds by a match's number while its server is out of reach, where no time runs out."""

from collections.abc import Awaitable, Callable

import pytest

from bot.game import Seat, read_turn
from bot.match.clock import DAY, Bank
from bot.match.conditional import read_lines
from bot.match.identity import MatchId, Seconds
from bot.match.match import OfferAnswer, Outcome, Why
from bot.match.playing import Played, RanOut
from bot.match.terms import VenueKind
from bot.services import Host
from tests.features.clocks import StandingClock
from tests.features.hosting import begin, play
from tests.features.time.test_vacations import begin_timed
from tests.match.table import GRAY, GUILD, NOON, ORANGE

LIMIT = 3 * DAY
"""What each turn may take where the challenge does not say."""


async def overdue(host: Host, clock: StandingClock) -> MatchId:
    """A match whose player to move is overdue, of a server that has been out of reach for long."""
    number = (await play(host, (await begin(host)).id, "Kc3", "Kd5")).id
    clock.advance(DAY)
    await host.absences.begin(GUILD)
    clock.advance(LIMIT)
    assert await host.jobs.run_due() == []
    return number


async def add_day(host: Host, number: MatchId) -> None:
    await host.matches.add_day(GRAY, number, (await host.matches.find(number)).revision)


async def offer_draw(host: Host, number: MatchId) -> None:
    await host.matches.offer_draw(ORANGE, number, (await host.matches.find(number)).revision)


async def ask_back(host: Host, number: MatchId) -> None:
    await host.takebacks.ask(GRAY, number, (await host.matches.find(number)).revision)


async def answer_back(host: Host, number: MatchId) -> None:
    await ask_back(host, number)
    seen = (await host.matches.find(number)).revision
    await host.takebacks.answer(ORANGE, number, seen, OfferAnswer.DECLINE)


async def plan(host: Host, number: MatchId) -> None:
    await host.plans.add(GRAY, number, read_lines("Ka1 Kf6"))


@pytest.mark.parametrize("action", [add_day, offer_draw, ask_back, answer_back, plan])
async def test_an_action_ends_no_match_whose_time_ran_out_while_its_server_was_out_of_reach(
    host: Host, clock: StandingClock, action: Callable[[Host, MatchId], Awaitable[None]]
) -> None:
    number = await overdue(host, clock)
    await action(host, number)
    assert (await host.matches.find(number)).outcome is None


async def test_a_turn_is_played_as_if_the_server_had_just_gone(
    host: Host, clock: StandingClock
) -> None:
    number = await overdue(host, clock)
    done = await host.matches.play(ORANGE, number, read_turn("Ka1"))
    assert isinstance(done, Played)
    assert done.match.clock.deadline == NOON + DAY + LIMIT
    clock.advance(DAY)
    await host.absences.end(GUILD)
    assert (await host.matches.find(number)).clock.deadline == clock.now() + LIMIT


async def test_a_bank_loses_nothing_while_the_server_is_out_of_reach(
    host: Host, clock: StandingClock
) -> None:
    bank = Bank(Seconds(2 * DAY), Seconds(0.0), Seconds(9 * DAY))
    number = (await begin_timed(host, bank)).id
    await play(host, number, "Kc3", "Kd5")
    clock.advance(DAY)
    await host.absences.begin(GUILD)
    clock.advance(5 * DAY)
    await play(host, number, "Ka1")
    assert (await host.matches.find(number)).clock.orange_bank == DAY


async def test_who_resigns_resigns_and_has_not_run_out_of_time(
    host: Host, clock: StandingClock
) -> None:
    number = await overdue(host, clock)
    ended = await host.matches.resign(GRAY, number)
    assert ended.outcome == Outcome(Why.RESIGNATION, Seat.ORANGE)


async def test_who_is_deleted_resigns_and_has_not_won_by_time(
    host: Host, clock: StandingClock
) -> None:
    number = await overdue(host, clock)
    await host.privacy.delete(GRAY)
    assert (await host.matches.find(number)).outcome == Outcome(Why.RESIGNATION, Seat.ORANGE)


async def test_time_that_had_run_out_before_is_out(host: Host, clock: StandingClock) -> None:
    number = (await play(host, (await begin(host)).id, "Kc3", "Kd5")).id
    clock.advance(LIMIT)
    await host.absences.begin(GUILD)
    done = await host.matches.play(ORANGE, number, read_turn("Ka1"))
    assert isinstance(done, RanOut)


async def test_direct_messages_do_not_rest(host: Host, clock: StandingClock) -> None:
    number = await overdue(host, clock)
    venue = (await host.matches.find(number)).venue
    assert venue.channel is not None
    await host.outbox.move(number, venue.channel, None, VenueKind.DIRECT)
    assert (await host.matches.find(number)).venue.kind is VenueKind.DIRECT
    done = await host.matches.play(ORANGE, number, read_turn("Ka1"))
    assert isinstance(done, RanOut)
