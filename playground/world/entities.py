"""The entities of the world: users, servers, roles, members and the places to talk."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum

from playground.world.permissions import Overwrite, Permission
from playground.world.snowflakes import Snowflake


@dataclass(slots=True)
class User:
    """An account; sending to it fails with 50007 unless it `accepts_direct_messages`.

    Sending fails with 50001 if `is_refused_wrongly`, as Discord at times does for hours although
    the bot may write to the user.
    """

    id: Snowflake
    username: str
    display_name: str
    is_bot: bool = False
    locale: str = "en-GB"
    accepts_direct_messages: bool = True
    is_refused_wrongly: bool = False
    is_deleted: bool = False

    @property
    def mention(self) -> str:
        """The text that pings this user."""
        return f"<@{self.id}>"


@dataclass(slots=True)
class Role:
    """A named permission set of one server; the one with the server's id is @everyone."""

    id: Snowflake
    server_id: Snowflake
    name: str
    permissions: Permission
    position: int = 0
    is_mentionable: bool = False
    is_managed: bool = False

    @property
    def mention(self) -> str:
        """The text that pings everyone with this role."""
        return f"<@&{self.id}>"


@dataclass(slots=True)
class Member:
    """A user's membership of one server."""

    user: User
    joined_at: float
    role_ids: list[Snowflake] = field(default_factory=list)
    nick: str | None = None


@dataclass(slots=True)
class TextChannel:
    """A text channel of a server."""

    id: Snowflake
    server_id: Snowflake
    name: str
    position: int
    topic: str | None = None
    overwrites: dict[Snowflake, Overwrite] = field(default_factory=dict)
    last_message_id: Snowflake | None = None
    has_age_limit: bool = False

    @property
    def mention(self) -> str:
        """The text that links to the channel."""
        return f"<#{self.id}>"


@dataclass(slots=True)
class Thread:
    """A thread under a text channel. If it was begun from a message, it has the message's id.

    It was last begun, written in or unarchived at `active_at`, by the world's clock.
    """

    id: Snowflake
    server_id: Snowflake
    parent_id: Snowflake
    owner_id: Snowflake
    name: str
    created_at: float
    archive_changed_at: float
    active_at: float
    is_private: bool = False
    is_archived: bool = False
    is_locked: bool = False
    is_invitable: bool = True
    auto_archive_minutes: int = 4320
    slowmode_seconds: int = 0
    joined: dict[Snowflake, float] = field(default_factory=dict)
    messages_sent: int = 0
    last_message_id: Snowflake | None = None

    @property
    def mention(self) -> str:
        """The text that links to the thread."""
        return f"<#{self.id}>"


@dataclass(slots=True)
class DirectChannel:
    """The direct messages between the bot and one user."""

    id: Snowflake
    user: User
    last_message_id: Snowflake | None = None


Place = TextChannel | Thread | DirectChannel


class EventStatus(IntEnum):
    """The status of a scheduled event; the numbers are Discord's."""

    SCHEDULED = 1
    ACTIVE = 2
    COMPLETED = 3
    CANCELED = 4


@dataclass(slots=True)
class ScheduledEvent:
    """An event of a server at a location outside Discord; the times are epoch seconds."""

    id: Snowflake
    server_id: Snowflake
    creator: User
    name: str
    description: str | None
    location: str
    starts_at: float
    ends_at: float
    status: EventStatus = EventStatus.SCHEDULED


@dataclass(slots=True)
class Server:
    """A server (a guild, in the words of the API) with everything that belongs to it.

    A server that is not available exists, but the gateway cannot reach it for now.
    """

    id: Snowflake
    name: str
    owner_id: Snowflake
    locale: str = "en-US"
    is_available: bool = True
    roles: dict[Snowflake, Role] = field(default_factory=dict)
    members: dict[Snowflake, Member] = field(default_factory=dict)
    channels: dict[Snowflake, TextChannel] = field(default_factory=dict)
    threads: dict[Snowflake, Thread] = field(default_factory=dict)
    events: dict[Snowflake, ScheduledEvent] = field(default_factory=dict)
