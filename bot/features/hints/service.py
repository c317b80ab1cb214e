"""Hints: requested, computed in another process, then counted in one transaction."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.db.database import Database, Reading, Writing
from bot.db.rows import columns_of, describe
from bot.db.statements import load_queries
from bot.db.tables import Table
from bot.features.matches import columns  # noqa: F401 - says how a turn is kept
from bot.features.matches import queries as match_queries
from bot.features.matches.errors import NoSuchMatch, StaleBoard
from bot.features.matches.fair_play import FairPlay, is_guarded
from bot.features.matches.writer import MatchWriter
from bot.game import Turn, write_position
from bot.jobs.clock import Clock
from bot.match.errors import NotAPlayer, NotYourTurn, RefusalAboutMatch
from bot.match.identity import Instant, MatchId, Ply, UserId
from bot.match.match import Match
from bot.match.playing import Past, RanOut, run_out
from bot.match.terms import Measurement
from bot.text import N_, NN_, Message


class HintInRated(RefusalAboutMatch):
    """The match is rated, or other players wait for its result."""

    message = N_("{match} is rated, so there are no hints in it. Casual matches have them.")
    competitive = N_("{match} is a tournament or ladder match, so there are no hints in it.")

    def choose_message(self) -> Message:
        """Return why there are no hints."""
        return self.competitive if self.match.is_competitive else self.message


class HintAfterTheEnd(RefusalAboutMatch):
    """The match is over."""

    message = N_("{match} is over. `/analyse` shows what would have been better.")


@dataclass(eq=False, slots=True)
class NoHintsLeft(RefusalAboutMatch):
    """The player has had all hints of this match."""

    message = NN_(
        "You have had your hint in {match}. You're on your own now.",
        "You have had your {most} hints in {match}. You're on your own now.",
        "most",
    )

    most: int


MOST_HINTS: Final = 3
"""How many hints a player may have in one match."""


@dataclass(frozen=True, slots=True)
class HintMoment:
    """The position that a hint is for, and its ply.

    The ply alone is not enough: a turn that replaces one taken back has the same ply.
    """

    ply: Ply
    position: str


@dataclass(frozen=True, slots=True)
class Hint:
    """A recommended turn.

    If the search found a forced win, `wins_in` is how many of the player's turns it takes.
    """

    moment: HintMoment
    turn: Turn
    wins_in: int | None = None


def moment_of(match: Match) -> HintMoment:
    """Return the position of a match, without its draft."""
    return HintMoment(match.ply, write_position(match.position))


def require_hint(match: Match, user: UserId) -> None:
    """Require that a user may ask for a hint now; do not check how many hints they had.

    Raise `NotAPlayer`, `HintAfterTheEnd`, `HintInRated` or `NotYourTurn`.
    """
    if match.seat_of(user) is None:
        raise NotAPlayer(match)
    if match.outcome is not None:
        raise HintAfterTheEnd(match)
    if is_guarded(match):
        raise HintInRated(match)
    if match.to_move != user:
        raise NotYourTurn(match)


def is_measured(match: Match) -> bool:
    """Return whether a match counts for the practice rating; a hint makes it stop counting."""
    return match.bot is not None and match.bot.practice.measured is Measurement.YES


QUERIES: Final = load_queries(__file__)


@dataclass(frozen=True, slots=True)
class GivenHint:
    """A stored hint; `given_at` serves only the export of a user's data."""

    match: MatchId
    user: UserId
    hint: Hint
    given_at: Instant


describe(Hint, turn="notation")
HINTS: Final = Table("hints", GivenHint, key=("match_id", "user_id", "ply", "position"))


async def find(reading: Reading, match: MatchId, user: UserId, moment: HintMoment) -> Hint | None:
    """Return the hint that a player was given at that moment, if any."""
    row = await HINTS.find(reading.connection, match_id=match, user_id=user, **columns_of(moment))
    return None if row is None else row.hint


async def counted(reading: Reading, match: MatchId) -> dict[UserId, int]:
    """Count the hints of a match by player; players without hints are left out."""
    query = QUERIES.hints_of_match(reading.connection, match_id=match)
    return dict(await query.all(tuple[UserId, int]))


async def insert(writing: Writing, match: MatchId, user: UserId, hint: Hint, now: Instant) -> None:
    """Store a hint that is given now."""
    await HINTS.insert(writing.connection, GivenHint(match, user, hint, now))


@dataclass(frozen=True, slots=True)
class HintRequest:
    """A match in which a player asks for a hint; `given` is an earlier hint for the same position.

    `left` is how many hints the player may still have, and `past` the positions that occurred in
    the match.
    """

    match: Match
    past: Past
    given: Hint | None
    left: int

    @property
    def moment(self) -> HintMoment:
        """The moment that the hint is for."""
        return moment_of(self.match)

    @property
    def ends_measuring(self) -> bool:
        """Whether a hint would stop the match from counting for the practice rating."""
        return is_measured(self.match) and self.given is None


@dataclass(frozen=True, slots=True)
class HintAnswer:
    """A hint, and how many are left in the match."""

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
        """Return what the computation of a hint needs, if the player may have one now.

        Raise `NoSuchMatch`, `NoHintsLeft`, `LikeLiveMatch`, and what `require_hint` raises.
        """
        async with self._database.snapshot() as reading:
            with_past = await match_queries.find_with_past(reading, number)
            if with_past is None:
                raise NoSuchMatch(number)
            match, past = with_past
            require_hint(match, user)
            given = await find(reading, number, user, moment_of(match))
            turns = () if given is None else (given.turn,)
            (await FairPlay.of(reading, user)).require_apart(match.position, turns)
            left = MOST_HINTS - (await counted(reading, number)).get(user, 0)
        if given is None and left <= 0:
            raise NoHintsLeft(match, MOST_HINTS)
        return HintRequest(match, past, given, max(left, 0))

    async def give(
        self, user: UserId, number: MatchId, moment: HintMoment, turn: Turn, wins_in: int | None
    ) -> HintAnswer | RanOut:
        """Store and count a computed hint, unless it was given before.

        A match against the bot stops counting for the practice rating. Raise `StaleBoard` if the
        match has gone on since that moment, and what `ask` raises.
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
            given = await find(writing, number, user, moment)
            recommended = turn if given is None else given.turn
            (await FairPlay.of(writing, user)).require_apart(match.position, (recommended,))
            left = MOST_HINTS - (await counted(writing, number)).get(user, 0)
            if given is None:
                if left <= 0:
                    raise NoHintsLeft(match, MOST_HINTS)
                given = Hint(moment, turn, wins_in)
                await insert(writing, number, user, given, now)
                await match_queries.unmeasure(writing, number)
                left -= 1
        return HintAnswer(match, given, max(left, 0))

    async def used(self, number: MatchId) -> Mapping[UserId, int]:
        """Count the hints of a match by player; players without hints are left out."""
        async with self._database.reading() as reading:
            return await counted(reading, number)
