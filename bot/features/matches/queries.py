"""Matches and their turns in the database."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain
from operator import attrgetter
from typing import Any, Final

from bot.db.database import Database, Reading, Writing
from bot.db.errors import RulesetNewer, printable
from bot.db.program import Counter, allot
from bot.db.statements import (
    Statement,
    Statements,
    count_of,
    execute,
    load_queries,
    lock_row,
    lock_rows,
)
from bot.db.tables import Table
from bot.features.matches.columns import write_to_move
from bot.features.matches.jobs import ThreadLook, schedule_thread_look
from bot.game import Position, Ruleset, ruleset_of, write_position
from bot.jobs.homes import held_elsewhere
from bot.jobs.jobs import cancel, schedule
from bot.match.clock import ReminderPreference
from bot.match.identity import (
    ChannelId,
    Erasure,
    GuildId,
    InServer,
    Instant,
    MatchId,
    MessageId,
    Revision,
    UserId,
)
from bot.match.match import Match
from bot.match.terms import Home, Practice, VenueKind, home_of

QUERIES: Final = load_queries(__file__)
NUMBERS: Final = Counter("match")
MATCHES: Final = Table(
    "matches",
    Match,
    key=("id",),
    computed={"ended_at": attrgetter("ended_at"), "to_move": write_to_move},
)


async def allot_number(writing: Writing) -> MatchId:
    """Return the number of the next match."""
    return MatchId(await allot(writing, NUMBERS))


def insert(writing: Writing, match: Match) -> Statement[int]:
    """Return the statement that stores a new match."""
    return MATCHES.insert(writing.connection, match)


def find(reading: Reading, number: MatchId) -> Statement[Match | None]:
    """Return the statement that finds a match by its number."""
    return MATCHES.find(reading.connection, id=number)


def lock(writing: Writing, number: MatchId) -> Statement[Any]:
    """Return the statement that locks a match and its rows until the transaction ends."""
    return lock_row(writing.connection, MATCHES.name, id=number)


def find_to_change(writing: Writing, number: MatchId) -> Statement[Match | None]:
    """Return the statement that finds a match and locks it until the transaction ends."""
    return lock_rows(MATCHES.find(writing.connection, id=number))


@dataclass(frozen=True, slots=True)
class MatchPlace:
    """Where a match is played and by whom; read each time a board is posted."""

    revision: Revision
    venue: VenueKind
    guild: GuildId
    orange: UserId
    gray: UserId

    @property
    def home(self) -> Home:
        """The server whose process shows the match, or direct messages."""
        return home_of(self.venue, self.guild)


def lock_place(writing: Writing, number: MatchId) -> Statement[MatchPlace | None]:
    """Return the statement that locks a match, as `lock` does, and reads where it is played."""
    return lock_rows(QUERIES.place_of_match(writing.connection, id=number).first(MatchPlace))


def awaits_board(writing: Writing, number: MatchId) -> Statement[MatchId | None]:
    """Return the statement that yields a live match's number if its clock waits for a board.

    It runs each time a board is posted, so it reads only the number.
    """
    return QUERIES.match_awaiting_board(writing.connection, id=number).first(MatchId)


def _positions(reading: Reading, number: MatchId) -> Statement[list[str]]:
    return QUERIES.positions_of_match(reading.connection, match_id=number).all(str)


async def find_with_past(reading: Reading, number: MatchId) -> tuple[Match, list[str]] | None:
    """Return a match and the texts of all positions that have occurred in it.

    Read both in one trip to the connection's thread.
    """
    match, positions = await execute(
        MATCHES.find(reading.connection, id=number), _positions(reading, number)
    )
    return None if match is None else (match, _with_start(match, positions))


@dataclass(frozen=True, slots=True)
class MatchToPlay:
    """A match to play a turn in, and the data that the turn depends on."""

    match: Match
    past: list[str]
    """The texts of all positions that have occurred in it."""
    has_plans: bool
    """Whether it has planned replies; only then are they read."""
    reminders: Sequence[ReminderPreference]
    """When its players want to be reminded; players without settings are left out."""


@dataclass(frozen=True, slots=True)
class _MatchRow:
    match: Match
    has_plans: bool


QueryReminders = Callable[[Reading, Statement[Any]], Statement[list[ReminderPreference]]]
"""Queries when the users that another query yields want to be reminded."""
ToPlayQueries = tuple[
    Statement[_MatchRow | None], Statement[list[str]], Statement[list[ReminderPreference]]
]
QueryToPlay = Callable[[Writing], ToPlayQueries]
"""Queries a match to play in; `read_to_play` reads the results."""


def query_to_play(
    writing: Writing, query_reminders: QueryReminders, number: MatchId
) -> ToPlayQueries:
    """Query a match to play in by its number, and lock it."""
    query = QUERIES.match_to_play(writing.connection, id=number).first(_MatchRow)
    players = QUERIES.players_of_match(writing.connection, id=number)
    return lock_rows(query), _positions(writing, number), query_reminders(writing, players)


def query_to_play_in(
    writing: Writing, query_reminders: QueryReminders, channel: ChannelId
) -> ToPlayQueries:
    """Query the latest match of a thread or channel to play in, and lock it."""
    query = QUERIES.match_to_play_in(writing.connection, channel_id=channel).first(_MatchRow)
    positions = QUERIES.positions_in(writing.connection, channel_id=channel).all(str)
    players = QUERIES.players_in(writing.connection, channel_id=channel)
    return lock_rows(query), positions, query_reminders(writing, players)


def read_to_play(
    row: _MatchRow | None, positions: list[str], reminders: list[ReminderPreference]
) -> MatchToPlay | None:
    """Build the match to play in from the results; return None if there is no match."""
    if row is None:
        return None
    return MatchToPlay(row.match, _with_start(row.match, positions), row.has_plans, reminders)


def _with_start(match: Match, positions: list[str]) -> list[str]:
    return [_start_of(match.position.ruleset), *positions]


@cache
def _start_of(ruleset: Ruleset) -> str:
    return write_position(Position.start(ruleset))


def update(writing: Writing, before: Match, after: Match) -> Statement[int]:
    """Return the statement that writes the changes of a match.

    It yields 1, or 0 if the match is no longer at the revision of `before`.
    """
    return MATCHES.update(writing.connection, before, after, revision=before.revision)


def unmeasure(writing: Writing, number: MatchId) -> Statement[int]:
    """Return the statement that excludes a match against the bot from the practice ratings.

    It does not change other matches.
    """
    return QUERIES.unmeasure_match(writing.connection, id=number)


def hurry(writing: Writing, number: MatchId) -> Statement[int]:
    """Return the statement that makes the bot answer at once in a match from now on."""
    return QUERIES.hurry_match(writing.connection, id=number)


def settle_venue(
    writing: Writing, match: Match, channel: ChannelId, kind: VenueKind, look_at: Instant
) -> Statements:
    """Return the statements that store a match's channel and schedule the check of its thread."""
    settled = replace(match, venue=replace(match.venue, channel=channel, kind=kind))
    return Statements(
        QUERIES.settle_venue(writing.connection, id=match.id, channel_id=channel, venue=kind.value),
        schedule_thread_look(writing, settled, look_at),
    )


async def leave_direct(writing: Writing, number: MatchId) -> bool:
    """Take a match out of direct messages. Return False if it was not played there."""
    left: int = await QUERIES.leave_direct(writing.connection, id=number)
    return left == 1


def go_direct(writing: Writing, number: MatchId) -> Statements:
    """Return the statements that move a match to its players' direct messages."""
    return Statements(
        QUERIES.go_direct(writing.connection, id=number), cancel(writing, ThreadLook(number))
    )


def begin_thread_from(writing: Writing, number: MatchId, message: MessageId) -> Statement[int]:
    """Return the statement that stores the message from which a match's thread is created.

    A match that began before its challenge was shown has no such message yet.
    """
    return QUERIES.begin_thread_from(writing.connection, id=number, message_id=message)


def forget_notes(writing: Writing, matches: Sequence[MatchId]) -> Statement[int]:
    """Return the statement that deletes the reasons that moderators gave for ending matches."""
    return MATCHES.change_each(
        writing.connection, {number: {"outcome_note": None} for number in matches}
    )


async def erase(writing: Writing, erasure: Erasure) -> None:
    """Delete moderators' reasons for ending a user's matches, and update recent boards.

    Threads are named after their players, so check the threads of recent matches, too.
    """
    recent = {"user_id": erasure.user, "since": erasure.recent_since}
    threads = QUERIES.recent_threads_of_user(writing.connection, **recent)
    await execute(
        *(
            schedule(writing, ThreadLook(match), erasure.at, guild)
            for match, guild in await threads.all(tuple[MatchId, GuildId])
        ),
        QUERIES.forget_outcome_notes(writing.connection, user_id=erasure.user),
        QUERIES.show_recent_anew(writing.connection, **recent),
    )


def query_recent_of(reading: Reading, user: UserId, since: Instant) -> Statement[list[MatchId]]:
    """Query a user's matches that have ended since then."""
    return QUERIES.recent_matches_of(reading.connection, user_id=user, since=since).all(MatchId)


def query_messages_of_recent(
    reading: Reading, user: UserId, since: Instant
) -> Statement[list[MessageId]]:
    """Query the messages from which the threads of a user's recent matches may have begun."""
    query = QUERIES.messages_of_recent_matches(reading.connection, user_id=user, since=since)
    return query.all(MessageId)


def count_live(reading: Reading) -> Statement[int]:
    """Return the statement that counts the live matches."""
    return QUERIES.matches_live(reading.connection).one(int)


def servers_with_live_matches(reading: Reading) -> Statement[list[GuildId]]:
    """Return the statement that lists the servers with live matches."""
    return QUERIES.servers_with_live_matches(reading.connection).all(GuildId)


def at_play_since(reading: Reading, guild: GuildId, since: Instant) -> Statement[list[UserId]]:
    """Query the users who have played a turn in a match of a server since then."""
    query = QUERIES.users_at_play_since(reading.connection, guild_id=guild, since=since)
    return query.all(UserId)


def live_in(reading: Reading, guild: GuildId, most: int) -> Statement[list[MatchId]]:
    """Return the statement that lists up to `most` live matches in a server."""
    query = QUERIES.live_matches_in(reading.connection, guild_id=guild, most=most)
    return query.all(MatchId)


async def live_of_user(reading: Reading, user: UserId) -> list[Match]:
    """List a user's live matches, the one that has waited longest first.

    A match that cannot be read is left out, so that the others can be played.
    """
    return await QUERIES.matches_of_user(reading.connection, user_id=user).all_readable(Match)


async def of_channel(reading: Reading, channel: ChannelId, most: int) -> list[Match]:
    """List the matches in a thread or channel, including finished ones, newest first."""
    query = QUERIES.matches_of_channel(reading.connection, channel_id=channel, most=most)
    return await query.all(Match)


async def latest_of_user(reading: Reading, user: UserId, guild: GuildId, most: int) -> list[Match]:
    """List a user's matches in a server, including finished ones, the newest first."""
    query = QUERIES.latest_of_user(reading.connection, user_id=user, guild_id=guild, most=most)
    return await query.all(Match)


async def latest_of_user_anywhere(reading: Reading, user: UserId, most: int) -> list[Match]:
    """List a user's matches in all servers, including finished ones, the newest first."""
    query = QUERIES.latest_of_user_anywhere(reading.connection, user_id=user, most=most)
    return await query.all(Match)


async def latest_of_each_server(reading: Reading, user: UserId, most: int) -> list[Match]:
    """List a user's latest match in each server, including finished ones, the newest first."""
    query = QUERIES.latest_of_each_server(reading.connection, user_id=user, most=most)
    return await query.all(Match)


@dataclass(frozen=True, slots=True)
class RevisionOfMatch:
    """The revision of a match, and the server where it is played."""

    id: MatchId
    revision: Revision
    guild: GuildId


def revisions(reading: Reading, numbers: Sequence[MatchId]) -> Statement[list[RevisionOfMatch]]:
    """Return the statement that lists the revisions of these matches."""
    parameters = {f"id{index}": number for index, number in enumerate(numbers)}
    text = (
        "SELECT id, revision, guild_id FROM matches "  # noqa: S608 (parameters alone)
        f"WHERE id IN ({', '.join(f':{name}' for name in parameters)})"
    )
    return Statement(reading.connection, text, parameters, count_of).all(RevisionOfMatch)


def rulesets_kept(reading: Reading) -> Statement[list[tuple[str, int]]]:
    """Return the statement that lists the rulesets of all matches, each with its version."""
    return QUERIES.rulesets_kept(reading.connection).all(tuple[str, int])


AskRulesets = Callable[[Reading], Statement[list[tuple[str, int]]]]
"""Queries the rulesets that a feature has stored, each with its version."""


async def check_rulesets(database: Database, kept_by: Sequence[AskRulesets]) -> None:
    """Check that this program knows all stored rulesets. Raise `RulesetNewer` if not.

    A match keeps its ruleset and version for life, so a program that lacks one of them must not
    use the database at all.
    """
    async with database.reading() as reading:
        kept = await execute(*(ask(reading) for ask in kept_by))
    for name, version in sorted(set(chain.from_iterable(kept))):
        try:
            ruleset_of(name, version)
        except LookupError as error:
            raise RulesetNewer(database.address, printable(name), version) from error


async def has_played(reading: Reading, user: UserId) -> bool:
    """Return whether a user has finished a match against another user."""
    return await QUERIES.person_has_played(reading.connection, user_id=user).first(int) is not None


def has_sat(reading: Reading, user: UserId) -> Statement[int | None]:
    """Return the statement that yields 1 if a user has a seat in any match, else None."""
    return QUERIES.has_sat(reading.connection, user_id=user).first(int)


async def is_played_in(reading: Reading, guild: GuildId) -> bool:
    """Return whether a server has live or finished matches."""
    return await QUERIES.is_played_in(reading.connection, guild_id=guild).first(int) is not None


def query_live_of(reading: Reading, user: UserId) -> Statement[list[MatchId]]:
    """Query the numbers of a user's live matches."""
    return QUERIES.live_ids_of(reading.connection, user_id=user).all(MatchId)


def query_in_person(reading: Reading, guild: GuildId) -> Statement[list[MatchId]]:
    """Query the numbers of a server's live matches that are played in direct messages."""
    return QUERIES.live_matches_in_person(reading.connection, guild_id=guild).all(MatchId)


def count_live_of(reading: Reading, user: UserId) -> Statement[int]:
    """Return the statement that counts a user's live matches."""
    return QUERIES.live_matches_of(reading.connection, user_id=user).one(int)


def count_between(reading: Reading, user: UserId, other: UserId) -> Statement[int]:
    """Return the statement that counts the matches of two users with each other."""
    return QUERIES.matches_between(reading.connection, user_id=user, other_id=other).one(int)


def count_with_people_in(reading: Reading, user: UserId, guild: GuildId) -> Statement[int]:
    """Return the statement that counts a user's live matches against other users in a server.

    Matches of competitions do not count.
    """
    return _count_in(reading, user, guild, against_bot=False)


def count_against_bot_in(reading: Reading, user: UserId, guild: GuildId) -> Statement[int]:
    """Return the statement that counts a user's live matches against the bot in a server."""
    return _count_in(reading, user, guild, against_bot=True)


def _count_in(
    reading: Reading, user: UserId, guild: GuildId, *, against_bot: bool
) -> Statement[int]:
    return QUERIES.matches_played_in(
        reading.connection, user_id=user, guild_id=guild, against_bot=against_bot
    ).one(int)


async def live_of_server(reading: Reading, guild: GuildId, most: int) -> list[Match]:
    """List a server's live matches, those that have waited longest for a move first."""
    query = QUERIES.live_of_server(reading.connection, guild_id=guild, most=most)
    return await query.all_readable(Match)


@dataclass(frozen=True, slots=True)
class AgainstBot:
    """The ruleset and terms of a match against the bot."""

    match: MatchId
    ruleset: str
    practice: Practice


async def last_against_bot(reading: Reading, user: UserId, bot: UserId) -> AgainstBot | None:
    """Return the latest match of a user against the bot, in any server."""
    query = QUERIES.practised_last(reading.connection, user_id=user, bot_id=bot)
    return await query.first(AgainstBot)


async def live_in_channel(reading: Reading, channel: ChannelId) -> list[MatchId]:
    """List the live matches of a thread or channel."""
    return await QUERIES.live_in_channel(reading.connection, channel_id=channel).all(MatchId)


async def channels_with_live_matches(reading: Reading) -> list[InServer]:
    """List the channels with live matches, except threads created for matches."""
    return await QUERIES.channels_with_live_matches(reading.connection).all(InServer)


async def matches_in_thread(reading: Reading, channel: ChannelId) -> list[MatchId]:
    """List the matches that are played in their own thread, including finished ones."""
    return await QUERIES.matches_in_thread(reading.connection, channel_id=channel).all(MatchId)


async def threads_with_live_matches(
    reading: Reading, after: MatchId, most: int
) -> list[tuple[MatchId, ChannelId]]:
    """List the threads of live matches with numbers above `after`, in the order of the numbers."""
    query = QUERIES.threads_with_live_matches(
        reading.connection, **held_elsewhere(reading), after=after, most=most
    )
    return await query.all(tuple[MatchId, ChannelId])
