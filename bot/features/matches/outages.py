"""Queries that adjust the clocks of matches after an outage."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from bot.db.database import Reading, Writing
from bot.db.statements import Statement, execute, load_queries, lock_table
from bot.features.matches.jobs import TimeOut
from bot.features.matches.queries import MATCHES
from bot.jobs.jobs import reschedule
from bot.match.clock import Outage, Weekends
from bot.match.identity import Instant, MatchId

QUERIES: Final = load_queries(__file__)

AT_A_TIME: Final = 5_000
"""How many matches one statement may change."""
BEYOND: Final = MatchId(2**62)
"""A number that no match reaches."""


@dataclass(frozen=True, slots=True)
class MatchRange:
    """The matches from one number up to, but not including, another."""

    first: MatchId
    end: MatchId

    @property
    def bounds(self) -> dict[str, MatchId]:
        """Both numbers, as parameters of a query."""
        return {"from_id": self.first, "to_id": self.end}


def lock_all(writing: Writing) -> Statement[Any]:
    """Return the statement that locks all matches and the rows that belong to them."""
    return lock_table(writing.connection, MATCHES.name)


async def ranges_of_timed(writing: Writing) -> list[MatchRange]:
    """Split all matches into ranges, each with at most `AT_A_TIME` running clocks.

    The last range is open-ended and should have nothing to change.
    """
    edges = await QUERIES.edges_of_timed(writing.connection, most=AT_A_TIME).all(int)
    ends = [MatchId(0), *(MatchId(edge + 1) for edge in edges[:-1]), BEYOND]
    return [MatchRange(first, end) for first, end in pairwise(ends)]


async def give_clocks_back(writing: Writing, outage: Outage, matches: MatchRange) -> None:
    """Postpone the deadlines of some matches, and their `TimeOut` jobs, by an outage."""
    connection = writing.connection
    there = {**matches.bounds, "guild_id": outage.guild}
    _, paused = await execute(
        QUERIES.clocks_moved(connection, gap=outage.gap, **there),
        QUERIES.paused_clocks(connection, **there).all(tuple[MatchId, Instant, Instant]),
    )
    await execute(
        MATCHES.change_each(
            connection,
            {
                match: {
                    "deadline": outage.put_off(deadline, Weekends.PAUSED),
                    "turn_began_at": outage.put_off(began_at, Weekends.PAUSED),
                }
                for match, deadline, began_at in paused
            },
        ),
        reschedule(TimeOut, QUERIES.ends_of_time(connection, **matches.bounds)),
    )


def query_timed(
    reading: Reading, outage: Outage, matches: MatchRange, weekends: Weekends
) -> Statement[list[MatchId]]:
    """Query the matches of a range that an outage postpones and that count weekends this way."""
    return QUERIES.timed_of_range(
        reading.connection, **matches.bounds, guild_id=outage.guild, weekends=weekends.value
    ).all(MatchId)


def query_urgent(reading: Reading, outage: Outage, matches: MatchRange) -> Statement[list[MatchId]]:
    """Query the matches of a range that have an urgent deadline after an outage."""
    return QUERIES.urgent_of_range(
        reading.connection, **matches.bounds, guild_id=outage.guild, until=outage.urgent_until
    ).all(MatchId)


async def give_vacations_back(writing: Writing, outage: Outage) -> None:
    """Postpone the ends of vacations by an outage, but not beyond the end of the outage.

    If a vacation ended in the outage, it ends now, and the clock continues. If it was over before,
    but the clock has not continued yet, the vacation counts as ended later.
    """
    connection = writing.connection
    gap = {"last": outage.began_at, "now": outage.ended_at, "guild_id": outage.guild}
    await execute(
        QUERIES.orange_vacations_moved(connection, **gap),
        QUERIES.gray_vacations_moved(connection, **gap),
    )
    # Run this last: the statements above would take these vacations for ones that ended in the
    # outage.
    query = QUERIES.vacations_found_over(
        connection, last=outage.began_at, guild_id=outage.guild
    ).all(tuple[MatchId, Weekends, Instant | None, Instant | None])
    for match, weekends, *ends in await query:
        orange, gray = (
            min(outage.ended_at, outage.put_off(until, weekends))
            if until is not None and until <= outage.began_at
            else until
            for until in ends
        )
        await MATCHES.change(
            connection, {"orange_away_until": orange, "gray_away_until": gray}, id=match
        )
