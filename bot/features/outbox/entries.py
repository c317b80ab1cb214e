"""Entries of the outbox, and their kinds. A feature declares a kind; a cog renders it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import Enum
from typing import Final

from bot.db.database import Writing
from bot.match.identity import ChannelId, Instant, MessageId, Revision, Seconds
from bot.match.terms import Home


class Upkeep(Enum):
    """What happens to a message when there is a newer revision."""

    POST = "post"
    """It stays as it is, and the newer revision is posted as a message of its own."""
    EDIT = "edit"
    """It is edited, and given up if Discord refuses that or if it was deleted."""
    KEEP = "keep"
    """It is edited, and posted again if it was deleted or belongs in another channel."""


AT_ANY_TIME: Final = Instant(0.0)
"""The `rests_until` of an entry that may be delivered at any time."""


@dataclass(frozen=True, slots=True)
class OutboxEntry:
    """A message that the bot has to deliver, or has posted and keeps up to date.

    `subject` is the number of the thing shown, from which the kind renders the message, and `part`
    tells apart several messages of a subject. It is out of date while `shown_revision` is less than
    `revision`, and is delivered from `due_at` on, but not before `rests_until`. `lost_at` is when
    Discord first refused it for good.

    While its message is being posted, `after` is an ID below that message's, and `digest` is a
    digest of the content. If they are set and `rests_until` has passed, the message was not
    recorded, and may exist.
    """

    kind: str
    subject: int
    home: Home
    channel: ChannelId | None
    message: MessageId | None
    revision: Revision
    shown_revision: Revision
    due_at: Instant
    rests_until: Instant = AT_ANY_TIME
    attempts: int = 0
    lost_at: Instant | None = None
    after: MessageId | None = None
    digest: str | None = None
    part: int = 0

    @property
    def key(self) -> tuple[str, int, int]:
        """The values that identify an entry, as in the table."""
        return self.kind, self.subject, self.part

    @property
    def is_pending(self) -> bool:
        """Whether there is anything to deliver, now or later."""
        return self.shown_revision < self.revision


NextAt = Callable[[Writing, OutboxEntry, Revision | None, Instant], Awaitable[Instant]]
"""Returns when the next message is due after the one of a revision, or after a refusal (`None`)."""
Posted = Callable[[Writing, OutboxEntry, MessageId], Awaitable[None]]
"""Writes a feature's consequences once a message shows an entry."""
NO_INTERVAL: Final = Seconds(0.0)
CARD_EVERY: Final = Seconds(60.0)
"""The interval of a competition's card. All that follows a ban, for example, is one edit of it."""


@dataclass(frozen=True, slots=True)
class OutboxKind:
    """A kind of message.

    A message is edited at most once in `interval` seconds. After a quiet time, and after it was
    posted, the first edit comes at once. A kind that is posted by the calendar has `next_at`; each
    of its entries is planned anew after a delivery or a refusal. `posted` is called in each
    transaction that records a message.
    """

    name: str
    upkeep: Upkeep
    interval: Seconds = NO_INTERVAL
    next_at: NextAt | None = None
    posted: Posted | None = None

    def __post_init__(self) -> None:
        if self.name in KINDS:
            raise ValueError(f"two kinds of messages are called {self.name!r}")
        KINDS[self.name] = self


KINDS: Final[dict[str, OutboxKind]] = {}
"""Every kind of message by its name, as it is stored."""
