"""Ratings in the database, and the results that they come from."""

from collections import Counter as Counted
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from bot.db import tables
from bot.db.database import Reading, Writing
from bot.db.program import Counter, allot
from bot.db.rows import columns_of, describe
from bot.db.statements import Statement, execute, load_queries
from bot.features.standings.glicko import (
    ALL_TIME,
    UNRATED,
    Pair,
    PlayerRating,
    RatedResult,
    Rating,
    RatingStep,
    Scope,
)
from bot.match.identity import GuildId, Instant, MatchId, PlayerKey, UserId
from bot.match.match import Match

QUERIES: Final = load_queries(__file__)
RESULT_NUMBERS: Final = Counter("rated result")


class Listing(Enum):
    """Whether a player is on leaderboards. The values are stored."""

    LISTED = "listed"
    LEFT_OFF = "left off"


@dataclass(frozen=True, slots=True)
class LeaderboardKey:
    """A leaderboard: a server and a kind of rating, which is stored as the ruleset."""

    guild: GuildId
    ruleset: str


@dataclass(frozen=True, slots=True)
class StoredResult:
    """A stored result of a match."""

    match: MatchId
    table: LeaderboardKey
    result: RatedResult


@dataclass(frozen=True, slots=True)
class StoredStep:
    """A stored step: how a result changed a rating, and the inputs of that change."""

    result: int
    scope: Scope
    player: PlayerKey
    weight: float
    before: Rating
    before_at: Instant | None
    after: Rating


@dataclass(frozen=True, slots=True)
class StoredRating:
    """A player's stored rating."""

    table: LeaderboardKey
    scope: Scope
    player: PlayerKey
    rating: PlayerRating
    shown: int | None


@dataclass(frozen=True, slots=True)
class PlayersAt:
    """How many players have a number of points."""

    table: LeaderboardKey
    scope: Scope
    shown: int
    players: int


@dataclass(frozen=True, slots=True)
class MeetingCount:
    """How often two players have met."""

    table: LeaderboardKey
    scope: Scope
    one: PlayerKey
    other: PlayerKey
    meetings: int


@dataclass(frozen=True, slots=True)
class Player:
    """A user's key, and whether they are on leaderboards."""

    key: PlayerKey
    listing: Listing


@dataclass(frozen=True, slots=True)
class NamedPlayer:
    """A key, and the user it belongs to, unless they have deleted their data."""

    user: UserId | None
    player: Player


describe(Player, key="player_key")
describe(RatedResult, season="season_id", score="orange_score")
describe(StoredStep, result="result_id", before="before_{}")
RESULTS: Final = tables.Table("rated_results", StoredResult, key=("id",))
STEPS: Final = tables.Table("rating_steps", StoredStep, key=("result_id", "scope", "player_key"))
RATINGS: Final = tables.Table(
    "ratings", StoredRating, key=("guild_id", "ruleset", "scope", "player_key")
)
COUNTS: Final = tables.Table(
    "rating_counts", PlayersAt, key=("guild_id", "ruleset", "scope", "shown")
)
PAIRS: Final = tables.Table(
    "rating_pairs", MeetingCount, key=("guild_id", "ruleset", "scope", "one_key", "other_key")
)


async def next_result(writing: Writing) -> int:
    """Allot the number of a result; numbers increase in the order in which results were rated."""
    return await allot(writing, RESULT_NUMBERS)


def insert_result(
    writing: Writing, table: LeaderboardKey, match: MatchId, result: RatedResult
) -> Statement[int]:
    """Store a rated result."""
    return RESULTS.insert(writing.connection, StoredResult(match, table, result))


async def of_two(
    reading: Reading, table: LeaderboardKey, season: Scope, pair: Pair
) -> dict[tuple[Scope, PlayerKey], PlayerRating]:
    """Return the existing ratings of two players, of all time and of a season."""
    rows = await QUERIES.ratings_of_two(
        reading.connection,
        **_conditions(table, season),
        one_key=pair[0],
        other_key=pair[1],
    ).all(StoredRating)
    return {(each.scope, each.player): each.rating for each in rows}


async def of_last_season(
    reading: Reading, table: LeaderboardKey, season: Scope, player: PlayerKey
) -> PlayerRating | None:
    """Return a player's rating in the last season that they played before the given one."""
    return await QUERIES.last_season_rating(
        reading.connection, player_key=player, **_conditions(table, season)
    ).first(PlayerRating)


async def meetings(
    reading: Reading, table: LeaderboardKey, season: Scope, pair: Pair
) -> Mapping[Scope, int]:
    """Count the rated matches of two players, of all time and of a season."""
    rows = await QUERIES.meetings_of(
        reading.connection,
        **_conditions(table, season),
        one_key=pair[0],
        other_key=pair[1],
    ).all(tuple[Scope, int])
    return Counted(dict(rows))


def insert_steps(writing: Writing, steps: Iterable[RatingStep]) -> Statement[int]:
    """Store how results changed ratings, and the inputs of these changes."""
    return STEPS.insert(writing.connection, *map(stored_step, steps))


def stored_step(step: RatingStep) -> StoredStep:
    """Return a step in the form in which it is stored."""
    before, after = step.before, step.after
    return StoredStep(
        step.result,
        step.scope,
        step.player,
        step.weight,
        before.rating,
        before.rated_at,
        after.rating,
    )


def keep(
    writing: Writing,
    table: LeaderboardKey,
    ratings: Mapping[tuple[Scope, PlayerKey], tuple[PlayerRating, int | None]],
) -> Statement[int]:
    """Replace ratings, each with the points that rank it, if any."""
    rows = [
        StoredRating(table, scope, player, kept, shown)
        for (scope, player), (kept, shown) in ratings.items()
    ]
    return RATINGS.upsert(writing.connection, *rows)


def count(
    writing: Writing, table: LeaderboardKey, changes: Mapping[tuple[Scope, int], int]
) -> Statement[int]:
    """Change how many players have each number of points."""
    counts = [
        PlayersAt(table, scope, shown, change)
        for (scope, shown), change in sorted(changes.items())
        if change
    ]
    return COUNTS.add(writing.connection, *counts)


def count_meeting(
    writing: Writing, table: LeaderboardKey, scopes: Iterable[Scope], pair: Pair
) -> Statement[int]:
    """Count one more match of two players."""
    met = [MeetingCount(table, scope, *pair, meetings=1) for scope in scopes]
    return PAIRS.add(writing.connection, *met)


@dataclass(frozen=True, slots=True)
class Change:
    """How a match changed a player's rating."""

    before: Rating
    after: Rating


async def changes(reading: Reading, result: int, scope: Scope) -> dict[PlayerKey, Change]:
    """Return the changes of both players' ratings by a result in a scope; empty if it is void."""
    query = QUERIES.steps_of_result(reading.connection, result_id=result, scope=scope)
    return {step.player: Change(step.before, step.after) for step in await query.all(StoredStep)}


async def of_player(reading: Reading, player: PlayerKey) -> list[StoredRating]:
    """List all ratings of a player."""
    query = QUERIES.ratings_of_player(reading.connection, player_key=player)
    return await query.all(StoredRating)


def show(writing: Writing, kept: Iterable[StoredRating]) -> Statement[int]:
    """Write the points that rank players; the counts are not changed."""
    return RATINGS.upsert(writing.connection, *kept)


@dataclass(frozen=True, slots=True)
class RankedPlayer:
    """A place on a leaderboard, shared by players with the same points.

    `user` is `None` for a player who deleted their data. `left_at` is when the bot noticed that a
    player had left the server. A player who asked to be left off keeps their place in seasons that
    were over before, but is not shown there.
    """

    place: int
    points: int
    player: PlayerKey
    user: UserId | None
    rating: PlayerRating
    left_at: Instant | None = None
    listing: Listing = Listing.LISTED


@dataclass(frozen=True, slots=True)
class OwnRank:
    """A user's own place; `None` if they are not ranked.

    `above` counts those listed before them, including those with the same points.
    """

    rating: PlayerRating
    place: int | None
    listing: Listing
    above: int = 0


async def ranked(reading: Reading, table: LeaderboardKey, scope: Scope) -> int:
    """Count the ranked players."""
    return await QUERIES.ranked(reading.connection, **_conditions(table, scope)).one(int)


@dataclass(frozen=True, slots=True)
class _ListingRow:
    shown: int
    player: PlayerKey
    user: UserId | None
    rating: PlayerRating
    left_at: Instant | None
    listing: Listing

    def at(self, place: int) -> RankedPlayer:
        listing = Listing.LISTED if self.user is None else self.listing
        return RankedPlayer(
            place, self.shown, self.player, self.user, self.rating, self.left_at, listing
        )


async def page(
    reading: Reading, table: LeaderboardKey, scope: Scope, after: int, most: int
) -> list[RankedPlayer]:
    """List ranked players after the first `after`, up to `most` of them."""
    where = _conditions(table, scope)
    first = await QUERIES.points_at_place(reading.connection, **where, after=after).first(
        tuple[int, int]
    )
    if first is None:
        return []
    points, above = first
    listed = await QUERIES.ranked_from(
        reading.connection, **where, shown=points, skipped=after - above, most=most
    ).all(_ListingRow)
    players: list[RankedPlayer] = []
    place = above + 1
    for each in listed:
        if each.shown != points:
            points, place = each.shown, after + len(players) + 1
        players.append(each.at(place))
    return players


@dataclass(frozen=True, slots=True)
class Provisional:
    """A player who has a rating but no place yet."""

    user: UserId
    rating: PlayerRating
    left_at: Instant | None = None


async def provisional(
    reading: Reading, table: LeaderboardKey, scope: Scope, most: int
) -> list[Provisional]:
    """List rated players without a place, up to `most`, the strongest first."""
    query = QUERIES.not_ranked_yet(reading.connection, **_conditions(table, scope), most=most)
    return await query.all(Provisional)


async def count_provisional(reading: Reading, table: LeaderboardKey, scope: Scope) -> int:
    """Count the rated players without a place."""
    query = QUERIES.count_not_ranked_yet(reading.connection, **_conditions(table, scope))
    return await query.one(int)


@dataclass(frozen=True, slots=True)
class _UserRating:
    player: Player
    rating: PlayerRating
    shown: int | None


async def own(
    reading: Reading, table: LeaderboardKey, scope: Scope, user: UserId
) -> OwnRank | None:
    """Return the rank of a user, or `None` if they were never rated there."""
    where = _conditions(table, scope)
    found = await _of_user(reading, table, scope, user)
    if found is None:
        return None
    rating, player = found.rating, found.player
    if found.shown is None:
        return OwnRank(rating, None, player.listing)
    above = await QUERIES.ranked_above(reading.connection, **where, shown=found.shown).one(int)
    beside = await QUERIES.listed_before(
        reading.connection, **where, shown=found.shown, player_key=player.key
    ).one(int)
    return OwnRank(rating, above + 1, player.listing, above + beside)


def _of_user(
    reading: Reading, table: LeaderboardKey, scope: Scope, user: UserId
) -> Statement[_UserRating | None]:
    query = QUERIES.rating_of_user(reading.connection, user_id=user, **_conditions(table, scope))
    return query.first(_UserRating)


async def strengths(
    reading: Reading, guild: GuildId, kind: str, users: Sequence[UserId]
) -> dict[UserId, float]:
    """Return a lower bound of users' strengths in a server: points minus twice the deviation."""
    table = LeaderboardKey(guild, kind)
    found: list[_UserRating | None] = await execute(
        *(_of_user(reading, table, ALL_TIME, each) for each in users)
    )
    ratings = (UNRATED if each is None else each.rating.rating for each in found)
    return {
        user: rating.points - 2 * rating.deviation
        for user, rating in zip(users, ratings, strict=True)
    }


def _conditions(table: LeaderboardKey, scope: Scope) -> dict[str, object]:
    return {**columns_of(table), "scope": scope}


def to_show(rows: Iterable[RankedPlayer]) -> list[RankedPlayer]:
    """Return the players who may be shown."""
    return [row for row in rows if row.listing is Listing.LISTED]


async def rated_of_server(reading: Reading, guild: GuildId, most: int) -> list[Match]:
    """List a server's matches that count for ratings, the latest rated first."""
    query = QUERIES.rated_of_server(reading.connection, guild_id=guild, most=most)
    return await query.all_readable(Match)
