"""Records of messages that are being posted, in the database."""

from dataclasses import dataclass
from typing import ClassVar, Final

from bot.db.database import Reading, Writing
from bot.db.program import Counter, allot
from bot.db.statements import Statement, defer, execute, load_queries
from bot.db.tables import Table
from bot.jobs.backoff import LANDING
from bot.jobs.homes import all_but
from bot.jobs.jobs import Job, query_keys, schedule
from bot.match.identity import (
    ChannelId,
    GuildId,
    Instant,
    MatchId,
    MessageId,
    PostId,
    Seconds,
)

SOON: Final = Seconds(20.0)
"""Seconds after a lost answer, or a start, in which the same message may be sent once more."""
ANSWERING: Final = Seconds(60.0)
"""Seconds in which Discord answers, and the database records it even if it is held up."""
ANSWER_LOST_AFTER: Final = Seconds(ANSWERING + SOON)
"""Seconds after which an answer is looked for that was not recorded."""

QUERIES: Final = load_queries(__file__)
NUMBERS: Final = Counter("post")


@dataclass(frozen=True, slots=True)
class Post:
    """A message that may be in a channel, with an ID above `after`.

    Up to `look_at` whoever posts it may still record it, and then it is looked for.
    It is the board of a match, or else it is known by the digest of what it says.
    With a match and a digest it announces where the match is played.
    """

    id: PostId
    guild: GuildId | None
    channel: ChannelId
    match: MatchId | None
    digest: str | None
    after: MessageId
    look_at: Instant

    def is_underway(self, now: Instant) -> bool:
        """Return whether its sender may still record it; if not, it was lost."""
        return self.look_at > now + SOON


@dataclass(frozen=True, slots=True)
class PostLook(Job):
    """The search for a message that was posted but not recorded."""

    kind: ClassVar[str] = "post look"
    is_foreseen: ClassVar[bool] = False
    post: PostId
    guild: GuildId | None = None

    @property
    def key(self) -> str:
        """What tells it from others: the post alone."""
        return str(self.post)


@dataclass(frozen=True, slots=True)
class PostsLeft(Job):
    """The check for records that were never deleted, whose messages are then searched for."""

    kind: ClassVar[str] = "posts left"
    is_foreseen: ClassVar[bool] = False


POSTS: Final = Table("posts", Post, key=("id",))


def allotted(writing: Writing) -> Statement[int]:
    """Return the statement that allots the number of a post."""
    return allot(writing, NUMBERS)


def insert(
    writing: Writing,
    post: PostId,
    guild: GuildId | None,
    channel: ChannelId,
    match: MatchId | None,
    digest: str | None,
    after: MessageId,
    look_at: Instant,
) -> Statement[int]:
    """Return the statement that records a message that is about to be posted, to be looked for."""
    recorded = Post(post, guild, channel, match, digest, after, look_at)
    return POSTS.insert(writing.connection, recorded)


def forget(writing: Writing, post: PostId) -> Statement[int]:
    """Drop a post whose message is recorded, was refused, or is not there."""
    return POSTS.delete(writing.connection, id=post)


async def look_from(writing: Writing, post: PostId, look_at: Instant) -> None:
    """Have a post looked for at that moment."""
    found = await find(writing, post)
    guild = None if found is None else found.guild
    await execute(
        POSTS.change(writing.connection, {"look_at": look_at}, id=post),
        schedule(writing, PostLook(post, guild), look_at),
    )


async def look_for_left(writing: Writing, now: Instant, most: int) -> int:
    """Schedule a search for posts that are still unconfirmed; return their number."""
    looked_for = query_keys(writing, PostLook)
    query = QUERIES.posts_left(writing.connection, looked_for=looked_for, now=now, most=most)
    left = await query.all(tuple[PostId, GuildId | None])
    await execute(*(schedule(writing, PostLook(*each), now) for each in left))
    return len(left)


async def find(reading: Reading, post: PostId) -> Post | None:
    """Return a post whose message is not recorded yet."""
    return await POSTS.find(reading.connection, id=post)


def boards_of_match(reading: Reading, match: MatchId) -> Statement[list[Post]]:
    """Return the statement that lists the boards of a match that are not recorded yet."""
    return QUERIES.unrecorded_boards_of_match(reading.connection, match_id=match).all(Post)


async def announcements(reading: Reading, match: MatchId) -> list[Post]:
    """List what announces where a match is played and is not recorded yet."""
    found = await POSTS.find_all(reading.connection, match_id=match)
    return [post for post in found if post.digest is not None]


def forget_announcements(writing: Writing, match: MatchId) -> Statement[int]:
    """Return the statement that drops the records of a match's announcements."""
    return QUERIES.announcements_forgotten(writing.connection, match_id=match)


async def disown_announcement(writing: Writing, post: PostId, look_at: Instant) -> None:
    """Have an announcement found and deleted: its match is played elsewhere."""
    defer(POSTS.change(writing.connection, {"match_id": None}, id=post))
    await look_from(writing, post, look_at)


async def resume(writing: Writing, shard: int, now: Instant) -> None:
    """Have all posts looked for that were not recorded, and then those that are left.

    They are under way until what was sent must have landed. What has a nonce is sent again first:
    Discord knows that for some minutes, answers with the message, and rings no second time.
    """
    landed = Instant(now + LANDING)
    elsewhere = all_but(writing, shard)
    _, posts = await execute(
        QUERIES.resume_posts(writing.connection, **elsewhere, soon=Instant(landed + SOON)),
        QUERIES.posts_resumed(writing.connection, **elsewhere).all(
            tuple[PostId, GuildId | None, Instant]
        ),
    )
    await execute(
        *(schedule(writing, PostLook(post, guild), look_at) for post, guild, look_at in posts),
        schedule(writing, PostsLeft(), now),
    )
