"""Assigns and removes roles of a server, if the bot may."""

from dataclasses import dataclass
from enum import Enum
from typing import ClassVar, Final

import discord
import structlog

from bot.app import BoopBot, Interaction
from bot.match.identity import GuildId, RoleId, UserId
from bot.text import N_, NC_, Message, gettext, speaking
from cogs.core.errors import NOT_A_MEMBER, Code, ServerRefusal
from cogs.wording.translating import public_language

MANAGE_ROLES: Final = NC_("permission in Discord", "Manage Roles")

_log: Final = structlog.get_logger(__name__)


@dataclass(eq=False, slots=True)
class MayNotGiveRoles(ServerRefusal):
    """The bot lacks the permission to give roles."""

    message = N_("I can't give {role}: I need the permission *{permission}*.")

    permission: ClassVar[Message] = MANAGE_ROLES

    role: RoleId


@dataclass(eq=False, slots=True)
class RoleAboveMine(ServerRefusal):
    """The role is not below the highest one of the bot."""

    message = N_(
        "I can't give {role}, as it isn't below my own role. Move mine up in the server's "
        "settings, under *Roles*."
    )

    role: RoleId


@dataclass(eq=False, slots=True)
class RoleNotGiven(ServerRefusal):
    """The role is everyone's, or Discord gives it: to a bot, boosters or subscribers."""

    message = N_("{role} can't be given to anyone. Choose another role.")

    role: RoleId


@dataclass(eq=False, slots=True)
class RoleNotYours(ServerRefusal):
    """The user may not give the role, so the bot does not give it on the user's behalf."""

    message = N_(
        "You can only choose a role that you could give yourself: for {role}, you need "
        "*{permission}* and a role above it."
    )

    permission: ClassVar[Message] = MANAGE_ROLES

    role: RoleId


def obstacle_to(guild: discord.Guild, number: RoleId) -> ServerRefusal | None:
    """Return why the bot cannot give a role of a server; None if no reason is known."""
    role, me = guild.get_role(number), guild.me
    if role is None or role.is_default() or role.managed:
        return RoleNotGiven(number)
    if me is None:
        return None
    if not me.guild_permissions.manage_roles:
        return MayNotGiveRoles(number)
    return None if role < me.top_role or guild.owner_id == me.id else RoleAboveMine(number)


def require_giveable(interaction: Interaction, number: RoleId) -> None:
    """Raise a refusal unless both the bot and the user may give a role."""
    guild, user = interaction.guild, interaction.user
    if guild is None or not isinstance(user, discord.Member):
        raise RoleNotYours(number)
    obstacle = obstacle_to(guild, number)
    if obstacle is not None:
        raise obstacle
    role = guild.get_role(number)
    is_below = role is not None and (role < user.top_role or guild.owner_id == user.id)
    if not is_below or not interaction.permissions.manage_roles:
        raise RoleNotYours(number)


class RoleOutcome(Enum):
    """The outcome of giving or taking a role."""

    DONE = "done"
    GONE = "gone"
    """The user is not in the server, or the role was deleted."""
    REFUSED = "refused"


async def has_role(guild: discord.Guild, user: UserId, role: RoleId) -> bool | None:
    """Ask Discord whether a member has a role; None if the user is not in the server."""
    try:
        member = await guild.fetch_member(user)
    except discord.NotFound as error:
        if error.code in NOT_A_MEMBER:
            return None
        raise
    return member.get_role(role) is not None


async def give_role(bot: BoopBot, guild: GuildId, user: UserId, role: RoleId) -> RoleOutcome:
    """Give a role to a member, whether or not they have it."""
    return await _change(bot, guild, user, role, is_given=True)


async def take_role(bot: BoopBot, guild: GuildId, user: UserId, role: RoleId) -> RoleOutcome:
    """Take a role from a member, whether or not they have it."""
    return await _change(bot, guild, user, role, is_given=False)


async def _change(
    bot: BoopBot, guild: GuildId, user: UserId, role: RoleId, *, is_given: bool
) -> RoleOutcome:
    with speaking(await public_language(bot, guild)):
        # Translators: stands in the server's audit log, where a role was given or taken.
        reason = gettext("Winners of the latest tournament have it")
    change = bot.http.add_role if is_given else bot.http.remove_role
    try:
        await change(guild, user, role, reason=reason)
    except discord.NotFound as error:
        if error.code in (*NOT_A_MEMBER, Code.UNKNOWN_ROLE, Code.UNKNOWN_GUILD):
            return RoleOutcome.GONE
        raise
    except discord.Forbidden as error:
        _log.warning(
            "role not given or taken", guild=guild, role=role, given=is_given, code=error.code
        )
        return RoleOutcome.REFUSED
    return RoleOutcome.DONE
