"""Matches of competitions: they begin without a challenge, and end with what they decide."""

from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
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
    """The name of what a match is a part of; `season` is None for a single event.

    A ladder has no name of its own, but that of the ruleset `ladder_of`.
    """

    name: str
    season: int | None = None
    ladder_of: str | None = None


@dataclass(frozen=True, slots=True)
class ScoreOfTwo:
    """The points of two players in the two matches that they agreed on, half of one for a draw."""

    points: Mapping[UserId, float]


PartOf = CompetitionName | ScoreOfTwo
"""What a match is a part of."""
FindScore = Callable[[Reading, Match], Awaitable[ScoreOfTwo | None]]
"""Returns the score of two matches of which a match that is over is the second."""
FindName = Callable[[Reading, MatchId], Awaitable[CompetitionName | None]]
"""Returns the name of the competition that a match decides something in, if there is one."""


class CompetitionNames:
    """Finds what matches are a part of: a competition, or two matches between two users."""

    def __init__(
        self, database: Database, finders: Sequence[FindName], score_of_two: FindScore
    ) -> None:
        self._database = database
        self._finders = finders
        self._score_of_two = score_of_two

    async def of(self, match: Match) -> PartOf | None:
        """Return the name of a match's competition, or the score of two matches that are over.

        There is no query for any other match that goes on.
        """
        if not match.is_competitive:
            if match.outcome is None or match.bot is not None:
                return None
            async with self._database.reading() as reading:
                return await self._score_of_two(reading, match)
        async with self._database.reading() as reading:
            for find in self._finders:
                found = await find(reading, match.id)
                if found is not None:
                    return found
        return None


def boards_at(place: int, count: int, now: Instant) -> PerSeat[Instant]:
    """Return when the boards of one of `count` matches are due that begin at once.

    `place` counts the matches from 0. The players of orange, who move first, come before all
    players of gray, and everything is posted within an hour.
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

    It notifies no one: its boards are posted silently at `boards_at`, and each clock waits
    for the board of its player. `place` is the channel of the competition, where a thread is opened
    if a player's direct messages are closed. The caller decides who moves first, so
    `terms.starts` does not matter. Raise `ValueError` for a match by minutes or against the bot,
    or of a user with themselves.
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
    """Return those of some matches that go on, locked."""
    found: list[Match | None] = await execute(
        *(match_queries.find_to_change(writing, each) for each in sorted(numbers))
    )
    return [each for each in found if each is not None and each.outcome is None]


async def forfeit_all(
    writer: MatchWriter,
    writing: Writing,
    matches: Iterable[Match],
    gone: Collection[UserId],
    now: Instant,
) -> None:
    """End matches of users who go out of a competition; they lose them."""
    for match in matches:
        seats = [seat for seat in Seat if match.seats.user_of(seat) in gone]
        if seats:
            moment = await writer.counts_from(writing, match, now)
            await writer.change(writing, match, forfeit(match, seats, moment), moment)


async def end_without_result(
    writer: MatchWriter, writing: Writing, matches: Iterable[Match], now: Instant
) -> None:
    """End matches that no longer decide anything, or by time if that had run out before."""
    for match in matches:
        moment = await writer.counts_from(writing, match, now)
        ended = run_out(match, moment) or end_by_moderator(match, None, moment)
        await writer.change(writing, match, ended, moment)
