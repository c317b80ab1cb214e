"""Ratings in the database, and the results that they come from."""

import sqlite3
from collections import Counter as Counted
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from bot.db.database import Reading, Writing
from bot.db.program import Counter, allot
from bot.db.statements import Statement, load_queries
from bot.features.standings.glicko import Rating
from bot.features.standings.rating import PlayerRating, Scope
from bot.features.standings.rerating import Pair, RatedResult, RatingStep
from bot.features.standings.season import Listing
from bot.match.identity import (
    GuildId,
    Instant,
    MatchId,
    PlayerKey,
    UserId,
    is_former,
    key_of_former,
)

QUERIES: Final = load_queries(__file__)


@dataclass(frozen=True, slots=True)
class Table:
    """Whose ratings are meant: those of a server, in a ruleset."""

    guild: GuildId
    ruleset: str


async def next_result(writing: Writing) -> int:
    """Allot the number of a result; numbers rise in the order in which results were rated."""
    return await allot(writing, Counter.RATED_RESULT)


def insert_result(
    writing: Writing, table: Table, match: MatchId, result: RatedResult
) -> Statement[int]:
    """Keep a rated result."""
    return QUERIES.insert_rated_result(
        writing.connection,
        id=result.id,
        match_id=match,
        guild_id=table.guild,
        ruleset=table.ruleset,
        season_id=result.season,
        rated_at=result.rated_at,
        orange_key=result.orange,
        gray_key=result.gray,
        orange_score=result.score.value,
    )


async def of_two(
    reading: Reading, table: Table, season: Scope, pair: Pair
) -> dict[tuple[Scope, PlayerKey], PlayerRating]:
    """Return the ratings of two players, of all time and of a season, as far as they have any."""
    rows = QUERIES.ratings_of_two(
        reading.connection,
        guild_id=table.guild,
        ruleset=table.ruleset,
        scope=season,
        one_key=pair[0],
        other_key=pair[1],
    )
    return {
        (Scope(row["scope"]), PlayerKey(row["player_key"])): rating_of(row) async for row in rows
    }


async def of_last_season(
    reading: Reading, table: Table, season: Scope, player: PlayerKey
) -> PlayerRating | None:
    """Return what the latest season before that one, in which they played, made of a player."""
    row = await QUERIES.last_season_rating(
        reading.connection,
        player_key=player,
        guild_id=table.guild,
        ruleset=table.ruleset,
        scope=season,
    )
    return rating_of(row) if row else None


async def meetings(
    reading: Reading, table: Table, season: Scope, pair: Pair
) -> Mapping[Scope, int]:
    """Count the rated matches of two players, of all time and of a season."""
    rows = QUERIES.meetings_of(
        reading.connection,
        guild_id=table.guild,
        ruleset=table.ruleset,
        scope=season,
        one_key=pair[0],
        other_key=pair[1],
    )
    return Counted({Scope(row["scope"]): int(row["meetings"]) async for row in rows})


def insert_steps(writing: Writing, steps: Iterable[RatingStep]) -> Statement[int]:
    """Keep what results made of ratings, and what it was computed from."""
    return insert_step_rows(writing, [step_row(step) for step in steps])


def insert_step_rows(writing: Writing, rows: list[dict[str, object]]) -> Statement[int]:
    """Keep such steps, given as the columns of their rows."""
    return QUERIES.insert_rating_steps(writing.connection, rows)


def keep(
    writing: Writing,
    table: Table,
    ratings: Mapping[tuple[Scope, PlayerKey], tuple[PlayerRating, int | None]],
) -> Statement[int]:
    """Write ratings in place of those before, each with the points it is ranked by, if any."""
    rows = [
        {
            "guild_id": table.guild,
            "ruleset": table.ruleset,
            "scope": scope,
            "player_key": player,
            "points": kept.rating.points,
            "deviation": kept.rating.deviation,
            "volatility": kept.rating.volatility,
            "rated_at": kept.rated_at,
            "wins": kept.wins,
            "draws": kept.draws,
            "losses": kept.losses,
            "opponents": kept.opponents,
            "shown": shown,
        }
        for (scope, player), (kept, shown) in ratings.items()
    ]
    return QUERIES.keep_ratings(writing.connection, rows)


def count(
    writing: Writing, table: Table, changes: Mapping[tuple[Scope, int], int]
) -> Statement[int]:
    """Change how many players stand at numbers of points."""
    rows = [
        {
            "guild_id": table.guild,
            "ruleset": table.ruleset,
            "scope": scope,
            "shown": shown,
            "players": change,
        }
        for (scope, shown), change in changes.items()
        if change
    ]
    return QUERIES.count_ratings(writing.connection, rows)


def count_meeting(
    writing: Writing, table: Table, scopes: Iterable[Scope], pair: Pair
) -> Statement[int]:
    """Count one more meeting of two players."""
    rows = [
        {
            "guild_id": table.guild,
            "ruleset": table.ruleset,
            "scope": scope,
            "one_key": pair[0],
            "other_key": pair[1],
        }
        for scope in scopes
    ]
    return QUERIES.count_meetings(writing.connection, rows)


@dataclass(frozen=True, slots=True)
class Change:
    """What a match made of a player's rating."""

    before: Rating
    after: Rating


async def changes(reading: Reading, result: int, scope: Scope) -> dict[PlayerKey, Change]:
    """Return what a result made of both players' ratings in a scope; nothing where it is void."""
    rows = QUERIES.steps_of_result(reading.connection, result_id=result, scope=scope)
    return {
        PlayerKey(row["player_key"]): Change(
            Rating(row["before_points"], row["before_deviation"], row["before_volatility"]),
            Rating(row["points"], row["deviation"], row["volatility"]),
        )
        async for row in rows
    }


@dataclass(frozen=True, slots=True)
class Kept:
    """A player's rating as it is kept: in which table and scope, and by what it is ranked."""

    table: Table
    scope: Scope
    rating: PlayerRating
    shown: int | None


async def of_player(reading: Reading, player: PlayerKey) -> list[Kept]:
    """List all ratings of a player."""
    rows = QUERIES.ratings_of_player(reading.connection, player_key=player)
    return [
        Kept(
            Table(GuildId(row["guild_id"]), row["ruleset"]),
            Scope(row["scope"]),
            rating_of(row),
            row["shown"],
        )
        async for row in rows
    ]


def show(writing: Writing, player: PlayerKey, kept: Iterable[Kept]) -> Statement[int]:
    """Write by what a player is ranked; the counts are not changed."""
    rows = [
        {
            "guild_id": each.table.guild,
            "ruleset": each.table.ruleset,
            "scope": each.scope,
            "player_key": player,
            "shown": each.shown,
        }
        for each in kept
    ]
    return QUERIES.show_ratings(writing.connection, rows)


def rating_of(row: sqlite3.Row) -> PlayerRating:
    """Read a rating."""
    rated_at = row["rated_at"]
    return PlayerRating(
        Rating(row["points"], row["deviation"], row["volatility"]),
        None if rated_at is None else Instant(rated_at),
        int(row["wins"]),
        int(row["draws"]),
        int(row["losses"]),
        int(row["opponents"]),
    )


def step_row(step: RatingStep) -> dict[str, object]:
    """Return a step as the columns of its row."""
    before, after = step.before.rating, step.after.rating
    return {
        "result_id": step.result,
        "scope": step.scope,
        "player_key": step.player,
        "weight": step.weight,
        "before_points": before.points,
        "before_deviation": before.deviation,
        "before_volatility": before.volatility,
        "before_at": step.before.rated_at,
        "points": after.points,
        "deviation": after.deviation,
        "volatility": after.volatility,
    }


@dataclass(frozen=True, slots=True)
class Ranked:
    """Somebody on a leaderboard. Those with the same points share a place.

    `user` is `None` for somebody who had themself deleted. `left_at` is when somebody was noticed
    to have left the server, if they were. Who wants to be left off keeps their place in seasons
    that were over before, and is not to be shown there.
    """

    place: int
    points: int
    player: PlayerKey
    user: UserId | None
    rating: PlayerRating
    left_at: Instant | None = None
    listing: Listing = Listing.LISTED


@dataclass(frozen=True, slots=True)
class Own:
    """Where one person stands; without a place if they are not ranked.

    `above` counts those listed before them, with the same points too.
    """

    rating: PlayerRating
    place: int | None
    listing: Listing
    above: int = 0


async def ranked(reading: Reading, table: Table, scope: Scope) -> int:
    """Count those who have a place."""
    return int(await QUERIES.ranked(reading.connection, **_where(table, scope)))


async def page(reading: Reading, table: Table, scope: Scope, after: int, most: int) -> list[Ranked]:
    """List those who stand after so many others, up to so many of them."""
    where = _where(table, scope)
    first = await QUERIES.points_at_place(reading.connection, **where, after=after)
    if first is None:
        return []
    rows = QUERIES.ranked_from(
        reading.connection,
        **where,
        shown=first["shown"],
        skipped=after - first["above"],
        most=most,
    )
    found: list[Ranked] = []
    points, place = first["shown"], int(first["above"]) + 1
    async for row in rows:
        if row["shown"] != points:
            points, place = row["shown"], after + len(found) + 1
        found.append(_ranked(row, place))
    return found


async def own(reading: Reading, table: Table, scope: Scope, user: UserId) -> Own | None:
    """Return where somebody stands, if they were ever rated there."""
    where = _where(table, scope)
    row = await QUERIES.rating_of_user(reading.connection, user_id=user, **where)
    if row is None:
        return None
    listing = Listing(row["listing"])
    if row["shown"] is None:
        return Own(rating_of(row), None, listing)
    above = await QUERIES.ranked_above(reading.connection, **where, shown=row["shown"])
    beside = await QUERIES.listed_before(
        reading.connection, **where, shown=row["shown"], player_key=row["player_key"]
    )
    return Own(rating_of(row), int(above) + 1, listing, int(above) + int(beside))


def _where(table: Table, scope: Scope) -> dict[str, object]:
    return {"guild_id": table.guild, "ruleset": table.ruleset, "scope": scope}


def _ranked(row: sqlite3.Row, place: int) -> Ranked:
    user, left_at = row["user_id"], row["left_at"]
    return Ranked(
        place,
        int(row["shown"]),
        PlayerKey(row["player_key"]),
        None if user is None else UserId(user),
        rating_of(row),
        None if left_at is None else Instant(left_at),
        Listing.LISTED if user is None else Listing(row["listing"]),
    )


def to_show(rows: Iterable[Ranked]) -> list[Ranked]:
    """Return those who may be shown."""
    return [row for row in rows if row.listing is Listing.LISTED]


@dataclass(frozen=True, slots=True)
class Player:
    """A person's key, and whether they stand on leaderboards."""

    key: PlayerKey
    listing: Listing


async def find_two(reading: Reading, one: UserId, other: UserId) -> dict[UserId, Player]:
    """Return the keys of those of the two who have one."""
    rows = QUERIES.player_keys(reading.connection, one_id=one, other_id=other)
    found = {
        UserId(row["user_id"]): Player(PlayerKey(row["player_key"]), Listing(row["listing"]))
        async for row in rows
    }
    for user in filter(is_former, (one, other)):
        player = await find(reading, user)
        if player is not None:
            found[user] = player
    return found


async def find(reading: Reading, user: UserId) -> Player | None:
    """Return a person's key, if they have one; that of a former player is in their number."""
    if is_former(user):
        key = key_of_former(user)
        listing = await QUERIES.listing_of_player(reading.connection, player_key=key)
        return None if listing is None else Player(key, Listing(listing))
    row = await QUERIES.player_of_user(reading.connection, user_id=user)
    return None if row is None else Player(PlayerKey(row["player_key"]), Listing(row["listing"]))


async def insert(writing: Writing, user: UserId, listing: Listing = Listing.LISTED) -> Player:
    """Return a person a key."""
    player = Player(PlayerKey(await allot(writing, Counter.PLAYER)), listing)
    await QUERIES.insert_player(
        writing.connection,
        player_key=player.key,
        user_id=user,
        listing=player.listing.value,
    )
    return player


def keep_listing(writing: Writing, player: PlayerKey, listing: Listing) -> Statement[int]:
    """Write whether somebody stands on leaderboards; what they are ranked by is not changed."""
    return QUERIES.list_player(writing.connection, player_key=player, listing=listing.value)
