"""Bans of members from playing in a server."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.db.database import Database, Reading, Writing
from bot.db.statements import execute
from bot.features.challenges import queries as challenge_queries
from bot.features.challenges.challenging import become
from bot.features.matches.errors import MayNotPlay, OtherMayNotPlay
from bot.features.moderation import queries as moderation_queries
from bot.features.moderation.errors import BannedAnew, NotBanned, OutdatedBan
from bot.features.moderation.log import ON_A_PAGE, Moderator, log_action, page_of
from bot.features.moderation.queries import QUERIES, ModeratorAction
from bot.jobs.backoff import GRACE
from bot.jobs.clock import Clock
from bot.match.challenge import Ban, ChallengeState
from bot.match.identity import ChallengeId, GuildId, Instant, Seconds, UserId


@dataclass(frozen=True, slots=True)
class BansPage:
    """A page of a server's bans, numbered from 0, and the number of pages."""

    bans: tuple[Ban, ...]
    number: int
    pages: int


@dataclass(frozen=True, slots=True)
class CompetitionPlaces:
    """How many places in a server's tournaments and ladders a user has, and how many live matches.

    A ban takes the places for good, so moderators confirm it.
    """

    places: int
    tournament_matches: int = 0
    ladder_matches: int = 0


@dataclass(frozen=True, slots=True)
class BanPreview:
    """What a ban would end. `replaced` is the second in which the ban that it replaces began."""

    lost: CompetitionPlaces
    replaced: int | None = None


@dataclass(frozen=True, slots=True)
class NewBan:
    """A new ban, the challenges that it cancelled, and the places that the user lost for good."""

    ban: Ban
    cancelled: tuple[ChallengeId, ...]
    lost: CompetitionPlaces


FindPlaces = Callable[[Reading, GuildId, UserId, Instant], Awaitable[CompetitionPlaces]]
"""Returns the places that a user would lose through a ban in a server."""
Banned = Callable[[Writing, GuildId, UserId, Instant], Awaitable[None]]
"""Writes the other consequences of a ban."""


class MemberBans:
    """Bans members from playing in a server, and lifts bans."""

    def __init__(
        self, database: Database, clock: Clock, find_places: FindPlaces, banned: Banned
    ) -> None:
        self._database = database
        self._clock = clock
        self._find_places = find_places
        self._banned = banned

    async def preview(self, guild: GuildId, user: UserId) -> BanPreview:
        """Return what a ban of a user would end."""
        async with self._database.snapshot() as reading:
            return await self._preview_in(reading, guild, user, self._clock.now())

    async def _preview_in(
        self, reading: Reading, guild: GuildId, user: UserId, now: Instant
    ) -> BanPreview:
        ban = await moderation_queries.find_ban(reading, guild, user, now)
        lost = await self._find_places(reading, guild, user, now)
        return BanPreview(lost, None if ban is None else int(ban.since))

    async def ban(
        self,
        moderator: Moderator,
        user: UserId,
        lasts: Seconds | None,
        confirmed: BanPreview | None = None,
    ) -> NewBan:
        """Ban a user from playing in the server for some time, or until the ban is lifted.

        The ban replaces an earlier one. The user plays their live matches to the end, but their own
        open challenges are cancelled, and they lose their places in tournaments and on ladders.
        Raise `OutdatedBan` if the `confirmed` preview is out of date.
        """
        now = self._clock.now()
        until = None if lasts is None else Instant(now + lasts)
        ban = Ban(user, moderator.user, now, until, moderator.reason)
        async with self._database.writing() as writing:
            preview = await self._preview_in(writing, moderator.guild, user, now)
            if confirmed not in (None, preview):
                raise OutdatedBan(user)
            await moderation_queries.keep(writing, moderator.guild, ban)
            cancelled = []
            for posted in await challenge_queries.made_by(writing, user, moderator.guild, now):
                before = posted.challenge
                after = become(before, ChallengeState.CANCELLED)
                if await challenge_queries.update(
                    writing, after, before.revision, Instant(now + GRACE)
                ):
                    cancelled.append(before.id)
            await self._banned(writing, moderator.guild, user, now)
            await log_action(
                writing, moderator, ModeratorAction.BANNED, now, user=user, until=until
            )
        return NewBan(ban, tuple(cancelled), preview.lost)

    async def unban(self, moderator: Moderator, user: UserId) -> None:
        """Lift a user's ban in the server. Raise `NotBanned`."""
        now = self._clock.now()
        async with self._database.writing() as writing:
            await _lift(writing, moderator, user, now)

    async def undo_ban(self, moderator: Moderator, user: UserId, second: int) -> None:
        """Lift the ban that the moderator gave a user in that second.

        Raise `NotBanned`, or `BannedAnew` if another ban has replaced it.
        """
        now = self._clock.now()
        async with self._database.writing() as writing:
            ban = await moderation_queries.find_ban(writing, moderator.guild, user, now)
            if ban is not None and (ban.moderator, int(ban.since)) != (moderator.user, second):
                raise BannedAnew(user, ban.moderator)
            await _lift(writing, moderator, user, now)

    async def page(self, guild: GuildId, page: int) -> BansPage:
        """List a server's bans, the latest first. Return the last page if `page` is beyond it."""
        now = self._clock.now()
        async with self._database.snapshot() as reading:
            count = QUERIES.count_bans(reading.connection, guild_id=guild, now=now)
            number, pages = page_of(await count.one(int), page)
            page_of_bans = await QUERIES.bans_of_server(
                reading.connection,
                guild_id=guild,
                now=now,
                most=ON_A_PAGE,
                skipped=number * ON_A_PAGE,
            ).all(Ban)
        return BansPage(tuple(page_of_bans), number, pages)


async def _lift(writing: Writing, moderator: Moderator, user: UserId, now: Instant) -> None:
    if not await moderation_queries.is_banned(writing, moderator.guild, user, now):
        raise NotBanned(user)
    await moderation_queries.lift(writing, moderator.guild, user)
    await log_action(writing, moderator, ModeratorAction.UNBANNED, now, user=user)


async def require_may_play(
    reading: Reading, guild: GuildId, now: Instant, user: UserId, other: UserId | None
) -> None:
    """Require that neither of two users is banned from playing in a server.

    `user` is the user who asks, and `other` their opponent, if known. Raise `MayNotPlay` or
    `OtherMayNotPlay`.
    """
    people = (user,) if other is None else (user, other)
    bans = await execute(
        *(moderation_queries.find_ban(reading, guild, each, now) for each in people)
    )
    if bans[0] is not None:
        raise MayNotPlay(bans[0])
    if other is not None and bans[1] is not None:
        raise OtherMayNotPlay(other)
