"""Whom people take challenges from and what they have going on, in the database."""

from bot.match.admission import Between, TakesFrom
from bot.match.identity import GuildId, Instant, UserId
from bot.match.preferences import Preferences
from bot.store.database import QUERIES, Reading, Writing


async def takes_from(reading: Reading, user: UserId) -> TakesFrom:
    """Tell whom a person takes challenges from; anyone, if they never said."""
    kept: str | None = await QUERIES.takes_from(reading.connection, user_id=user)
    return TakesFrom.ANYONE if kept is None else TakesFrom(kept)


async def keep_takes_from(writing: Writing, user: UserId, who: TakesFrom) -> None:
    """Write whom a person takes challenges from; what else they prefer stays."""
    unsaid = Preferences()
    await QUERIES.keep_takes_from(
        writing.connection,
        user_id=user,
        placing=unsaid.placing.value,
        threats=unsaid.threats.value,
        takes_from=who.value,
    )


async def block(writing: Writing, user: UserId, other: UserId, now: Instant) -> None:
    """Put somebody on a person's list; nothing changes for one who is on it."""
    await QUERIES.block(writing.connection, user_id=user, blocked_id=other, now=now)


async def unblock(writing: Writing, user: UserId, other: UserId) -> bool:
    """Take somebody off a person's list. False when they were not on it."""
    taken: int = await QUERIES.unblock(writing.connection, user_id=user, blocked_id=other)
    return taken == 1


async def blocked_by(reading: Reading, user: UserId) -> tuple[UserId, ...]:
    """List whom a person has blocked, the latest first."""
    rows = QUERIES.blocked_by(reading.connection, user_id=user)
    return tuple([UserId(row["blocked_id"]) async for row in rows])


async def between(reading: Reading, asks: UserId, asked: UserId) -> Between:
    """Tell how the one who is asked to play stands to the one who asks."""
    who = await takes_from(reading, asked)
    connection = reading.connection
    have_played: int = 0
    if who is TakesFrom.PLAYED:
        have_played = await QUERIES.matches_between(connection, user_id=asks, other_id=asked)
    return Between(
        asks_block=await _has_blocked(reading, asks, asked),
        asked_blocks=await _has_blocked(reading, asked, asks),
        takes_from=who,
        have_played=have_played > 0,
    )


async def matches_in(reading: Reading, user: UserId, guild: GuildId) -> int:
    """Count a person's live matches with people in a server."""
    return await _live(reading, user, guild, against_bot=False)


async def practices_in(reading: Reading, user: UserId, guild: GuildId) -> int:
    """Count a person's live matches against the bot in a server."""
    return await _live(reading, user, guild, against_bot=True)


async def _live(reading: Reading, user: UserId, guild: GuildId, *, against_bot: bool) -> int:
    live: int = await QUERIES.matches_played_in(
        reading.connection, user_id=user, guild_id=guild, against_bot=against_bot
    )
    return live


async def _has_blocked(reading: Reading, user: UserId, other: UserId) -> bool:
    found: int = await QUERIES.has_blocked(reading.connection, user_id=user, blocked_id=other)
    return found > 0
