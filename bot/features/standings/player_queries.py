"""The keys of players, and whether they are on leaderboards, in the database."""

from collections.abc import Iterable, Sequence
from typing import Final

from bot.db import tables
from bot.db.database import Reading, Writing
from bot.db.program import Counter, allot
from bot.db.statements import Statement, execute, lock_rows
from bot.features.standings.queries import QUERIES, Listing, NamedPlayer, Player
from bot.match.identity import PlayerKey, UserId, is_former, key_of_former

PLAYER_NUMBERS: Final = Counter("player")
PLAYERS: Final = tables.Table("players", NamedPlayer, key=("player_key",))


async def find_two(reading: Reading, one: UserId, other: UserId) -> dict[UserId, Player]:
    """Return the keys of those of two users who have one."""
    return await _with_former(reading, await _named(reading, one, other), one, other)


async def find_two_to_rate(writing: Writing, one: UserId, other: UserId) -> dict[UserId, Player]:
    """Return the keys of two users, and lock both players until the transaction ends.

    Lock them in the order of their ids, so that two rated matches of theirs that end at once do not
    deadlock.
    """
    locked = lock_rows(_named(writing, one, other))
    players = await _with_former(writing, await locked, one, other)
    if len(players) < 2 or is_former(one) or is_former(other):
        # A user without a key has no row that can be locked.
        writing.require_alone()
    return players


def _named(reading: Reading, one: UserId, other: UserId) -> Statement[list[NamedPlayer]]:
    query = QUERIES.player_keys(reading.connection, one_id=one, other_id=other)
    return query.all(NamedPlayer)


async def _with_former(
    reading: Reading, named: Iterable[NamedPlayer], one: UserId, other: UserId
) -> dict[UserId, Player]:
    keys = {each.user: each.player for each in named if each.user is not None}
    for user in filter(is_former, (one, other)):
        player = await find(reading, user)
        if player is not None:
            keys[user] = player
    return keys


async def find(reading: Reading, user: UserId) -> Player | None:
    """Return a user's key, if they have one; a former player's number contains it."""
    if is_former(user):
        row = await PLAYERS.find(reading.connection, player_key=key_of_former(user))
    else:
        row = await PLAYERS.find(reading.connection, user_id=user)
    return None if row is None else row.player


async def of_key(reading: Reading, key: PlayerKey) -> NamedPlayer | None:
    """Return the player with a key, if there is one."""
    return await PLAYERS.find(reading.connection, player_key=key)


async def are_listed(reading: Reading, users: Sequence[UserId]) -> frozenset[UserId]:
    """Return the users who have not asked to be left off leaderboards."""
    players = await execute(*(PLAYERS.find(reading.connection, user_id=user) for user in users))
    return frozenset(
        user
        for user, named in zip(users, players, strict=True)
        if named is None or named.player.listing is Listing.LISTED
    )


async def insert(writing: Writing, user: UserId, listing: Listing = Listing.LISTED) -> Player:
    """Give a user a key, and return it."""
    player = Player(PlayerKey(await allot(writing, PLAYER_NUMBERS)), listing)
    await PLAYERS.insert(writing.connection, NamedPlayer(user, player))
    return player


async def key_of(writing: Writing, user: UserId) -> PlayerKey:
    """Return a user's key; give them one if they have none."""
    return (await find(writing, user) or await insert(writing, user)).key


def keep_listing(writing: Writing, player: PlayerKey, listing: Listing) -> Statement[int]:
    """Write whether a player is on leaderboards; the points that rank them are not changed."""
    changed = {"listing": listing.value}
    return PLAYERS.change(writing.connection, changed, player_key=player)
