"""Histories of finished matches, for those who may see the matches in them."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from bot.db.database import Database, Reading
from bot.features.matches.listing import Paged, paged
from bot.features.matches.listing_queries import After, Before
from bot.features.profiles import queries as profile_queries
from bot.features.profiles.counting import StatisticsLook
from bot.features.profiles.queries import Sorts, Whole
from bot.features.profiles.service import open_player
from bot.features.standings import queries as rating_queries
from bot.match.identity import GuildId, MatchId, UserId
from bot.match.match import Match

AT_A_TIME: Final = 48
"""Matches that are read at a time where some are not for the one who looks."""
MOST_ROUNDS: Final = 12
"""How often so many are read in a row: after more that cannot be seen, a page ends, and the next
one goes on from there."""

Sees = Callable[[Match], bool]
"""Returns whether the one who looks may see a match."""


@dataclass(frozen=True, slots=True)
class Whose:
    """Whose history it is: a person's, of them with an opponent, or with nobody the server's."""

    guild: GuildId
    user: UserId | None = None
    opponent: UserId | None = None


_EMPTY: Final = Paged([], None, None)


class Histories:
    """Lists finished matches, a page at a time."""

    def __init__(self, database: Database, facts: StatisticsLook) -> None:
        self._database = database
        self._facts = facts

    async def page(
        self, whose: Whose, sorts: Sorts, cut: Before | After, viewer: UserId, sees: Sees
    ) -> Paged:
        """Return a page of the matches that the viewer sees. Raise `KeepsToThemself`.

        Two people's matches with one another are theirs both, whatever the one keeps to themself.
        """
        await self._facts.catch_up()
        async with self._database.snapshot() as reading:
            whole = await _whole(reading, whose, viewer)
            if whole is None:
                return _EMPTY

            stopped: MatchId | None = None

            async def listed(where: Before | After, most: int) -> list[Match]:
                nonlocal stopped
                found, stopped = await _seen(reading, whole, sorts, where, most, sees)
                return found

            page = await paged(listed, cut)
            if stopped is None or page.on is not None:
                return page
            return replace(page, on=Before(stopped))


async def _whole(reading: Reading, whose: Whose, viewer: UserId) -> Whole | None:
    """Find whose history is requested; nobody's where one of them has none."""
    if whose.user is None:
        return Whole(whose.guild)
    if whose.opponent == viewer:
        player = await rating_queries.find(reading, whose.user)
    else:
        player = await open_player(reading, whose.user, viewer)
    if player is None:
        return None
    if whose.opponent is None:
        return Whole(whose.guild, player.key)
    if whose.user == viewer:
        opponent = await rating_queries.find(reading, whose.opponent)
    else:
        opponent = await open_player(reading, whose.opponent, viewer)
    if opponent is None:
        return None
    return Whole(whose.guild, player.key, opponent.key)


async def _seen(
    reading: Reading, whole: Whole, sorts: Sorts, where: Before | After, most: int, sees: Sees
) -> tuple[list[Match], MatchId | None]:
    """List up to so many matches that may be seen, passing over the others.

    With them goes where it was stopped, if too many could not be seen.
    """
    found: list[Match] = []
    limit = most
    for _ in range(MOST_ROUNDS):
        read = await profile_queries.page(reading, whole, sorts, where, limit)
        found += [match for match in read if sees(match)]
        if len(found) >= most or len(read) < limit:
            return found[:most], None
        where = type(where)(read[-1].id)
        limit = AT_A_TIME
    return found, where.match
