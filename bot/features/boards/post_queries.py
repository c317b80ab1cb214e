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
    Place,
    PostId,
    Seconds,
    guild_at,
)

SOON: Final = Seconds(20.0)
"""How long after a lost answer, or a start, the same message may be sent once more."""
ANSWERING: Final = Seconds(60.0)
"""How long Discord's answer and its recording may take, even if the database is held up."""
ANSWER_LOST_AFTER: Final = Seconds(ANSWERING + SOON)
"""After how many seconds an unrecorded message is searched for."""

QUERIES: Final = load_queries(__file__)
NUMBERS: Final = Counter("post")


@dataclass(frozen=True, slots=True)
class Post:
    """A message that may be in a channel, with an ID above `after`.

    Until `look_at` its sender may still record it; then it is searched for. It is the board of a
    match, or it is identified by the digest of its content. With a match and a digest it announces
    where the match is played. `guild` is unknown for a channel of direct messages.
    """

    id: PostId
    guild: GuildId | None
    channel: ChannelId
    match: MatchId | None
    digest: str | None
    after: MessageId
    look_at: Instant

    def is_underway(self, now: Instant) -> bool:
        """Return whether its sender may still record it; if not, the answer was lost."""
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
        """The job's key: one job for each post."""
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
    place: Place,
    match: MatchId | None,
    digest: str | None,
    after: MessageId,
    look_at: Instant,
) -> Statement[int]:
    """Return the statement that records a message before it is posted, to be searched for later."""
    recorded = Post(post, guild_at(place), place.channel, match, digest, after, look_at)
    return POSTS.insert(writing.connection, recorded)


def forget(writing: Writing, post: PostId) -> Statement[int]:
    """Delete a record whose message is known, was refused, or does not exist."""
    return POSTS.delete(writing.connection, id=post)


async def look_from(writing: Writing, post: PostId, look_at: Instant) -> None:
    """Schedule the search for a post."""
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
    """List the unrecorded announcements of where a match is played."""
    found = await POSTS.find_all(reading.connection, match_id=match)
    return [post for post in found if post.digest is not None]


def forget_announcements(writing: Writing, match: MatchId) -> Statement[int]:
    """Return the statement that drops the records of a match's announcements."""
    return QUERIES.announcements_forgotten(writing.connection, match_id=match)


async def disown_announcement(writing: Writing, post: PostId, look_at: Instant) -> None:
    """Schedule the search for an announcement to delete it: its match is played elsewhere."""
    defer(POSTS.change(writing.connection, {"match_id": None}, id=post))
    await look_from(writing, post, look_at)


async def resume(writing: Writing, shard: int, now: Instant) -> None:
    """Schedule the search for all unrecorded posts, and then for those that are left.

    They are considered under way until a sent message must have arrived. A message with a nonce is
    sent again first: Discord remembers the nonce for some minutes, answers with the message, and
    does not notify again.
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
