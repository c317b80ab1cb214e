"""The world of the playground, in memory: people, servers, channels, messages, permissions."""

from playground.world.entities import (
    DirectChannel,
    EventStatus,
    Member,
    Place,
    Role,
    ScheduledEvent,
    Server,
    TextChannel,
    Thread,
    User,
)
from playground.world.messages import Attachment, Ping, Reason, WorldMessage
from playground.world.permissions import Overwrite, Permission
from playground.world.snowflakes import Snowflake, is_id
from playground.world.threads import ThreadChange, ThreadTerms
from playground.world.world import World

__all__ = [
    "Attachment",
    "DirectChannel",
    "EventStatus",
    "Member",
    "Overwrite",
    "Permission",
    "Ping",
    "Place",
    "Reason",
    "Role",
    "ScheduledEvent",
    "Server",
    "Snowflake",
    "TextChannel",
    "Thread",
    "ThreadChange",
    "ThreadTerms",
    "User",
    "World",
    "WorldMessage",
    "is_id",
]
