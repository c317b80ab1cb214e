"""Matches and their turns in the database."""

import asyncio
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
from bot.store.database import QUERIES, Reading, Writing
from bot.store.errors import UnreadableRow
from bot.store.match_rows import changing, read_match

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
        **changing(match),
    )


async def find(reading: Reading, number: MatchId) -> Match | None:
    """Give the match of that number."""
    row = await QUERIES.match_by_id(reading.connection, id=number)
    return read_match(row) if row else None


async def find_with_past(reading: Reading, number: MatchId) -> tuple[Match, list[str]] | None:
    """Give the match of that number, and the texts of all positions that have stood in it.

    Both are asked for at once, which is one trip to the connection's thread and not two.
    """
    match, positions = await asyncio.gather(find(reading, number), _positions(reading, number))
    if match is None:
        return None
    return match, [write_position(Position.start(match.position.ruleset)), *positions]


async def _positions(reading: Reading, number: MatchId) -> list[str]:
    rows = QUERIES.positions_of_match(reading.connection, match_id=number)
    return [row["position"] async for row in rows]


async def update(writing: Writing, match: Match, seen: Revision) -> bool:
    """Write where a match stands. False when it was not at the revision that was seen."""
    changed: int = await QUERIES.update_match(
        writing.connection, id=match.id, seen=seen, **changing(match)
    )
    return changed == 1


async def settle_home(
    writing: Writing, number: MatchId, channel: ChannelId, look_at: Instant
) -> None:
    """Write in which thread or channel a match lives; a thread is looked at by then."""
    await QUERIES.settle_home(writing.connection, id=number, channel_id=channel, look_at=look_at)


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


async def out_of_time(reading: Reading, now: Instant, most: int) -> list[MatchId]:
    """List live matches whose player to move has no time left, the longest overdue first."""
    rows = QUERIES.matches_out_of_time(reading.connection, now=now, most=most)
    return [MatchId(row["id"]) async for row in rows]


async def next_deadline(reading: Reading) -> Instant | None:
    """Give the moment at which the next player runs out of time."""
    moment: float | None = await QUERIES.next_match_deadline(reading.connection)
    return None if moment is None else Instant(moment)


async def append_turn(writing: Writing, match: Match, turn: Turn, user: UserId) -> None:
    """Add to the record the turn that has just brought the match to where it stands."""
    await QUERIES.insert_turn(
        writing.connection,
        match_id=match.id,
        ply=match.ply,
        notation=write_turn(turn),
        position=write_position(match.position),
        revision=match.revision,
        user_id=user,
        played_at=match.changed_at,
    )


async def step_at(reading: Reading, match: Match, revision: Revision) -> Step | None:
    """Give the turn that had been played last when the match was at that revision, if one had.

    It is played again from the position before it, which the record keeps.
    """
    ruleset = match.position.ruleset
    rows = QUERIES.last_turns_of_match(reading.connection, match_id=match.id, revision=revision)
    found = [row async for row in rows]
    if not found:
        return None
    before = Position.start(ruleset)
    if len(found) > 1:
        before = read_position(found[1]["position"], ruleset)
    return play(before, read_turn(found[0]["notation"]))


async def turns(reading: Reading, number: MatchId, until: Revision) -> list[Turn]:
    """List the turns that had been played when the match was at that revision, in order."""
    rows = QUERIES.turns_of_match(reading.connection, match_id=number, revision=until)
    return [read_turn(row["notation"]) async for row in rows]
