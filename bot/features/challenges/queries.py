"""Challenges in the database."""

from dataclasses import dataclass, replace
from typing import ClassVar, Final

from bot.db.database import Reading, Writing
from bot.db.rows import WithoutColumn, describe
from bot.db.statements import Statement, execute, load_queries
from bot.db.tables import Table
from bot.features.challenges.policy import Between, TakesFrom
from bot.features.matches import columns  # noqa: F401 - says how terms are kept in columns
from bot.features.settings.preferences import Preferences
from bot.features.settings.queries import PREFERENCES
from bot.jobs.backoff import soon
from bot.jobs.jobs import Job, deliver_by, schedule
from bot.match.challenge import Challenge, ChallengeState
from bot.match.identity import (
    ChallengeId,
    GuildId,
    Instant,
    MatchId,
    MessageId,
    Revision,
    UserId,
)
from bot.match.terms import Practice, Terms

QUERIES: Final = load_queries(__file__)


@dataclass(frozen=True, slots=True)
class ChallengeExpiry(Job):
    """The expiry of a challenge that nobody answered."""

    kind: ClassVar[str] = "challenge expiry"
    is_delayed: ClassVar[bool] = True
    challenge: ChallengeId


@dataclass(frozen=True, slots=True)
class PostedChallenge:
    """A challenge, and how it is shown in its channel.

    `earlier` is the challenge that this one answers with other terms, `later` the one that
    answers this.
    """

    challenge: Challenge
    message: MessageId | None
    shown_revision: Revision
    attempts: int
    earlier: Challenge | None = None
    later: "PostedChallenge | None" = None


describe(Terms, time="time_control")
describe(Challenge, rematch_of="rematch_of", counters="counters")
describe(PostedChallenge, earlier=WithoutColumn(), later=WithoutColumn())
CHALLENGES: Final = Table("challenges", Challenge, key=("id",))


@dataclass(frozen=True, slots=True)
class Block:
    """A person whom somebody has blocked: neither can challenge the other."""

    user: UserId
    blocked: UserId
    blocked_at: Instant


BLOCKS: Final = Table("blocks", Block, key=("user_id", "blocked_id"))


async def insert(writing: Writing, challenge: Challenge, show_at: Instant) -> None:
    """Keep a new challenge, to be shown by then if its answer has not shown it."""
    insert = CHALLENGES.insert(
        writing.connection, challenge, shown_revision=0, show_at=show_at, attempts=0
    )
    await execute(insert, _schedule_expiry(writing, challenge), deliver_by(writing, show_at))


async def find(reading: Reading, number: ChallengeId) -> PostedChallenge | None:
    """Return the challenge of that number, with the one it counters and the one countering it."""
    posted = await _alone(reading, number)
    if posted is None:
        return None
    if posted.challenge.counters is not None:
        before = await _alone(reading, posted.challenge.counters)
        posted = replace(posted, earlier=before.challenge if before else None)
    if posted.challenge.state is ChallengeState.COUNTERED:
        later = await QUERIES.challenge_countering(reading.connection, counters=number).first(
            PostedChallenge
        )
        posted = replace(posted, later=later)
    return posted


async def update(
    writing: Writing, challenge: Challenge, expected: Revision, show_at: Instant
) -> bool:
    """Write what became of a challenge. False when it was not at the revision that was seen."""
    more = {"show_at": show_at, "attempts": 0}
    update = CHALLENGES.replace(writing.connection, challenge, more, revision=expected)
    changed, *_ = await execute(
        update, _schedule_expiry(writing, challenge), deliver_by(writing, show_at)
    )
    return bool(changed)


def _schedule_expiry(writing: Writing, challenge: Challenge) -> Statement[int]:
    """Return the statement that has a challenge run out in time, as long as it is open."""
    expires_at = challenge.expires_at if challenge.state is ChallengeState.OPEN else None
    return schedule(writing, ChallengeExpiry(challenge.id), expires_at, challenge.place.guild)


async def rematch_of(reading: Reading, match: MatchId) -> PostedChallenge | None:
    """Return the rematch of a match that is open or was accepted; there is one at the most."""
    found = QUERIES.rematch_of_match(reading.connection, match_id=match)
    return await found.first(PostedChallenge)


def count_made(reading: Reading, user: UserId, guild: GuildId, now: Instant) -> Statement[int]:
    """Return the statement that counts the open challenges that a person has made in a server."""
    return QUERIES.challenges_made_in(
        reading.connection, user_id=user, guild_id=guild, now=now
    ).one(int)


async def made_by(
    reading: Reading, user: UserId, guild: GuildId, now: Instant
) -> tuple[PostedChallenge, ...]:
    """List the open challenges that a person has made in a server, the next to run out first."""
    found = QUERIES.open_challenges_by(reading.connection, user_id=user, guild_id=guild, now=now)
    return tuple(await found.all(PostedChallenge))


async def made_to(
    reading: Reading, user: UserId, friend: UserId, guild: GuildId, now: Instant
) -> tuple[PostedChallenge, ...]:
    """List the open challenges that a person has made to a friend in a server, the first first."""
    found = QUERIES.open_challenges_between(
        reading.connection, user_id=user, friend_id=friend, guild_id=guild, now=now
    )
    return tuple(await found.all(PostedChallenge))


async def waiting_for(
    reading: Reading, user: UserId, guild: GuildId, now: Instant
) -> tuple[PostedChallenge, ...]:
    """List the open challenges to a person in a server, the next to run out first."""
    found = QUERIES.open_challenges_to(reading.connection, user_id=user, guild_id=guild, now=now)
    return tuple(await found.all(PostedChallenge))


async def shown(
    writing: Writing, number: ChallengeId, message: MessageId, revision: Revision
) -> None:
    """Record which message shows the challenge, as it was at that revision.

    The thread of a match that it has begun is begun from it, where there was no message before.
    """
    await execute(
        QUERIES.challenge_shown(
            writing.connection, id=number, message_id=message, revision=revision
        ),
        QUERIES.challenge_shown_to_begin_from(writing.connection, id=number, message_id=message),
    )


async def adopt(writing: Writing, number: ChallengeId, message: MessageId, now: Instant) -> None:
    """Take a message that was found for that of the challenge, to be brought up to date now."""
    await shown(writing, number, message, Revision(0))
    await execute(
        QUERIES.challenge_to_show_anew(writing.connection, id=number, show_at=now),
        deliver_by(writing, now),
    )


async def practice_agreed_on(reading: Reading, user: UserId, match: MatchId) -> Practice | None:
    """Return what a person agreed on with the bot when a match of theirs began, if that is kept.

    The match itself may be measured no more.
    """
    found = QUERIES.practice_agreed_on(reading.connection, user_id=user, match_id=match)
    return await found.first(Practice)


async def claim(writing: Writing, number: ChallengeId, now: Instant, again_at: Instant) -> bool:
    """Claim the showing of a challenge; nobody else will before `again_at`.

    Return false if that is claimed or done, or if a message of it has still to be looked for.
    """
    claimed: int = await QUERIES.claim_challenge(
        writing.connection, id=number, now=now, again_at=again_at
    )
    return claimed == 1


async def put_off(writing: Writing, number: ChallengeId, now: Instant) -> None:
    """Let a challenge wait that is due to be shown, each time for longer."""
    due = QUERIES.attempts_to_show_challenge(writing.connection, id=number, now=now)
    attempts = await due.first(int)
    if attempts is not None:
        again_at = soon(now, attempts)
        await QUERIES.challenge_put_off(writing.connection, id=number, again_at=again_at)


async def give_up(writing: Writing, posted: PostedChallenge) -> None:
    """Record that the challenge's message cannot be shown or changed, unless it has another now."""
    challenge = posted.challenge
    await QUERIES.challenge_given_up(
        writing.connection,
        id=challenge.id,
        revision=challenge.revision,
        message_id=posted.message,
    )


def unshown(reading: Reading, now: Instant, most: int) -> Statement[list[ChallengeId]]:
    """Return the statement that lists challenges whose message is out of date."""
    query = QUERIES.challenges_unshown(
        reading.connection, process=reading.process, now=now, most=most
    )
    return query.all(ChallengeId)


async def _alone(reading: Reading, number: ChallengeId) -> PostedChallenge | None:
    return await QUERIES.challenge_by_id(reading.connection, id=number).first(PostedChallenge)


def takes_from(reading: Reading, user: UserId) -> Statement[TakesFrom]:
    """Ask whom a person takes challenges from; anyone, if they never said."""
    kept = QUERIES.takes_from(reading.connection, user_id=user).first(TakesFrom)
    return kept.or_else(TakesFrom.ANYONE)


async def keep_takes_from(writing: Writing, user: UserId, who: TakesFrom) -> None:
    """Write whom a person takes challenges from; what else they prefer stays."""
    said = {"takes_from": who.value}
    await execute(
        PREFERENCES.insert_new(writing.connection, Preferences(), user_id=user, **said),
        PREFERENCES.change(writing.connection, said, user_id=user),
    )


async def block(writing: Writing, user: UserId, other: UserId, now: Instant) -> None:
    """Put somebody on a person's list; nothing changes for one who is on it."""
    await QUERIES.block(writing.connection, user_id=user, blocked_id=other, now=now)


async def unblock(writing: Writing, user: UserId, other: UserId) -> bool:
    """Take somebody off a person's list. False when they were not on it."""
    return await BLOCKS.delete(writing.connection, user_id=user, blocked_id=other) == 1


async def blocked_by(reading: Reading, user: UserId) -> tuple[UserId, ...]:
    """List whom a person has blocked, the latest first."""
    return tuple(await QUERIES.blocked_by(reading.connection, user_id=user).all(UserId))


async def between(reading: Reading, inviting: UserId, invited: UserId) -> Between:
    """Return what decides whether one person may challenge another."""
    who, inviting_block, invited_block = await execute(
        takes_from(reading, invited),
        BLOCKS.find(reading.connection, user_id=inviting, blocked_id=invited),
        BLOCKS.find(reading.connection, user_id=invited, blocked_id=inviting),
    )
    have_played = 0
    if who is TakesFrom.PLAYED:
        have_played = await QUERIES.matches_between(
            reading.connection, user_id=inviting, other_id=invited
        ).one(int)
    return Between(
        inviting_blocks=inviting_block is not None,
        invited_blocks=invited_block is not None,
        takes_from=who,
        have_played=have_played > 0,
    )


def matches_in(reading: Reading, user: UserId, guild: GuildId) -> Statement[int]:
    """Return the statement that counts a person's live matches with people in a server."""
    return _live(reading, user, guild, against_bot=False)


def practices_in(reading: Reading, user: UserId, guild: GuildId) -> Statement[int]:
    """Return the statement that counts a person's live matches against the bot in a server."""
    return _live(reading, user, guild, against_bot=True)


def _live(reading: Reading, user: UserId, guild: GuildId, *, against_bot: bool) -> Statement[int]:
    return QUERIES.matches_played_in(
        reading.connection, user_id=user, guild_id=guild, against_bot=against_bot
    ).one(int)


async def open_of(reading: Reading, user: UserId) -> list[ChallengeId]:
    """List the open challenges that a person made or got, wherever they were made."""
    return await QUERIES.open_challenges_of(reading.connection, user_id=user).all(ChallengeId)
