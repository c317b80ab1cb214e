"""The events of the world: a value for each change, for the gateway, the page and tests."""

from __future__ import annotations

from dataclasses import dataclass

from playground.world.entities import (
    Member,
    Role,
    ScheduledEvent,
    Server,
    TextChannel,
    Thread,
    User,
)
from playground.world.messages import Ping, WorldMessage
from playground.world.snowflakes import Snowflake


@dataclass(frozen=True, slots=True)
class MessagePosted:
    """A message appeared."""

    message: WorldMessage


@dataclass(frozen=True, slots=True)
class MessageEdited:
    """A message changed."""

    message: WorldMessage


@dataclass(frozen=True, slots=True)
class MessageDeleted:
    """A message is gone."""

    message: WorldMessage


@dataclass(frozen=True, slots=True)
class UserPinged:
    """Someone was pinged."""

    notification: Ping


@dataclass(frozen=True, slots=True)
class ThreadStarted:
    """A thread was begun."""

    thread: Thread


@dataclass(frozen=True, slots=True)
class ThreadChanged:
    """A thread was renamed, archived, unarchived or locked."""

    thread: Thread


@dataclass(frozen=True, slots=True)
class ThreadDeleted:
    """A thread is gone."""

    thread: Thread


@dataclass(frozen=True, slots=True)
class ThreadMembersChanged:
    """Someone joined or left a thread."""

    thread: Thread
    joined: tuple[Snowflake, ...] = ()
    left: tuple[Snowflake, ...] = ()


@dataclass(frozen=True, slots=True)
class ServerChanged:
    """A server changed, for example its language."""

    server: Server


@dataclass(frozen=True, slots=True)
class ServerLost:
    """A server cannot be reached for now."""

    server: Server


@dataclass(frozen=True, slots=True)
class ServerReached:
    """A server can be reached again."""

    server: Server


@dataclass(frozen=True, slots=True)
class ChannelMade:
    """A text channel was made."""

    channel: TextChannel


@dataclass(frozen=True, slots=True)
class ChannelChanged:
    """A text channel changed, its overwrites included."""

    channel: TextChannel


@dataclass(frozen=True, slots=True)
class ChannelDeleted:
    """A text channel is gone."""

    channel: TextChannel


@dataclass(frozen=True, slots=True)
class MemberJoined:
    """A user joined a server."""

    server: Server
    member: Member


@dataclass(frozen=True, slots=True)
class MemberLeft:
    """A user left a server or was removed from it."""

    server: Server
    user: User


@dataclass(frozen=True, slots=True)
class MemberChanged:
    """A member's roles or nickname changed."""

    server: Server
    member: Member


@dataclass(frozen=True, slots=True)
class RoleMade:
    """A role was made."""

    role: Role


@dataclass(frozen=True, slots=True)
class RoleChanged:
    """A role's permissions or its position changed."""

    role: Role


@dataclass(frozen=True, slots=True)
class RoleDeleted:
    """A role was deleted."""

    role: Role


@dataclass(frozen=True, slots=True)
class ScheduledEventMade:
    """A scheduled event was made."""

    scheduled: ScheduledEvent


@dataclass(frozen=True, slots=True)
class ScheduledEventChanged:
    """A scheduled event changed, began or ended."""

    scheduled: ScheduledEvent


@dataclass(frozen=True, slots=True)
class ScheduledEventDeleted:
    """A scheduled event was deleted."""

    scheduled: ScheduledEvent


@dataclass(frozen=True, slots=True)
class Typing:
    """Someone is writing in a channel."""

    channel_id: Snowflake
    user: User


@dataclass(frozen=True, slots=True)
class CommandsChanged:
    """The application's commands changed: those of a server, or the global ones."""

    server_id: Snowflake | None


Event = (
    MessagePosted
    | MessageEdited
    | MessageDeleted
    | UserPinged
    | ThreadStarted
    | ThreadChanged
    | ThreadDeleted
    | ThreadMembersChanged
    | ServerChanged
    | ServerLost
    | ServerReached
    | ChannelMade
    | ChannelChanged
    | ChannelDeleted
    | MemberJoined
    | MemberLeft
    | MemberChanged
    | RoleMade
    | RoleChanged
    | RoleDeleted
    | ScheduledEventMade
    | ScheduledEventChanged
    | ScheduledEventDeleted
    | Typing
    | CommandsChanged
)
