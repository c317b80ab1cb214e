"""A member's permissions in a channel, computed in the order that Discord documents."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum, IntFlag

from playground.world.snowflakes import Snowflake


class Permission(IntFlag):
    """The bits of a permission set, with Discord's names."""

    NONE = 0
    CREATE_INSTANT_INVITE = 1 << 0
    KICK_MEMBERS = 1 << 1
    BAN_MEMBERS = 1 << 2
    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    SEND_TTS_MESSAGES = 1 << 12
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    CONNECT = 1 << 20
    SPEAK = 1 << 21
    CHANGE_NICKNAME = 1 << 26
    MANAGE_NICKNAMES = 1 << 27
    MANAGE_ROLES = 1 << 28
    MANAGE_WEBHOOKS = 1 << 29
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_EVENTS = 1 << 33
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    USE_EXTERNAL_STICKERS = 1 << 37
    SEND_MESSAGES_IN_THREADS = 1 << 38
    MODERATE_MEMBERS = 1 << 40
    CREATE_EVENTS = 1 << 44
    SEND_POLLS = 1 << 49
    USE_EXTERNAL_APPS = 1 << 50
    PIN_MESSAGES = 1 << 51
    BYPASS_SLOWMODE = 1 << 52


ALL = Permission((1 << 53) - 1)
EVERYONE = (
    Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.ADD_REACTIONS
    | Permission.CHANGE_NICKNAME
    | Permission.USE_EXTERNAL_EMOJIS
    | Permission.USE_APPLICATION_COMMANDS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.CREATE_PRIVATE_THREADS
    | Permission.SEND_MESSAGES_IN_THREADS
    | Permission.CONNECT
    | Permission.SPEAK
    | Permission.SEND_POLLS
)
IN_DIRECT_MESSAGES = (
    Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.ADD_REACTIONS
    | Permission.USE_EXTERNAL_EMOJIS
    | Permission.USE_APPLICATION_COMMANDS
    | Permission.MENTION_EVERYONE
)
_NEEDS_SENDING = (
    Permission.MENTION_EVERYONE
    | Permission.SEND_TTS_MESSAGES
    | Permission.ATTACH_FILES
    | Permission.EMBED_LINKS
)


class OverwriteKind(IntEnum):
    """The kind of an overwrite's target; the numbers are Discord's."""

    ROLE = 0
    MEMBER = 1


class Talk(IntFlag):
    """The permission that sending needs: threads have one of their own."""

    IN_CHANNEL = Permission.SEND_MESSAGES
    IN_THREAD = Permission.SEND_MESSAGES_IN_THREADS


@dataclass(frozen=True, slots=True)
class Overwrite:
    """The permissions that one channel allows and denies to one role or member."""

    target: Snowflake
    kind: OverwriteKind
    allow: Permission = Permission.NONE
    deny: Permission = Permission.NONE


def with_overwrites(
    base: Permission,
    overwrites: Mapping[Snowflake, Overwrite],
    *,
    everyone: Snowflake,
    roles: Iterable[Snowflake],
    user: Snowflake,
) -> Permission:
    """Apply a channel's overwrites to `base`: for everyone, then for all roles, then the member."""
    if base & Permission.ADMINISTRATOR:
        return ALL
    allowed = base
    if general := overwrites.get(everyone):
        allowed = allowed & ~general.deny | general.allow
    mine = [overwrites[role] for role in roles if role in overwrites and role != everyone]
    allow = deny = Permission.NONE
    for overwrite in mine:
        allow |= overwrite.allow
        deny |= overwrite.deny
    allowed = allowed & ~deny | allow
    if personal := overwrites.get(user):
        allowed = allowed & ~personal.deny | personal.allow
    return allowed


def with_implied_denials(permissions: Permission, talk: Talk) -> Permission:
    """Remove the permissions that others imply; administrators keep all.

    Without permission to view the channel nothing is left. Without permission to send, files,
    embeds and pings are removed.
    """
    if permissions & Permission.ADMINISTRATOR:
        return ALL
    if not permissions & Permission.VIEW_CHANNEL:
        return Permission.NONE
    if not permissions & Permission(talk):
        return permissions & ~_NEEDS_SENDING
    return permissions
