"""The roles of people, as Discord tells them with what they ask or when it is asked."""

import asyncio
from typing import Final

import discord
import structlog

from bot.app import BoopBot
from bot.match.identity import ChallengeId, GuildId, RoleId
from cogs.ui.discord_codes import FAILURES, Code
from cogs.ui.membership import BEFORE_AN_ANSWER

_log: Final = structlog.get_logger(__name__)


def roles_of(person: discord.abc.User) -> frozenset[RoleId] | None:
    """Give a member's roles, that of everyone among them; nothing is known in direct messages."""
    if not isinstance(person, discord.Member):
        return None
    return frozenset(RoleId(role.id) for role in person.roles)


async def roles_in(
    bot: BoopBot, server: GuildId | None, person: discord.abc.User
) -> frozenset[RoleId] | None:
    """Give somebody's roles in a server, asking Discord where it has not told them.

    Somebody who has left has none; `None` where Discord does not answer in time.
    """
    if isinstance(person, discord.Member) and person.guild.id == server:
        return roles_of(person)
    guild = None if server is None else bot.get_guild(server)
    if guild is None:
        return None
    try:
        async with asyncio.timeout(BEFORE_AN_ANSWER):
            return roles_of(await guild.fetch_member(person.id))
    except (TimeoutError, *FAILURES) as error:
        if isinstance(error, discord.HTTPException) and error.code == Code.UNKNOWN_MEMBER:
            return frozenset()
        _log.info("roles not known", reason=repr(error))
        return None


async def roles_for(
    interaction: discord.Interaction[BoopBot], challenge: ChallengeId
) -> frozenset[RoleId] | None:
    """Give the roles that whoever answers a challenge has in its server, wherever they do.

    Raises `NoSuchChallenge`.
    """
    if interaction.guild_id is not None:
        return roles_of(interaction.user)
    posted = await interaction.client.host.challenges.find(challenge)
    return await roles_in(interaction.client, posted.challenge.place.guild, interaction.user)
