"""What is shown of somebody in a server, read from sums: it costs the same for everybody."""

from dataclasses import dataclass
from typing import Final

from bot.db.database import Reading
from bot.db.rows import columns_of, describe
from bot.db.statements import load_queries
from bot.features.profiles.badges import Badge
from bot.features.profiles.statistics_queries import Counted, HeadToHead, Opening, Whom
from bot.features.standings.glicko import Rating
from bot.features.standings.queries import LeaderboardKey, StoredRating
from bot.features.standings.rating import PlayerRating, Scope
from bot.game import Seat
from bot.match.identity import Instant, MatchId, PlayerKey

QUERIES: Final = load_queries(__file__)


IN_FULL: Final = 500
"""Points of a curve that are read one by one; of a longer one, so many along its way are read."""
SAMPLES: Final = 240


@dataclass(frozen=True, slots=True)
class EarnedBadge:
    """A badge, and the match in which it was earned first."""

    badge: Badge
    match: MatchId
    at: Instant


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """A rating as a match has left it."""

    at: Instant
    points: float
    deviation: float


@dataclass(frozen=True, slots=True)
class RatingChange:
    """From where to where a match brought a player's rating."""

    scope: Scope
    seat: Seat
    before: Rating
    after: Rating


@dataclass(frozen=True, slots=True)
class RatedMatch:
    """What a match did to ratings. What does not count any more changes none."""

    voided_at: Instant | None
    changes: tuple[RatingChange, ...]


async def all_time_ratings(reading: Reading, whom: Whom) -> dict[str, PlayerRating]:
    """Return somebody's ratings of all time by ruleset."""
    found = await QUERIES.ratings_in_server(reading.connection, **columns_of(whom)).all(
        StoredRating
    )
    return {each.table.ruleset: each.rating for each in found}


async def records(reading: Reading, whom: Whom) -> list[Counted]:
    """Count somebody's matches by all that they are told apart by."""
    return await QUERIES.records_of_player(reading.connection, **columns_of(whom)).all(Counted)


async def openings(reading: Reading, whom: Whom) -> list[Opening]:
    """List the squares on which somebody opens most, up to three."""
    return await QUERIES.openings_of_player(reading.connection, **columns_of(whom)).all(Opening)


async def head_to_head(reading: Reading, whom: Whom, opponent: PlayerKey) -> HeadToHead:
    """Return what somebody's matches with one opponent brought them."""
    found = QUERIES.head_to_head_of(reading.connection, **columns_of(whom), opponent_key=opponent)
    return await found.first(HeadToHead) or HeadToHead()


async def badges(reading: Reading, whom: Whom) -> list[EarnedBadge]:
    """List somebody's badges, the first one first; none that a later program gave."""
    found = await QUERIES.badges_of_player(reading.connection, **columns_of(whom)).all(
        tuple[str, MatchId, Instant]
    )
    known = {badge.value for badge in Badge}
    return [
        EarnedBadge(Badge(name), match, earned_at)
        for name, match, earned_at in found
        if name in known
    ]


async def curve(
    reading: Reading, table: LeaderboardKey, player: PlayerKey, matches: int
) -> list[CurvePoint]:
    """Return how somebody's rating of all time went, who has so many rated matches there."""
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
class _ChangeOf:
    scope: Scope
    player: PlayerKey
    before: Rating
    after: Rating


@dataclass(frozen=True, slots=True)
class _OfResult:
    orange: PlayerKey
    voided_at: Instant | None
    change: _ChangeOf | None


describe(CurvePoint, at="rated_at")
describe(_ChangeOf, before="before_{}")


async def rated(reading: Reading, match: MatchId) -> RatedMatch | None:
    """Return what a match did to ratings, if it was rated."""
    found = await QUERIES.rating_of_match(reading.connection, match_id=match).all(_OfResult)
    if not found:
        return None
    changes = tuple(
        RatingChange(
            each.change.scope,
            Seat.ORANGE if each.change.player == each.orange else Seat.GRAY,
            each.change.before,
            each.change.after,
        )
        for each in found
        if each.change is not None
    )
    return RatedMatch(found[0].voided_at, changes)
