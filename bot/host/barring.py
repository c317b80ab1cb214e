"""Whether people may play in a server at all."""

from bot.host.errors import MayNotPlay, OtherMayNotPlay
from bot.match.identity import GuildId, Instant, UserId
from bot.store import bars
from bot.store.database import Reading


async def demand_may_play(
    reading: Reading, guild: GuildId, now: Instant, user: UserId, other: UserId | None
) -> None:
    """Raise where a moderator keeps one of two people from playing in a server.

    `user` is who asks, `other` whom they would play with, if that is known. Raises `MayNotPlay`
    or `OtherMayNotPlay`.
    """
    bar = await bars.find(reading, guild, user, now)
    if bar is not None:
        raise MayNotPlay(bar)
    if other is not None and await bars.is_barred(reading, guild, other, now):
        raise OtherMayNotPlay(other)
