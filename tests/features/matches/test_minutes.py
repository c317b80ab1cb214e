"""Matches by minutes: both are ready, the flag falls by itself, and outages are given back."""

import time
from random import Random

import pytest

from bot.address import DatabaseAddress
from bot.features.matches.jobs import LATE, LOOK_EVERY, ClockLook, TimeOut
from bot.features.notifications.queries import NotificationKind
from bot.game import Seat, read_turn
from bot.jobs.jobs import Job
from bot.match.clock import DAY, FLAG_AFTER, READY_WITHIN, Minutes
from bot.match.identity import MatchId, Seconds
from bot.match.match import Match, Outcome, Why
from bot.match.playing import CompleteTurn, RanOut
from bot.services import Services, open_services
from tests.features.clocks import StandingClock
from tests.features.hosting import begin, pending_kinds, place, play, run_due
from tests.match.table import GRAY, GUILD, NOON, ORANGE, UP_TO_A_CHOICE

FIVE = Minutes(Seconds(300.0), Seconds(3.0))


async def begin_by_minutes(services: Services) -> MatchId:
    return (await begin(services, time=FIVE)).id


async def both_ready(services: Services) -> MatchId:
    number = await begin_by_minutes(services)
    await services.matches.ready(GRAY, number)
    await services.matches.ready(ORANGE, number)
    return number


async def pass_time(services: Services, clock: StandingClock, seconds: float) -> list[Job]:
    """Let time pass for a bot that is there all the while; return what it did but look."""
    done: list[Job] = []
    end = clock.moment + seconds
    while clock.moment < end:
        clock.advance(min(LOOK_EVERY, end - clock.moment))
        done += [each for each in await run_due(services) if not isinstance(each, ClockLook)]
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
    number = await both_ready(services)
    assert await pending_kinds(services, number) == []


async def test_a_second_press_changes_nothing(services: Services) -> None:
    number = await begin_by_minutes(services)
    first = await services.matches.ready(ORANGE, number)
    assert await services.matches.ready(ORANGE, number) == first


async def test_a_match_whose_players_are_not_both_ready_in_time_is_called_off(
    services: Services, clock: StandingClock
) -> None:
    number = await begin_by_minutes(services)
    await services.matches.ready(ORANGE, number)
    assert await pass_time(services, clock, READY_WITHIN) == []
    assert await pass_time(services, clock, FLAG_AFTER) == [TimeOut(number)]
    assert (await services.matches.find(number)).outcome == Outcome(Why.ABORTED, None)


async def test_the_flag_falls_by_itself_within_two_seconds(
    services: Services, clock: StandingClock
) -> None:
    number = await both_ready(services)
    await play(services, number, "Kc3", "Kd5")
    await pass_time(services, clock, 302)
    assert (await services.matches.find(number)).outcome is None
    assert await services.jobs.next_foreseen() == NOON + 303 + FLAG_AFTER
    assert await pass_time(services, clock, 1 + FLAG_AFTER) == [TimeOut(number)]
    match = await services.matches.find(number)
    assert match.outcome == Outcome(Why.TIME, Seat.GRAY)
    assert clock.moment <= NOON + 303 + 2
    assert await run_due(services) == []


async def test_nobody_is_reminded_and_a_vacation_stops_nothing(
    services: Services, clock: StandingClock
) -> None:
    number = await both_ready(services)
    before = await services.matches.find(number)
    begun = await services.vacations.begin(ORANGE, GUILD, 2)
    assert begun.matches == ()
    assert await services.matches.find(number) == before
    await pass_time(services, clock, 290)
    assert await pending_kinds(services, number) == []
    assert (await services.notifications.of_match(number)) == []


async def test_a_move_counts_as_of_when_discord_got_it(
    services: Services, clock: StandingClock
) -> None:
    number = await both_ready(services)
    await play(services, number, "Kc3", "Kd5")
    await pass_time(services, clock, 302.5)
    with services.arrivals.answering(time.time()):
        clock.advance(1.0)
        assert await run_due(services) == [], "the flag waits for what is on its way"
        done = await services.matches.play(ORANGE, number, read_turn("Ka1"))
    assert isinstance(done, CompleteTurn)
    assert done.match.clock.orange_bank == pytest.approx(0.5 + 3, abs=0.05)
    assert done.match.clock.deadline == pytest.approx(clock.moment + 303)
    assert await services.matches.find(number) == done.match


async def test_a_move_that_discord_got_too_late_loses(
    services: Services, clock: StandingClock
) -> None:
    number = await both_ready(services)
    await play(services, number, "Kc3", "Kd5")
    await pass_time(services, clock, 303.25)
    with services.arrivals.answering(time.time()):
        clock.advance(0.25)
        done = await services.matches.play(ORANGE, number, read_turn("Ka1"))
    assert isinstance(done, RanOut)
    assert done.match.outcome == Outcome(Why.TIME, Seat.GRAY)


async def test_the_flag_waits_no_longer_than_discord_takes_an_answer(
    services: Services, clock: StandingClock
) -> None:
    number = await both_ready(services)
    await pass_time(services, clock, 299)
    with services.arrivals.answering(time.time()):
        assert await pass_time(services, clock, 2.5) == [TimeOut(number)]
        assert (await services.matches.find(number)).outcome is None
        await pass_time(services, clock, 1)
    assert (await services.matches.find(number)).outcome == Outcome(Why.ABORTED, None)


async def test_a_draft_gives_no_time_back(services: Services, clock: StandingClock) -> None:
    number = await both_ready(services)
    await play(services, number, *UP_TO_A_CHOICE)
    before = await services.matches.find(number)
    with services.arrivals.answering(time.time()):
        clock.advance(1.0)
        drafted = await place(services, number, "Ka1")
    assert isinstance(drafted, Match)
    assert drafted.clock == before.clock


async def test_a_restart_costs_nobody_time(path: DatabaseAddress, clock: StandingClock) -> None:
    async with open_services(path, clock, Random(1)) as services:
        number = await both_ready(services)
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


async def test_a_move_after_a_restart_is_not_charged_though_nobody_has_looked_yet(
    path: DatabaseAddress, clock: StandingClock
) -> None:
    async with open_services(path, clock, Random(1)) as services:
        number = await both_ready(services)
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


async def test_a_flag_that_was_due_in_an_outage_does_not_fall(
    path: DatabaseAddress, clock: StandingClock
) -> None:
    async with open_services(path, clock, Random(1)) as services:
        number = await both_ready(services)
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
        number = await both_ready(services)
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


async def test_a_look_that_is_a_little_late_gives_nothing_back(
    services: Services, clock: StandingClock
) -> None:
    number = await both_ready(services)
    clock.advance(LOOK_EVERY + LATE)
    assert await services.jobs.run_due() == [ClockLook(number)]
    assert (await services.matches.find(number)).clock.deadline == NOON + 300


async def test_nothing_is_looked_at_once_the_match_is_over(
    services: Services, clock: StandingClock
) -> None:
    number = await both_ready(services)
    await services.matches.resign(ORANGE, number)
    clock.advance(60)
    assert await run_due(services) == []
