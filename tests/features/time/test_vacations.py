"""Vacations: clocks stop, days are counted, and no vacation lets a player dodge a loss."""

from pathlib import Path

import pytest

from bot.features.matches.competitions import begin_match
from bot.features.matches.jobs import TimeOut
from bot.features.notifications.kinds import NotificationKind
from bot.features.time.service import VacationChanged, VacationPreview
from bot.features.time.vacation import (
    NotAway,
    OngoingVacation,
    VacationEnd,
)
from bot.game import Seat
from bot.match.challenge import ChallengeAnswer, Seats
from bot.match.clock import DAY, HOUR, NOBODY_AWAY, NoLimit, PerMove, Weekends, between
from bot.match.identity import GuildId, Instant, MessageId, PerSeat, Seconds, UserId
from bot.match.match import EndReason, Match, Outcome
from bot.match.playing import show_boards
from bot.match.terms import Starts, Terms
from bot.services import Services
from tests.kit.clocks import StandingClock
from tests.kit.matches import GRAY, GUILD, NOON, ORANGE, PLACE, STRANGER, friend
from tests.kit.raw_database import change
from tests.kit.service_matches import (
    begin,
    begin_timed,
    pass_time,
    pending_kinds,
    place,
    play,
    run_due_jobs,
    scheduled_jobs,
)

LIMIT = 3 * DAY
ELSEWHERE = GuildId(8)
NEW_YEAR = Instant(1_798_761_600.0)
"""The first second of 2027."""


async def go_on_vacation(services: Services, user: UserId, days: int) -> VacationChanged:
    return await services.vacations.begin(user, GUILD, days)


async def test_a_stopped_clock_continues_with_the_remaining_time(
    services: Services, clock: StandingClock
) -> None:
    number = (await begin(services)).id
    clock.advance(DAY)
    begun = await go_on_vacation(services, ORANGE, 5)
    assert begun.matches == (number,)
    resting = await services.matches.find(number)
    assert (resting.clock.deadline, resting.clock.held) == (None, 2 * DAY)
    clock.advance(5 * DAY)
    assert await run_due_jobs(services) == [VacationEnd.of(begun.vacation)]
    match = await services.matches.find(number)
    assert match.clock.deadline == NOON + 8 * DAY
    assert match.clock.away == NOBODY_AWAY
    assert match.revision == resting.revision + 1
    assert await run_due_jobs(services) == []
    clock.advance(2 * DAY)
    assert await run_due_jobs(services) == [TimeOut(number)]


async def test_a_vacation_and_its_end_notify_the_opponent_at_once(
    services: Services, clock: StandingClock
) -> None:
    number = (await begin(services)).id
    await play(services, number, "Kc3")
    await go_on_vacation(services, GRAY, 2)
    assert NotificationKind.AWAY in await pending_kinds(services, number)
    clock.advance(0.9 * LIMIT)
    assert NotificationKind.REMINDER not in await pending_kinds(services, number)
    await run_due_jobs(services)
    assert NotificationKind.BACK in await pending_kinds(services, number)
    clock.moment = Instant(NOON + 2 * DAY + 0.8 * LIMIT - 1)
    assert NotificationKind.REMINDER not in await pending_kinds(services, number)
    clock.advance(1)
    assert NotificationKind.REMINDER in await pending_kinds(services, number)


async def test_a_reminder_that_came_due_unnoticed_is_due_at_once(
    services: Services, clock: StandingClock
) -> None:
    number = (await begin(services)).id
    await go_on_vacation(services, ORANGE, 2)
    clock.advance(2 * DAY + 0.9 * LIMIT)
    await run_due_jobs(services)
    assert NotificationKind.REMINDER in await pending_kinds(services, number)


async def test_a_vacation_is_announced_only_on_the_players_own_turn(services: Services) -> None:
    number = (await begin(services)).id
    before = await services.matches.find(number)
    await go_on_vacation(services, GRAY, 2)
    assert NotificationKind.AWAY not in await pending_kinds(services, number)
    match = await services.matches.find(number)
    assert match.clock.deadline == before.clock.deadline
    assert match.clock.away.gray == NOON + 2 * DAY
    assert match.revision == before.revision + 1
    assert match.changed_at == before.changed_at


async def test_a_vacation_does_not_avoid_a_passed_deadline(
    services: Services, clock: StandingClock
) -> None:
    late, fresh = (await begin(services)).id, (await begin(services)).id
    await play(services, late, "Kc3", "Kd5")
    clock.advance(HOUR)
    await play(services, fresh, "Kc3", "Kd5")
    clock.advance(LIMIT - HOUR)
    begun = await go_on_vacation(services, ORANGE, 3)
    assert set(begun.matches) == {late, fresh}
    assert (await services.matches.find(late)).outcome == Outcome(EndReason.TIME, Seat.GRAY)
    assert NotificationKind.OVER in await pending_kinds(services, late)
    assert NotificationKind.AWAY not in await pending_kinds(services, late)
    assert (await services.matches.find(fresh)).clock.held == HOUR


async def test_a_clock_without_a_limit_is_not_touched_and_the_vacation_is_shown(
    services: Services, clock: StandingClock
) -> None:
    number = (await begin_timed(services, NoLimit())).id
    await go_on_vacation(services, ORANGE, 1)
    match = await services.matches.find(number)
    assert (match.clock.deadline, match.clock.held) == (None, None)
    assert match.clock.away.orange == NOON + DAY
    assert NotificationKind.AWAY in await pending_kinds(services, number)
    clock.advance(DAY)
    await run_due_jobs(services)
    match = await services.matches.find(number)
    assert (match.clock.held, match.clock.away) == (None, NOBODY_AWAY)
    assert NotificationKind.BACK not in await pending_kinds(services, number)


async def test_matches_of_other_servers_and_users_continue(services: Services) -> None:
    elsewhere = (await begin(services, guild=ELSEWHERE)).id
    others = (await begin(services, orange=STRANGER)).id
    assert (await go_on_vacation(services, ORANGE, 3)).matches == ()
    for number in (elsewhere, others):
        match = await services.matches.find(number)
        assert match.clock.deadline == NOON + LIMIT
        assert match.clock.away == NOBODY_AWAY


async def test_a_match_that_begins_during_a_vacation_has_a_stopped_clock(
    services: Services,
) -> None:
    await go_on_vacation(services, ORANGE, 3)
    match = await begin(services)
    assert match.clock.away.orange == NOON + 3 * DAY
    assert (match.clock.deadline, match.clock.held) == (None, LIMIT)
    elsewhere = await begin(services, guild=ELSEWHERE)
    assert elsewhere.clock.deadline == NOON + LIMIT


async def test_days_come_back_when_it_ends_early_and_one_that_has_begun_counts(
    services: Services, clock: StandingClock
) -> None:
    number = (await begin(services)).id
    begun = await go_on_vacation(services, ORANGE, 10)
    account = await services.vacations.account(ORANGE, GUILD)
    assert (account.year, account.allowed, account.left) == (2027, 30, 20)
    assert account.vacation == begun.vacation
    clock.advance(2 * DAY + HOUR)
    ended = await services.vacations.end(ORANGE, GUILD, int(begun.vacation.begun_at))
    assert ended.matches == (number,)
    assert (await services.matches.find(number)).clock.deadline == clock.now() + LIMIT
    account = await services.vacations.account(ORANGE, GUILD)
    assert (account.left, account.vacation) == (27, None)
    clock.advance(20 * DAY)
    assert [each.kind for each in await run_due_jobs(services)] == [TimeOut.kind]


async def test_a_repeated_click_has_no_effect(services: Services, clock: StandingClock) -> None:
    first = await go_on_vacation(services, ORANGE, 2)
    with pytest.raises(OngoingVacation) as refused:
        await go_on_vacation(services, ORANGE, 2)
    assert refused.value.vacation == first.vacation
    begun_at = int(first.vacation.begun_at)
    clock.advance(HOUR)
    await services.vacations.end(ORANGE, GUILD, begun_at)
    with pytest.raises(NotAway):
        await services.vacations.end(ORANGE, GUILD, begun_at)
    second = await go_on_vacation(services, ORANGE, 2)
    with pytest.raises(NotAway):
        await services.vacations.end(ORANGE, GUILD, begun_at)
    assert (await services.vacations.account(ORANGE, GUILD)).vacation == second.vacation
    assert (await services.vacations.end(ORANGE, GUILD, None)).vacation.ends_at == clock.now()


async def test_both_players_may_be_away_at_the_same_time(
    services: Services, clock: StandingClock
) -> None:
    number = (await begin(services)).id
    await go_on_vacation(services, ORANGE, 2)
    await go_on_vacation(services, GRAY, 5)
    clock.advance(DAY)
    match = await play(services, number, "Kc3")
    assert (match.clock.deadline, match.clock.held) == (None, LIMIT)
    clock.advance(DAY)
    await run_due_jobs(services)
    match = await services.matches.find(number)
    assert (match.clock.held, match.clock.away.orange) == (LIMIT, None)
    clock.advance(3 * DAY)
    await run_due_jobs(services)
    match = await services.matches.find(number)
    assert (match.clock.deadline, match.clock.away) == (NOON + 5 * DAY + LIMIT, NOBODY_AWAY)


async def test_a_vacation_found_over_late_ended_at_its_own_moment(
    services: Services, clock: StandingClock
) -> None:
    number = (await begin(services)).id
    await services.clocks.beat()
    await go_on_vacation(services, ORANGE, 1)
    await pass_time(services, clock, DAY + 60)
    assert await services.clocks.beat() == Seconds(0.0)
    await run_due_jobs(services)
    assert (await services.matches.find(number)).clock.deadline == NOON + DAY + LIMIT


async def test_an_outage_during_a_vacation_does_not_move_it(
    services: Services, clock: StandingClock
) -> None:
    await services.clocks.beat()
    number = (await begin(services)).id
    await go_on_vacation(services, ORANGE, 10)
    clock.advance(4 * DAY)
    assert await services.clocks.beat() == 4 * DAY
    match = await services.matches.find(number)
    assert (match.clock.held, match.clock.away.orange) == (LIMIT, NOON + 10 * DAY)


async def test_clocks_resume_after_an_outage_in_which_a_vacation_ended(
    services: Services, clock: StandingClock
) -> None:
    await services.clocks.beat()
    mine, theirs = (await begin(services)).id, (await begin(services, GRAY, ORANGE)).id
    await go_on_vacation(services, ORANGE, 2)
    clock.advance(9 * DAY)
    await services.clocks.beat()
    assert len(await run_due_jobs(services)) == 1
    assert (await services.matches.find(mine)).clock.deadline == NOON + 9 * DAY + LIMIT
    assert (await services.matches.find(theirs)).clock.deadline == NOON + 9 * DAY + LIMIT
    assert (await services.vacations.account(ORANGE, GUILD)).left == 28


async def test_a_later_vacation_is_not_ended_by_one_that_was_found_late(
    services: Services, clock: StandingClock
) -> None:
    number = (await begin(services)).id
    await go_on_vacation(services, ORANGE, 1)
    clock.advance(DAY + HOUR)
    await go_on_vacation(services, ORANGE, 4)
    await run_due_jobs(services)
    match = await services.matches.find(number)
    assert (match.clock.held, match.clock.away.orange) == (LIMIT, clock.now() + 4 * DAY)


async def test_a_finished_match_is_not_changed(services: Services, clock: StandingClock) -> None:
    number = (await begin(services)).id
    await go_on_vacation(services, ORANGE, 1)
    over = await services.matches.resign(ORANGE, number)
    clock.advance(DAY)
    await run_due_jobs(services)
    assert await services.matches.find(number) == over


async def test_a_draft_waits_through_a_vacation(services: Services) -> None:
    number = (await begin(services)).id
    await play(services, number, "Ke5", "Kd3", "Ka4", "Kb4", "Kf5", "Ke3", "Kf4")
    drafted = await place(services, number, "Ke1")
    assert drafted.draft is not None
    await go_on_vacation(services, GRAY, 1)
    match = await services.matches.find(number)
    assert match.draft == drafted.draft
    assert match.clock.held == LIMIT


async def test_many_vacations_end_in_batches(services: Services, clock: StandingClock) -> None:
    people = [UserId(500 + each) for each in range(12)]
    for user in people:
        await go_on_vacation(services, user, 1)
    clock.advance(DAY)
    assert len(await run_due_jobs(services)) == 12


@pytest.mark.sqlite
async def test_a_vacation_that_cannot_be_ended_blocks_no_other(
    services: Services, path: Path, clock: StandingClock
) -> None:
    await begin(services)
    other = (await begin(services, STRANGER, UserId(77))).id
    await go_on_vacation(services, ORANGE, 1)
    clock.advance(1)
    sound = (await go_on_vacation(services, STRANGER, 1)).vacation
    change(
        path,
        f"CREATE TRIGGER stuck BEFORE UPDATE ON vacations WHEN new.user_id = {ORANGE} "
        "BEGIN SELECT raise(ABORT, 'stuck'); END",
    )
    clock.advance(DAY)
    assert await run_due_jobs(services) == [VacationEnd.of(sound)]
    assert (await services.matches.find(other)).clock.away == NOBODY_AWAY


@pytest.mark.parametrize("weekends", Weekends)
async def test_a_vacation_found_over_after_an_outage_leaves_what_was_left_before(
    services: Services, clock: StandingClock, weekends: Weekends
) -> None:
    terms = Terms(Starts.ME, weekends=weekends)
    offered = await services.challenges.offer(ORANGE, friend(GRAY), PLACE, terms)
    answered = await services.challenges.answer(
        GRAY, offered.id, ChallengeAnswer.ACCEPT, MessageId(7001)
    )
    assert answered.match is not None
    number = answered.match.id
    left = answered.match.clock.left(clock.now())
    assert left is not None
    vacation = (await go_on_vacation(services, ORANGE, 1)).vacation
    await pass_time(services, clock, vacation.ends_at + HOUR - clock.now())
    clock.advance(6 * DAY)
    assert await services.clocks.beat() == 6 * DAY
    assert VacationEnd.of(vacation) in await run_due_jobs(services)
    match = await services.matches.find(number)
    used = between(weekends, vacation.ends_at, Instant(vacation.ends_at + HOUR))
    assert match.clock.left(clock.now()) == pytest.approx(left - used)
    assert await run_due_jobs(services) == []


async def begin_competitive(services: Services, orange: UserId, gray: UserId) -> Match:
    """Begin a match of a competition, and post both boards."""
    terms, now = Terms(time=PerMove(Seconds(LIMIT))), services.clock.now()
    writer = services.vacations._writer
    async with services._database.writing() as writing:
        begun = await begin_match(
            writer, writing, Seats(orange, gray), terms, PLACE, now, PerSeat(now, now)
        )
        await writer.change(writing, begun, show_boards(begun, Seat, now), now)
    return await services.matches.find(begun.id)


async def test_half_of_the_years_days_stop_the_clock_of_a_competitive_match(
    services: Services, clock: StandingClock
) -> None:
    friendly = (await begin(services, ORANGE, STRANGER)).id
    competitive = (await begin_competitive(services, ORANGE, GRAY)).id
    previewed = await services.vacations.preview(ORANGE, GUILD, 20)
    assert previewed == VacationPreview(
        (competitive,), Instant(NOON + 15 * DAY), Instant(NOON + 20 * DAY)
    )
    assert await services.vacations.preview(ORANGE, GUILD, 15) is None
    begun = await go_on_vacation(services, ORANGE, 20)
    assert begun.matches == (friendly, competitive)
    await pass_time(services, clock, 15 * DAY)
    assert await run_due_jobs(services) == [VacationEnd.of(begun.vacation)]
    assert (await services.matches.find(competitive)).clock.deadline == NOON + 15 * DAY + LIMIT
    assert (await services.matches.find(friendly)).clock.deadline is None
    await pass_time(services, clock, 5 * DAY)
    assert set(await run_due_jobs(services)) == {
        TimeOut(competitive),
        VacationEnd.of(begun.vacation),
    }
    assert (await services.matches.find(friendly)).clock.deadline == NOON + 20 * DAY + LIMIT
    # Nothing is left of the half, so another vacation does not stop a competitive clock.
    another = (await begin_competitive(services, ORANGE, GRAY)).id
    second = await go_on_vacation(services, ORANGE, 2)
    assert second.matches == (friendly,)
    assert (await services.matches.find(another)).clock.deadline is not None


async def test_a_competitive_match_that_begins_in_a_vacation_waits_for_what_is_left_of_the_half(
    services: Services, clock: StandingClock
) -> None:
    begun = await go_on_vacation(services, ORANGE, 20)
    await pass_time(services, clock, 10 * DAY)
    number = (await begin_competitive(services, ORANGE, GRAY)).id
    match = await services.matches.find(number)
    assert (match.clock.deadline, match.clock.away.orange) == (None, NOON + 15 * DAY)
    await pass_time(services, clock, 5 * DAY)
    assert await run_due_jobs(services) == [VacationEnd.of(begun.vacation)]
    assert (await services.matches.find(number)).clock.deadline == NOON + 15 * DAY + LIMIT


async def test_ending_a_vacation_early_leaves_no_job(
    services: Services, clock: StandingClock
) -> None:
    number = (await begin_competitive(services, ORANGE, GRAY)).id
    await go_on_vacation(services, ORANGE, 20)
    clock.advance(DAY)
    await services.vacations.end(ORANGE, GUILD, None)
    assert (await services.matches.find(number)).clock.deadline == NOON + DAY + LIMIT
    assert await scheduled_jobs(services, VacationEnd) == []
