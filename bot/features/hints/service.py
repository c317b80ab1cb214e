"""Hints: asked for, thought about elsewhere, and counted once in one transaction."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.db.database import Database
from bot.features.hints import queries as hint_queries
from bot.features.hints.hinting import (
    MOST_HINTS,
    Hint,
    Moment,
    NoHintsLeft,
    is_measured,
    moment_of,
    require_hint,
)
from bot.features.matches import queries as match_queries
from bot.features.matches.errors import NoSuchMatch, StaleBoard
from bot.features.matches.writer import MatchWriter
from bot.game import Turn
from bot.jobs.clock import Clock
from bot.match.identity import MatchId, UserId
from bot.match.match import Match
from bot.match.playing import Past, RanOut, run_out


@dataclass(frozen=True, slots=True)
class HintRequest:
    """A match in which somebody wants a hint: `given` is the one that they have had already here.

    `left` is how many they may still have, and `past` the positions that occurred in the match.
    """

    match: Match
    past: Past
    given: Hint | None
    left: int

    @property
    def moment(self) -> Moment:
        """Where the hint is for."""
        return moment_of(self.match)

    @property
    def ends_measuring(self) -> bool:
        """Whether a hint would let the match count for no practice rating any more."""
        return is_measured(self.match) and self.given is None


@dataclass(frozen=True, slots=True)
class Given:
    """A hint, and how many more its owner may have in the match."""

    match: Match
    hint: Hint
    left: int


class Hints:
    """Gives hints, and counts them."""

    def __init__(self, database: Database, clock: Clock, writer: MatchWriter) -> None:
        self._database = database
        self._clock = clock
        self._writer = writer

    async def ask(self, user: UserId, number: MatchId) -> HintRequest:
        """Return what is to be known for a hint, if the person may have one now.

        Raise `NoSuchMatch`, `NoHintsLeft`, and what `hinting.require_hint` raises.
        """
        async with self._database.snapshot() as reading:
            found = await match_queries.find_with_past(reading, number)
            if found is None:
                raise NoSuchMatch(number)
            match, past = found
            require_hint(match, user)
            given = await hint_queries.find(reading, number, user, moment_of(match))
            left = MOST_HINTS - (await hint_queries.counted(reading, number)).get(user, 0)
        if given is None and left <= 0:
            raise NoHintsLeft(match, MOST_HINTS)
        return HintRequest(match, past, given, max(left, 0))

    async def give(
        self, user: UserId, number: MatchId, moment: Moment, turn: Turn, wins_in: int | None
    ) -> Given | RanOut:
        """Count the hint that was thought of, unless it was given before.

        A match against the bot counts for no practice rating from then on. `StaleBoard` where the
        match has gone on since that moment; otherwise raises what `ask` raises.
        """
        now = self._clock.now()
        async with self._database.writing() as writing:
            match = await match_queries.find(writing, number)
            if match is None:
                raise NoSuchMatch(number)
            now = await self._writer.counts_from(writing, match, now)
            late = run_out(match, now)
            if late is not None:
                await self._writer.change(writing, match, late, now)
                return RanOut(late)
            if moment_of(match) != moment:
                raise StaleBoard(match)
            require_hint(match, user)
            given = await hint_queries.find(writing, number, user, moment)
            left = MOST_HINTS - (await hint_queries.counted(writing, number)).get(user, 0)
            if given is None:
                if left <= 0:
                    raise NoHintsLeft(match, MOST_HINTS)
                given = Hint(moment, turn, wins_in)
                await hint_queries.insert(writing, number, user, given, now)
                await match_queries.unmeasure(writing, number)
                left -= 1
        return Given(match, given, max(left, 0))

    async def used(self, number: MatchId) -> Mapping[UserId, int]:
        """Count the hints of a match, by whom they were given to; nobody without one is named."""
        async with self._database.reading() as reading:
            return await hint_queries.counted(reading, number)
