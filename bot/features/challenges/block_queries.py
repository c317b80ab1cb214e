"""Blocks of users in the database."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.db.database import Reading, Writing
from bot.db.statements import execute
from bot.db.tables import Table
from bot.features.challenges.queries import QUERIES
from bot.match.identity import Instant, UserId


@dataclass(frozen=True, slots=True)
class Block:
    """A block of one user by another: neither can challenge the other."""

    user: UserId
    blocked: UserId
    blocked_at: Instant


BLOCKS: Final = Table("blocks", Block, key=("user_id", "blocked_id"))


async def block(writing: Writing, user: UserId, other: UserId, now: Instant) -> None:
    """Store that `user` blocks `other`, unless they do already."""
    await QUERIES.block(writing.connection, user_id=user, blocked_id=other, now=now)


async def unblock(writing: Writing, user: UserId, other: UserId) -> bool:
    """Delete the block of `other` by `user`. Return False if there was none."""
    return await BLOCKS.delete(writing.connection, user_id=user, blocked_id=other) == 1


async def blocked_by(reading: Reading, user: UserId) -> tuple[UserId, ...]:
    """List the users whom a user has blocked, the latest first."""
    return tuple(await QUERIES.blocked_by(reading.connection, user_id=user).all(UserId))


async def blocks_among(reading: Reading, users: Sequence[UserId]) -> set[frozenset[UserId]]:
    """Return each pair of these users in which one has blocked the other."""
    found: list[list[Block]] = await execute(
        *(BLOCKS.find_all(reading.connection, user_id=each) for each in users)
    )
    among = set(users)
    return {
        frozenset((block.user, block.blocked))
        for blocks in found
        for block in blocks
        if block.blocked in among
    }
