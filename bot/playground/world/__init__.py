"""The world of the playground, in memory: people, servers, channels, messages, permissions."""

from bot.playground.world.entities import (
    DirectChannel,
    Member,
    Place,
    Role,
    Server,
    TextChannel,
    Thread,
    User,
)
from bot.playground.world.messages import Attachment, Message, Notification, Reason
from bot.playground.world.permissions import Overwrite, Permission
from bot.playground.world.snowflakes import Snowflake, is_id
from bot.playground.world.threads import ThreadChange, ThreadTerms
from bot.playground.world.world import World

__all__ = [
    "Attachment",
    "DirectChannel",
    "Member",
    "Message",
    "Notification",
    "Overwrite",
    "Permission",
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
    "is_id",
]
