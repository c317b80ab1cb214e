"""Who may play in a server, whose challenges users accept, and whom they block."""

from dataclasses import dataclass
from typing import Final, Protocol

from bot.db.database import Database, Reading
from bot.db.statements import execute
from bot.features.challenges import block_queries
from bot.features.challenges import queries as challenge_queries
from bot.features.challenges.challenging import Friend
from bot.features.challenges.errors import (
    BlockedOneself,
    NotBlocked,
    OpponentTooBusy,
    TakesNoAnswer,
    TakesNoChallenges,
    TooManyBlocked,
)
from bot.features.challenges.policy import (
    ChallengeFacts,
    require_friends_role,
    require_may_challenge,
    require_no_block,
    require_others_room,
    require_role,
    require_room_to_offer,
    require_room_to_play,
)
from bot.features.matches import queries as match_queries
from bot.features.matches.errors import MayNotPlay
from bot.features.settings import queries as settings_queries
from bot.features.settings.preferences import TakesFrom
from bot.jobs.clock import Clock
from bot.match.challenge import Challenge
from bot.match.identity import GuildId, Instant, RoleId, UserId


class Bans(Protocol):
    """Raises `MayNotPlay` or `OtherMayNotPlay` if a moderator has banned one of the users."""

    async def __call__(
        self, reading: Reading, guild: GuildId, now: Instant, user: UserId, other: UserId | None
    ) -> None:
        """Check `user`, and `other` if there is one."""


async def facts_between(reading: Reading, inviting: UserId, invited: UserId) -> ChallengeFacts:
    """Return the facts that decide whether one user may challenge another."""
    who, inviting_block, invited_block = await execute(
        settings_queries.takes_from(reading, invited),
        block_queries.BLOCKS.find(reading.connection, user_id=inviting, blocked_id=invited),
        block_queries.BLOCKS.find(reading.connection, user_id=invited, blocked_id=inviting),
    )
    have_played = 0
    if who is TakesFrom.PLAYED:
        have_played = await match_queries.count_between(reading, inviting, invited)
    return ChallengeFacts(
        inviting_blocks=inviting_block is not None,
        invited_blocks=invited_block is not None,
        takes_from=who,
        have_played=have_played > 0,
    )


class Admission:
    """Checks whether users may play with each other in a server."""

    def __init__(self, bans: Bans) -> None:
        self._bans = bans

    async def require_not_banned(
        self,
        reading: Reading,
        guild: GuildId,
        now: Instant,
        user: UserId,
        other: UserId | None = None,
    ) -> None:
        """Require that neither the user nor the other one is banned from playing in a server.

        Raise `MayNotPlay` or `OtherMayNotPlay`.
        """
        await self._bans(reading, guild, now, user, other)

    async def require_may_enter(
        self,
        reading: Reading,
        guild: GuildId,
        user: UserId,
        roles: frozenset[RoleId] | None,
        now: Instant,
    ) -> None:
        """Require that a user may play in a server at all, however many matches they have.

        Raise `MayNotPlay`, `NeedsRoleToPlay` or `RolesUnknown`.
        """
        await self._bans(reading, guild, now, user, None)
        require_role(await settings_queries.find(reading, guild), roles)

    async def require_may_play(
        self,
        reading: Reading,
        guild: GuildId,
        user: UserId,
        roles: frozenset[RoleId] | None,
        now: Instant,
    ) -> None:
        """Require that a user may play one more match in a server, with any opponent.

        Raise `MayNotPlay`, and what `bot.features.challenges.policy` raises about the user.
        """
        await self._bans(reading, guild, now, user, None)
        settings, own = await execute(
            settings_queries.find(reading, guild),
            match_queries.count_with_people_in(reading, user, guild),
        )
        require_role(settings, roles)
        require_room_to_play(settings, own)

    async def require_may_offer(
        self,
        reading: Reading,
        guild: GuildId,
        user: UserId,
        roles: frozenset[RoleId] | None,
        friend: Friend | None,
        now: Instant,
    ) -> None:
        """Require that an unbanned user may challenge a friend, or anyone, in a server.

        Raise what `bot.features.challenges.policy` raises.
        """
        invited = () if friend is None else (friend.user,)
        settings, made, own, *others = await execute(
            settings_queries.find(reading, guild),
            challenge_queries.count_made(reading, user, guild, now),
            *(
                match_queries.count_with_people_in(reading, each, guild)
                for each in (user, *invited)
            ),
        )
        require_role(settings, roles)
        if friend is not None:
            require_friends_role(settings, friend)
        require_room_to_play(settings, own)
        for other, matches in zip(invited, others, strict=True):
            require_others_room(settings, other, matches)
        require_room_to_offer(settings, made)
        for other in invited:
            require_may_challenge(other, await facts_between(reading, user, other))

    async def require_may_rematch(
        self,
        reading: Reading,
        guild: GuildId,
        user: UserId,
        roles: frozenset[RoleId] | None,
        opponent: UserId,
        now: Instant,
    ) -> None:
        """Require that a player may offer a rematch; the opponent's role is checked later.

        Raise `MayNotPlay`, `OtherMayNotPlay`, and what `bot.features.challenges.policy` raises.
        """
        await self._bans(reading, guild, now, user, opponent)
        settings, made, own, others = await execute(
            settings_queries.find(reading, guild),
            challenge_queries.count_made(reading, user, guild, now),
            match_queries.count_with_people_in(reading, user, guild),
            match_queries.count_with_people_in(reading, opponent, guild),
        )
        require_role(settings, roles)
        require_room_to_play(settings, own)
        require_others_room(settings, opponent, others)
        require_room_to_offer(settings, made)
        require_may_challenge(opponent, await facts_between(reading, user, opponent))

    async def require_may_accept(
        self,
        reading: Reading,
        challenge: Challenge,
        user: UserId,
        roles: frozenset[RoleId] | None,
        now: Instant,
    ) -> None:
        """Require that a user may accept a challenge.

        All reasons that lie with the challenger share one refusal, because a separate refusal for
        blocks would give a block away. Raise `MayNotPlay`, `TakesNoAnswer`, and what
        `bot.features.challenges.policy` raises about the user.
        """
        guild, challenger = challenge.place.guild, challenge.challenger
        await self._bans(reading, guild, now, user, None)
        settings, own, others = await execute(
            settings_queries.find(reading, guild),
            match_queries.count_with_people_in(reading, user, guild),
            match_queries.count_with_people_in(reading, challenger, guild),
        )
        require_role(settings, roles)
        require_room_to_play(settings, own)
        try:
            require_no_block(challenger, await facts_between(reading, user, challenger))
            await self._bans(reading, guild, now, challenger, None)
            require_others_room(settings, challenger, others)
        except (TakesNoChallenges, MayNotPlay, OpponentTooBusy) as refusal:
            raise TakesNoAnswer(challenger) from refusal

    async def require_may_counter(
        self,
        reading: Reading,
        challenge: Challenge,
        user: UserId,
        roles: frozenset[RoleId] | None,
        now: Instant,
    ) -> None:
        """Require that a user may answer a challenge with other terms.

        The challenger has asked for a match, so their preference about challenges is not checked.
        Raise what `require_may_accept` raises, or `TooManyChallenges`.
        """
        await self.require_may_accept(reading, challenge, user, roles, now)
        guild = challenge.place.guild
        settings, made = await execute(
            settings_queries.find(reading, guild),
            challenge_queries.count_made(reading, user, guild, now),
        )
        require_room_to_offer(settings, made)


MOST_BLOCKED: Final = 100
"""How many users one user can block."""


@dataclass(frozen=True, slots=True)
class ChallengePreferences:
    """Whose challenges a user accepts, and whom they have blocked, the latest first."""

    takes_from: TakesFrom
    blocked: tuple[UserId, ...]


class Blocks:
    """Looks up and changes whose challenges users accept."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def of(self, user: UserId) -> ChallengePreferences:
        """Return whose challenges a user accepts, and whom they have blocked."""
        async with self._database.reading() as reading:
            return await _preferences(reading, user)

    async def take_from(self, user: UserId, who: TakesFrom) -> ChallengePreferences:
        """Change who may challenge a user."""
        async with self._database.writing() as writing:
            await settings_queries.keep_takes_from(writing, user, who)
            return await _preferences(writing, user)

    async def block(self, user: UserId, other: UserId) -> ChallengePreferences:
        """Block another user from challenging the user, in every server.

        Raise `BlockedOneself` or `TooManyBlocked`.
        """
        if user == other:
            raise BlockedOneself
        now = self._clock.now()
        async with self._database.writing() as writing:
            blocked = await block_queries.blocked_by(writing, user)
            if other not in blocked and len(blocked) >= MOST_BLOCKED:
                raise TooManyBlocked(MOST_BLOCKED)
            await block_queries.block(writing, user, other, now)
            return await _preferences(writing, user)

    async def unblock(self, user: UserId, other: UserId) -> ChallengePreferences:
        """Unblock another user. Raise `NotBlocked`."""
        async with self._database.writing() as writing:
            if not await block_queries.unblock(writing, user, other):
                raise NotBlocked(other)
            return await _preferences(writing, user)


async def _preferences(reading: Reading, user: UserId) -> ChallengePreferences:
    return ChallengePreferences(
        await settings_queries.takes_from(reading, user),
        await block_queries.blocked_by(reading, user),
    )
