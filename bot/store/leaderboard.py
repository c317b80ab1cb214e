"""Places among the rated players of a server.

Nobody is walked over to count those above: `rating_counts` says how many stand at each number of
points, of which there are a few thousand at the most, however many players there are.
"""

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass

from bot.match.identity import Instant, PlayerKey, UserId
from bot.match.rating import PlayerRating, Scope
from bot.match.season import Listing
from bot.store.database import QUERIES, Reading
from bot.store.ratings import Table, rating_of


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
    """Give where somebody stands, if they were ever rated there."""
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
    """Give those who may be shown."""
    return [row for row in rows if row.listing is Listing.LISTED]
