"""Matches and their turns in the database."""

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Final

import structlog

from bot.game import (
    Position,
    Step,
    Turn,
    play,
    read_position,
    read_turn,
    write_position,
    write_turn,
)
from bot.match.identity import (
    ChannelId,
    GuildId,
    Instant,
    MatchId,
    Revision,
    UserId,
)
from bot.match.match import Match
from bot.match.terms import HomeKind
from bot.store.asking import Statement, in_one_go
from bot.store.database import QUERIES, Reading, Writing
from bot.store.errors import UnreadableRow
from bot.store.match_rows import changing, ending, read_match
from bot.store.practice_rows import practice_columns

_log: Final = structlog.get_logger(__name__)


async def insert(writing: Writing, match: Match) -> None:
    """Keep a new match."""
    ruleset = match.position.ruleset
    await QUERIES.insert_match(
        writing.connection,
        id=match.id,
        ruleset=ruleset.name,
        rules_version=ruleset.version,
        guild_id=match.home.guild,
        origin_id=match.home.origin,
        challenge_message_id=match.home.message,
        channel_id=match.home.channel,
        orange_id=match.seats.orange,
        gray_id=match.seats.gray,
        started_at=match.started_at,
        stakes=match.stakes.value,
        weekends=match.clock.weekends.value,
        home=match.home.kind.value,
        bot_seat=match.bot.seat.value if match.bot else None,
        **practice_columns(match.bot.practice if match.bot else None),
        **changing(match),
        **ending(match),
    )


async def find(reading: Reading, number: MatchId) -> Match | None:
    """Give the match of that number."""
    row = await _row(reading, number)
    return read_match(row) if row else None


def _row(reading: Reading, number: MatchId) -> Statement[sqlite3.Row | None]:
    return QUERIES.match_by_id(reading.connection, id=number)


def _positions(reading: Reading, number: MatchId) -> Statement[list[sqlite3.Row]]:
    return QUERIES.positions_of_match(reading.connection, match_id=number)


async def find_with_past(reading: Reading, number: MatchId) -> tuple[Match, list[str]] | None:
    """Give the match of that number, and the texts of all positions that have stood in it.

    Both are asked for at once, which is one trip to the connection's thread and not two.
    """
    row, positions = await in_one_go(_row(reading, number), _positions(reading, number))
    if row is None:
        return None
    match = read_match(row)
    return match, _past(match, positions)


@dataclass(frozen=True, slots=True)
class ToPlay:
    """A match in which a turn is to be played, and what has to be known for it."""

    match: Match
    past: list[str]
    """The texts of all positions that have stood in it."""
    has_plans: bool
    """Whether replies are planned in it, which are read only then."""


def ask_to_play(
    reading: Reading, number: MatchId
) -> tuple[Statement[sqlite3.Row | None], Statement[list[sqlite3.Row]]]:
    """Ask for the match of that number to play in; `read_to_play` reads the answers."""
    return (
        QUERIES.match_to_play(reading.connection, id=number),
        _positions(reading, number),
    )


def read_to_play(row: sqlite3.Row | None, positions: list[sqlite3.Row]) -> ToPlay | None:
    """Read what was answered, if there is such a match. Raises `UnreadableRow`."""
    if row is None:
        return None
    match = read_match(row)
    return ToPlay(match, _past(match, positions), bool(row["has_plans"]))


def _past(match: Match, positions: list[sqlite3.Row]) -> list[str]:
    start = write_position(Position.start(match.position.ruleset))
    return [start, *(row["position"] for row in positions)]


def update(writing: Writing, match: Match, seen: Revision) -> Statement[int]:
    """Write where a match stands, but for its end; see `end`.

    It gives 0 when the match was not at the revision that was seen, else 1.
    """
    return QUERIES.update_match(writing.connection, id=match.id, seen=seen, **changing(match))


def end(writing: Writing, match: Match) -> Statement[int]:
    """Write how a match has ended, once where it stands is written."""
    return QUERIES.end_match(writing.connection, id=match.id, **ending(match))


def unmeasure(writing: Writing, number: MatchId) -> Statement[int]:
    """Let a match against the bot count for no practice rating; nothing happens to any other."""
    return QUERIES.unmeasure_match(writing.connection, id=number)


async def settle_home(
    writing: Writing, number: MatchId, channel: ChannelId, kind: HomeKind, look_at: Instant
) -> None:
    """Write in which thread or channel a match lives; a thread is looked at by then."""
    await QUERIES.settle_home(
        writing.connection, id=number, channel_id=channel, home=kind.value, look_at=look_at
    )


async def leave_direct(writing: Writing, number: MatchId) -> bool:
    """Take a match out of direct messages. False when it did not live there."""
    left: int = await QUERIES.leave_direct(writing.connection, id=number)
    return left == 1


async def go_direct(writing: Writing, number: MatchId) -> None:
    """Let a match live in its players' direct messages."""
    await QUERIES.go_direct(writing.connection, id=number)


async def live_in(reading: Reading, channel: ChannelId) -> list[Match]:
    """List the live matches that live in a thread or channel."""
    rows = QUERIES.live_matches_of_channel(reading.connection, channel_id=channel)
    return [read_match(row) async for row in rows]


async def live_of_user(reading: Reading, user: UserId) -> list[Match]:
    """List a person's live matches, the one that waited longest first.

    One that cannot be read is left out, so that the others can be played on.
    """
    live = []
    async for row in QUERIES.matches_of_user(reading.connection, user_id=user):
        try:
            live.append(read_match(row))
        except UnreadableRow:
            _log.exception("match left out")
    return live


async def of_channel(reading: Reading, channel: ChannelId, most: int) -> list[Match]:
    """List the matches that live in a thread or channel, those that are over too, newest first."""
    rows = QUERIES.matches_of_channel(reading.connection, channel_id=channel, most=most)
    return [read_match(row) async for row in rows]


async def latest_of_user(reading: Reading, user: UserId, guild: GuildId, most: int) -> list[Match]:
    """List a person's matches in a server, those that are over too, the newest first."""
    rows = QUERIES.latest_of_user(reading.connection, user_id=user, guild_id=guild, most=most)
    return [read_match(row) async for row in rows]


async def latest_of_user_anywhere(reading: Reading, user: UserId, most: int) -> list[Match]:
    """List a person's matches of every server, those that are over too, the newest first."""
    rows = QUERIES.latest_of_user_anywhere(reading.connection, user_id=user, most=most)
    return [read_match(row) async for row in rows]


async def out_of_time(reading: Reading, now: Instant, most: int) -> list[MatchId]:
    """List live matches whose player to move has no time left, the longest overdue first."""
    rows = QUERIES.matches_out_of_time(reading.connection, now=now, most=most)
    return [MatchId(row["id"]) async for row in rows]


async def next_deadline(reading: Reading) -> Instant | None:
    """Give the moment at which the next player runs out of time."""
    moment: float | None = await QUERIES.next_match_deadline(reading.connection)
    return None if moment is None else Instant(moment)


def append_turn(writing: Writing, match: Match, turn: Turn, user: UserId) -> Statement[int]:
    """Add to the record the turn that has just brought the match to where it stands."""
    return QUERIES.insert_turn(
        writing.connection,
        match_id=match.id,
        ply=match.ply,
        notation=write_turn(turn),
        position=write_position(match.position),
        revision=match.revision,
        user_id=user,
        played_at=match.changed_at,
    )


async def steps_at(reading: Reading, match: Match, revision: Revision) -> tuple[Step, ...]:
    """Give the turns that were played in one go and brought the match to that revision, if any."""
    rows = QUERIES.last_turns_of_match(reading.connection, match_id=match.id, revision=revision)
    found = [row async for row in rows]
    return steps_in_one_go(found, match) if found and found[0]["revision"] == revision else ()


def steps_in_one_go(rows: Sequence[sqlite3.Row], match: Match) -> tuple[Step, ...]:
    """Give the last turns that have one revision, from rows of which the last turn is the first.

    They are played again from the position before them, which the record keeps.
    """
    go = list(takewhile(lambda row: row["revision"] == rows[0]["revision"], rows))
    ruleset = match.position.ruleset
    position = Position.start(ruleset)
    if len(go) < len(rows):
        position = read_position(rows[len(go)]["position"], ruleset)
    steps: list[Step] = []
    for row in reversed(go):
        steps.append(play(position, read_turn(row["notation"])))
        position = steps[-1].after
    return tuple(steps)


async def turns(reading: Reading, number: MatchId, until: Revision) -> list[Turn]:
    """List the turns that had been played when the match was at that revision, in order."""
    rows = QUERIES.turns_of_match(reading.connection, match_id=number, revision=until)
    return [read_turn(row["notation"]) async for row in rows]
