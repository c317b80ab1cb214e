"""Messages and their parts, as the world keeps them."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, IntEnum, IntFlag
from typing import Any

from playground.world.entities import User
from playground.world.snowflakes import Snowflake

Json = dict[str, Any]
ATTACHMENT_BYTES = 10 * 1024 * 1024


class MessageFlag(IntFlag):
    """The flags of a message that the playground knows, with Discord's bits."""

    NONE = 0
    SUPPRESS_EMBEDS = 1 << 2
    HAS_THREAD = 1 << 5
    EPHEMERAL = 1 << 6
    LOADING = 1 << 7
    SUPPRESS_NOTIFICATIONS = 1 << 12
    IS_COMPONENTS_V2 = 1 << 15


class MessageKind(IntEnum):
    """Why a message exists; the numbers are Discord's message types."""

    DEFAULT = 0
    THREAD_CREATED = 18
    REPLY = 19
    SLASH_COMMAND = 20
    CONTEXT_MENU_COMMAND = 23


@dataclass(frozen=True, slots=True)
class Attachment:
    """A stored file; `width` and `height` are known for PNG and GIF."""

    id: Snowflake
    filename: str
    content: bytes = field(repr=False)
    content_type: str
    description: str | None = None
    width: int | None = None
    height: int | None = None


@dataclass(frozen=True, slots=True)
class Mentions:
    """Everyone that a message pings, after its allowed mentions are applied."""

    users: tuple[Snowflake, ...] = ()
    roles: tuple[Snowflake, ...] = ()
    everyone: bool = False


@dataclass(frozen=True, slots=True)
class AllowedMentions:
    """Which mentions of a text may ping; None in `users` or `roles` means any."""

    users: frozenset[Snowflake] | None = None
    roles: frozenset[Snowflake] | None = None
    everyone: bool = True
    replied_user: bool = True


@dataclass(frozen=True, slots=True)
class Origin:
    """The interaction that a message answers.

    `original_id` is the first answer if this is a later one. `opened_by` is the interaction that
    opened the form, if the interaction submits a form.
    """

    interaction_id: Snowflake
    interaction_type: int
    user: User
    command_name: str | None = None
    source_message_id: Snowflake | None = None
    original_id: Snowflake | None = None
    opened_by: Origin | None = None


@dataclass(slots=True)
class WorldMessage:
    """A message in its present state. Only the user `only_for` sees an ephemeral one.

    `created_at` is its time in real time, and `posted_at` by the world's clock.
    """

    id: Snowflake
    channel_id: Snowflake
    author: User
    kind: MessageKind
    created_at: float
    posted_at: float
    content: str = ""
    components: list[Json] = field(default_factory=list)
    embeds: list[Json] = field(default_factory=list)
    attachments: tuple[Attachment, ...] = ()
    flags: MessageFlag = MessageFlag.NONE
    mentions: Mentions = Mentions()
    edited_at: float | None = None
    nonce: str | int | None = None
    only_for: Snowflake | None = None
    replies_to: Snowflake | None = None
    origin: Origin | None = None

    @property
    def is_v2(self) -> bool:
        """Whether the message is laid out by components alone."""
        return bool(self.flags & MessageFlag.IS_COMPONENTS_V2)


@dataclass(frozen=True, slots=True)
class Draft:
    """A message that is about to be posted."""

    author: User
    content: str = ""
    components: list[Json] = field(default_factory=list)
    embeds: list[Json] = field(default_factory=list)
    attachments: tuple[Attachment, ...] = ()
    flags: MessageFlag = MessageFlag.NONE
    allowed_mentions: AllowedMentions = AllowedMentions()
    kind: MessageKind = MessageKind.DEFAULT
    nonce: str | int | None = None
    only_for: Snowflake | None = None
    replies_to: Snowflake | None = None
    origin: Origin | None = None


@dataclass(frozen=True, slots=True)
class Edit:
    """A change to a message; None leaves a part as it is, an empty value clears it."""

    content: str | None = None
    components: list[Json] | None = None
    embeds: list[Json] | None = None
    attachments: tuple[Attachment, ...] | None = None
    flags: MessageFlag | None = None
    allowed_mentions: AllowedMentions = AllowedMentions()


class Reason(Enum):
    """Why a user is notified."""

    MENTION = "mention"
    ROLE = "role"
    EVERYONE = "everyone"
    REPLY = "reply"
    DIRECT = "direct"


@dataclass(frozen=True, slots=True)
class Ping:
    """A ping that one person got; `text` is the message's text at that time."""

    user_id: Snowflake
    channel_id: Snowflake
    message_id: Snowflake
    reason: Reason
    text: str
    is_silent: bool = False
