"""Features that depend on time, on many dates: reminders, quiet hours, forfeits, puzzles, the week.

Every other test begins at one instant. Here a match is played over two days, with both changes of
summer time, 29 February, the end of a year, and every weekday among them.
"""

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from bot.features.settings.preferences import DayMinute, QuietHours
from bot.match.calendar import Day, date_name
from bot.match.clock import DAY, HOUR
from bot.match.identity import GuildId, Instant, UserId
from tests.kit.many_matches import begin, wait_until_posted
from tests.kit.matches import MONDAY_AT_NINE
from tests.kit.server_matches import ServerMatch
from tests.kit.tables import Table, open_table
from tests.kit.thoroughness import quick_or_thorough
from tests.kit.time_of_day import clock_from
from tests.kit.weekly import (
    add_digest_channel,
    add_puzzle_channel,
    compute_statistics,
    digests,
    puzzle_posts,
)

TURNING_POINTS = (
    ("2028-02-28 22:30", "Europe/Berlin"),  # 29 February begins.
    ("2027-03-28 00:20", "Europe/Berlin"),  # Clocks are put forward, on a Sunday.
    ("2026-12-31 09:40", "Pacific/Kiritimati"),  # A year ends, 14 hours before it does in UTC.
    ("2027-10-31 00:20", "Europe/Berlin"),  # Clocks are put back.
    ("2028-02-29 23:59", "UTC"),
    ("2027-02-28 23:59", "America/St_Johns"),
    ("2027-03-14 05:20", "America/St_Johns"),
    ("2027-11-07 04:10", "America/St_Johns"),
    ("2027-04-03 14:40", "Australia/Lord_Howe"),  # Clocks are put back by half an hour.
    ("2027-10-02 15:10", "Australia/Lord_Howe"),
    ("2032-12-31 23:58", "Asia/Kathmandu"),
    ("2084-02-29 23:58", "UTC"),  # Later that year, new ids of Discord exceed 63 bits.
)
ZONES = ("UTC", "Europe/Berlin", "America/St_Johns", "Pacific/Kiritimati", "Australia/Lord_Howe")


def _start_of(number: int) -> tuple[str, str]:
    """Return one of many start times, which cover every weekday, hour and month."""
    began = datetime(2027, 1, 1, tzinfo=UTC) + number * timedelta(days=13, hours=5)
    return f"{began:%Y-%m-%d %H:47}", ZONES[number % len(ZONES)]


SIXTY = TURNING_POINTS + tuple(map(_start_of, range(48)))
NIGHT = QuietHours(DayMinute(22 * 60), DayMinute(8 * 60))
AWAKE = range(8, 22)


@pytest.mark.long
@pytest.mark.parametrize(("began", "zone"), quick_or_thorough(quick=SIXTY[:1], thorough=SIXTY))
async def test_two_days_bring_only_due_messages(tmp_path: Path, began: str, zone: str) -> None:
    start = Instant(datetime.fromisoformat(began).replace(tzinfo=UTC).timestamp())
    with clock_from(start):
        async with open_table(tmp_path) as table:
            assert start <= table.clock.now() < start + HOUR
            await _play_two_days(table, ZoneInfo(zone))


async def _play_two_days(table: Table, zone: ZoneInfo) -> None:
    playground, services = table.playground, table.services
    ada, bob = playground.person("ada"), playground.person("bob")
    puzzles, week = await add_puzzle_channel(playground), await add_digest_channel(playground)
    days = [await _puzzle_day(table)]
    await services.preferences.prefer_hours(UserId(ada.id), zone.key, NIGHT, DayMinute(9 * 60))
    begun = await begin(table, ada, bob, hours=24)
    await wait_until_posted(table, begun)
    server_match = ServerMatch(playground, ada, bob, playground.channel("games"), begun.id)
    await server_match.play(["Kc3", "Kd5"])
    await server_match.wait_until_shown()
    deadline = (await services.matches.find(begun.id)).clock.deadline
    assert deadline is not None
    assert deadline == pytest.approx(table.clock.now() + DAY, abs=HOUR)
    count, weeks = len(ada.notifications), 0
    for _ in range(49):
        await compute_statistics(table)
        before = table.clock.now()
        await table.pass_time(HOUR)
        days += [each for each in [await _puzzle_day(table)] if each != days[-1]]
        now = table.clock.now()
        match = await services.matches.find(begun.id)
        assert (match.outcome is None) is (now < deadline)
        pings = [each for each in ada.notifications[count:] if not each.is_silent]
        assert not pings or datetime.fromtimestamp(now, zone).hour in AWAKE, pings
        count = len(ada.notifications)
        weeks += MONDAY_AT_NINE.after(before) <= now
    posted = puzzle_posts(ada, puzzles)
    for day, post in zip(days[1:], posted, strict=True):
        assert f"Puzzle of {date_name(day)}" in post.text
    assert len(days) >= 3
    assert all(after - before == timedelta(days=1) for before, after in pairwise(map(_date, days)))
    assert len(digests(ada, week)) == weeks


async def _puzzle_day(table: Table) -> Day:
    """Return the date of the server's current puzzle."""
    guild, ada = GuildId(table.playground.server().id), UserId(table.playground.person("ada").id)
    return (await table.services.puzzles.todays(guild, ada)).date


def _date(day: Day) -> date:
    return date(day.year, day.month, day.day)
