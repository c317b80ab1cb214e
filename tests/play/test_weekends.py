"""Weekends that do not count, in Discord: the board shows the true deadline; Sunday is free."""

import re
from datetime import UTC, datetime

import pytest

from bot.match.clock import DAY, FIRST_MONDAY, HOUR, WEEK
from bot.match.identity import Instant, Seconds
from tests.kit.finished_matches import win_on_time
from tests.kit.server_matches import A_TURN_EACH, start_match
from tests.kit.tables import Table


def next_friday_evening(now: Instant) -> Instant:
    """Return the next Friday at six in the evening, UTC, whenever the tests run."""
    friday_evening = FIRST_MONDAY + 4 * DAY + 18 * HOUR
    return Instant(now + (friday_evening - now) % WEEK)


@pytest.mark.long
async def test_a_day_from_friday_evening_ends_on_monday_evening(table: Table) -> None:
    playground = table.playground
    now = table.clock.now()
    await table.pass_time(next_friday_evening(now) - now)
    server_match = await start_match(playground, turns=A_TURN_EACH, time="86400", weekends="paused")
    assert "weekends don't count" in server_match.board().text
    parsed = re.search(r"⏳ until <t:(\d+):f>", server_match.board().text)
    assert parsed is not None
    until = datetime.fromtimestamp(int(parsed[1]), UTC)
    assert (until.weekday(), until.hour) == (0, 18)
    await table.pass_time(2 * DAY)
    match = await table.match(server_match.number)
    assert match.outcome is None
    await table.pass_time(DAY + HOUR)
    ended = win_on_time(server_match.gray, server_match.orange)
    await playground.until(lambda: ended in server_match.board().text)


async def test_a_vacation_over_a_weekend_keeps_the_remaining_time(table: Table) -> None:
    playground = table.playground
    now = table.clock.now()
    await table.pass_time(next_friday_evening(now) - now)
    server_match = await start_match(playground, time="86400", weekends="paused")
    await server_match.orange.command("vacation", channel=server_match.place, days=2)
    await playground.until(lambda: "clock stopped" in server_match.board().text)
    assert "· weekends don't count" in server_match.board().text
    await table.pass_time(Seconds(2 * DAY + 60))
    await playground.until(lambda: "⏳ until <t:" in server_match.board().text)
    match = await table.match(server_match.number)
    deadline = match.clock.deadline
    assert deadline is not None
    assert datetime.fromtimestamp(deadline, UTC).weekday() in (0, 1)
