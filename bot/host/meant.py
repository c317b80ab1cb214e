"""Which match people mean, and which ones they have."""

from collections.abc import Sequence

from bot.host.access import Viewer, may_act, require_visible
from bot.host.clock import Clock
from bot.host.errors import NoMatchHere, NoSuchMatch, NotYourTurnAnywhere, SeveralMatches
from bot.match.errors import NotAPlayer, NotYourTurn
from bot.match.identity import MatchId, Place, UserId
from bot.match.match import Match
from bot.store import matches
from bot.store.database import Database


class MatchesMeant:
    """Finds matches: by number, by place, and by whose turn it is."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def find(self, number: MatchId) -> Match:
        """Give a match. Raises `NoSuchMatch`."""
        async with self._database.reading() as reading:
            match = await matches.find(reading, number)
        if match is None:
            raise NoSuchMatch(number)
        return match

    async def live_of(self, user: UserId) -> list[Match]:
        """List a person's live matches: own turn first, the one that waited longest first."""
        async with self._database.reading() as reading:
            live = await matches.live_of_user(reading, user)
        return sorted(live, key=lambda match: match.to_move != user)

    async def to_play(self, viewer: Viewer, named: MatchId | None) -> Match:
        """Give the match in which a person means to place a piece.

        The one that is named, else the one whose thread this is, else the only one where it is
        their turn, of the nearest: those that live here, in this server, in direct messages; in
        direct messages any server's. Raises `NoSuchMatch`, `SeveralMatches`, `NoMatchHere`,
        `NotYourTurn` or `NotYourTurnAnywhere`; being no player of it is for the deed to refuse.
        """
        user, place = viewer.user, viewer.place
        if named is not None:
            return require_visible(viewer, await self.find(named))
        own = await self.of_thread(place)
        if own is not None:
            return own
        live = await self._live_within_reach(user, place)
        if not live:
            raise NoMatchHere
        turns = [match for match in live if match.to_move == user]
        if not turns and len(live) == 1:
            raise NotYourTurn(live[0])
        if not turns:
            raise NotYourTurnAnywhere(tuple(live))
        return _only(_nearest(turns, place))

    async def to_see(self, viewer: Viewer, named: MatchId | None) -> Match:
        """Give the match that a person wants to look at or to resign.

        The one that is named, else the one whose thread this is, else their only live one, of the
        nearest as above. Raises `NoSuchMatch`, `NotAPlayer`, `SeveralMatches` or `NoMatchHere`.
        """
        user, place = viewer.user, viewer.place
        if named is not None:
            match = require_visible(viewer, await self.find(named))
            if not may_act(viewer, match) and not match.home.is_in(place):
                raise NotAPlayer(match)
            return match
        own = await self.of_thread(place)
        if own is not None:
            return own
        live = await self._live_within_reach(user, place)
        if not live:
            raise NoMatchHere
        return _only(_nearest(live, place))

    async def of_thread(self, place: Place) -> Match | None:
        """Give the match whose own thread this is, be it over or not."""
        async with self._database.reading() as reading:
            here = await matches.of_channel(reading, place.channel, most=1)
        return here[0] if here and here[0].home.is_thread else None

    async def _live_within_reach(self, user: UserId, place: Place) -> list[Match]:
        """List a person's live matches that can be meant there: in a server, those of it."""
        live = await self.live_of(user)
        return [match for match in live if place.guild in (None, match.home.guild)]


def _nearest(found: Sequence[Match], place: Place) -> Sequence[Match]:
    """Give those that live in that place, or else those of its server, or else all."""
    here = [match for match in found if match.home.is_in(place)]
    return here or [match for match in found if match.home.is_open_to(place)] or found


def _only(found: Sequence[Match]) -> Match:
    if len(found) > 1:
        raise SeveralMatches(tuple(found))
    return found[0]
