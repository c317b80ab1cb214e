"""Hints in the database: each counts once, however often it is asked for."""

from typing import Final

from bot.db.database import Reading, Writing
from bot.db.statements import load_queries
from bot.features.hints.hinting import Hint, Moment
from bot.game import read_turn, write_turn
from bot.match.identity import Instant, MatchId, UserId

QUERIES: Final = load_queries(__file__)


async def find(reading: Reading, match: MatchId, user: UserId, moment: Moment) -> Hint | None:
    """Return the hint that a person was given at that moment, if they were."""
    row = await QUERIES.hint_at(
        reading.connection,
        match_id=match,
        user_id=user,
        ply=moment.ply,
        position=moment.position,
    )
    return Hint(moment, read_turn(row["notation"]), row["wins_in"]) if row else None


async def counted(reading: Reading, match: MatchId) -> dict[UserId, int]:
    """Count the hints of a match, by whom they were given to; nobody without one is named."""
    rows = QUERIES.hints_of_match(reading.connection, match_id=match)
    return {UserId(row["user_id"]): int(row["hints"]) async for row in rows}


async def insert(writing: Writing, match: MatchId, user: UserId, hint: Hint, now: Instant) -> None:
    """Keep a hint that is given now."""
    await QUERIES.insert_hint(
        writing.connection,
        match_id=match,
        user_id=user,
        ply=hint.moment.ply,
        position=hint.moment.position,
        notation=write_turn(hint.turn),
        wins_in=hint.wins_in,
        given_at=now,
    )
