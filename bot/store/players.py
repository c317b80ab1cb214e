"""The keys that stand for people in all that is kept for good."""

from dataclasses import dataclass

from bot.match.former import is_former, key_of_former
from bot.match.identity import PlayerKey, UserId
from bot.match.season import Listing
from bot.store.asking import Statement
from bot.store.database import QUERIES, Reading, Writing
from bot.store.program import Counter, allot


@dataclass(frozen=True, slots=True)
class Player:
    """A person's key, and whether they stand on leaderboards."""

    key: PlayerKey
    listing: Listing


async def find_two(reading: Reading, one: UserId, other: UserId) -> dict[UserId, Player]:
    """Give the keys of those of the two who have one."""
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
    """Give a person's key, if they have one; that of a former player is in their number."""
    if is_former(user):
        key = key_of_former(user)
        listing = await QUERIES.listing_of_player(reading.connection, player_key=key)
        return None if listing is None else Player(key, Listing(listing))
    row = await QUERIES.player_of_user(reading.connection, user_id=user)
    return None if row is None else Player(PlayerKey(row["player_key"]), Listing(row["listing"]))


async def insert(writing: Writing, user: UserId, listing: Listing = Listing.LISTED) -> Player:
    """Give a person a key."""
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
