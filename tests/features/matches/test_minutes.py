"""Matches by minutes: players get ready, flags fall by themselves, and outages cost no time."""

import time
from dataclasses import replace
from random import Random
from typing import cast

import pytest

from bot.address import DatabaseAddress
from bot.db.statements import Parameters
from bot.features.matches.jobs import LATE, LOOK_EVERY, ClockLook, TimeOut, schedule_change
from bot.features.notifications.kinds import NotificationKind
from bot.game import Seat, read_turn
from bot.jobs.clock import MovableClock
from bot.jobs.division import shard_of
from bot.jobs.jobs import Job, schedule
from bot.match.clock import DAY, FLAG_AFTER, READY_WITHIN, Minutes
from bot.match.errors import NotYourTurn
from bot.match.identity import InServer, Instant, MatchId, Ply, Seconds
from bot.match.match import EndReason, Match, Outcome
from bot.match.playing import CompleteTurn, RanOut
from bot.services import Services, open_services
from tests.kit.clocks import StandingClock
from tests.kit.matches import CHANNEL, GRAY, GUILD, MESSAGE, NOON, ORANGE, STRANGER, UP_TO_A_CHOICE
from tests.kit.service_matches import (
    begin,
    due_boards,
    pending_kinds,
    place,
    play,
    run_due_jobs,
    viewer_at,
)

FIVE = Minutes(Seconds(300.0), Seconds(3.0))


async def begin_by_minutes(services: Services) -> MatchId:
    return (await begin(services, time=FIVE)).id


async def begin_ready(services: Services) -> MatchId:
    number = await begin_by_minutes(services)
    await services.matches.ready(GRAY, number)
    await services.matches.ready(ORANGE, number)
    return number


async def pass_time(services: Services, clock: StandingClock, seconds: float) -> list[Job]:
    """Let time pass for a running bot; return the jobs that it did, except looks at clocks."""
    done: list[Job] = []
    end = clock.moment + seconds
    while clock.moment < end:
        clock.advance(min(LOOK_EVERY, end - clock.moment))
        done += [each for each in await run_due_jobs(services) if not isinstance(each, ClockLook)]
    return done


async def test_the_clock_runs_once_both_are_ready_and_orange_is_notified(
    services: Services, clock: StandingClock
) -> None:
    number = await begin_by_minutes(services)
    assert await pending_kinds(services, number) == [NotificationKind.BEGUN] * 2
    await pass_time(services, clock, 30)
    waiting = await services.matches.ready(ORANGE, number)
    assert waiting.clock.awaits_ready
    await pass_time(services, clock, 30)
    running = await services.matches.ready(GRAY, number)
    assert running.clock.deadline == NOON + 60 + 300
    assert running == await services.matches.find(number)
    assert await pending_kinds(services, number) == [NotificationKind.TURN]


async def test_a_player_who_is_ready_last_and_moves_first_is_not_notified(
    services: Services,
) -> None:
    number = await begin_ready(services)
    assert await pending_kinds(services, number) == []


@pytest.mark.long
async def test_a_match_whose_players_are_not_both_ready_in_time_is_called_off(
    services: Services, clock: StandingClock
) -> None:
    number = await begin_by_minutes(services)
    await services.matches.ready(ORANGE, number)
    assert await pass_time(services, clock, READY_WITHIN) == []
    assert await pass_time(services, clock, FLAG_AFTER) == [TimeOut(number)]
    assert (await services.matches.find(number)).outcome == Outcome(EndReason.ABORTED, None)


async def test_the_flag_falls_by_itself_within_two_seconds(
    services: Services, clock: StandingClock
) -> None:
    number = await begin_ready(services)
    await play(services, number, "Kc3", "Kd5")
    await pass_time(services, clock, 302)
    assert (await services.matches.find(number)).outcome is None
    assert await services.jobs.next_foreseen() == NOON + 303 + FLAG_AFTER
    assert await pass_time(services, clock, 1 + FLAG_AFTER) == [TimeOut(number)]
    match = await services.matches.find(number)
    assert match.outcome == Outcome(EndReason.TIME, Seat.GRAY)
    assert clock.moment <= NOON + 303 + 2
    assert await run_due_jobs(services) == []


async def test_there_are_no_reminders_and_no_vacations(
    services: Services, clock: StandingClock
) -> None:
    number = await begin_ready(services)
    before = await services.matches.find(number)
    begun = await services.vacations.begin(ORANGE, GUILD, 2)
    assert begun.matches == ()
    assert await services.matches.find(number) == before
    await pass_time(services, clock, 290)
    assert await pending_kinds(services, number) == []
    assert (await services.notifications.of_match(number)) == []


async def test_a_turn_counts_from_the_time_at_which_discord_received_it(
    services: Services, clock: StandingClock
) -> None:
    number = await begin_ready(services)
    await play(services, number, "Kc3", "Kd5")
    await pass_time(services, clock, 302.5)
    with services.arrivals.answering(ORANGE, time.time()):
        clock.advance(1.0)
        await run_due_jobs(services)
        assert (await services.matches.find(number)).outcome is None, "the flag waits"
        done = await services.matches.play(ORANGE, number, read_turn("Ka1"))
    assert isinstance(done, CompleteTurn)
    assert done.match.clock.orange_bank == pytest.approx(0.5 + 3, abs=0.05)
    assert done.match.clock.deadline == pytest.approx(clock.moment + 303)
    assert await services.matches.find(number) == done.match


async def test_a_turn_that_discord_received_too_late_loses(
    services: Services, clock: StandingClock
) -> None:
    number = await begin_ready(services)
    await play(services, number, "Kc3", "Kd5")
    await pass_time(services, clock, 303.25)
    with services.arrivals.answering(ORANGE, time.time()):
        clock.advance(0.25)
        done = await services.matches.play(ORANGE, number, read_turn("Ka1"))
    assert isinstance(done, RanOut)
    assert done.match.outcome == Outcome(EndReason.TIME, Seat.GRAY)


async def test_an_act_of_the_opponent_does_not_end_the_match_while_a_turn_may_arrive(
    services: Services, clock: StandingClock
) -> None:
    number = await begin_ready(services)
    await play(services, number, "Kc3", "Kd5")
    await pass_time(services, clock, 302.5)
    venue = (await services.matches.find(number)).venue
    viewer = viewer_at(GRAY, InServer(venue.guild, venue.channel or venue.origin))
    with services.arrivals.answering(ORANGE, time.time()):
        clock.advance(1.0)
        with services.arrivals.answering(GRAY, time.time()):
            ready = await services.matches.ready(GRAY, number)
            assert ready.outcome is None
            with pytest.raises(NotYourTurn):
                await services.matches.play(GRAY, number, read_turn("Ka1"))
            with pytest.raises(NotYourTurn):
                await services.matches.place(viewer, number, lambda _: read_turn("Ka1"))
            requested = await services.takebacks.ask(GRAY, number, Ply(2))
            assert requested.outcome is None
        done = await services.matches.play(ORANGE, number, read_turn("Ka1"))
    assert isinstance(done, CompleteTurn)


async def test_any_act_ends_the_match_on_time_once_no_turn_can_arrive(
    services: Services, clock: StandingClock
) -> None:
    number = await begin_ready(services)
    await play(services, number, "Kc3", "Kd5")
    for _ in range(76):
        clock.advance(LOOK_EVERY)
        await services.matches.look_at_clock(ClockLook(number))
        async with services._database.writing() as writing:
            look_at = Instant(clock.moment + LOOK_EVERY)
            await schedule(writing, ClockLook(number), look_at)
    clock.advance(3.0)
    match = await services.matches.ready(GRAY, number)
    assert match.outcome == Outcome(EndReason.TIME, Seat.GRAY)


async def test_the_flag_waits_for_no_interaction_of_another_user(
    services: Services, clock: StandingClock
) -> None:
    number = await begin_ready(services)
    await pass_time(services, clock, 299)
    with services.arrivals.answering(STRANGER, time.time()):
        assert await pass_time(services, clock, 1 + FLAG_AFTER) == [TimeOut(number)]
    assert (await services.matches.find(number)).outcome == Outcome(EndReason.ABORTED, None)


async def test_a_draw_that_was_accepted_in_time_is_a_draw(
    services: Services, clock: StandingClock
) -> None:
    number = await begin_ready(services)
    await play(services, number, "Kc3", "Kd5")
    await services.matches.offer_draw(ORANGE, number, Ply(2))
    await pass_time(services, clock, 302.5)
    with services.arrivals.answering(GRAY, time.time()):
        clock.advance(1.5)
        await run_due_jobs(services)
        assert (await services.matches.find(number)).outcome is None, "the flag waits"
        done = await services.matches.offer_draw(GRAY, number, Ply(2))
    assert done.outcome == Outcome(EndReason.AGREEMENT, None)


@pytest.mark.long
async def test_a_user_who_is_ready_while_the_flag_waits_is_ready(
    services: Services, clock: StandingClock
) -> None:
    number = await begin_by_minutes(services)
    await services.matches.ready(ORANGE, number)
    await pass_time(services, clock, READY_WITHIN - 1)
    with services.arrivals.answering(GRAY, time.time()):
        clock.advance(2)
        assert TimeOut(number) in await run_due_jobs(services)
        match = await services.matches.ready(GRAY, number)
    assert match.outcome is None
    assert not match.clock.awaits_ready


async def test_the_flag_waits_no_longer_than_discord_takes_an_answer(
    services: Services, clock: StandingClock
) -> None:
    number = await begin_ready(services)
    await pass_time(services, clock, 299)
    with services.arrivals.answering(ORANGE, time.time()):
        assert await pass_time(services, clock, 2.5) == [TimeOut(number)]
        assert (await services.matches.find(number)).outcome is None
        await pass_time(services, clock, 1)
    assert (await services.matches.find(number)).outcome == Outcome(EndReason.ABORTED, None)


async def test_a_draft_gives_no_time_back(services: Services, clock: StandingClock) -> None:
    number = await begin_ready(services)
    await play(services, number, *UP_TO_A_CHOICE)
    before = await services.matches.find(number)
    with services.arrivals.answering(ORANGE, time.time()):
        clock.advance(1.0)
        drafted = await place(services, number, "Ka1")
    assert isinstance(drafted, Match)
    assert drafted.clock == before.clock


async def test_a_restart_costs_players_no_time(path: DatabaseAddress, clock: StandingClock) -> None:
    async with open_services(path, clock, Random(1)) as services:
        number = await begin_ready(services)
        await pass_time(services, clock, 100)
    clock.advance(30)
    async with open_services(path, clock, Random(1)) as services:
        assert ClockLook(number) in await services.jobs.run_due()
        match = await services.matches.find(number)
        left = match.clock.left(clock.now())
        assert left is not None
        assert 200 <= left <= 200 + LOOK_EVERY
        assert await pass_time(services, clock, left - 1) == []
        assert await pass_time(services, clock, 1 + FLAG_AFTER) == [TimeOut(number)]


@pytest.mark.long
@pytest.mark.parametrize("seconds", [0.5, 3.0, 5.0])
async def test_a_restart_of_a_few_seconds_costs_players_no_time(
    path: DatabaseAddress, clock: StandingClock, seconds: float
) -> None:
    async with open_services(path, clock, Random(1)) as services:
        number = await begin_ready(services)
        await pass_time(services, clock, 100)
    clock.advance(seconds)
    async with open_services(path, clock, Random(1)) as services:
        await pass_time(services, clock, LOOK_EVERY - min(LOOK_EVERY, seconds))
        await run_due_jobs(services)
        left = (await services.matches.find(number)).clock.left(clock.now())
        assert left == Seconds(200.0)
        assert await pass_time(services, clock, 100) == []
        assert (await services.matches.find(number)).clock.left(clock.now()) == Seconds(100.0)


@pytest.mark.parametrize("seconds", [0.5, 3.0, 5.0])
async def test_a_process_that_takes_a_shard_over_gives_back_the_time_until_then(
    services: Services, clock: StandingClock, seconds: float
) -> None:
    number = await begin_ready(services)
    await pass_time(services, clock, 100)
    clock.advance(seconds)
    await services.take_over(shard_of(GUILD, 2), 2)
    await run_due_jobs(services)
    await pass_time(services, clock, LOOK_EVERY - min(LOOK_EVERY, seconds))
    await run_due_jobs(services)
    assert (await services.matches.find(number)).clock.left(clock.now()) == Seconds(200.0)
    await services.take_over(1 - shard_of(GUILD, 2), 2)
    await pass_time(services, clock, 100)
    assert (await services.matches.find(number)).clock.left(clock.now()) == Seconds(100.0)


async def test_a_leap_of_the_director_during_a_check_is_not_an_outage(
    path: DatabaseAddress,
) -> None:
    clock = MovableClock(Seconds(0.0))
    async with open_services(path, clock, Random(1)) as services:
        number = await begin_ready(services)
        deadline = (await services.matches.find(number)).clock.deadline
        before = clock.now()
        await services.clocks.leap(clock, Seconds(200.0))
        async with services._database.writing() as writing:
            # A look that began before the leap records this after it.
            await schedule(writing, ClockLook(number), Instant(before + LOOK_EVERY))
        await services.matches.look_at_clock(ClockLook(number))
        assert (await services.matches.find(number)).clock.deadline == deadline


async def test_jobs_are_written_in_the_order_of_the_runner(services: Services) -> None:
    number = await begin_ready(services)
    before = await services.matches.find(number)
    after = replace(before, clock=before.clock.put_off(Seconds(1.0)))
    async with services._database.writing() as writing:
        written = schedule_change(writing, before, after)
        kinds = [dict(cast("Parameters", each.parameters))["kind"] for each in written.each]
    assert kinds == [ClockLook.kind, TimeOut.kind]
    assert kinds == sorted(kinds)


async def test_a_turn_before_the_first_check_after_a_restart_is_not_charged_for_the_outage(
    path: DatabaseAddress, clock: StandingClock
) -> None:
    async with open_services(path, clock, Random(1)) as services:
        number = await begin_ready(services)
        await pass_time(services, clock, 290)
    clock.advance(60)
    async with open_services(path, clock, Random(1)) as services:
        done = await services.matches.play(ORANGE, number, read_turn("Kc3"))
        assert isinstance(done, CompleteTurn)
        bank = done.match.clock.orange_bank
        assert bank is not None
        assert 10 + 3 <= bank <= 10 + 3 + LOOK_EVERY
        assert done.match.clock.deadline == clock.moment + 300
        await services.jobs.run_due()
        assert await services.matches.find(number) == done.match


async def test_time_that_is_given_back_makes_no_open_panel_out_of_date(
    path: DatabaseAddress, clock: StandingClock
) -> None:
    async with open_services(path, clock, Random(1)) as services:
        number = await begin_ready(services)
        await pass_time(services, clock, 100)
        seen = await services.matches.find(number)
        for board in (await services.boards.work_of(number)).boards:
            await services.boards.board_shown(board, CHANNEL, MESSAGE, seen.revision)
        assert await due_boards(services) == []
    clock.advance(30)
    async with open_services(path, clock, Random(1)) as services:
        await run_due_jobs(services)
        match = await services.matches.find(number)
        assert (match.clock.deadline or 0) > (seen.clock.deadline or 0)
        assert match.revision == seen.revision
        assert await due_boards(services) == [number], "it shows another deadline"
        done = await services.matches.play(ORANGE, number, read_turn("Kc3"), seen.revision)
        assert isinstance(done, CompleteTurn)


async def test_a_flag_that_was_due_in_an_outage_does_not_fall(
    path: DatabaseAddress, clock: StandingClock
) -> None:
    async with open_services(path, clock, Random(1)) as services:
        number = await begin_ready(services)
        await pass_time(services, clock, 290)
    clock.advance(60)
    async with open_services(path, clock, Random(1)) as services:
        await services.jobs.run_due()
        match = await services.matches.find(number)
        assert match.outcome is None
        assert match.clock.deadline is not None
        assert match.clock.deadline >= clock.moment + 10


async def test_a_long_outage_is_given_back_once(
    path: DatabaseAddress, clock: StandingClock
) -> None:
    async with open_services(path, clock, Random(1)) as services:
        await services.clocks.beat()
        number = await begin_ready(services)
        for _ in range(10):
            await services.clocks.beat()
            await pass_time(services, clock, 10)
    clock.advance(DAY)
    async with open_services(path, clock, Random(1)) as services:
        await services.clocks.beat()
        await services.jobs.run_due()
        left = (await services.matches.find(number)).clock.left(clock.now())
        assert left is not None
        assert 200 <= left <= 200 + 30 + LOOK_EVERY


async def test_a_slightly_late_check_gives_no_time_back(
    services: Services, clock: StandingClock
) -> None:
    number = await begin_ready(services)
    clock.advance(LOOK_EVERY + LATE)
    assert await services.jobs.run_due() == [ClockLook(number)]
    assert (await services.matches.find(number)).clock.deadline == NOON + 300


async def test_a_finished_match_is_not_checked(services: Services, clock: StandingClock) -> None:
    number = await begin_ready(services)
    await services.matches.resign(ORANGE, number)
    clock.advance(60)
    assert await run_due_jobs(services) == []
