"""What is shown of somebody in a server, read from sums: it costs the same for everybody."""

from dataclasses import dataclass
from typing import Final

from bot.db.database import Reading
from bot.db.statements import load_queries
from bot.features.profiles.badges import Badge
from bot.features.profiles.statistics_queries import Whom
from bot.features.standings.glicko import Rating
from bot.features.standings.queries import Table, rating_of
from bot.features.standings.rating import PlayerRating, Scope
from bot.game import Seat, Square
from bot.match.identity import Instant, MatchId, PlayerKey
from bot.match.match import Why
from bot.match.score import Score

QUERIES: Final = load_queries(__file__)


IN_FULL: Final = 500
"""Points of a curve that are read one by one; of a longer one, so many along its way are read."""
SAMPLES: Final = 240


@dataclass(frozen=True, slots=True)
class Counted:
    """How many matches of a person went so."""

    ruleset: str
    seat: Seat
    score: Score
    why: Why
    matches: int


@dataclass(frozen=True, slots=True)
class Opening:
    """In how many matches somebody placed their first piece there."""

    square: Square
    matches: int


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """What somebody's matches with one opponent brought them."""

    wins: int = 0
    draws: int = 0
    losses: int = 0


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
    rows = QUERIES.ratings_in_server(
        reading.connection, player_key=whom.player, guild_id=whom.guild
    )
    return {row["ruleset"]: rating_of(row) async for row in rows}


async def records(reading: Reading, whom: Whom) -> list[Counted]:
    """Count somebody's matches by all that they are told apart by."""
    rows = QUERIES.records_of_player(
        reading.connection, guild_id=whom.guild, player_key=whom.player
    )
    return [
        Counted(
            row["ruleset"], Seat(row["seat"]), Score(row["score"]), Why(row["why"]), row["matches"]
        )
        async for row in rows
    ]


async def openings(reading: Reading, whom: Whom) -> list[Opening]:
    """List the squares on which somebody opens most, up to three."""
    rows = QUERIES.openings_of_player(
        reading.connection, guild_id=whom.guild, player_key=whom.player
    )
    return [Opening(Square(row["square"]), row["matches"]) async for row in rows]


async def head_to_head(reading: Reading, whom: Whom, opponent: PlayerKey) -> HeadToHead:
    """Return what somebody's matches with one opponent brought them."""
    row = await QUERIES.head_to_head_of(
        reading.connection,
        guild_id=whom.guild,
        player_key=whom.player,
        opponent_key=opponent,
    )
    return HeadToHead(row["wins"], row["draws"], row["losses"]) if row else HeadToHead()


async def badges(reading: Reading, whom: Whom) -> list[EarnedBadge]:
    """List somebody's badges, the first one first; none that a later program gave."""
    rows = QUERIES.badges_of_player(reading.connection, guild_id=whom.guild, player_key=whom.player)
    known = {badge.value for badge in Badge}
    return [
        EarnedBadge(Badge(row["badge"]), MatchId(row["match_id"]), Instant(row["earned_at"]))
        async for row in rows
        if row["badge"] in known
    ]


async def curve(
    reading: Reading, table: Table, player: PlayerKey, matches: int
) -> list[CurvePoint]:
    """Return how somebody's rating of all time went, who has so many rated matches there."""
    whose = {"player_key": player, "guild_id": table.guild, "ruleset": table.ruleset}
    if matches <= IN_FULL:
        rows = QUERIES.curve_in_full(reading.connection, **whose)
    else:
        ends = await QUERIES.curve_ends(reading.connection, **whose)
        first, last = ends["first"] or 0, ends["last"] or 0
        stride = max(1, (last - first) // SAMPLES)
        rows = QUERIES.curve_sampled(
            reading.connection, **whose, first=first, last=last, stride=stride
        )
    return [
        CurvePoint(Instant(row["rated_at"]), row["points"], row["deviation"]) async for row in rows
    ]


async def rated(reading: Reading, match: MatchId) -> RatedMatch | None:
    """Return what a match did to ratings, if it was rated."""
    found = [row async for row in QUERIES.rating_of_match(reading.connection, match_id=match)]
    if not found:
        return None
    voided = found[0]["voided_at"]
    changes = tuple(
        RatingChange(
            Scope(row["scope"]),
            Seat.ORANGE if row["player_key"] == row["orange_key"] else Seat.GRAY,
            Rating(row["before_points"], row["before_deviation"], row["before_volatility"]),
            Rating(row["points"], row["deviation"], row["volatility"]),
        )
        for row in found
        if row["scope"] is not None
    )
    return RatedMatch(None if voided is None else Instant(voided), changes)
