"""When each server is told of its week, in the database, and what happened in it."""

import sqlite3
from dataclasses import dataclass, replace
from typing import Final

import structlog

from bot.match.challenge import Seats
from bot.match.identity import GuildId, Instant, MatchId, UserId
from bot.match.match import Match
from bot.match.rating import PlayerRating
from bot.store.database import QUERIES, Reading, Writing
from bot.store.errors import UnreadableRow
from bot.store.match_rows import read_match
from bot.store.ratings import rating_of

_log: Final = structlog.get_logger(__name__)


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
    """Tell a server of its weeks no more."""
    await QUERIES.drop_weekly_digest(writing.connection, guild_id=guild)


async def find(reading: Reading, guild: GuildId) -> PlannedDigest | None:
    """Give the next digest of a server, if it has any."""
    row = await QUERIES.weekly_digest_of(reading.connection, guild_id=guild)
    return None if row is None else _planned(row)


async def due(reading: Reading, now: Instant, most: int) -> list[PlannedDigest]:
    """List the digests that are to be posted, the one that waited longest first."""
    rows = QUERIES.weekly_digests_due(reading.connection, now=now, most=most)
    return [_planned(row) async for row in rows]


async def next_due(reading: Reading) -> Instant | None:
    """Give the moment at which the next digest is to be posted."""
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
    """Note that a server was told up to then, and when the next digest is due."""
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


async def results(reading: Reading, stretch: Stretch, most: int, most_numbers: int) -> Results:
    """Give what was won, lost and drawn meanwhile where the server could see it.

    `most` pairs are named, each with so many numbers of matches.
    """
    rows = QUERIES.pairs_that_met(reading.connection, **_where(stretch), most=most)
    found = [row async for row in rows]
    if not found:
        return Results()
    meetings = [_meetings(row) for row in found]
    named = [
        replace(each, numbers=await _numbers(reading, stretch, each.pair, most_numbers))
        for each in meetings
    ]
    return Results(tuple(named), int(found[0]["pairs"]), int(found[0]["matches"]))


async def _numbers(
    reading: Reading, stretch: Stretch, pair: Seats, most: int
) -> tuple[MatchId, ...]:
    one, other = pair
    rows = QUERIES.meetings_of_pair(
        reading.connection, **_where(stretch), one_id=one, other_id=other, most=most
    )
    return tuple([MatchId(row["id"]) async for row in rows])


async def ending(reading: Reading, guild: GuildId, until: Instant, most: int) -> list[Match]:
    """List the matches that go on and run out of time by then, the first one first.

    One that cannot be read is left out, so that the others are told of.
    """
    rows = QUERIES.ending_in_server(reading.connection, guild_id=guild, until_at=until, most=most)
    found = []
    async for row in rows:
        try:
            found.append(read_match(row))
        except UnreadableRow:
            _log.exception("match left out")
    return found


async def closest(reading: Reading, stretch: Stretch) -> tuple[Match, int] | None:
    """Give the match that ended meanwhile in which the lead changed most, and how often it did."""
    row = await QUERIES.closest_match(reading.connection, **_where(stretch))
    if row is None:
        return None
    try:
        return read_match(row), int(row["lead_changes"])
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


def _meetings(row: sqlite3.Row) -> Meetings:
    one, other = UserId(row["one_id"]), UserId(row["other_id"])
    matches, draws, wins = int(row["meetings"]), int(row["draws"]), int(row["one_wins"])
    losses = matches - draws - wins
    if wins < losses:
        return Meetings(Seats(other, one), matches, (losses, wins), draws)
    return Meetings(Seats(one, other), matches, (wins, losses), draws)
