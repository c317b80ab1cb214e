"""Moving every clock that runs after the bot was away, and word of a clock that has changed."""

from bot.match.identity import GuildId, Instant, MatchId, Seconds
from bot.match.weekends import WEEK, WORKDAYS, Weekends, between, later
from bot.store import absences, departures
from bot.store.asking import Statement
from bot.store.database import QUERIES, Writing


async def move(
    writing: Writing, last: Instant, now: Instant, until: Instant, guild: GuildId | None = None
) -> None:
    """Put every deadline, reminder and expiry off by the gap since a last moment.

    Where weekends do not count, neither do those of the gap. A vacation that ended in it is over
    now for the clocks that go on with it; one that was over before, and whose clocks nobody has
    let go on yet, is taken to have ended later by the gap. Open challenges, and beds whose
    deadline is due until then, are to be shown anew at once; the other beds show the new deadline
    when they are shown next. If a server is named, only what lives in it is moved, which direct
    messages do not.
    """
    gap = Seconds(now - last)
    weeks, rest = divmod(between(Weekends.PAUSED, last, now), WORKDAYS)
    there = {"guild_id": guild}
    workdays = {"gap": weeks * WEEK + rest, "rest": rest, **there}
    connection = writing.connection
    await QUERIES.clocks_moved(connection, gap=gap, **there)
    await QUERIES.reminders_moved(connection, gap=gap, **there)
    await QUERIES.workday_clocks_moved(connection, **workdays)
    await QUERIES.workday_reminders_moved(connection, **workdays)
    await QUERIES.orange_vacations_moved(connection, last=last, now=now, **there)
    await QUERIES.gray_vacations_moved(connection, last=last, now=now, **there)
    # After the statements above, which would take them for some that ended in the gap.
    await _move_ends_of_vacations(writing, last, now, guild)
    await QUERIES.expiries_moved(connection, gap=gap, show_at=now, **there)
    await departures.move(writing, gap, guild)
    if guild is None:
        await absences.move(writing, gap)
    await QUERIES.beds_with_moved_deadlines(connection, show_at=now, until=until, **there)


async def _move_ends_of_vacations(
    writing: Writing, last: Instant, now: Instant, guild: GuildId | None
) -> None:
    """Put off the ends of vacations that were over by a last moment, but to now at the latest."""
    connection = writing.connection
    rows = QUERIES.vacations_found_over(connection, last=last, guild_id=guild)
    for row in [row async for row in rows]:
        moved = dict(row)
        weekends = Weekends(moved.pop("weekends"))
        by = between(weekends, last, now)
        for seat in ("orange_away_until", "gray_away_until"):
            until = moved[seat]
            if until is not None and until <= last:
                moved[seat] = min(now, later(weekends, until, by))
        await QUERIES.vacations_of_match_moved(connection, **moved)


def settle_word(writing: Writing, match: MatchId, due_at: Instant) -> Statement[int]:
    """Drop what was to be said of a clock as it was, and have what was said deleted."""
    return QUERIES.word_of_clock_settled(writing.connection, match_id=match, due_at=due_at)
