"""Who stands on leaderboards, as each person wants it for themself."""

from collections import Counter
from dataclasses import replace

from bot.host.rating import shown_points
from bot.match.identity import UserId
from bot.match.rating import Scope
from bot.match.season import Listing
from bot.store import players, ratings, seasons
from bot.store.asking import in_one_go
from bot.store.database import Database, Reading, Writing
from bot.store.players import Player
from bot.store.ratings import Table


class Listings:
    """Takes people off leaderboards, and puts them back."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, user: UserId) -> Listing:
        """Tell whether somebody stands on leaderboards, once they have a place."""
        async with self._database.reading() as reading:
            player = await players.find(reading, user)
        return Listing.LISTED if player is None else player.listing

    async def any_left_off(self, one: UserId, other: UserId) -> bool:
        """Tell whether one of two people is left off, so that others read no points of theirs."""
        async with self._database.reading() as reading:
            return await any_left_off(reading, one, other)

    async def put(self, user: UserId, listing: Listing) -> None:
        """Have somebody stand on leaderboards or not.

        Their ratings stay, and so do those of others. In the table of a season that is over
        nobody's place changes: who had one there is shown or not.
        """
        async with self._database.writing() as writing:
            player = await players.find(writing, user)
            if player is None:
                await players.insert(writing, user, listing)
            elif player.listing is not listing:
                await _put(writing, player, listing)


async def any_left_off(reading: Reading, one: UserId, other: UserId) -> bool:
    """Tell whether one of two people is left off leaderboards."""
    known = await players.find_two(reading, one, other)
    return any(player.listing is Listing.LEFT_OFF for player in known.values())


async def _put(writing: Writing, player: Player, listing: Listing) -> None:
    """Write anew by what each rating of one player is ranked, and count with it."""
    before = await ratings.of_player(writing, player.key)
    ended = {
        season.id
        for guild in {kept.table.guild for kept in before}
        for season in await seasons.of_server(writing, guild)
        if season.ended_at is not None
    }
    before = [kept for kept in before if kept.scope not in ended]
    after = [replace(kept, shown=shown_points(kept.rating, listing)) for kept in before]
    changes: dict[Table, Counter[tuple[Scope, int]]] = {}
    for every, change in ((before, -1), (after, 1)):
        for kept in every:
            if kept.shown is not None:
                changes.setdefault(kept.table, Counter())[kept.scope, kept.shown] += change
    await in_one_go(
        players.keep_listing(writing, player.key, listing),
        ratings.show(writing, player.key, after),
        *(ratings.count(writing, table, counted) for table, counted in changes.items()),
    )
