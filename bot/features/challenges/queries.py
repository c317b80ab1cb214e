"""Challenges in the database."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from bot.db.database import Reading, Writing
from bot.db.program import Counter, allot
from bot.db.rows import describe
from bot.db.statements import Statement, Statements, defer, execute, load_queries
from bot.db.tables import Table
from bot.features.matches import columns  # noqa: F401 - says how terms are kept in columns
from bot.features.matches import queries as match_queries
from bot.features.matches.jobs import ThreadLook
from bot.features.matches.writer import MatchChange
from bot.features.outbox import queries as outbox_queries
from bot.features.outbox.entries import OutboxEntry, OutboxKind, Upkeep
from bot.features.settings import queries as settings_queries
from bot.jobs.jobs import Job, schedule
from bot.match.challenge import Challenge, ChallengeState
from bot.match.clock import Outage
from bot.match.identity import (
    ChallengeId,
    Erasure,
    GuildId,
    Instant,
    MatchId,
    MessageId,
    Revision,
    Seconds,
    UserId,
)
from bot.match.match import Match
from bot.match.terms import Home, Practice, Terms, VenueKind

QUERIES: Final = load_queries(__file__)
NUMBERS: Final = Counter("challenge")


@dataclass(frozen=True, slots=True)
class ChallengeExpiry(Job):
    """The expiry of an unanswered challenge."""

    kind: ClassVar[str] = "challenge expiry"
    is_delayed: ClassVar[bool] = True
    challenge: ChallengeId


@dataclass(frozen=True, slots=True)
class PostedChallenge:
    """A challenge and its message.

    `earlier` is the challenge that this one counters, and `later` the one that counters this one.
    """

    challenge: Challenge
    entry: OutboxEntry
    earlier: Challenge | None = None
    later: "PostedChallenge | None" = None

    @property
    def message(self) -> MessageId | None:
        """The message that shows the challenge, if there is one."""
        return self.entry.message

    @property
    def is_unposted(self) -> bool:
        """Whether the challenge has no message yet."""
        return self.entry.message is None and self.entry.is_pending


describe(Terms, time="time_control")
describe(Challenge, rematch_of="rematch_of", counters="counters")
CHALLENGES: Final = Table("challenges", Challenge, key=("id",))


async def _begin_thread(writing: Writing, entry: OutboxEntry, message: MessageId) -> None:
    """Create the thread of a match from the message of its challenge."""
    challenge = await CHALLENGES.find(writing.connection, id=entry.subject)
    if challenge is not None and challenge.match is not None:
        defer(match_queries.begin_thread_from(writing, challenge.match, message))


LOBBY_PANEL: Final = OutboxKind("lobby", Upkeep.KEEP, Seconds(4.0))
"""The panel that lists the users who want to play. Its subject is the server."""
CHALLENGE_MESSAGE: Final = OutboxKind("challenge", Upkeep.EDIT, posted=_begin_thread)
"""The message of a challenge."""


async def allot_number(writing: Writing) -> ChallengeId:
    """Return the number of the next challenge."""
    return ChallengeId(await allot(writing, NUMBERS))


async def insert(writing: Writing, challenge: Challenge, show_at: Instant) -> None:
    """Store a new challenge. A job posts it at `show_at`, unless the caller has shown it before."""
    insert = CHALLENGES.insert(writing.connection, challenge)
    shown = _show(writing, challenge, show_at)
    listed = _show_waiting(writing, challenge, show_at)
    await execute(insert, _schedule_expiry(writing, challenge), shown, *listed)


async def find(reading: Reading, number: ChallengeId) -> PostedChallenge | None:
    """Return a challenge, with the one that it counters and the one that counters it."""
    challenge, entry = await execute(
        CHALLENGES.find(reading.connection, id=number),
        outbox_queries.find(reading, CHALLENGE_MESSAGE, number),
    )
    if challenge is None:
        return None
    posted = PostedChallenge(challenge, entry)
    if challenge.counters is not None:
        earlier = await CHALLENGES.find(reading.connection, id=challenge.counters)
        posted = replace(posted, earlier=earlier)
    if challenge.state is ChallengeState.COUNTERED:
        later = await CHALLENGES.find(reading.connection, counters=number)
        posted = replace(posted, later=None if later is None else await _with_post(reading, later))
    return posted


async def shown_by(reading: Reading, message: MessageId) -> PostedChallenge | None:
    """Return the challenge that a message shows, or `None`."""
    entry = await outbox_queries.of_message(reading, CHALLENGE_MESSAGE, message)
    return None if entry is None else await find(reading, ChallengeId(entry.subject))


async def _with_post(reading: Reading, challenge: Challenge) -> PostedChallenge:
    [posted] = await _each_posted(reading, [challenge])
    return posted


async def _each_posted(
    reading: Reading, challenges: Sequence[Challenge]
) -> tuple[PostedChallenge, ...]:
    entries = await execute(
        *(outbox_queries.find(reading, CHALLENGE_MESSAGE, each.id) for each in challenges)
    )
    return tuple(map(PostedChallenge, challenges, entries))


async def update(
    writing: Writing, challenge: Challenge, expected: Revision, show_at: Instant
) -> bool:
    """Write the new state of a challenge. Return False if it is not at the expected revision."""
    update = CHALLENGES.replace(writing.connection, challenge, {}, revision=expected)
    shown = _show(writing, challenge, show_at)
    listed = _show_waiting(writing, challenge, show_at)
    changed, *_ = await execute(update, _schedule_expiry(writing, challenge), shown, *listed)
    return bool(changed)


def _show_waiting(writing: Writing, challenge: Challenge, show_at: Instant) -> list[Statements]:
    """Return the statements that update the list of users who want to play."""
    was_open_to_anyone = challenge.rematch_of is None and challenge.counters is None
    if not was_open_to_anyone or challenge.terms.practice is not None:
        return []
    with_list = settings_queries.if_it_has_list(writing, challenge.place.guild)
    return [outbox_queries.changed(writing, LOBBY_PANEL, with_list, show_at)]


async def waiting_in(reading: Reading, guild: GuildId, now: Instant) -> list[Challenge]:
    """List the open challenges to anyone in a server, the earliest first."""
    query = QUERIES.challenges_waiting_in(reading.connection, guild_id=guild, now=now)
    return await query.all(Challenge)


async def last_listed_by(reading: Reading, user: UserId, guild: GuildId) -> Challenge | None:
    """Return the last challenge that a user put on the list of a server, if any."""
    query = QUERIES.last_listed_by(reading.connection, user_id=user, guild_id=guild)
    return await query.first(Challenge)


def _show(writing: Writing, challenge: Challenge, show_at: Instant) -> Statements:
    """Return the statements that update the message of a challenge."""
    home: Home = VenueKind.DIRECT if challenge.is_asked_in_person else challenge.place.guild
    return outbox_queries.show(
        writing, CHALLENGE_MESSAGE, challenge.id, home, challenge.revision, show_at
    )


def _schedule_expiry(writing: Writing, challenge: Challenge) -> Statement[int]:
    """Return the statement that schedules the expiry of an open challenge."""
    expires_at = challenge.expires_at if challenge.state is ChallengeState.OPEN else None
    return schedule(writing, ChallengeExpiry(challenge.id), expires_at, challenge.place.guild)


async def rematch_of(reading: Reading, match: MatchId) -> PostedChallenge | None:
    """Return the open or accepted rematch of a match; it has at most one."""
    row = await QUERIES.rematch_of_match(reading.connection, match_id=match).first(Challenge)
    return None if row is None else await _with_post(reading, row)


def count_made(reading: Reading, user: UserId, guild: GuildId, now: Instant) -> Statement[int]:
    """Return the statement that counts a user's open challenges to others in a server."""
    return QUERIES.challenges_made_in(
        reading.connection, user_id=user, guild_id=guild, now=now
    ).one(int)


async def made_by(
    reading: Reading, user: UserId, guild: GuildId, now: Instant
) -> tuple[PostedChallenge, ...]:
    """List a user's open challenges to others in a server, the next to expire first."""
    query = QUERIES.open_challenges_by(reading.connection, user_id=user, guild_id=guild, now=now)
    return await _each_posted(reading, await query.all(Challenge))


async def made_to(
    reading: Reading, user: UserId, friend: UserId, guild: GuildId, now: Instant
) -> tuple[PostedChallenge, ...]:
    """List the open challenges from a user to a friend in a server, the earliest first."""
    query = QUERIES.open_challenges_between(
        reading.connection, user_id=user, friend_id=friend, guild_id=guild, now=now
    )
    return await _each_posted(reading, await query.all(Challenge))


async def waiting_for(
    reading: Reading, user: UserId, guild: GuildId, now: Instant
) -> tuple[PostedChallenge, ...]:
    """List the open challenges to a user in a server, the next to expire first."""
    query = QUERIES.open_challenges_to(reading.connection, user_id=user, guild_id=guild, now=now)
    return await _each_posted(reading, await query.all(Challenge))


async def practice_agreed_on(reading: Reading, user: UserId, match: MatchId) -> Practice | None:
    """Return the terms agreed at the beginning of a user's match against the bot, if stored.

    The match itself may no longer count for the practice rating.
    """
    query = QUERIES.practice_agreed_on(reading.connection, user_id=user, match_id=match)
    return await query.first(Practice)


async def remove_texts(
    writing: Writing, challenge: Challenge, expected: Revision, show_at: Instant
) -> bool:
    """Delete the texts of a challenge. Return False if it is not at the expected revision."""
    removed = {"note": None, "reason": None, "revision": challenge.revision}
    changed, *_ = await execute(
        CHALLENGES.change(writing.connection, removed, id=challenge.id, revision=expected),
        _show(writing, challenge, show_at),
    )
    return bool(changed)


async def erase(writing: Writing, erasure: Erasure) -> None:
    """Replace an erased user with a former player in challenges, and delete the user's texts."""
    values = {
        "user_id": erasure.user,
        "gone_id": erasure.former,
        "since": erasure.recent_since,
    }
    await execute(
        QUERIES.forget_challenger(writing.connection, **values),
        QUERIES.forget_friend(writing.connection, **values),
    )
    recent = await QUERIES.recent_challenges_of(
        writing.connection, user_id=erasure.former, since=erasure.recent_since
    ).all(Challenge)
    await execute(*(_show(writing, challenge, erasure.at) for challenge in recent))


async def give_back(writing: Writing, outage: Outage) -> None:
    """Postpone the expiry of open challenges by the length of an outage.

    Update each message a day before the expiry that it shows, or at once if that is past.
    """
    where = {"guild_id": outage.guild}
    _, moved = await execute(
        QUERIES.expiries_moved(writing.connection, gap=outage.gap, **where),
        QUERIES.open_challenges_in(writing.connection, **where).all(tuple[ChallengeId, Instant]),
    )
    urgent_for = Seconds(outage.urgent_until - outage.ended_at + outage.gap)
    due = {
        number: max(outage.ended_at, Instant(expires_at - urgent_for))
        for number, expires_at in moved
    }
    await execute(outbox_queries.show_anew(writing, CHALLENGE_MESSAGE, due))


async def show_result(writing: Writing, change: MatchChange) -> None:
    """Show the result of a match on the challenge message that its thread began from."""
    venue = change.after.venue
    if change.ends and venue.kind is VenueKind.THREAD and venue.message is not None:
        _show_on_challenge(writing, venue.message, change.show_at)


async def challenge_of(reading: Reading, match: Match) -> Challenge | None:
    """Return the challenge that a match began from, if it began from one."""
    orange, gray = match.seats
    query = QUERIES.challenge_of_match(
        reading.connection, match_id=match.id, orange=orange, gray=gray
    )
    return await query.first(Challenge)


async def follow_rematch(writing: Writing, challenge: Challenge, show_at: Instant) -> None:
    """Schedule a check of a match's thread after its rematch was offered or answered, or expired.

    A thread with an offer stays open, because a click in an archived thread may never reach the
    bot. The challenge message that the thread began from shows that a rematch is being played.
    """
    if challenge.rematch_of is None or challenge.venue is not VenueKind.THREAD:
        return
    look = ThreadLook(challenge.rematch_of)
    defer(schedule(writing, look, show_at, challenge.place.guild))
    if challenge.state is ChallengeState.ACCEPTED:
        _show_on_challenge(writing, MessageId(challenge.place.channel), show_at)


def _show_on_challenge(writing: Writing, message: MessageId, show_at: Instant) -> None:
    # A thread, and so the place of a rematch in it, has the ID of the message that it began from.
    defer(outbox_queries.show_messages_anew(writing, message, show_at))


def servers_with_open(reading: Reading) -> Statement[list[GuildId]]:
    """Return the statement that lists the servers with open challenges."""
    return QUERIES.servers_with_open_challenges(reading.connection).all(GuildId)


def has_challenged(reading: Reading, user: UserId) -> Statement[int | None]:
    """Return the statement that yields 1 if a user has ever made a challenge, else None."""
    return QUERIES.has_challenged(reading.connection, user_id=user).first(int)


def count_open_by(reading: Reading, user: UserId) -> Statement[int]:
    """Return the statement that counts the open challenges that a user made."""
    return QUERIES.count_open_by(reading.connection, user_id=user).one(int)


def count_open_to(reading: Reading, user: UserId) -> Statement[int]:
    """Return the statement that counts the open challenges to a user."""
    return QUERIES.count_open_to(reading.connection, user_id=user).one(int)


def rulesets_kept(reading: Reading) -> Statement[list[tuple[str, int]]]:
    """Return the statement that lists the rulesets of all challenges, each with its version."""
    return QUERIES.rulesets_of_challenges(reading.connection).all(tuple[str, int])
