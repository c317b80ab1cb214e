"""After an outage, the database moves clocks as the arithmetic of clocks does."""

from dataclasses import replace
from itertools import product
from random import Random

import pytest

from bot.consequences import OF_OUTAGES
from bot.db.database import Database
from bot.features.matches import outages
from bot.features.matches import queries as match_queries
from bot.features.notifications import queries as notification_queries
from bot.features.time.outages import give_back
from bot.features.time.vacation import leave
from bot.game import Seat
from bot.match.clock import (
    DAY,
    FIRST_MONDAY,
    HOUR,
    WEEK,
    Outage,
    PerMove,
    TurnClock,
    Weekends,
    between,
    later,
)
from bot.match.identity import Instant, MatchId, PerSeat, Seconds
from bot.match.match import Match
from tests.kit.matches import NOON, ORANGE, match
from tests.kit.stored_matches import store
from tests.kit.thoroughness import quick_or_thorough, sampled

MONDAY = Instant(FIRST_MONDAY + 2900 * WEEK)
EDGES = (0.0, 1.0, 0.5, 5 * DAY - 1, 5 * DAY - 0.5, 4 * DAY, 4.5 * DAY)
"""Seconds into a week at which its change to the weekend could be computed wrongly."""
GAPS = (HOUR, DAY, 2 * DAY, 2.5 * DAY, 5 * DAY, 6 * DAY, 7 * DAY, 9.25 * DAY, 30 * DAY)
BEGINNINGS = (0.0, 3.75 * DAY, 4.9 * DAY, 5 * DAY, 6.5 * DAY)
ALL_GAPS = list(product(GAPS, BEGINNINGS))


def timed(number: int, weekends: Weekends, began_at: Instant, seconds: float) -> Match:
    clock = TurnClock.started(PerMove(Seconds(seconds)), began_at, weekends)
    return replace(match(), id=MatchId(number), clock=clock)


def many(weekends: Weekends, start: int) -> list[Match]:
    """Return matches whose deadlines lie anywhere in a week, including its edges."""
    chance = Random(start)
    moments = [MONDAY + edge + week * WEEK for edge in EDGES for week in range(2)]
    moments += [MONDAY + chance.uniform(0, WEEK) for _ in range(80)]
    return [
        timed(start + at, weekends, Instant(moment - DAY), chance.choice([DAY, HOUR, 3 * DAY]))
        for at, moment in enumerate(moments)
    ]


@pytest.mark.parametrize(("gap", "began"), quick_or_thorough(ALL_GAPS[::7], ALL_GAPS))
async def test_a_gap_moves_each_clock_by_the_part_that_counts(
    database: Database, monkeypatch: pytest.MonkeyPatch, gap: float, began: float
) -> None:
    kept = [*many(Weekends.PLAYED, 1), *many(Weekends.PAUSED, 1001)]
    last = Instant(MONDAY + began)
    now = Instant(last + gap)
    monkeypatch.setattr(outages, "AT_A_TIME", 50)
    await store(database, *kept)
    async with database.writing() as writing:
        await give_back(writing, Outage(last, now, now), OF_OUTAGES)
    async with database.reading() as reading:
        for before in kept:
            after = await match_queries.find(reading, before.id)
            assert after is not None
            weekends, old, new = before.clock.weekends, before.clock, after.clock
            by = between(weekends, last, now)
            assert old.deadline is not None
            assert new.deadline == pytest.approx(later(weekends, old.deadline, by), abs=0.01)
            assert new.began_at == pytest.approx(later(weekends, old.began_at, by), abs=0.01)


@pytest.mark.long
@pytest.mark.parametrize("gap", sampled(GAPS, 1, 4, 7))
async def test_reminders_move_with_their_deadlines(database: Database, gap: float) -> None:
    kept = [*many(Weekends.PLAYED, 1), *many(Weekends.PAUSED, 1001)]
    now = Instant(MONDAY + 4 * DAY + gap)
    await store(database, *kept)
    async with database.writing() as writing:
        for each in kept:
            remind_at = each.clock.reminder_at()
            assert remind_at is not None
            await notification_queries.insert_reminder(
                writing, each.id, each.ply, ORANGE, remind_at, remind_at
            )
        await give_back(writing, Outage(Instant(MONDAY + 4 * DAY), now, now), OF_OUTAGES)
        for each in kept:
            after = await match_queries.find(writing, each.id)
            assert after is not None
            notifications = await notification_queries.of_match(writing, each.id)
            assert notifications[0].due_at == pytest.approx(after.clock.reminder_at(), abs=0.01)


async def test_stopped_clocks_are_not_moved(database: Database) -> None:
    resting = leave(timed(1, Weekends.PAUSED, NOON, DAY), Seat.ORANGE, Instant(NOON + WEEK), NOON)
    endless = replace(match(), id=MatchId(2))
    await store(database, resting, endless)
    async with database.writing() as writing:
        now = Instant(NOON + DAY)
        await give_back(writing, Outage(NOON, now, now), OF_OUTAGES)
        assert await match_queries.find(writing, resting.id) == resting
        assert await match_queries.find(writing, endless.id) == endless


async def test_a_vacation_that_ended_in_the_gap_is_over(database: Database) -> None:
    now = Instant(NOON + 3 * DAY)
    ends = [NOON - 1, NOON + DAY, now, now + DAY]
    kept = [
        replace(
            match(),
            id=MatchId(number),
            clock=replace(match().clock, away=PerSeat(Instant(ends[number]), None)),
        )
        for number in range(len(ends))
    ]
    grays = [
        replace(each, id=MatchId(100 + each.id), clock=replace(each.clock, away=PerSeat(None, at)))
        for each in kept
        if (at := each.clock.away.orange) is not None
    ]
    await store(database, *kept, *grays)
    async with database.writing() as writing:
        await give_back(writing, Outage(NOON, now, now), OF_OUTAGES)
        for first, seat in ((0, Seat.ORANGE), (100, Seat.GRAY)):
            found = [
                await match_queries.find(writing, MatchId(first + at)) for at in range(len(ends))
            ]
            moved = [each.clock.away.of(seat) for each in found if each is not None]
            assert moved == [now - 1, now, now, now + DAY]
