"""Players who asked to be left off leaderboards."""

from collections import Counter
from dataclasses import replace

from bot.db.database import Database, Reading, Writing
from bot.db.statements import execute
from bot.features.standings import player_queries, seasons
from bot.features.standings import queries as rating_queries
from bot.features.standings.glicko import PlayerRating, Scope, is_ranked
from bot.features.standings.queries import LeaderboardKey, Listing, Player
from bot.match.identity import UserId


def shown_points(player: PlayerRating, listing: Listing) -> int | None:
    """Return the points that rank a player; `None` for a player without a place."""
    if listing is Listing.LEFT_OFF or not is_ranked(player):
        return None
    return round(player.rating.points)


class Listings:
    """Takes players off leaderboards, and puts them back."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, user: UserId) -> Listing:
        """Return whether a user is on leaderboards once they have a place."""
        async with self._database.reading() as reading:
            player = await player_queries.find(reading, user)
        return Listing.LISTED if player is None else player.listing

    async def any_left_off(self, one: UserId, other: UserId) -> bool:
        """Return whether one of two users is left off, so that others may not read their points."""
        async with self._database.reading() as reading:
            return await any_left_off(reading, one, other)

    async def put(self, user: UserId, listing: Listing) -> None:
        """Put a user on leaderboards or take them off.

        Their ratings stay, and so do those of others. In the table of a finished season no place
        changes; the player is only shown or not.
        """
        async with self._database.writing() as writing:
            player = await player_queries.find(writing, user)
            if player is None:
                await player_queries.insert(writing, user, listing)
            elif player.listing is not listing:
                await _write_points(writing, player, listing)


async def any_left_off(reading: Reading, one: UserId, other: UserId) -> bool:
    """Return whether one of two users is left off leaderboards."""
    known = await player_queries.find_two(reading, one, other)
    return any(player.listing is Listing.LEFT_OFF for player in known.values())


async def _write_points(writing: Writing, player: Player, listing: Listing) -> None:
    """Write the points that rank each rating of one player, and update the counts."""
    before = await rating_queries.of_player(writing, player.key)
    ended = {
        season.id
        for guild in {kept.table.guild for kept in before}
        for season in await seasons.of_server(writing, guild)
        if season.ended_at is not None
    }
    before = [kept for kept in before if kept.scope not in ended]
    after = [replace(kept, shown=shown_points(kept.rating, listing)) for kept in before]
    changes: dict[LeaderboardKey, Counter[tuple[Scope, int]]] = {}
    for every, change in ((before, -1), (after, 1)):
        for kept in every:
            if kept.shown is not None:
                changes.setdefault(kept.table, Counter())[kept.scope, kept.shown] += change
    await execute(
        player_queries.keep_listing(writing, player.key, listing),
        rating_queries.show(writing, after),
        *(rating_queries.count(writing, table, counted) for table, counted in changes.items()),
    )
