"""What moderators did, in the database: the log, and what of it waits to be posted."""

from dataclasses import dataclass
from typing import Final

from bot.db.database import Reading, Writing
from bot.db.rows import describe
from bot.db.statements import load_queries
from bot.db.tables import Table
from bot.features.moderation.moderating import Moderation
from bot.match.challenge import Challenge
from bot.match.identity import (
    ChallengeId,
    ChannelId,
    GuildId,
    Instant,
    MessageId,
    Revision,
)
from bot.match.match import Match

QUERIES: Final = load_queries(__file__)

describe(Moderation, at="done_at", until="until_at")
MODERATIONS: Final = Table("moderations", Moderation, key=("id",))


@dataclass(frozen=True, slots=True)
class Unposted:
    """An action that waits for its place in the log channel, and how often that was tried."""

    moderation: Moderation
    attempts: int


async def insert(writing: Writing, action: Moderation, post_at: Instant | None) -> None:
    """Enter an action into the log, to be posted by then if it is to be posted at all."""
    await MODERATIONS.insert(writing.connection, action, post_at=post_at, attempts=0)


async def page(reading: Reading, guild: GuildId, most: int, skipped: int) -> list[Moderation]:
    """List a server's log, the latest first, after so many others."""
    return await QUERIES.moderations_of_server(
        reading.connection, guild_id=guild, most=most, skipped=skipped
    ).all(Moderation)


async def count(reading: Reading, guild: GuildId) -> int:
    """Count the entries of a server's log."""
    return await QUERIES.count_moderations(reading.connection, guild_id=guild).one(int)


async def unposted(reading: Reading, now: Instant, most: int) -> list[Unposted]:
    """List what is to be posted, what waited longest first."""
    return await QUERIES.moderations_unposted(reading.connection, now=now, most=most).all(Unposted)


async def claim(writing: Writing, number: int, now: Instant, again_at: Instant) -> bool:
    """Take it on oneself to post an entry; nobody else will before `again_at`."""
    claimed: int = await QUERIES.claim_moderation(
        writing.connection, id=number, now=now, again_at=again_at
    )
    return claimed == 1


async def posted(writing: Writing, number: int) -> None:
    """Note that an entry was posted, or cannot be."""
    await QUERIES.moderation_posted(writing.connection, id=number)


async def challenge_of_message(reading: Reading, message: MessageId) -> ChallengeId | None:
    """Return the challenge that a message shows."""
    found = QUERIES.challenge_of_message(reading.connection, message_id=message)
    return await found.first(ChallengeId)


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
    found = QUERIES.declined_by_messages(reading.connection, challenge_id=challenge)
    return await found.all(tuple[ChannelId, MessageId])


async def live_of_server(reading: Reading, guild: GuildId, most: int) -> list[Match]:
    """List matches that go on in a server, the one that stood still longest first."""
    found = QUERIES.live_of_server(reading.connection, guild_id=guild, most=most)
    return await found.all_readable(Match)


async def rated_of_server(reading: Reading, guild: GuildId, most: int) -> list[Match]:
    """List matches of a server that count for ratings, the one rated last first."""
    found = QUERIES.rated_of_server(reading.connection, guild_id=guild, most=most)
    return await found.all_readable(Match)
