"""Days given through the services: each click gives one, which is stored and notified."""

import asyncio

from bot.features.matches.jobs import TimeOut
from bot.features.notifications.kinds import NotificationKind
from bot.game import Seat
from bot.match.clock import DAY
from bot.match.identity import PerSeat
from bot.match.match import EndReason, Outcome
from bot.match.playing import GivenAlready
from bot.services import Services
from tests.kit.clocks import StandingClock
from tests.kit.matches import GRAY, NOON
from tests.kit.service_matches import begin, pending_kinds, play, run_due_jobs

LIMIT = 3 * DAY


async def test_a_given_day_is_stored_and_notified(services: Services) -> None:
    match = await begin(services)
    given = await services.matches.add_day(GRAY, match.id, match.ply)
    assert given == await services.matches.find(match.id)
    assert (given.clock.deadline, given.clock.given) == (NOON + 4 * DAY, PerSeat(0, 1))
    pending = [
        notification.kind for notification in await services.notifications.of_match(match.id)
    ]
    assert pending.count(NotificationKind.DAY_GIVEN) == 1


async def test_two_clicks_on_one_panel_give_one_day(services: Services) -> None:
    match = await begin(services)
    done = await asyncio.gather(
        *(services.matches.add_day(GRAY, match.id, match.ply) for _ in range(2)),
        return_exceptions=True,
    )
    assert sum(isinstance(each, GivenAlready) for each in done) == 1
    assert (await services.matches.find(match.id)).clock.deadline == NOON + 4 * DAY


async def test_a_day_that_comes_too_late_is_a_forfeit(
    services: Services, clock: StandingClock
) -> None:
    number = (await begin(services)).id
    current = await play(services, number, "Kc3", "Kd5")
    clock.advance(LIMIT)
    ended = await services.matches.add_day(GRAY, number, current.ply)
    assert ended.outcome == Outcome(EndReason.TIME, Seat.GRAY)
    assert ended == await services.matches.find(number)


async def test_a_given_day_delays_the_forfeit_and_the_reminder(
    services: Services, clock: StandingClock
) -> None:
    number = (await begin(services)).id
    current = await play(services, number, "Kc3", "Kd5")
    await services.matches.add_day(GRAY, number, current.ply)
    assert await services.clocks.next_deadline() == NOON + 0.8 * 4 * DAY
    clock.advance(LIMIT)
    assert await run_due_jobs(services) == []
    assert NotificationKind.REMINDER not in await pending_kinds(services, number)
    clock.advance(DAY)
    assert await run_due_jobs(services) == [TimeOut(number)]


async def test_an_unsent_notification_of_a_gift_is_dropped_with_the_turn(
    services: Services,
) -> None:
    match = await begin(services)
    await services.matches.add_day(GRAY, match.id, match.ply)
    await play(services, match.id, "Kc3")
    pending = [
        notification.kind for notification in await services.notifications.of_match(match.id)
    ]
    assert NotificationKind.DAY_GIVEN not in pending
