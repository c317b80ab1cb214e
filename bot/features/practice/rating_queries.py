"""Practice ratings in the database, and the results that they come from."""

import asyncio
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from bot.db.database import Reading, Writing
from bot.db.statements import Statement, load_queries
from bot.features.practice.rating import UNPRACTISED, PracticeRating, PracticeResult
from bot.features.standings.glicko import Rating
from bot.match.identity import Instant, MatchId, UserId
from bot.match.practice import LevelNumber
from bot.match.score import Score

QUERIES: Final = load_queries(__file__)


Rows = list[sqlite3.Row]
AT_A_TIME: Final = 1000
"""Rows that are gathered before others have the loop."""


@dataclass(frozen=True, slots=True)
class Practiser:
    """Whose practice is meant, and in which ruleset."""

    user: UserId
    ruleset: str


@dataclass(frozen=True, slots=True)
class Fared:
    """How somebody fared against a level, in the matches that count."""

    level: LevelNumber
    wins: int
    draws: int
    losses: int


@dataclass(frozen=True, slots=True)
class KeptResult:
    """A result as it is kept: of which match, and from where to where it brought the rating.

    One that is void leaves the rating as it was. `number` tells which of that rating's results it
    is, from 1.
    """

    match: MatchId
    result: PracticeResult
    before: Rating
    after: Rating
    number: int


async def find(reading: Reading, whose: Practiser) -> tuple[PracticeRating, int]:
    """Return a practice rating, and how many results there are of it, void ones too."""
    row = await QUERIES.practice_rating_of(
        reading.connection, user_id=whose.user, ruleset=whose.ruleset
    )
    return (UNPRACTISED, 0) if row is None else (_rating_of(row), row["results"])


async def of_user(reading: Reading, user: UserId) -> dict[str, PracticeRating]:
    """Return somebody's practice ratings by ruleset, the one with the most matches first."""
    rows = QUERIES.practice_ratings_of_user(reading.connection, user_id=user)
    return {row["ruleset"]: _rating_of(row) async for row in rows}


async def fared(reading: Reading, user: UserId) -> dict[str, tuple[Fared, ...]]:
    """Return by ruleset how somebody fared against the levels, the lowest level first."""
    found: dict[str, tuple[Fared, ...]] = {}
    async for row in QUERIES.practice_fared(reading.connection, user_id=user):
        one = Fared(LevelNumber(row["level"]), row["wins"], row["draws"], row["losses"])
        found[row["ruleset"]] = (*found.get(row["ruleset"], ()), one)
    return found


def keep(
    writing: Writing, whose: Practiser, rating: PracticeRating, results: int
) -> Statement[int]:
    """Write a practice rating in place of the one before."""
    return QUERIES.keep_practice_rating(
        writing.connection,
        user_id=whose.user,
        ruleset=whose.ruleset,
        points=rating.rating.points,
        deviation=rating.rating.deviation,
        volatility=rating.rating.volatility,
        rated_at=rating.rated_at,
        wins=rating.wins,
        draws=rating.draws,
        losses=rating.losses,
        best_level=rating.best,
        results=results,
    )


def insert_result(writing: Writing, whose: Practiser, kept: KeptResult) -> Statement[int]:
    """Keep a new result."""
    result = kept.result
    return QUERIES.insert_practice_result(
        writing.connection,
        user_id=whose.user,
        ruleset=whose.ruleset,
        number=kept.number,
        level=result.level,
        level_points=result.points,
        score=result.score.value,
        rated_at=result.rated_at,
        **change_row(kept),
    )


async def of_match(reading: Reading, match: MatchId) -> tuple[Practiser, KeptResult] | None:
    """Return the result of a match, if it was measured and ended with one."""
    row = await QUERIES.practice_result_of_match(reading.connection, match_id=match)
    return None if row is None else (_practised(row), result_of(row))


async def void(writing: Writing, match: MatchId, now: Instant) -> bool:
    """Note that a result does not count. False when it was noted before, or there is none."""
    voided: int = await QUERIES.void_practice_result(
        writing.connection, match_id=match, voided_at=now
    )
    return voided == 1


async def result_rows(reading: Reading, whose: Practiser) -> Rows:
    """List the rows of somebody's results in their order, those that are void too."""
    found = QUERIES.practice_results_of(
        reading.connection, user_id=whose.user, ruleset=whose.ruleset
    )
    rows: Rows = []
    async for row in found:
        rows.append(row)
        if not len(rows) % AT_A_TIME:
            await asyncio.sleep(0)
    return rows


async def change(writing: Writing, rows: Iterable[dict[str, object]]) -> None:
    """Write anew from where to where results brought the rating; `change_row` gives the rows."""
    await QUERIES.change_practice_results(writing.connection, list(rows))


async def everybody(reading: Reading) -> list[Practiser]:
    """List all who have a practice rating, in each of their rulesets."""
    return [_practised(row) async for row in QUERIES.practised_by(reading.connection)]


def _practised(row: sqlite3.Row) -> Practiser:
    return Practiser(UserId(row["user_id"]), row["ruleset"])


def _rating_of(row: sqlite3.Row) -> PracticeRating:
    rated_at, best = row["rated_at"], row["best_level"]
    return PracticeRating(
        Rating(row["points"], row["deviation"], row["volatility"]),
        None if rated_at is None else Instant(rated_at),
        int(row["wins"]),
        int(row["draws"]),
        int(row["losses"]),
        None if best is None else LevelNumber(best),
    )


def result_of(row: sqlite3.Row) -> KeptResult:
    """Read a result."""
    voided_at = row["voided_at"]
    return KeptResult(
        MatchId(row["match_id"]),
        PracticeResult(
            LevelNumber(row["level"]),
            row["level_points"],
            Score(row["score"]),
            Instant(row["rated_at"]),
            None if voided_at is None else Instant(voided_at),
        ),
        Rating(row["before_points"], row["before_deviation"]),
        Rating(row["points"], row["deviation"]),
        row["number"],
    )


def change_row(kept: KeptResult) -> dict[str, object]:
    """Return the columns of a result that another result can change."""
    return {
        "match_id": kept.match,
        "before_points": kept.before.points,
        "before_deviation": kept.before.deviation,
        "points": kept.after.points,
        "deviation": kept.after.deviation,
    }
