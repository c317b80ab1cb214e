"""The matches that one person has, a page at a time."""

import sqlite3
from collections.abc import AsyncIterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final, assert_never

import structlog

from bot.db.database import Reading, Writing
from bot.db.errors import UnreadableRow
from bot.db.statements import Statements, load_queries
from bot.features.boards import queries as board_queries
from bot.features.boards.queries import BedMessage
from bot.features.matches.queries import read_match
from bot.features.standings.rating import Score
from bot.match.identity import GuildId, Instant, MatchId, PlayerKey, UserId
from bot.match.match import Match
from bot.match.terms import Stakes

QUERIES: Final = load_queries(__file__)


PAGE: Final = 8
"""Matches on a page: what a phone shows without much scrolling. One query names each of them."""

LATEST: Final = MatchId(10**15)
"""A number that no match has: all are before it."""

_ANYWHERE: Final = 0
_ANYBODY: Final = 0
_NO_MATCH: Final = 0
_NAMED: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")

_log: Final = structlog.get_logger(__name__)


class ToMove(Enum):
    """Whose turn it is in the matches that are meant. The values are what the queries know."""

    EITHER = 0
    MINE = 1
    THEIRS = 2


@dataclass(frozen=True, slots=True)
class Whose:
    """Whose matches are meant: in one server or all, against one opponent or all."""

    user: UserId
    guild: GuildId | None = None
    opponent: UserId | None = None


@dataclass(frozen=True, slots=True)
class Before:
    """The matches with smaller numbers, the greatest first."""

    match: MatchId = LATEST


@dataclass(frozen=True, slots=True)
class After:
    """The matches with greater numbers, the smallest first."""

    match: MatchId


@dataclass(frozen=True, slots=True)
class Counted:
    """How many live matches there are, and in how many of them it is the person's turn."""

    live: int
    waiting: int


@dataclass(frozen=True, slots=True)
class Waiting:
    """A match that waits for a person's turn, and when their time runs out: with no limit, late.

    While the clock is stopped it is when it would run out if it ran on from now.
    """

    match: MatchId
    until: Instant


async def live(
    reading: Reading, whose: Whose, turn: ToMove, now: Instant, most: int, skip: int
) -> list[Match]:
    """List live matches: the person's own turn first, then by the time that is left."""
    rows = QUERIES.games_live(
        reading.connection,
        user_id=whose.user,
        guild_id=whose.guild or _ANYWHERE,
        opponent_id=whose.opponent or _ANYBODY,
        turn=turn.value,
        now=now,
        most=most,
        skip=skip,
    )
    return await readable(rows)


async def counted(reading: Reading, whose: Whose) -> Counted:
    """Count live matches."""
    rows = QUERIES.games_counted(
        reading.connection,
        user_id=whose.user,
        guild_id=whose.guild or _ANYWHERE,
        opponent_id=whose.opponent or _ANYBODY,
    )
    found = [(int(row["live"]), int(row["waiting"])) async for row in rows]
    return Counted(sum(live for live, _ in found), sum(waiting for _, waiting in found))


async def waiting(reading: Reading, user: UserId, now: Instant) -> list[Waiting]:
    """List all matches that wait for a person's turn, the least time left first."""
    rows = QUERIES.games_waiting(reading.connection, user_id=user, now=now)
    return [Waiting(MatchId(row["id"]), Instant(row["until"])) async for row in rows]


async def over(reading: Reading, whose: Whose, where: Before | After, most: int) -> list[Match]:
    """List matches that are over."""
    match where:
        case Before(than):
            rows = _over_before(reading, whose, than, most)
        case After(than):
            rows = _over_after(reading, whose, than, most)
        case _:
            assert_never(where)
    return await readable(rows)


def _over_before(
    reading: Reading, whose: Whose, than: MatchId, most: int
) -> AsyncIterable[sqlite3.Row]:
    connection, user, guild = reading.connection, whose.user, whose.guild
    rows: AsyncIterable[sqlite3.Row]
    if whose.opponent is not None:
        rows = QUERIES.games_over_of_pair_before(
            connection,
            user_id=user,
            opponent_id=whose.opponent,
            guild_id=guild or _ANYWHERE,
            than=than,
            most=most,
        )
    elif guild is not None:
        rows = QUERIES.games_over_in_guild_before(
            connection, user_id=user, guild_id=guild, than=than, most=most
        )
    else:
        rows = QUERIES.games_over_before(connection, user_id=user, than=than, most=most)
    return rows


def _over_after(
    reading: Reading, whose: Whose, than: MatchId, most: int
) -> AsyncIterable[sqlite3.Row]:
    connection, user, guild = reading.connection, whose.user, whose.guild
    rows: AsyncIterable[sqlite3.Row]
    if whose.opponent is not None:
        rows = QUERIES.games_over_of_pair_after(
            connection,
            user_id=user,
            opponent_id=whose.opponent,
            guild_id=guild or _ANYWHERE,
            than=than,
            most=most,
        )
    elif guild is not None:
        rows = QUERIES.games_over_in_guild_after(
            connection, user_id=user, guild_id=guild, than=than, most=most
        )
    else:
        rows = QUERIES.games_over_after(connection, user_id=user, than=than, most=most)
    return rows


async def live_beds(
    reading: Reading, numbers: Sequence[MatchId]
) -> dict[MatchId, list[BedMessage]]:
    """Return the live beds of up to a page of matches, in one query."""
    if len(numbers) > PAGE:
        raise ValueError(f"{len(numbers)} matches are no page of {PAGE}")
    found: dict[MatchId, list[BedMessage]] = {number: [] for number in numbers}
    named: dict[str, int] = dict.fromkeys(_NAMED, _NO_MATCH)
    named.update(zip(_NAMED, numbers, strict=False))
    async for row in QUERIES.live_beds_of(reading.connection, **named):
        bed = board_queries.read_bed(row)
        found[bed.match].append(bed)
    return found


async def readable(rows: AsyncIterable[sqlite3.Row]) -> list[Match]:
    """Read matches; one that cannot be read is left out, so that the others are to be had."""
    found = []
    async for row in rows:
        try:
            found.append(read_match(row))
        except UnreadableRow:
            _log.exception("match left out")
    return found


NOBODY: Final = PlayerKey(0)
_ANY: Final = ""
_ANY_SCORE: Final = -1.0


@dataclass(frozen=True, slots=True)
class Whole:
    """Whose history is meant: a person's in a server, or with one opponent, or all of a server."""

    guild: GuildId
    player: PlayerKey = NOBODY
    opponent: PlayerKey = NOBODY


@dataclass(frozen=True, slots=True)
class Sort:
    """What a match was played by and for, and what it brought the person whose history it is.

    In a server's history it is what it brought orange.
    """

    ruleset: str
    stakes: Stakes
    score: Score

    @property
    def key(self) -> str:
        """The text that stands for it in the database."""
        return f"{self.ruleset} {self.stakes.value} {self.score.value}"


@dataclass(frozen=True, slots=True)
class Sorts:
    """Which matches of a history are wanted; `None` stands for all."""

    ruleset: str | None = None
    stakes: Stakes | None = None
    score: Score | None = None


def enter(
    writing: Writing, match: Match, orange: PlayerKey, gray: PlayerKey, score: Score
) -> Statements:
    """Enter a match into every history that it belongs to; `score` is orange's."""
    ruleset, guild = match.position.ruleset.name, match.home.guild
    own, other = (Sort(ruleset, match.stakes, each) for each in (score, score.other))
    entries = (
        (Whole(guild), own),
        (Whole(guild, orange), own),
        (Whole(guild, orange, gray), own),
        (Whole(guild, gray), other),
        (Whole(guild, gray, orange), other),
    )
    return Statements(
        QUERIES.keep_history_sorts(writing.connection, [_sort_row(own), _sort_row(other)]),
        QUERIES.enter_histories(
            writing.connection,
            [{**_where(whole), "sort": sort.key, "match_id": match.id} for whole, sort in entries],
        ),
    )


async def page(
    reading: Reading, whole: Whole, sorts: Sorts, where: Before | After, most: int
) -> list[Match]:
    """List matches of a history, the newest first before a number, the oldest first after one."""
    asked = {
        **_where(whole),
        "ruleset": sorts.ruleset or _ANY,
        "stakes": sorts.stakes.value if sorts.stakes else _ANY,
        "score": _ANY_SCORE if sorts.score is None else sorts.score.value,
        "than": where.match,
        "most": most,
    }
    match where:
        case Before():
            rows = QUERIES.history_before(reading.connection, **asked)
        case After():
            rows = QUERIES.history_after(reading.connection, **asked)
        case _:
            assert_never(where)
    return await readable(rows)


def _where(whole: Whole) -> dict[str, object]:
    return {
        "guild_id": whole.guild,
        "player_key": whole.player,
        "opponent_key": whole.opponent,
    }


def _sort_row(sort: Sort) -> dict[str, object]:
    return {
        "sort": sort.key,
        "ruleset": sort.ruleset,
        "stakes": sort.stakes.value,
        "score": sort.score.value,
    }
