"""Weekends that do not count, in Discord: the board shows the true deadline; Sunday is free."""

from datetime import UTC, datetime

from bot.match.clock import DAY, FIRST_MONDAY, HOUR, WEEK
from bot.match.identity import Instant, Seconds
from tests.kit.server_matches import start_match
from tests.kit.tables import Table


def next_friday_evening(now: Instant) -> Instant:
    """Return the next Friday at six in the evening, UTC, whenever the tests run."""
    friday_evening = FIRST_MONDAY + 4 * DAY + 18 * HOUR
    return Instant(now + (friday_evening - now) % WEEK)


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
