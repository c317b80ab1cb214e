"""Messages that were handed to Discord and are not noted yet.

A row is written before the request and goes in the transaction that notes the message. What is left
after a crash, or after an answer that was lost, may stand, and is looked for.
"""

from dataclasses import dataclass
from typing import Final

from bot.db.database import Reading, Writing
from bot.db.program import Counter, allot
from bot.db.statements import Statement, load_queries
from bot.db.tables import Table
from bot.match.identity import ChallengeId, ChannelId, Instant, MatchId, MessageId, PostId

QUERIES: Final = load_queries(__file__)


@dataclass(frozen=True, slots=True)
class Post:
    """A message that may stand in a channel, with an id above `after`.

    It is the board of a match or shows a challenge, else it is known by the digest of what it says.
    """

    id: PostId
    channel: ChannelId
    match: MatchId | None
    challenge: ChallengeId | None
    digest: str | None
    after: MessageId
    look_at: Instant
    attempts: int


POSTS: Final = Table("posts", Post, key=("id",))


def allotted(writing: Writing) -> Statement[int]:
    """Return what allots the number of a post."""
    return allot(writing, Counter.POST)


def insert(
    writing: Writing,
    post: PostId,
    channel: ChannelId,
    match: MatchId | None,
    challenge: ChallengeId | None,
    digest: str | None,
    after: MessageId,
    look_at: Instant,
) -> Statement[int]:
    """Return what records a message that is about to be posted, to be looked for from then on."""
    recorded = Post(post, channel, match, challenge, digest, after, look_at, attempts=0)
    return POSTS.insert(writing.connection, recorded)


def forget(writing: Writing, post: PostId) -> Statement[int]:
    """Drop a post whose message is noted, was refused, or does not stand."""
    return POSTS.delete(writing.connection, id=post)


async def look_from(writing: Writing, post: PostId, look_at: Instant) -> None:
    """Have a post looked for from then on."""
    await POSTS.change(writing.connection, {"look_at": look_at}, id=post)


async def due(reading: Reading, now: Instant, most: int) -> list[Post]:
    """List posts that are to be looked for now."""
    return await QUERIES.posts_due(reading.connection, now=now, most=most).all(Post)


async def claim(writing: Writing, post: PostId, now: Instant, again_at: Instant) -> bool:
    """Claim a post to look for; nobody else does before `again_at`."""
    claimed: int = await QUERIES.claim_post(writing.connection, id=post, now=now, again_at=again_at)
    return claimed == 1


async def of_match(reading: Reading, match: MatchId) -> list[Post]:
    """List the boards of a match that are not noted yet."""
    return await POSTS.find_all(reading.connection, match_id=match)


async def of_challenge(reading: Reading, challenge: ChallengeId) -> list[Post]:
    """List the messages of a challenge that are not noted yet."""
    return await POSTS.find_all(reading.connection, challenge_id=challenge)


async def is_known(reading: Reading, channel: ChannelId, message: MessageId) -> bool:
    """Return whether a message is noted, as a notification or as that of a challenge."""
    found = QUERIES.is_message_known(reading.connection, channel_id=channel, message_id=message)
    return await found.first(int) is not None
