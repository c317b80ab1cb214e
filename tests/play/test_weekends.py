"""Weekends that do not count, in Discord: the bed shows the true moment, and Sunday is free."""

import re
from datetime import UTC, datetime

import pytest

from bot.match.clock import DAY, FIRST_MONDAY, HOUR, WEEK
from bot.match.identity import Instant, Seconds
from playground import Playground
from tests.kit.seats import Sitting, seated
from tests.kit.tables import Table


def next_friday_evening(now: Instant) -> Instant:
    """The next Friday at six in the evening, UTC, on every day of the tests."""
    wanted = FIRST_MONDAY + 4 * DAY + 18 * HOUR
    return Instant(now + (wanted - now) % WEEK)


async def sit_down_without_weekends(playground: Playground) -> Sitting:
    return await seated(playground, time="86400", weekends="paused")


@pytest.mark.long
async def test_a_day_from_friday_evening_ends_on_monday_evening(table: Table) -> None:
    playground = table.playground
    now = table.clock.now()
    await table.pass_time(next_friday_evening(now) - now)
    sitting = await sit_down_without_weekends(playground)
    await sitting.play(["Kc3", "Kd5"])
    await sitting.all_shown()
    assert "weekends don't count" in sitting.bed().text
    found = re.search(r"⏳ until <t:(\d+):f>", sitting.bed().text)
    assert found is not None
    until = datetime.fromtimestamp(int(found[1]), UTC)
    assert (until.weekday(), until.hour) == (0, 18)
    await table.pass_time(2 * DAY)
    match = await table.match(sitting.number)
    assert match.outcome is None
    await table.pass_time(DAY + HOUR)
    ended = f"<@{sitting.gray.id}> wins: <@{sitting.orange.id}> ran out of time"
    await playground.until(lambda: ended in sitting.bed().text)


async def test_a_vacation_over_a_weekend_keeps_what_was_left(table: Table) -> None:
    playground = table.playground
    now = table.clock.now()
    await table.pass_time(next_friday_evening(now) - now)
    sitting = await sit_down_without_weekends(playground)
    await sitting.orange.command("vacation", channel=sitting.place, days=2)
    await playground.until(lambda: "clock stopped" in sitting.bed().text)
    assert "· weekends don't count" in sitting.bed().text
    await table.pass_time(Seconds(2 * DAY + 60))
    await playground.until(lambda: "⏳ until <t:" in sitting.bed().text)
    match = await table.match(sitting.number)
    deadline = match.clock.deadline
    assert deadline is not None
    assert datetime.fromtimestamp(deadline, UTC).weekday() in (0, 1)
