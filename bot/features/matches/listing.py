"""Pages of matches.

A page of finished matches begins at a match's number, so that it stays the same when other
matches end.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final, assert_never

from bot.db.database import Database, Reading
from bot.db.statements import load_queries
from bot.features.matches import queries as match_queries
from bot.jobs.clock import Clock
from bot.match.identity import GuildId, Instant, MatchId, UserId
from bot.match.match import Match

QUERIES: Final = load_queries(__file__)

PAGE: Final = 8
"""How many matches a page has; a phone shows as many without much scrolling.

The queries repeat this number.
"""

LATEST: Final = MatchId(10**15)
"""A number above all matches' numbers."""

_ANYWHERE: Final = 0
_ANYBODY: Final = 0


class TurnFilter(Enum):
    """Whose turn it is in the listed matches. The values are used in queries."""

    EITHER = 0
    MINE = 1
    THEIRS = 2


@dataclass(frozen=True, slots=True)
class MatchFilter:
    """Which matches of a user to list: in one server or all, against one opponent or all."""

    user: UserId
    guild: GuildId | None = None
    opponent: UserId | None = None


@dataclass(frozen=True, slots=True)
class MatchesBefore:
    """The matches with lower numbers, the highest first."""

    match: MatchId = LATEST


@dataclass(frozen=True, slots=True)
class MatchesAfter:
    """The matches with higher numbers, the lowest first."""

    match: MatchId


@dataclass(frozen=True, slots=True)
class MatchCounts:
    """How many live matches there are, and in how many it is the user's turn."""

    live: int
    waiting: int


@dataclass(frozen=True, slots=True)
class WaitingMatch:
    """A match that waits for a user's turn, and when their time runs out.

    While the clock is stopped, `until` is when the time would run out if the clock continued now.
    """

    match: MatchId
    until: Instant


async def live_matches(
    reading: Reading, whose: MatchFilter, turn: TurnFilter, now: Instant, most: int, skip: int
) -> list[Match]:
    """List live matches: those with the user's turn first, then by the time left."""
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


async def count_matches(reading: Reading, whose: MatchFilter) -> MatchCounts:
    """Count live matches."""
    rows = await QUERIES.games_counted(
        reading.connection,
        user_id=whose.user,
        guild_id=whose.guild or _ANYWHERE,
        opponent_id=whose.opponent or _ANYBODY,
    ).all(MatchCounts)
    return MatchCounts(sum(seat.live for seat in rows), sum(seat.waiting for seat in rows))


async def over_matches(
    reading: Reading, whose: MatchFilter, where: MatchesBefore | MatchesAfter, most: int
) -> list[Match]:
    """List matches that are over."""
    of_person, in_guild, of_pair = _OVER[type(where)]
    about = {"user_id": whose.user, "than": where.match, "most": most}
    if whose.opponent is not None:
        about |= {"opponent_id": whose.opponent, "guild_id": whose.guild or _ANYWHERE}
        query = of_pair(reading.connection, **about)
    elif whose.guild is not None:
        query = in_guild(reading.connection, guild_id=whose.guild, **about)
    else:
        query = of_person(reading.connection, **about)
    return await query.all_readable(Match)


_OVER: Final = {
    MatchesBefore: (
        QUERIES.games_over_before,
        QUERIES.games_over_in_guild_before,
        QUERIES.games_over_of_pair_before,
    ),
    MatchesAfter: (
        QUERIES.games_over_after,
        QUERIES.games_over_in_guild_after,
        QUERIES.games_over_of_pair_after,
    ),
}
"""The queries for finished matches: of a user, in a server, and of two users."""

Listed = Callable[[MatchesBefore | MatchesAfter, int], Awaitable[list[Match]]]
"""Lists up to that number of matches: before a match, newest first, or after it, oldest first."""


@dataclass(frozen=True, slots=True)
class MatchPage:
    """The matches of a page, the newest first, and the cuts of its neighbours."""

    found: list[Match]
    back: MatchesAfter | None
    on: MatchesBefore | None


async def paged(listed: Listed, cut: MatchesBefore | MatchesAfter) -> MatchPage:
    """Return the page at `cut`; the first page if less than a page follows `MatchesAfter`."""
    if isinstance(cut, MatchesAfter):
        newer = await listed(cut, PAGE + 1)
        if len(newer) > PAGE:
            page = newer[:PAGE][::-1]
            return MatchPage(page, MatchesAfter(page[0].id), MatchesBefore(page[-1].id))
        # Return the first page instead of a page that is not full.
        cut = MatchesBefore()
    older = await listed(cut, PAGE + 1)
    page = older[:PAGE]
    return MatchPage(
        page,
        back=None if cut.match == LATEST or not page else MatchesAfter(page[0].id),
        on=MatchesBefore(page[-1].id) if len(older) > PAGE else None,
    )


class MatchStage(Enum):
    """Which of a user's matches are listed. The values are in messages and last for years."""

    MINE = "mine"
    """Matches in which it is the user's turn."""
    THEIRS = "theirs"
    """Matches in which it is the opponent's turn."""
    LIVE = "live"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class LivePage:
    """A page of live matches, numbered from 0."""

    number: int = 0


Cut = LivePage | MatchesBefore | MatchesAfter
"""Where a page begins. Pages of finished matches begin at a match's number, so they are stable."""

FIRST: Final = LivePage()

_TO_MOVE: Final = {
    MatchStage.MINE: TurnFilter.MINE,
    MatchStage.THEIRS: TurnFilter.THEIRS,
    MatchStage.LIVE: TurnFilter.EITHER,
}


@dataclass(frozen=True, slots=True)
class GamesPage:
    """A page of matches, the cuts of its neighbours, and how many matches are live in all."""

    games: tuple[Match, ...]
    back: Cut | None
    on: Cut | None
    counted: MatchCounts


@dataclass(frozen=True, slots=True)
class NextTurn:
    """The next match that waits for the user, and how many other matches do."""

    match: Match
    until: Instant
    others: int


@dataclass(frozen=True, slots=True)
class NothingWaits:
    """No other match waits for the user."""

    live: int
    left_waits: bool


class Games:
    """Lists users' matches, wherever they are played."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def page(self, whose: MatchFilter, stage: MatchStage, cut: Cut) -> GamesPage:
        """Return a page of a user's matches; the last page if a requested live page is gone."""
        now = self._clock.now()
        async with self._database.reading() as reading:
            counted = await count_matches(reading, whose)
            if stage is MatchStage.OVER:
                return await _over(reading, whose, cut, counted)
            number = cut.number if isinstance(cut, LivePage) else 0
            number = max(0, min(number, (_total(stage, counted) - 1) // PAGE))
            matches = await live_matches(
                reading, whose, _TO_MOVE[stage], now, PAGE + 1, number * PAGE
            )
            return GamesPage(
                games=tuple(matches[:PAGE]),
                back=LivePage(number - 1) if number else None,
                on=LivePage(number + 1) if len(matches) > PAGE else None,
                counted=counted,
            )

    async def next_turn(
        self, user: UserId, left: MatchId | None, until: Instant | None = None
    ) -> NextTurn | NothingWaits:
        """Return the match after the one that the user leaves, among those that wait for the user.

        The order is by time left, and the first match follows the last. `until` is when time runs
        out in the match that they leave; it gives the place of a match that no longer waits.
        """
        now = self._clock.now()
        async with self._database.reading() as reading:
            query = QUERIES.games_waiting(reading.connection, user_id=user, now=now)
            waiting = await query.all(WaitingMatch)
            others = [each for each in waiting if each.match != left]
            if not others:
                counted = await count_matches(reading, MatchFilter(user))
                return NothingWaits(counted.live, bool(waiting))
            chosen = _next_waiting(waiting, others, left, until)
            match = await match_queries.find(reading, chosen.match)
            if match is None:
                raise AssertionError(f"match {chosen.match} is gone")
        return NextTurn(match, chosen.until, len(waiting) - 1)


def _total(stage: MatchStage, counted: MatchCounts) -> int:
    match stage:
        case MatchStage.MINE:
            return counted.waiting
        case MatchStage.THEIRS:
            return counted.live - counted.waiting
        case MatchStage.LIVE | MatchStage.OVER:
            return counted.live
        case _:
            assert_never(stage)


async def _over(reading: Reading, whose: MatchFilter, cut: Cut, counted: MatchCounts) -> GamesPage:
    async def listed(where: MatchesBefore | MatchesAfter, most: int) -> list[Match]:
        return await over_matches(reading, whose, where, most)

    page = await paged(listed, MatchesBefore() if isinstance(cut, LivePage) else cut)
    return GamesPage(tuple(page.found), page.back, page.on, counted)


def _next_waiting(
    waiting: Sequence[WaitingMatch],
    others: Sequence[WaitingMatch],
    left: MatchId | None,
    until: Instant | None,
) -> WaitingMatch:
    """Return the first match after `left`, in the order of the time left."""
    for place, each in enumerate(waiting):
        if each.match == left:
            return (*waiting[place + 1 :], *others)[0]
    if left is None or until is None:
        return others[0]
    later = [each for each in others if (int(each.until), each.match) > (int(until), left)]
    return (*later, *others)[0]
