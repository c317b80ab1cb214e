"""Challenges in the database."""

import sqlite3
from dataclasses import dataclass, replace
from typing import Final

from bot.db.database import Reading, Writing
from bot.db.statements import load_queries
from bot.features.challenges.policy import Between, TakesFrom
from bot.features.matches.queries import practice_columns, read_practice
from bot.features.settings.preferences import Preferences
from bot.game import ruleset_of
from bot.match.challenge import Challenge, ChallengeState
from bot.match.clock import Weekends, read_time, write_time
from bot.match.identity import (
    ChallengeId,
    ChannelId,
    GuildId,
    Instant,
    MatchId,
    MessageId,
    Place,
    Revision,
    RoleId,
    UserId,
)
from bot.match.practice import Practice
from bot.match.terms import HomeKind, Note, Stakes, Starts, Terms

QUERIES: Final = load_queries(__file__)


@dataclass(frozen=True, slots=True)
class PostedChallenge:
    """A challenge and what of it stands in its channel.

    `earlier` is the challenge that this one answers with other terms, `later` the one that
    answers this.
    """

    challenge: Challenge
    message: MessageId | None
    shown_revision: Revision
    attempts: int
    earlier: Challenge | None = None
    later: "PostedChallenge | None" = None


async def insert(writing: Writing, challenge: Challenge, show_at: Instant) -> None:
    """Keep a new challenge, to be shown by then if its answer has not shown it."""
    await QUERIES.insert_challenge(
        writing.connection,
        id=challenge.id,
        guild_id=challenge.place.guild,
        channel_id=challenge.place.channel,
        challenger_id=challenge.challenger,
        friend_id=challenge.friend,
        starts=challenge.terms.starts.value,
        ruleset=challenge.terms.ruleset.name,
        rules_version=challenge.terms.ruleset.version,
        time_control=write_time(challenge.terms.time),
        offered_at=challenge.offered_at,
        expires_at=challenge.expires_at,
        state=challenge.state.value,
        match_id=challenge.match,
        note=challenge.note,
        rematch_of=challenge.rematch_of,
        stakes=challenge.terms.stakes.value,
        weekends=challenge.terms.weekends.value,
        home=challenge.home.value,
        role_id=challenge.role,
        counters=challenge.counters,
        reason=challenge.reason,
        revision=challenge.revision,
        show_at=show_at,
        **practice_columns(challenge.terms.practice),
    )


async def find(reading: Reading, number: ChallengeId) -> PostedChallenge | None:
    """Return the challenge of that number, with the one it counters and the one countering it."""
    posted = await _alone(reading, number)
    if posted is None:
        return None
    if posted.challenge.counters is not None:
        before = await _alone(reading, posted.challenge.counters)
        posted = replace(posted, earlier=before.challenge if before else None)
    if posted.challenge.state is ChallengeState.COUNTERED:
        row = await QUERIES.challenge_countering(reading.connection, counters=number)
        posted = replace(posted, later=_posted(row) if row else None)
    return posted


async def update(writing: Writing, challenge: Challenge, seen: Revision, show_at: Instant) -> bool:
    """Write what became of a challenge. False when it was not at the revision that was seen."""
    changed: int = await QUERIES.update_challenge(
        writing.connection,
        id=challenge.id,
        friend_id=challenge.friend,
        state=challenge.state.value,
        match_id=challenge.match,
        reason=challenge.reason,
        revision=challenge.revision,
        show_at=show_at,
        seen=seen,
    )
    return changed == 1


async def rematch_of(reading: Reading, match: MatchId) -> PostedChallenge | None:
    """Return the rematch of a match that is open or was accepted; there is one at the most."""
    row = await QUERIES.rematch_of_match(reading.connection, match_id=match)
    return _posted(row) if row else None


async def count_made(reading: Reading, user: UserId, guild: GuildId, now: Instant) -> int:
    """Count the open challenges that a person has made in a server."""
    made: int = await QUERIES.challenges_made_in(
        reading.connection, user_id=user, guild_id=guild, now=now
    )
    return made


async def made_by(
    reading: Reading, user: UserId, guild: GuildId, now: Instant
) -> tuple[PostedChallenge, ...]:
    """List the open challenges that a person has made in a server, the next to run out first."""
    rows = QUERIES.open_challenges_by(reading.connection, user_id=user, guild_id=guild, now=now)
    return tuple([_posted(row) async for row in rows])


async def waiting_for(
    reading: Reading, user: UserId, guild: GuildId, now: Instant
) -> tuple[PostedChallenge, ...]:
    """List the open challenges to a person in a server, the next to run out first."""
    rows = QUERIES.open_challenges_to(reading.connection, user_id=user, guild_id=guild, now=now)
    return tuple([_posted(row) async for row in rows])


async def shown(
    writing: Writing, number: ChallengeId, message: MessageId, revision: Revision
) -> None:
    """Note which message shows the challenge, as it was at that revision.

    The thread of a match that it has begun is begun from it, where there was no message before.
    """
    await QUERIES.challenge_shown(
        writing.connection, id=number, message_id=message, revision=revision
    )
    await QUERIES.challenge_shown_to_begin_from(writing.connection, id=number, message_id=message)


async def adopt(writing: Writing, number: ChallengeId, message: MessageId, now: Instant) -> None:
    """Take a message that was found for that of the challenge, to be brought up to date now."""
    await shown(writing, number, message, Revision(0))
    await QUERIES.challenge_to_show_anew(writing.connection, id=number, show_at=now)


async def practice_agreed_on(reading: Reading, user: UserId, match: MatchId) -> Practice | None:
    """Return what a person agreed on with the bot when a match of theirs began, if that is kept.

    The match itself may be measured no more.
    """
    row = await QUERIES.practice_agreed_on(reading.connection, user_id=user, match_id=match)
    return read_practice(row) if row else None


async def claim(writing: Writing, number: ChallengeId, now: Instant, again_at: Instant) -> bool:
    """Claim the showing of a challenge; nobody else will before `again_at`.

    Return false if that is claimed or done, or if a message of it has still to be looked for.
    """
    claimed: int = await QUERIES.claim_challenge(
        writing.connection, id=number, now=now, again_at=again_at
    )
    return claimed == 1


async def give_up(writing: Writing, number: ChallengeId) -> None:
    """Note that the challenge's message cannot be shown or changed any more."""
    await QUERIES.challenge_given_up(writing.connection, id=number)


async def expired(reading: Reading, now: Instant, most: int) -> list[ChallengeId]:
    """List open challenges whose time has come."""
    rows = QUERIES.challenges_expired(reading.connection, now=now, most=most)
    return [ChallengeId(row["id"]) async for row in rows]


async def unshown(reading: Reading, now: Instant, most: int) -> list[ChallengeId]:
    """List challenges whose message does not show what became of them."""
    rows = QUERIES.challenges_unshown(reading.connection, now=now, most=most)
    return [ChallengeId(row["id"]) async for row in rows]


async def next_expiry(reading: Reading) -> Instant | None:
    """Return the moment at which the next open challenge runs out."""
    moment: float | None = await QUERIES.next_expiry(reading.connection)
    return None if moment is None else Instant(moment)


async def _alone(reading: Reading, number: ChallengeId) -> PostedChallenge | None:
    row = await QUERIES.challenge_by_id(reading.connection, id=number)
    return _posted(row) if row else None


def _posted(row: sqlite3.Row) -> PostedChallenge:
    challenge = Challenge(
        id=ChallengeId(row["id"]),
        place=Place(GuildId(row["guild_id"]), ChannelId(row["channel_id"])),
        challenger=UserId(row["challenger_id"]),
        friend=None if row["friend_id"] is None else UserId(row["friend_id"]),
        terms=Terms(
            Starts(row["starts"]),
            ruleset_of(row["ruleset"], row["rules_version"]),
            read_time(row["time_control"]),
            Stakes(row["stakes"]),
            Weekends(row["weekends"]),
            read_practice(row),
        ),
        offered_at=Instant(row["offered_at"]),
        expires_at=Instant(row["expires_at"]),
        state=ChallengeState(row["state"]),
        match=None if row["match_id"] is None else MatchId(row["match_id"]),
        note=None if row["note"] is None else Note(row["note"]),
        rematch_of=None if row["rematch_of"] is None else MatchId(row["rematch_of"]),
        home=HomeKind(row["home"]),
        role=None if row["role_id"] is None else RoleId(row["role_id"]),
        counters=None if row["counters"] is None else ChallengeId(row["counters"]),
        reason=None if row["reason"] is None else Note(row["reason"]),
        revision=Revision(row["revision"]),
    )
    message = None if row["message_id"] is None else MessageId(row["message_id"])
    return PostedChallenge(
        challenge, message, Revision(row["shown_revision"]), int(row["attempts"])
    )


async def takes_from(reading: Reading, user: UserId) -> TakesFrom:
    """Return whom a person takes challenges from; anyone, if they never said."""
    kept: str | None = await QUERIES.takes_from(reading.connection, user_id=user)
    return TakesFrom.ANYONE if kept is None else TakesFrom(kept)


async def keep_takes_from(writing: Writing, user: UserId, who: TakesFrom) -> None:
    """Write whom a person takes challenges from; what else they prefer stays."""
    unsaid = Preferences()
    await QUERIES.keep_takes_from(
        writing.connection,
        user_id=user,
        placing=unsaid.placing.value,
        threats=unsaid.threats.value,
        takes_from=who.value,
    )


async def block(writing: Writing, user: UserId, other: UserId, now: Instant) -> None:
    """Put somebody on a person's list; nothing changes for one who is on it."""
    await QUERIES.block(writing.connection, user_id=user, blocked_id=other, now=now)


async def unblock(writing: Writing, user: UserId, other: UserId) -> bool:
    """Take somebody off a person's list. False when they were not on it."""
    taken: int = await QUERIES.unblock(writing.connection, user_id=user, blocked_id=other)
    return taken == 1


async def blocked_by(reading: Reading, user: UserId) -> tuple[UserId, ...]:
    """List whom a person has blocked, the latest first."""
    rows = QUERIES.blocked_by(reading.connection, user_id=user)
    return tuple([UserId(row["blocked_id"]) async for row in rows])


async def between(reading: Reading, asks: UserId, asked: UserId) -> Between:
    """Return how the one who is asked to play stands to the one who asks."""
    who = await takes_from(reading, asked)
    connection = reading.connection
    have_played: int = 0
    if who is TakesFrom.PLAYED:
        have_played = await QUERIES.matches_between(connection, user_id=asks, other_id=asked)
    return Between(
        asks_block=await _has_blocked(reading, asks, asked),
        asked_blocks=await _has_blocked(reading, asked, asks),
        takes_from=who,
        have_played=have_played > 0,
    )


async def matches_in(reading: Reading, user: UserId, guild: GuildId) -> int:
    """Count a person's live matches with people in a server."""
    return await _live(reading, user, guild, against_bot=False)


async def practices_in(reading: Reading, user: UserId, guild: GuildId) -> int:
    """Count a person's live matches against the bot in a server."""
    return await _live(reading, user, guild, against_bot=True)


async def _live(reading: Reading, user: UserId, guild: GuildId, *, against_bot: bool) -> int:
    live: int = await QUERIES.matches_played_in(
        reading.connection, user_id=user, guild_id=guild, against_bot=against_bot
    )
    return live


async def _has_blocked(reading: Reading, user: UserId, other: UserId) -> bool:
    found: int = await QUERIES.has_blocked(reading.connection, user_id=user, blocked_id=other)
    return found > 0
