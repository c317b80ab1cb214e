"""How the whole stands, in numbers for whoever watches over the bot."""

from dataclasses import dataclass

from bot.match.identity import Instant
from bot.store import challenges, followers, matches, vacations
from bot.store.database import QUERIES, Reading


@dataclass(frozen=True, slots=True)
class Standing:
    """What lives and what lags behind; `due_at` is when the first work of the sweeper is due."""

    matches_live: int
    beds_unshown: int
    due_at: Instant | None


async def standing(reading: Reading) -> Standing:
    """Count what lives and what lags behind."""
    connection = reading.connection
    beds = await QUERIES.beds_behind(connection)
    due = [
        beds["since"],
        await QUERIES.challenges_behind(connection),
        await QUERIES.notices_behind(connection),
        await followers.first_due(reading),
        await challenges.next_expiry(reading),
        await matches.next_deadline(reading),
        await vacations.next_end(reading),
    ]
    known = [Instant(moment) for moment in due if moment is not None]
    live: int = await QUERIES.matches_live(connection)
    return Standing(live, int(beds["beds"]), min(known, default=None))
