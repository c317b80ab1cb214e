"""The matches that one person has, a page at a time."""

from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, assert_never

from bot.db.database import Reading
from bot.db.statements import Statement, load_queries
from bot.match.identity import GuildId, Instant, MatchId, UserId
from bot.match.match import Match

QUERIES: Final = load_queries(__file__)


PAGE: Final = 8
"""Matches on a page: what a phone shows without much scrolling. One query names each of them."""

LATEST: Final = MatchId(10**15)
"""A number that no match has: all are before it."""

_ANYWHERE: Final = 0
_ANYBODY: Final = 0


class ToMove(Enum):
    """Whose turn it is in the matches that are requested. The values are what the queries know."""

    EITHER = 0
    MINE = 1
    THEIRS = 2


@dataclass(frozen=True, slots=True)
class Whose:
    """Whose matches are requested: in one server or all, against one opponent or all."""

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
    return await QUERIES.games_live(
        reading.connection,
        user_id=whose.user,
        guild_id=whose.guild or _ANYWHERE,
        opponent_id=whose.opponent or _ANYBODY,
        turn=turn.value,
        now=now,
        most=most,
        skip=skip,
    ).all_readable(Match)


async def counted(reading: Reading, whose: Whose) -> Counted:
    """Count live matches."""
    found = await QUERIES.games_counted(
        reading.connection,
        user_id=whose.user,
        guild_id=whose.guild or _ANYWHERE,
        opponent_id=whose.opponent or _ANYBODY,
    ).all(Counted)
    return Counted(sum(seat.live for seat in found), sum(seat.waiting for seat in found))


async def waiting(reading: Reading, user: UserId, now: Instant) -> list[Waiting]:
    """List all matches that wait for a person's turn, the least time left first."""
    return await QUERIES.games_waiting(reading.connection, user_id=user, now=now).all(Waiting)


async def over(reading: Reading, whose: Whose, where: Before | After, most: int) -> list[Match]:
    """List matches that are over."""
    match where:
        case Before(than):
            found = _over_before(reading, whose, than, most)
        case After(than):
            found = _over_after(reading, whose, than, most)
        case _:
            assert_never(where)
    return await found.all_readable(Match)


def _over_before(reading: Reading, whose: Whose, than: MatchId, most: int) -> Statement[Any]:
    connection, user, guild = reading.connection, whose.user, whose.guild
    if whose.opponent is not None:
        return QUERIES.games_over_of_pair_before(
            connection,
            user_id=user,
            opponent_id=whose.opponent,
            guild_id=guild or _ANYWHERE,
            than=than,
            most=most,
        )
    if guild is not None:
        return QUERIES.games_over_in_guild_before(
            connection, user_id=user, guild_id=guild, than=than, most=most
        )
    return QUERIES.games_over_before(connection, user_id=user, than=than, most=most)


def _over_after(reading: Reading, whose: Whose, than: MatchId, most: int) -> Statement[Any]:
    connection, user, guild = reading.connection, whose.user, whose.guild
    if whose.opponent is not None:
        return QUERIES.games_over_of_pair_after(
            connection,
            user_id=user,
            opponent_id=whose.opponent,
            guild_id=guild or _ANYWHERE,
            than=than,
            most=most,
        )
    if guild is not None:
        return QUERIES.games_over_in_guild_after(
            connection, user_id=user, guild_id=guild, than=than, most=most
        )
    return QUERIES.games_over_after(connection, user_id=user, than=than, most=most)
