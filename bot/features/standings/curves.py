"""How ratings have changed: a player's curve, a match's changes, a week's gains."""

from dataclasses import dataclass
from typing import Final

from bot.db.database import Reading
from bot.db.rows import describe
from bot.db.statements import load_queries
from bot.features.standings.glicko import PlayerRating, Rating, Scope
from bot.features.standings.queries import LeaderboardKey, StoredRating
from bot.game import Seat
from bot.match.identity import GuildId, Instant, MatchId, PlayerKey, UserId

QUERIES: Final = load_queries(__file__)

IN_FULL: Final = 500
"""The longest curve that is read in full; of a longer one, `SAMPLES` points are read."""
SAMPLES: Final = 240


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """A rating after a match."""

    at: Instant
    points: float
    deviation: float


@dataclass(frozen=True, slots=True)
class RatingChange:
    """A player's rating before and after a match."""

    scope: Scope
    seat: Seat
    before: Rating
    after: Rating


@dataclass(frozen=True, slots=True)
class RatedMatch:
    """How a match changed ratings."""

    voided_at: Instant | None
    changes: tuple[RatingChange, ...]


async def all_time_ratings(
    reading: Reading, guild: GuildId, player: PlayerKey
) -> dict[str, PlayerRating]:
    """Return a player's ratings of all time in a server, by ruleset."""
    query = QUERIES.ratings_in_server(reading.connection, guild_id=guild, player_key=player)
    return {each.table.ruleset: each.rating for each in await query.all(StoredRating)}


async def curve(
    reading: Reading, table: LeaderboardKey, player: PlayerKey, matches: int
) -> list[CurvePoint]:
    """Return the curve of a player's rating of all time, given their number of rated matches."""
    whose = {"player_key": player, "guild_id": table.guild, "ruleset": table.ruleset}
    if matches <= IN_FULL:
        return await QUERIES.curve_in_full(reading.connection, **whose).all(CurvePoint)
    first, last = await QUERIES.curve_ends(reading.connection, **whose).one(
        tuple[int | None, int | None]
    )
    first, last = first or 0, last or 0
    stride = max(1, (last - first) // SAMPLES)
    return await QUERIES.curve_sampled(
        reading.connection, **whose, first=first, last=last, stride=stride
    ).all(CurvePoint)


@dataclass(frozen=True, slots=True)
class _ChangeRow:
    scope: Scope
    player: PlayerKey
    before: Rating
    after: Rating


@dataclass(frozen=True, slots=True)
class _RatingsOfResult:
    orange: PlayerKey
    voided_at: Instant | None
    change: _ChangeRow | None


describe(CurvePoint, at="rated_at")
describe(_ChangeRow, before="before_{}")


async def rated(reading: Reading, match: MatchId) -> RatedMatch | None:
    """Return how a match changed ratings, or `None` if it was not rated."""
    rows = await QUERIES.rating_of_match(reading.connection, match_id=match).all(_RatingsOfResult)
    if not rows:
        return None
    changes = tuple(
        RatingChange(
            each.change.scope,
            Seat.ORANGE if each.change.player == each.orange else Seat.GRAY,
            each.change.before,
            each.change.after,
        )
        for each in rows
        if each.change is not None
    )
    return RatedMatch(rows[0].voided_at, changes)


@dataclass(frozen=True, slots=True)
class Riser:
    """A player who gained points in a ruleset, how many, and their rating now."""

    user: UserId
    ruleset: str
    gained: float
    rating: PlayerRating


describe(Riser, gained="points_gained")


async def risers(
    reading: Reading, guild: GuildId, since: Instant, until: Instant, most: int
) -> list[Riser]:
    """List players on leaderboards who gained points in a time span, the largest gain first."""
    query = QUERIES.points_gained(
        reading.connection, guild_id=guild, since_at=since, until_at=until, most=most
    )
    return await query.all(Riser)
