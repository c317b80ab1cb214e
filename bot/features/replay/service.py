"""All turns of a match, for those who may replay it."""

import asyncio
from dataclasses import dataclass
from typing import Final

from bot.db.database import Database
from bot.features.matches import queries as match_queries
from bot.features.matches import turn_queries
from bot.features.matches.access import Viewer, may_act, require_visible
from bot.features.matches.errors import NoMatchHere, NoSuchMatch, ServiceRefusal
from bot.features.matches.service import Matches
from bot.game import Position, Step, Turn, play
from bot.match.identity import MatchId, Place, UserId
from bot.match.match import Match
from bot.match.terms import home_at, server_of
from bot.text import N_


@dataclass(eq=False, slots=True)
class GoesOnElsewhere(ServiceRefusal):
    """The match is not over, and only its players see it outside the place where it is played."""

    message = N_(
        "{match} isn't over, so only its players and people who can see its channel can see it. "
        "Come back when it's over."
    )

    match: Match


AT_A_TIME: Final = 64
"""How many turns are played before the event loop may run other tasks."""


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A match and all of its turns in order, from the position that it began with."""

    match: Match
    start: Position
    steps: tuple[Step, ...]

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The turns alone, without the positions."""
        return tuple(step.turn for step in self.steps)


class Replays:
    """Finds matches to look back at, and returns their turns."""

    def __init__(self, database: Database, found: Matches) -> None:
        self._database = database
        self._matches = found

    async def record(self, number: MatchId) -> MatchRecord:
        """Return a match and its turns as they were at one moment. Raise `NoSuchMatch`.

        The caller checks who may see it.
        """
        async with self._database.snapshot() as reading:
            match = await match_queries.find(reading, number)
            if match is None:
                raise NoSuchMatch(number)
            turns = await turn_queries.turns(reading, number, match.revision)
        start = Position.start(match.position.ruleset)
        return MatchRecord(match, start, await _steps_of(start, turns))

    async def of_thread(self, place: Place) -> Match | None:
        """Return the match to which a thread belongs, live or finished."""
        return await self._matches.of_thread(place)

    async def resolve_to_replay(self, viewer: Viewer, named: MatchId | None) -> Match:
        """Return the match that a user wants to look back at.

        It is the named match, else the match of this thread, else their only live one in this
        server, else their last one here. A live match of other players is shown only where it is
        played. Raise `NoSuchMatch`, `GoesOnElsewhere`, `SeveralMatches` or `NoMatchHere`.
        """
        if named is not None:
            return _require_visible(await self._matches.find(named), viewer)
        try:
            return _require_visible(await self._matches.resolve_to_see(viewer, None), viewer)
        except NoMatchHere:
            latest = await self.latest_of(viewer.user, viewer.place, 1)
            if not latest:
                raise
            return latest[0]

    async def latest_of(self, user: UserId, place: Place, most: int) -> list[Match]:
        """List a user's matches, including finished ones, the newest first.

        In a server, list only those of that server.
        """
        guild = server_of(home_at(place))
        async with self._database.reading() as reading:
            if guild is None:
                return await match_queries.latest_of_user_anywhere(reading, user, most)
            return await match_queries.latest_of_user(reading, user, guild, most)

    async def latest_of_each_server(self, user: UserId, most: int) -> list[Match]:
        """List a user's latest match of each server, the newest first."""
        async with self._database.reading() as reading:
            return await match_queries.latest_of_each_server(reading, user, most)


def _require_visible(match: Match, viewer: Viewer) -> Match:
    """Return the match if the viewer may look back at it where they ask."""
    require_visible(viewer, match)
    if match.outcome is None and not may_act(viewer, match) and not match.venue.is_in(viewer.place):
        raise GoesOnElsewhere(match)
    return match


async def _steps_of(start: Position, turns: list[Turn]) -> tuple[Step, ...]:
    steps: list[Step] = []
    position = start
    for turn in turns:
        steps.append(play(position, turn))
        position = steps[-1].after
        if len(steps) % AT_A_TIME == 0:
            await asyncio.sleep(0)
    return tuple(steps)
