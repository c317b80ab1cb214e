"""Practice in the database: ratings and results against the bot, and what was last played."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from bot.db.database import Reading, Writing
from bot.db.rows import PartialRow, columns_of, describe
from bot.db.statements import Statement, load_queries, lock_rows
from bot.db.tables import Table
from bot.features.challenges.queries import practice_agreed_on
from bot.features.matches import columns  # noqa: F401 - says how practice is kept in columns
from bot.features.matches import queries as match_queries
from bot.features.practice.ratings import UNPRACTISED, PracticeRating, PracticeResult
from bot.features.standings.glicko import Rating
from bot.match.identity import Instant, MatchId, UserId
from bot.match.terms import LevelNumber, Practice

QUERIES: Final = load_queries(__file__)


@dataclass(frozen=True, slots=True)
class LastPractice:
    """The ruleset and terms of the last match against the bot."""

    ruleset: str
    practice: Practice


async def practised_last(reading: Reading, user: UserId, bot: UserId) -> LastPractice | None:
    """Return the latest match of a user against the bot, in any server.

    The agreed terms count, though a hint may have made the match unmeasured since.
    """
    played = await match_queries.last_against_bot(reading, user, bot)
    if played is None:
        return None
    agreed = await practice_agreed_on(reading, user, played.match)
    return LastPractice(played.ruleset, agreed or played.practice)


@dataclass(frozen=True, slots=True)
class Practiser:
    """A user, and the ruleset in which they practise."""

    user: UserId
    ruleset: str


@dataclass(frozen=True, slots=True)
class LevelResults:
    """A user's results against one level, in the matches that count."""

    level: LevelNumber
    wins: int
    draws: int
    losses: int


@dataclass(frozen=True, slots=True)
class KeptResult:
    """A stored result: its match, and the rating before and after.

    A void result leaves the rating as it was. `number` counts the results of that rating, from 1.
    """

    match: MatchId
    result: PracticeResult
    before: Rating
    after: Rating
    number: int


@dataclass(frozen=True, slots=True)
class _StoredPracticeRating:
    whose: Practiser
    rating: PracticeRating
    results: int


@dataclass(frozen=True, slots=True)
class StoredPracticeResult:
    """A stored result, and the user and ruleset it belongs to."""

    whose: Practiser
    kept: KeptResult


describe(PracticeRating, best="best_level")
describe(PracticeResult, points="level_points")
_SHOWN: Final = ("points", "deviation")
describe(KeptResult, before=PartialRow(_SHOWN, "before_{}"), after=PartialRow(_SHOWN))
RATINGS: Final = Table("practice_ratings", _StoredPracticeRating, key=("user_id", "ruleset"))
RESULTS: Final = Table("practice_results", StoredPracticeResult, key=("match_id",))


async def find(reading: Reading, whose: Practiser) -> tuple[PracticeRating, int]:
    """Return a practice rating, and the number of its results, including void ones."""
    return _rated(await RATINGS.find(reading.connection, **columns_of(whose)))


async def find_to_change(writing: Writing, whose: Practiser) -> tuple[PracticeRating, int]:
    """Return the same as `find`, and lock the row until the transaction ends."""
    row = await lock_rows(RATINGS.find(writing.connection, **columns_of(whose)))
    if row is None:
        # A new user has no row that can be locked.
        writing.require_alone()
    return _rated(row)


def _rated(row: _StoredPracticeRating | None) -> tuple[PracticeRating, int]:
    return (UNPRACTISED, 0) if row is None else (row.rating, row.results)


async def of_user(reading: Reading, user: UserId) -> dict[str, PracticeRating]:
    """Return a user's practice ratings by ruleset, the one with the most matches first."""
    query = QUERIES.practice_ratings_of_user(reading.connection, user_id=user)
    return {each.whose.ruleset: each.rating for each in await query.all(_StoredPracticeRating)}


@dataclass(frozen=True, slots=True)
class _RulesetResult:
    ruleset: str
    level_results: LevelResults


async def level_results(reading: Reading, user: UserId) -> dict[str, tuple[LevelResults, ...]]:
    """Return a user's results against the levels by ruleset, the lowest level first."""
    results: dict[str, tuple[LevelResults, ...]] = {}
    for each in await QUERIES.practice_fared(reading.connection, user_id=user).all(_RulesetResult):
        results[each.ruleset] = (*results.get(each.ruleset, ()), each.level_results)
    return results


def keep(
    writing: Writing, whose: Practiser, rating: PracticeRating, results: int
) -> Statement[int]:
    """Replace a practice rating."""
    return RATINGS.upsert(writing.connection, _StoredPracticeRating(whose, rating, results))


def insert_result(writing: Writing, whose: Practiser, kept: KeptResult) -> Statement[int]:
    """Store a new result."""
    return RESULTS.insert(writing.connection, StoredPracticeResult(whose, kept))


async def of_match(reading: Reading, match: MatchId) -> StoredPracticeResult | None:
    """Return the result of a match, if it was measured and ended with one."""
    return await RESULTS.find(reading.connection, match_id=match)


async def void(writing: Writing, match: MatchId, now: Instant) -> bool:
    """Record that a result is void. Return False if it was recorded before, or does not exist."""
    voided: int = await QUERIES.void_practice_result(
        writing.connection, match_id=match, voided_at=now
    )
    return voided == 1


async def results_of(reading: Reading, whose: Practiser) -> list[KeptResult]:
    """List a user's results in order, including void ones."""
    query = QUERIES.practice_results_of(reading.connection, **columns_of(whose))
    return await query.all(KeptResult)


async def change(writing: Writing, whose: Practiser, kept: Iterable[KeptResult]) -> None:
    """Replace stored results."""
    await RESULTS.upsert(writing.connection, *(StoredPracticeResult(whose, each) for each in kept))


async def practisers(reading: Reading) -> list[Practiser]:
    """List all users with a practice rating, in each of their rulesets."""
    return await QUERIES.practised_by(reading.connection).all(Practiser)
