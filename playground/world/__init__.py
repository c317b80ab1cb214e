"""The world of the playground, in memory: people, servers, channels, messages, permissions."""

from playground.world.entities import (
    DirectChannel,
    Member,
    Place,
    Role,
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
    "Member",
    "Overwrite",
    "Permission",
    "Ping",
    "Place",
    "Reason",
    "Role",
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
