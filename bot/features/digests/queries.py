"""When each server is told of its week, in the database, and what happened in it."""

import sqlite3
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Final

import structlog

from bot.db.database import Reading, Writing
from bot.db.errors import UnreadableRow
from bot.db.statements import load_queries
from bot.features.matches.queries import read_match
from bot.features.standings.queries import rating_of
from bot.features.standings.rating import PlayerRating
from bot.match.challenge import Seats
from bot.match.identity import ChannelId, GuildId, Instant, MatchId, UserId
from bot.match.match import Match

QUERIES: Final = load_queries(__file__)


_log: Final = structlog.get_logger(__name__)

Sees = Callable[[ChannelId], bool]
"""Whether everybody who reads a digest may look into the channel where a match was begun."""
MOST_LOOKED_AT: Final = 500
"""Rows that are looked at for those that may be shown; beyond, nothing is told."""


@dataclass(frozen=True, slots=True)
class PlannedDigest:
    """The next digest of a server: from when, when it is due, and how often it was tried.

    `lost_at` is when it was noticed that nothing can be posted there.
    """

    guild: GuildId
    since: Instant
    due_at: Instant
    attempts: int = 0
    lost_at: Instant | None = None


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of time of one server, its end not included."""

    guild: GuildId
    since: Instant
    until: Instant


async def plan(writing: Writing, guild: GuildId, since: Instant, due_at: Instant) -> None:
    """Let a server be told of its week then; one that is planned already keeps its beginning."""
    await QUERIES.plan_weekly_digest(
        writing.connection, guild_id=guild, since_at=since, due_at=due_at
    )


async def drop(writing: Writing, guild: GuildId) -> None:
    """Tell a server of its weeks no more; what it was told of is kept, lest it be told again."""
    await QUERIES.drop_weekly_digest(writing.connection, guild_id=guild)


async def find(reading: Reading, guild: GuildId) -> PlannedDigest | None:
    """Return the next digest of a server, if it has any."""
    row = await QUERIES.weekly_digest_of(reading.connection, guild_id=guild)
    return None if row is None else _planned(row)


async def due(reading: Reading, now: Instant, most: int) -> list[PlannedDigest]:
    """List the digests that are to be posted, the one that waited longest first."""
    rows = QUERIES.weekly_digests_due(reading.connection, now=now, most=most)
    return [_planned(row) async for row in rows]


async def next_due(reading: Reading) -> Instant | None:
    """Return the moment at which the next digest is to be posted."""
    moment: float | None = await QUERIES.next_weekly_digest(reading.connection)
    return None if moment is None else Instant(moment)


async def claim(writing: Writing, planned: PlannedDigest, now: Instant, again_at: Instant) -> bool:
    """Take it on oneself to post a digest; nobody else will before `again_at`."""
    claimed: int = await QUERIES.claim_weekly_digest(
        writing.connection,
        guild_id=planned.guild,
        due_at=planned.due_at,
        now=now,
        again_at=again_at,
    )
    return claimed == 1


async def done(writing: Writing, planned: PlannedDigest, until: Instant, next_at: Instant) -> None:
    """Note that a server was told up to then, and when the next digest is due.

    Where that was set anew meanwhile, it stays as it was set.
    """
    await QUERIES.weekly_digest_done(
        writing.connection,
        guild_id=planned.guild,
        due_at=planned.due_at,
        since_at=until,
        next_at=next_at,
    )


async def lost(
    writing: Writing, planned: PlannedDigest, lost_at: Instant, next_at: Instant
) -> None:
    """Note since when nothing can be posted there, and when that is tried again."""
    await QUERIES.weekly_digest_lost(
        writing.connection,
        guild_id=planned.guild,
        due_at=planned.due_at,
        lost_at=lost_at,
        next_at=next_at,
    )


@dataclass(frozen=True, slots=True)
class Meetings:
    """What two people made of their matches with each other, whoever won more often first.

    `wins` are those of each; `numbers` are those of the first matches, of so many in all.
    """

    pair: Seats
    matches: int
    wins: tuple[int, int]
    draws: int
    numbers: tuple[MatchId, ...] = ()


@dataclass(frozen=True, slots=True)
class Results:
    """Who met most often, of so many pairs with so many matches."""

    meetings: tuple[Meetings, ...] = ()
    pairs: int = 0
    matches: int = 0


async def results(
    reading: Reading, stretch: Stretch, sees: Sees, most: int, most_numbers: int
) -> Results:
    """Return what was won, lost and drawn meanwhile in channels that the readers see.

    `most` pairs are named, each with so many numbers of matches; all are counted.
    """
    rows = QUERIES.pairs_that_met(reading.connection, **_where(stretch), most=MOST_LOOKED_AT)
    found = [row async for row in rows]
    if not found:
        return Results()
    by_pair: dict[tuple[int, int], list[sqlite3.Row]] = {}
    for row in found:
        if sees(ChannelId(row["origin_id"])):
            by_pair.setdefault((row["one_id"], row["other_id"]), []).append(row)
    meetings = [
        replace(_meetings(own), numbers=await _numbers(reading, stretch, own, most_numbers))
        for own in sorted(by_pair.values(), key=_order)[:most]
    ]
    return Results(tuple(meetings), int(found[0]["pairs"]), int(found[0]["matches"]))


def _order(rows: list[sqlite3.Row]) -> tuple[int, int]:
    """Let those come first who met most often, and of these those who met first."""
    return -_sum(rows, "meetings"), min(int(row["first_id"]) for row in rows)


def _sum(rows: Iterable[sqlite3.Row], column: str) -> int:
    return sum(int(row[column]) for row in rows)


async def _numbers(
    reading: Reading, stretch: Stretch, rows: list[sqlite3.Row], most: int
) -> tuple[MatchId, ...]:
    """Return the numbers of a pair's first matches; there is a row for each channel."""
    found = []
    for row in rows:
        met = QUERIES.meetings_of_pair(
            reading.connection,
            **_where(stretch),
            one_id=row["one_id"],
            other_id=row["other_id"],
            origin_id=row["origin_id"],
            most=most,
        )
        found += [MatchId(each["id"]) async for each in met]
    return tuple(sorted(found)[:most])


async def ending(
    reading: Reading, guild: GuildId, until: Instant, sees: Sees, most: int
) -> list[Match]:
    """List the matches in sight that go on and run out of time by then, the first one first."""
    rows = QUERIES.ending_in_server(
        reading.connection, guild_id=guild, until_at=until, most=MOST_LOOKED_AT
    )
    found = [match async for row in rows if (match := _match(row, sees)) is not None]
    return found[:most]


async def closest(reading: Reading, stretch: Stretch, sees: Sees) -> tuple[Match, int] | None:
    """Return the match in sight that ended meanwhile with most changes of the lead, and those."""
    rows = QUERIES.closest_matches(reading.connection, **_where(stretch), most=MOST_LOOKED_AT)
    found = [row async for row in rows]
    for row in found:
        match = _match(row, sees)
        if match is not None:
            return match, int(row["lead_changes"])
    return None


def _match(row: sqlite3.Row, sees: Sees) -> Match | None:
    """Read a match if it is in sight; one that cannot be read leaves the others to be told of."""
    if not sees(ChannelId(row["origin_id"])):
        return None
    try:
        return read_match(row)
    except UnreadableRow:
        _log.exception("match left out")
        return None


@dataclass(frozen=True, slots=True)
class Riser:
    """Somebody who gained points in a ruleset, how many, and what they have now."""

    user: UserId
    ruleset: str
    gained: float
    rating: PlayerRating


async def risers(reading: Reading, stretch: Stretch, most: int) -> list[Riser]:
    """List who gained points meanwhile of those on leaderboards, the most first."""
    rows = QUERIES.points_gained(reading.connection, **_where(stretch), most=most)
    return [
        Riser(UserId(row["user_id"]), row["ruleset"], row["points_gained"], rating_of(row))
        async for row in rows
    ]


def _where(stretch: Stretch) -> dict[str, object]:
    return {"guild_id": stretch.guild, "since_at": stretch.since, "until_at": stretch.until}


def _planned(row: sqlite3.Row) -> PlannedDigest:
    lost_at = row["lost_at"]
    return PlannedDigest(
        GuildId(row["guild_id"]),
        Instant(row["since_at"]),
        Instant(row["due_at"]),
        int(row["attempts"]),
        None if lost_at is None else Instant(lost_at),
    )


def _meetings(rows: list[sqlite3.Row]) -> Meetings:
    """Put together what two people made of their matches; there is a row for each channel."""
    one, other = UserId(rows[0]["one_id"]), UserId(rows[0]["other_id"])
    matches, draws, wins = (_sum(rows, name) for name in ("meetings", "draws", "one_wins"))
    losses = matches - draws - wins
    if wins < losses:
        return Meetings(Seats(other, one), matches, (losses, wins), draws)
    return Meetings(Seats(one, other), matches, (wins, losses), draws)
