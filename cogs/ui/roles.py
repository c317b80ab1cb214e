"""The roles of people, as Discord tells them with what they ask."""

import discord

from bot.match.identity import RoleId


def roles_of(person: discord.abc.User) -> frozenset[RoleId] | None:
    """Give a member's roles, that of everyone among them; nothing is known in direct messages."""
    if not isinstance(person, discord.Member):
        return None
    return frozenset(RoleId(role.id) for role in person.roles)
