"""The role of a server's winners: who is to have it, and who has it from the bot.

It goes to those who have won the tournament that ended last. The bot writes a row before it asks
Discord to give the role, so that after a crash it still knows which roles it gave.
"""

from dataclasses import dataclass, replace

from bot.db.database import Database, Reading
from bot.features.tournaments import queries as tournament_queries
from bot.features.tournaments import winner_queries
from bot.features.tournaments.legs import TournamentId
from bot.features.tournaments.winner_queries import HOLDERS, QUERIES, HolderState, RoleHolder
from bot.jobs.clock import Clock
from bot.match.identity import GuildId, RoleId, UserId, is_former


@dataclass(frozen=True, slots=True)
class RoleChanges:
    """The users from whom to take a role, and those to whom to give it.

    For users in `new`, no row is stored yet: they may have the role from others, and then keep it.
    """

    take: tuple[RoleHolder, ...]
    give: tuple[RoleHolder, ...]
    new: tuple[RoleHolder, ...]


class Winners:
    """Stores who has the role of a server's winners."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def changes(self, guild: GuildId, role: RoleId | None) -> RoleChanges:
        """Return the changes after which the latest winners, and no other users, have a role.

        Without a role, all users lose the roles that the bot has given them.
        """
        async with self._database.snapshot() as reading:
            held = await winner_queries.holders_in(reading, guild)
            winners = await _winners(reading, guild)
        desired = set() if role is None else {(each, role) for each in winners}
        known = {(each.user, each.role) for each in held}
        return RoleChanges(
            tuple(each for each in held if (each.user, each.role) not in desired),
            tuple(
                each
                for each in held
                if (each.user, each.role) in desired and each.state is HolderState.DUE
            ),
            tuple(RoleHolder(guild, *each) for each in sorted(desired - known)),
        )

    async def given_to(self, user: UserId) -> list[RoleHolder]:
        """Return the roles that a user has from the bot."""
        async with self._database.reading() as reading:
            return await winner_queries.holders_of(reading, user)

    async def prepare(self, holder: RoleHolder) -> bool:
        """Store that a role is about to be given; return False if the user is no longer to have it.

        Their data may have been deleted in the meantime.
        """
        async with self._database.writing() as writing:
            is_winner = holder.user in await _winners(writing, holder.guild)
            if is_winner:
                await HOLDERS.insert_new(writing.connection, holder)
        return is_winner

    async def record_given(self, holder: RoleHolder) -> None:
        """Store that a role was given."""
        async with self._database.writing() as writing:
            after = replace(holder, state=HolderState.GIVEN)
            await HOLDERS.update(writing.connection, holder, after)

    async def forget(self, holder: RoleHolder) -> None:
        """Store that a user does not have a role from the bot."""
        async with self._database.writing() as writing:
            await HOLDERS.remove(writing.connection, holder)

    async def look_again(self, guild: GuildId) -> None:
        """Schedule a check of a server's role of winners: an obstacle may be gone."""
        async with self._database.writing() as writing:
            await winner_queries.due(writing, guild, self._clock.now())


async def _winners(reading: Reading, guild: GuildId) -> frozenset[UserId]:
    """Return who has won the tournament of a server that ended last."""
    last = await QUERIES.last_ended(reading.connection, guild_id=guild).first(TournamentId)
    field = None if last is None else await tournament_queries.find_field(reading, last)
    if field is None:
        return frozenset()
    return frozenset(each.user for each in field.champions if not is_former(each.user))
