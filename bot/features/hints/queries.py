"""Hints in the database: each counts once, however often it is asked for."""

from dataclasses import dataclass
from typing import Final

from bot.db.database import Reading, Writing
from bot.db.rows import columns_of, describe
from bot.db.statements import load_queries
from bot.db.tables import Table
from bot.features.hints.hinting import Hint, Moment
from bot.features.matches import columns  # noqa: F401 - says how a turn is kept
from bot.match.identity import Instant, MatchId, UserId

QUERIES: Final = load_queries(__file__)


@dataclass(frozen=True, slots=True)
class GivenHint:
    """A hint as it was given to somebody in a match."""

    match: MatchId
    user: UserId
    hint: Hint
    given_at: Instant


describe(Hint, turn="notation")
HINTS: Final = Table("hints", GivenHint, key=("match_id", "user_id", "ply", "position"))


async def find(reading: Reading, match: MatchId, user: UserId, moment: Moment) -> Hint | None:
    """Return the hint that a person was given at that moment, if they were."""
    found = await HINTS.find(reading.connection, match_id=match, user_id=user, **columns_of(moment))
    return None if found is None else found.hint


async def counted(reading: Reading, match: MatchId) -> dict[UserId, int]:
    """Count the hints of a match, by whom they were given to; nobody without one is named."""
    found = QUERIES.hints_of_match(reading.connection, match_id=match)
    return dict(await found.all(tuple[UserId, int]))


async def insert(writing: Writing, match: MatchId, user: UserId, hint: Hint, now: Instant) -> None:
    """Keep a hint that is given now."""
    await HINTS.insert(writing.connection, GivenHint(match, user, hint, now))
