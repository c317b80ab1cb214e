"""Time that passes: forfeits, late actions, reminders, and an outage that costs no time."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from bot.address import ServerAddress
from bot.consequences import OF_OUTAGES
from bot.db.errors import DatabaseBusy, UnreadableRow
from bot.db.opening import open_database
from bot.db.patience import PatienceOver, waiting_at_most
from bot.db.program import StoredValue
from bot.features.challenges.queries import ChallengeExpiry
from bot.features.matches.access import Presence
from bot.features.matches.jobs import TimeOut
from bot.features.moderation.log import Moderator
from bot.features.notifications.kinds import NotificationKind
from bot.features.notifications.queries import Notification
from bot.features.time.outages import BEAT_EVERY, LONGEST_GAP, Clocks
from bot.game import Seat, read_turn
from bot.jobs.clock import MovableClock
from bot.match.challenge import LIFETIME
from bot.match.clock import DAY, HOUR
from bot.match.identity import MatchId, MessageId, Seconds
from bot.match.match import EndReason, Outcome
from bot.match.playing import CompleteTurn, RanOut
from bot.services import Services, open_services
from tests.kit.clocks import StandingClock
from tests.kit.matches import GRAY, GUILD, NOON, ORANGE, STRANGER
from tests.kit.raw_database import change, connect
from tests.kit.service_matches import (
    begin,
    begin_untimed,
    due_challenges,
    forfeit_on_leaving,
    mover_of,
    offer,
    pass_time,
    play,
    record_challenge_shown,
    run_due_jobs,
)

LIMIT = 3 * DAY
"""The time for each turn if the challenge does not name one."""


async def reminders(services: Services, number: MatchId) -> list[Notification]:
    pending = await services.notifications.of_match(number)
    now = services.clock.now()
    return [
        each for each in pending if each.kind is NotificationKind.REMINDER and each.due_at <= now
    ]


async def test_a_player_without_time_loses_and_the_end_is_notified(
    services: Services, clock: StandingClock
) -> None:
    number = (await begin(services)).id
    await play(services, number, "Kc3", "Kd5")
    clock.advance(LIMIT - 1)
    assert await run_due_jobs(services) == []
    clock.advance(1)
    assert await run_due_jobs(services) == [TimeOut(number)]
    match = await services.matches.find(number)
    assert match.outcome == Outcome(EndReason.TIME, Seat.GRAY)
    pending = await services.notifications.of_match(number)
    assert [notification.kind for notification in pending] == [NotificationKind.OVER] * 2
    assert await run_due_jobs(services) == []


async def test_a_turn_that_comes_too_late_is_a_forfeit_and_is_stored_as_one(
    services: Services, clock: StandingClock
) -> None:
    number = (await begin(services)).id
    await play(services, number, "Kc3", "Kd5")
    clock.advance(LIMIT)
    done = await services.matches.play(ORANGE, number, read_turn("Ka1"))
    assert isinstance(done, RanOut)
    assert done.match == await services.matches.find(number)
    assert done.match.outcome == Outcome(EndReason.TIME, Seat.GRAY)
    assert done.match.ply == 2
    assert services.matches.moves == 2


async def test_a_restart_brings_no_reminder_early(path: Path, clock: StandingClock) -> None:
    async with open_services(path, clock, Random(1)) as services:
        number = (await begin(services)).id
    async with open_services(path, clock, Random(1)) as services:
        await services.resume()
        assert await reminders(services, number) == []


async def test_an_outage_costs_players_no_time(path: Path, clock: StandingClock) -> None:
    async with open_services(path, clock, Random(1)) as services:
        assert await services.clocks.beat() == Seconds(0.0)
        number = (await begin(services)).id
        open_challenge = await offer(services)
        await pass_time(services, clock, 2.5 * DAY)
    clock.advance(DAY)
    async with open_services(path, clock, Random(1)) as services:
        assert await services.clocks.beat() == DAY
        match = await services.matches.find(number)
        assert match.clock.deadline == NOON + LIMIT + DAY
        assert match.clock.began_at == NOON + DAY
        posted = await services.challenges.find(open_challenge.id)
        assert posted.challenge.expires_at == NOON + LIFETIME + DAY
        assert await run_due_jobs(services) == []
        assert await services.clocks.beat() == Seconds(0.0)
        await pass_time(services, clock, 0.5 * DAY)
        assert await run_due_jobs(services) == [TimeOut(number)]


async def test_a_process_that_slept_is_an_outage_too(
    services: Services, clock: StandingClock
) -> None:
    await services.clocks.beat()
    number = (await begin(services)).id
    await play(services, number, "Kc3", "Kd5")
    clock.advance(4 * DAY)
    assert await services.clocks.beat() == 4 * DAY
    assert await run_due_jobs(services) == []
    assert (await services.matches.find(number)).clock.deadline == NOON + LIMIT + 4 * DAY


async def test_a_late_player_is_not_forfeited_before_an_outage_is_given_back(
    services: Services, clock: StandingClock
) -> None:
    await services.clocks.beat()
    number = (await begin(services)).id
    await play(services, number, "Kc3", "Kd5")
    clock.advance(LIMIT)
    with pytest.raises(DatabaseBusy, match="outage"):
        await services.matches.play(ORANGE, number, read_turn("Ka1"))
    with pytest.raises(DatabaseBusy, match="outage"):
        await services.matches.resign(GRAY, number)
    await services.clocks.beat()
    assert isinstance(await services.matches.play(ORANGE, number, read_turn("Ka1")), CompleteTurn)


async def begin_vacation(services: Services, _: MatchId) -> None:
    await services.vacations.begin(ORANGE, GUILD, 2)


async def leave_server(services: Services, _: MatchId) -> None:
    await forfeit_on_leaving(services)
    await services.departures.record(GUILD, GRAY, Presence.MEMBER)
    await services.departures.record(GUILD, ORANGE, Presence.GONE)


async def end_for_all(services: Services, number: MatchId) -> None:
    await services.moderation.end_match(Moderator(GUILD, STRANGER, None), number)


@pytest.mark.parametrize("action", [begin_vacation, leave_server, end_for_all])
async def test_no_match_ends_by_time_for_another_reason_while_an_outage_is_to_be_given_back(
    services: Services, clock: StandingClock, action: Callable[[Services, MatchId], Awaitable[None]]
) -> None:
    await services.clocks.beat()
    endless = await begin_untimed(services)
    overdue = (await begin(services)).id
    await play(services, overdue, "Kc3", "Kd5")
    before = [await services.matches.find(each) for each in (endless.id, overdue)]
    clock.advance(LIMIT)
    with pytest.raises(DatabaseBusy, match="outage"):
        await action(services, overdue)
    assert [await services.matches.find(each) for each in (endless.id, overdue)] == before
    assert (await services.vacations.account(ORANGE, GUILD)).vacation is None
    await services.clocks.beat()
    await action(services, overdue)
    outcome = (await services.matches.find(overdue)).outcome
    assert outcome is None or outcome.why is not EndReason.TIME


@pytest.mark.postgresql
async def test_an_outage_is_given_back_even_if_a_player_acts_first(
    services: Services, clock: StandingClock, path: ServerAddress
) -> None:
    await services.clocks.beat()
    number = (await begin(services)).id
    clock.advance(DAY)
    with closing(connect(path)) as connection:
        # This table is moved last: by then every match is locked.
        connection.execute("LOCK TABLE members")
        with waiting_at_most(0.2, lambda: False), pytest.raises(PatienceOver):
            await services.clocks.beat()
        # Meanwhile leases are renewed, and nothing is played with clocks that are not moved yet.
        await services.leadership.renew()
        with waiting_at_most(0.2, lambda: False), pytest.raises(PatienceOver):
            await services.matches.play(ORANGE, number, read_turn("Kc3"))
        connection.commit()
    # The next request waits for the one under way.
    assert await services.clocks.beat() == Seconds(0.0)
    assert (await services.matches.find(number)).clock.deadline == NOON + LIMIT + DAY


@pytest.mark.postgresql
async def test_an_outage_found_by_two_processes_is_given_back_once(
    services: Services, clock: StandingClock, path: ServerAddress
) -> None:
    await services.clocks.beat()
    number = (await begin(services)).id
    clock.advance(DAY)
    another = await open_database(path)
    both = (services.clocks.beat(), Clocks(another, clock, OF_OUTAGES, services.presence).beat())
    assert sorted(await asyncio.gather(*both)) == [0.0, DAY]
    await another.close()
    assert (await services.matches.find(number)).clock.deadline == NOON + LIMIT + DAY


async def test_heartbeats_are_recorded_only_now_and_then(
    services: Services, clock: StandingClock
) -> None:
    await services.clocks.beat()
    clock.advance(BEAT_EVERY - 1)
    await services.clocks.beat()
    assert await services.load_value(StoredValue.HEARTBEAT) == repr(float(NOON))
    clock.advance(1)
    await services.clocks.beat()
    assert await services.load_value(StoredValue.HEARTBEAT) == repr(float(NOON + BEAT_EVERY))


async def test_time_that_some_servers_lose_is_given_back_though_several_processes_live(
    services: Services, clock: StandingClock
) -> None:
    """Each process checks for itself, and does not mistake the other's check for its heartbeat."""
    one, other = services.clocks, Clocks(services._database, clock, OF_OUTAGES, services.presence)
    await one.beat()
    clock.advance(15.0)
    await other.beat()
    number = (await begin(services)).id
    lost = 0.0
    for _ in range(40):
        clock.advance(5.0)
        for each in (one, other):
            lost += await each.beat(LONGEST_GAP)
    assert lost > LONGEST_GAP
    assert (await services.matches.find(number)).clock.deadline == clock.now() - 200 + LIMIT + lost


async def test_a_process_that_begins_again_while_some_servers_are_lost_ends_no_outage(
    services: Services, clock: StandingClock
) -> None:
    await services.clocks.beat()
    for _ in range(4):
        clock.advance(LONGEST_GAP / 4)
        another = Clocks(services._database, clock, OF_OUTAGES, services.presence)
        assert await another.beat(LONGEST_GAP) == Seconds(0.0)
    clock.advance(1.0)
    assert await services.clocks.beat(LONGEST_GAP) == LONGEST_GAP + 1


async def test_a_directors_leap_is_not_an_outage(path: Path) -> None:
    leaping = MovableClock(Seconds(0.0))
    async with open_services(path, leaping, Random(1)) as services:
        await services.clocks.beat()
        number = (await begin(services)).id
        await services.clocks.leap(leaping, Seconds(LIMIT))
        assert await services.clocks.beat() == Seconds(0.0)
        assert await run_due_jobs(services) == [TimeOut(number)]
        assert float(await services.load_value(StoredValue.CLOCK_AHEAD) or 0) == LIMIT


async def test_boards_due_within_a_day_show_the_moved_deadline_at_once(
    path: Path, clock: StandingClock
) -> None:
    async with open_services(path, clock, Random(1)) as services:
        await services.clocks.beat()
        soon = (await begin(services)).id
        await show(services, soon)
        await pass_time(services, clock, 2.5 * DAY)
        late = (await begin(services)).id
        await show(services, late)
        assert await lagging_boards(services, soon, late) == {soon: False, late: False}
    clock.advance(600)
    async with open_services(path, clock, Random(1)) as services:
        await services.clocks.beat()
        assert await lagging_boards(services, soon, late) == {soon: True, late: False}


async def test_an_open_challenge_shows_its_moved_expiry_a_day_before_the_one_it_shows(
    services: Services, clock: StandingClock
) -> None:
    await services.clocks.beat()
    late = await offer(services)
    await record_challenge_shown(services, late.id, MessageId(9), late.revision)
    gap, shown = Seconds(DAY / 2), late.expires_at
    clock.advance(gap)
    await services.clocks.beat()
    assert (await services.challenges.find(late.id)).challenge.expires_at == shown + gap
    assert await due_challenges(services) == []
    clock.advance(Seconds(shown - DAY - clock.now() - 1))
    assert await due_challenges(services) == []
    clock.advance(1)
    assert await due_challenges(services) == [late.id]


async def test_an_open_challenge_with_less_than_a_day_left_shows_its_moved_expiry_at_once(
    services: Services, clock: StandingClock
) -> None:
    await services.clocks.beat()
    challenge = await offer(services)
    await record_challenge_shown(services, challenge.id, MessageId(9), challenge.revision)
    clock.advance(Seconds(challenge.expires_at - clock.now() - DAY))
    await services.clocks.beat()
    assert await due_challenges(services) == [challenge.id]


async def test_an_unreadable_challenge_does_not_block_others(
    services: Services, clock: StandingClock, path: Path
) -> None:
    broken = (await offer(services)).id
    whole = (await offer(services, GRAY, ORANGE)).id
    change(path, "UPDATE challenges SET ruleset = '?' WHERE id = ?", broken)
    clock.advance(LIFETIME)
    assert await run_due_jobs(services) == [ChallengeExpiry(whole)]


async def test_an_unreadable_match_is_tried_again_after_a_while(
    services: Services, clock: StandingClock, path: Path
) -> None:
    broken, whole = (await begin(services)).id, (await begin(services)).id
    change(path, "UPDATE matches SET draft = '{' WHERE id = ?", broken)
    assert [match.id for match in await services.matches.live_of(ORANGE)] == [whole]
    with pytest.raises(UnreadableRow):
        await services.matches.find(broken)
    clock.advance(LIMIT)
    assert await run_due_jobs(services) == [TimeOut(whole)]
    change(path, "UPDATE matches SET draft = NULL WHERE id = ?", broken)
    assert await run_due_jobs(services) == []
    clock.advance(HOUR)
    assert await run_due_jobs(services) == [TimeOut(broken)]


async def lagging_boards(services: Services, *numbers: MatchId) -> dict[MatchId, bool]:
    return {number: (await services.boards.work_of(number)).boards[0].lags for number in numbers}


async def show(services: Services, number: MatchId) -> None:
    """Record that every pending message of a match was shown."""
    work = await services.boards.work_of(number)
    venue = work.match.venue.channel
    assert venue is not None
    for board in work.boards:
        message = work.match.venue.message
        assert message is not None
        await services.boards.board_shown(board, venue, message, work.match.revision)
    await services.notifications.done(await services.notifications.of_match(number))


async def test_a_short_pause_is_not_an_outage(path: Path, clock: StandingClock) -> None:
    async with open_services(path, clock, Random(1)) as services:
        await services.clocks.beat()
        number = (await begin(services)).id
    clock.advance(LONGEST_GAP)
    async with open_services(path, clock, Random(1)) as services:
        assert await services.clocks.beat() == Seconds(0.0)
        assert (await services.matches.find(number)).clock.deadline == NOON + LIMIT


async def test_the_next_deadline_is_the_first_one_due(
    services: Services, clock: StandingClock
) -> None:
    assert await services.clocks.next_deadline() is None
    await offer(services)
    assert await services.clocks.next_deadline() == NOON + LIFETIME
    match = await begin(services, GRAY, ORANGE)
    assert await services.clocks.next_deadline() == NOON + 0.8 * LIMIT
    clock.advance(0.9 * LIMIT)
    await services.matches.resign(mover_of(match), match.id)
    assert await services.clocks.next_deadline() == NOON + LIFETIME


async def test_many_matches_run_out_in_batches(services: Services, clock: StandingClock) -> None:
    numbers = [(await begin(services)).id for _ in range(30)]
    clock.advance(LIMIT + Seconds(1.0))
    ended = await run_due_jobs(services)
    assert {each.key for each in ended} == {str(number) for number in numbers}
    outcomes = [(await services.matches.find(number)).outcome for number in numbers]
    assert None not in outcomes
