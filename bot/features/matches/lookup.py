"""Finding the match that a user means: by number, by place, or by whose turn it is."""

from collections.abc import Sequence

from bot.db.database import Database
from bot.features.matches import queries as match_queries
from bot.features.matches.access import Viewer, require_visible
from bot.features.matches.errors import (
    NoMatchHere,
    NoSuchMatch,
    NotYourTurnAnywhere,
    SeveralMatches,
)
from bot.match.errors import NotYourTurn
from bot.match.identity import MatchId, Place, UserId
from bot.match.match import Match
from bot.match.terms import home_at, server_of


class MatchLookup:
    """Finds the match that a user means: by number, by place, or by whose turn it is."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, number: MatchId) -> Match:
        """Return a match. Raise `NoSuchMatch`."""
        async with self._database.reading() as reading:
            match = await match_queries.find(reading, number)
        if match is None:
            raise NoSuchMatch(number)
        return match

    async def live_of(self, user: UserId) -> list[Match]:
        """List a user's live matches: those that wait for them first, the longest wait first."""
        async with self._database.reading() as reading:
            live = await match_queries.live_of_user(reading, user)
        return sorted(live, key=lambda match: not match.awaits(user))

    async def resolve_to_play(self, viewer: Viewer, named: MatchId | None) -> Match:
        """Return the match in which a user wants to place a piece.

        It is the named match, else the match of this thread, else the only match with their turn
        among the nearest: those played here, in this server, or in direct messages; in direct
        messages those of any server. Raise `NoSuchMatch`, `SeveralMatches`, `NoMatchHere`,
        `NotYourTurn` or `NotYourTurnAnywhere`; a user who does not play in it is refused later.
        """
        found = await self._named_or_of_thread(viewer, named)
        if found is not None:
            return found
        live = await self._live_within_reach(viewer)
        turns = [match for match in live if match.to_move == viewer.user]
        if not turns and len(live) == 1:
            raise NotYourTurn(live[0])
        if not turns:
            raise NotYourTurnAnywhere(tuple(live))
        return _only_match(_nearest_matches(turns, viewer.place))

    async def resolve_to_see(self, viewer: Viewer, named: MatchId | None) -> Match:
        """Return the match that a user wants to look at or to resign.

        It is the named match, else the match of this thread, else their only live one among the
        nearest, as in `resolve_to_play`. Raise `NoSuchMatch`, `SeveralMatches` or `NoMatchHere`; a
        user who does not play in it is refused later, unless they only look.
        """
        found = await self._named_or_of_thread(viewer, named)
        if found is not None:
            return found
        return _only_match(_nearest_matches(await self._live_within_reach(viewer), viewer.place))

    async def _named_or_of_thread(self, viewer: Viewer, named: MatchId | None) -> Match | None:
        if named is not None:
            return require_visible(viewer, await self.find(named))
        return await self.of_thread(viewer.place)

    async def of_thread(self, place: Place) -> Match | None:
        """Return the match whose own thread this is, live or finished."""
        latest = await self._latest_of_thread(place, most=1)
        return latest[0] if latest else None

    async def last_two_of_thread(self, place: Place) -> Sequence[Match]:
        """List the latest match of a thread and the one before it, the newest first."""
        return await self._latest_of_thread(place, most=2)

    async def _latest_of_thread(self, place: Place, most: int) -> Sequence[Match]:
        async with self._database.reading() as reading:
            here = await match_queries.of_channel(reading, place.channel, most)
        return [match for match in here if match.venue.is_thread]

    async def _live_within_reach(self, viewer: Viewer) -> list[Match]:
        """List a user's live matches; in a server, only those of that server.

        Raise `NoMatchHere` if there are none.
        """
        live, guild = await self.live_of(viewer.user), server_of(home_at(viewer.place))
        if guild is not None:
            live = [match for match in live if match.venue.guild == guild]
        if not live:
            raise NoMatchHere
        return live


def _nearest_matches(matches: Sequence[Match], place: Place) -> Sequence[Match]:
    """Return the matches played in that place, else those of its server, else all."""
    here = [match for match in matches if match.venue.is_in(place)]
    return here or [match for match in matches if match.venue.is_open_to(place)] or matches


def _only_match(matches: Sequence[Match]) -> Match:
    if len(matches) > 1:
        raise SeveralMatches(tuple(matches))
    return matches[0]
