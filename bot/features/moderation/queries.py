"""What moderators did, in the database: the log, and what of it waits to be posted."""

import sqlite3
from collections.abc import AsyncIterable
from dataclasses import dataclass
from typing import Final

import structlog

from bot.db.database import Reading, Writing
from bot.db.errors import UnreadableRow
from bot.db.statements import load_queries
from bot.features.matches.queries import read_match
from bot.features.moderation.moderating import Moderation, ModeratorDeed
from bot.match.challenge import Challenge
from bot.match.identity import (
    ChallengeId,
    ChannelId,
    GuildId,
    Instant,
    MatchId,
    MessageId,
    Revision,
    UserId,
)
from bot.match.match import Match
from bot.match.terms import Note

QUERIES: Final = load_queries(__file__)


_log: Final = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Unposted:
    """A deed that waits for its place in the log channel, and how often that was tried."""

    moderation: Moderation
    attempts: int


async def insert(writing: Writing, deed: Moderation, post_at: Instant | None) -> None:
    """Enter a deed into the log, to be posted by then if it is to be posted at all."""
    await QUERIES.insert_moderation(
        writing.connection,
        id=deed.id,
        guild_id=deed.guild,
        moderator_id=deed.moderator,
        deed=deed.deed.value,
        user_id=deed.user,
        match_id=deed.match,
        challenge_id=deed.challenge,
        reason=deed.reason,
        until_at=deed.until,
        done_at=deed.at,
        post_at=post_at,
    )


async def page(reading: Reading, guild: GuildId, most: int, skipped: int) -> list[Moderation]:
    """List a server's log, the latest first, after so many others."""
    rows = QUERIES.moderations_of_server(
        reading.connection, guild_id=guild, most=most, skipped=skipped
    )
    return [_moderation(row) async for row in rows]


async def count(reading: Reading, guild: GuildId) -> int:
    """Count the entries of a server's log."""
    return int(await QUERIES.count_moderations(reading.connection, guild_id=guild))


async def unposted(reading: Reading, now: Instant, most: int) -> list[Unposted]:
    """List what is to be posted, what waited longest first."""
    rows = QUERIES.moderations_unposted(reading.connection, now=now, most=most)
    return [Unposted(_moderation(row), int(row["attempts"])) async for row in rows]


async def claim(writing: Writing, number: int, now: Instant, again_at: Instant) -> bool:
    """Take it on oneself to post an entry; nobody else will before `again_at`."""
    claimed: int = await QUERIES.claim_moderation(
        writing.connection, id=number, now=now, again_at=again_at
    )
    return claimed == 1


async def posted(writing: Writing, number: int) -> None:
    """Note that an entry was posted, or cannot be."""
    await QUERIES.moderation_posted(writing.connection, id=number)


async def note_outcome(writing: Writing, match: MatchId, note: Note) -> None:
    """Write what the moderator said who ended a match."""
    await QUERIES.note_outcome(writing.connection, id=match, note=note)


async def challenge_of_message(reading: Reading, message: MessageId) -> ChallengeId | None:
    """Return the challenge that a message shows."""
    number: int | None = await QUERIES.challenge_of_message(reading.connection, message_id=message)
    return None if number is None else ChallengeId(number)


async def forget_words(
    writing: Writing, challenge: Challenge, seen: Revision, show_at: Instant
) -> bool:
    """Remove what people wrote of a challenge. False when it was not at the revision seen."""
    changed: int = await QUERIES.forget_words(
        writing.connection,
        id=challenge.id,
        revision=challenge.revision,
        show_at=show_at,
        seen=seen,
    )
    return changed == 1


async def said_in(reading: Reading, challenge: ChallengeId) -> list[tuple[ChannelId, MessageId]]:
    """List the messages that told why a challenge was declined."""
    rows = QUERIES.declined_by_messages(reading.connection, challenge_id=challenge)
    return [(ChannelId(row["channel_id"]), MessageId(row["message_id"])) async for row in rows]


async def live_of_server(reading: Reading, guild: GuildId, most: int) -> list[Match]:
    """List matches that go on in a server, the one that stood still longest first."""
    return await _readable(QUERIES.live_of_server(reading.connection, guild_id=guild, most=most))


async def rated_of_server(reading: Reading, guild: GuildId, most: int) -> list[Match]:
    """List matches of a server that count for ratings, the one rated last first."""
    return await _readable(QUERIES.rated_of_server(reading.connection, guild_id=guild, most=most))


async def _readable(rows: AsyncIterable[sqlite3.Row]) -> list[Match]:
    found = []
    async for row in rows:
        try:
            found.append(read_match(row))
        except UnreadableRow:
            _log.exception("match left out")
    return found


def _moderation(row: sqlite3.Row) -> Moderation:
    return Moderation(
        id=int(row["id"]),
        guild=GuildId(row["guild_id"]),
        moderator=UserId(row["moderator_id"]),
        deed=ModeratorDeed(row["deed"]),
        at=Instant(row["done_at"]),
        user=None if row["user_id"] is None else UserId(row["user_id"]),
        match=None if row["match_id"] is None else MatchId(row["match_id"]),
        challenge=None if row["challenge_id"] is None else ChallengeId(row["challenge_id"]),
        reason=None if row["reason"] is None else Note(row["reason"]),
        until=None if row["until_at"] is None else Instant(row["until_at"]),
    )
