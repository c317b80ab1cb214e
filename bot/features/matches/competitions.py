"""Matches of competitions, which begin without a challenge and end early if they decide nothing."""

from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from bot.db.database import Database, Reading, Writing
from bot.db.statements import execute
from bot.features.matches import queries as match_queries
from bot.features.matches.writer import MatchWriter
from bot.game import Position, Seat
from bot.jobs.backoff import GRACE
from bot.match.challenge import Seats
from bot.match.clock import HOUR, Minutes, TurnClock
from bot.match.ending import end_by_moderator, forfeit
from bot.match.identity import InServer, Instant, MatchId, PerSeat, Seconds, UserId
from bot.match.match import Match, Venue
from bot.match.playing import run_out
from bot.match.terms import Conduct, Terms, VenueKind

MOST_AT_ONCE: Final = 224
"""The most matches that begin at once: eight groups of eight."""
APART: Final = Seconds(4.0)
"""Seconds between two boards, each of which may open a conversation."""
_ALL_WITHIN: Final = Seconds(0.9 * HOUR)


@dataclass(frozen=True, slots=True)
class CompetitionName:
    """The name of a match's competition; `season` is None for a single event.

    A ladder has no name of its own; `ladder_of` is its ruleset.
    """

    name: str
    season: int | None = None
    ladder_of: str | None = None


@dataclass(frozen=True, slots=True)
class ScoreOfTwo:
    """The points of two players in a pair of matches; a draw is half a point each."""

    points: Mapping[UserId, float]


class FirstOfTwo(Enum):
    """The state of the first match of a pair whose second match has not begun."""

    UNDER_WAY = auto()
    FOLLOWED = auto()
    """The second begins in a moment."""
    NOT_PLAYED_OUT = auto()
    """There is no second after a match that was called off, or lost on time or by leaving."""
    REFUSED = auto()
    """The second was refused: a player has left or was banned, or has blocked the other."""


PartOf = CompetitionName | FirstOfTwo | ScoreOfTwo
"""A competition, or a pair of matches."""
FindPair = Callable[[Reading, Match], Awaitable[FirstOfTwo | ScoreOfTwo | None]]
"""Returns the state of a match's pair; None without a pair, or if it is the live second match."""
FindName = Callable[[Reading, MatchId], Awaitable[CompetitionName | None]]
"""Returns the name of a match's competition, if it has one."""


class CompetitionNames:
    """Finds the competition or the pair that a match belongs to."""

    def __init__(
        self, database: Database, finders: Sequence[FindName], find_pair: FindPair
    ) -> None:
        self._database = database
        self._finders = finders
        self._find_pair = find_pair

    async def of(self, match: Match) -> PartOf | None:
        """Return the name of a match's competition, or the state of its pair of matches.

        Between the first turn and the end, return None for a match outside of competitions without
        a query, because the state of a pair is shown only before and after.
        """
        if not match.is_competitive:
            is_under_way = match.outcome is None and match.ply > 0
            if is_under_way or match.bot is not None:
                return None
            async with self._database.reading() as reading:
                return await self._find_pair(reading, match)
        async with self._database.reading() as reading:
            for find in self._finders:
                competition = await find(reading, match.id)
                if competition is not None:
                    return competition
        return None


def boards_at(place: int, count: int, now: Instant) -> PerSeat[Instant]:
    """Return when the two boards of a match are due, if `count` matches begin at once.

    `place` is the index of the match among them. The orange players get their boards before all
    gray players, because orange moves first. All boards are posted within an hour.
    """
    if not 0 <= place < count:
        raise ValueError(f"match {place} of {count}")
    apart = min(APART, _ALL_WITHIN / (2 * count))
    orange, gray = (Instant(now + GRACE + apart * at) for at in (place, count + place))
    return PerSeat(orange, gray)


async def begin_match(
    writer: MatchWriter,
    writing: Writing,
    seats: Seats,
    terms: Terms,
    place: InServer,
    now: Instant,
    boards_at: PerSeat[Instant],
    kind: VenueKind = VenueKind.DIRECT,
) -> Match:
    """Begin a match of a competition in its players' direct messages or a thread, and return it.

    No one is notified: the boards are posted silently at `boards_at`, and each player's clock waits
    for their board. `place` is the channel of the competition; if a player's direct messages are
    closed, a thread is opened there. `seats` decides who moves first, and `terms.starts` is
    ignored. Raise `ValueError` for a match by minutes, against the bot, or of a user with
    themselves.
    """
    if isinstance(terms.time, Minutes) or terms.practice is not None:
        raise ValueError(f"a competition is not played by {terms}")
    if seats.orange == seats.gray:
        raise ValueError(f"{seats.orange} would play themselves")
    clock = TurnClock.started(terms.time, now, terms.weekends, awaits_board=frozenset(Seat))
    match = Match(
        await match_queries.allot_number(writing),
        Venue(place.guild, place.channel, None, kind=kind),
        seats,
        Position.start(terms.ruleset),
        started_at=now,
        changed_at=now,
        clock=clock,
        stakes=terms.stakes,
        conduct=Conduct.COMPETITIVE,
    )
    return await writer.begin(writing, match, now, boards_at)


async def lock_live(writing: Writing, numbers: Iterable[MatchId]) -> list[Match]:
    """Lock some matches, and return those that are not over."""
    matches: list[Match | None] = await execute(
        *(match_queries.find_to_change(writing, each) for each in sorted(numbers))
    )
    return [each for each in matches if each is not None and each.outcome is None]


async def forfeit_all(
    writer: MatchWriter,
    writing: Writing,
    matches: Iterable[Match],
    gone: Collection[UserId],
    now: Instant,
) -> None:
    """End the matches of users who are out of a competition, as losses for those users."""
    for match in matches:
        seats = [seat for seat in Seat if match.seats.user_of(seat) in gone]
        if seats:
            moment = await writer.counts_from(writing, match, now)
            await writer.change(writing, match, forfeit(match, seats, moment), moment)


async def end_without_result(
    writer: MatchWriter, writing: Writing, matches: Iterable[Match], now: Instant
) -> None:
    """End matches without a result, because they no longer decide anything.

    A match whose time has run out already is lost on time.
    """
    for match in matches:
        moment = await writer.counts_from(writing, match, now)
        ended = run_out(match, moment) or end_by_moderator(match, None, moment)
        await writer.change(writing, match, ended, moment)
