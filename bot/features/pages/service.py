"""Sharing a match by link: who may, when both must, and what a page may show."""

import secrets
from dataclasses import dataclass
from enum import Enum
from typing import Final

from bot.db.database import Database, Reading
from bot.db.statements import execute
from bot.features.matches import queries as match_queries
from bot.features.matches.errors import NoSuchMatch
from bot.features.pages import queries as page_queries
from bot.features.pages.errors import NoMatchPages
from bot.features.pages.queries import PageConsent, PublicPage, Slug
from bot.features.settings import queries as settings_queries
from bot.features.settings.preferences import PageName
from bot.features.settings.server import MatchPages
from bot.jobs.clock import Clock
from bot.match.errors import MatchGoesOn, NotAPlayer
from bot.match.identity import MatchId, UserId, is_former
from bot.match.match import Match

RANDOM_BYTES: Final = 16
"""How many random bytes an address has."""


class Audience(Enum):
    """Who can read the place where a match was played."""

    SERVER = "server"
    """Everyone in the server: each player may share the match."""
    SOME = "some"
    """Not everyone: both players must want to share it."""


@dataclass(frozen=True, slots=True)
class LinkState:
    """How far the sharing of a match by link is: `page` is None until all who must want it."""

    match: Match
    page: PublicPage | None
    wanted_by: frozenset[UserId]


@dataclass(frozen=True, slots=True)
class SharedMatch:
    """A match that has a page, and the players who are not named there."""

    match: MatchId
    unnamed: frozenset[UserId]


class SharedPages:
    """Gives matches pages on the web, and takes them away."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def share(self, user: UserId, number: MatchId, audience: Audience) -> LinkState:
        """Record that a player wants a match to have a page, and give it one if that suffices.

        A match that has one keeps it. Raise `NoSuchMatch`, `NotAPlayer`, `MatchGoesOn` or
        `NoMatchPages`.
        """
        now = self._clock.now()
        async with self._database.writing() as writing:
            match = await _match_of(writing, number, user)
            if match.outcome is None:
                raise MatchGoesOn(match)
            settings = await settings_queries.find(writing, match.venue.guild)
            if settings.match_pages is MatchPages.OFF:
                raise NoMatchPages
            await page_queries.consent(writing, PageConsent(number, user, now))
            page, given = await execute(
                page_queries.page_of(writing, number), page_queries.consents(writing, number)
            )
            wanted_by = frozenset(each.user for each in given)
            # One who has deleted their data can't be asked.
            there = [each for each in match.people if not is_former(each)]
            needs = len(there) if audience is Audience.SOME else 1
            if page is None and len(wanted_by) >= needs:
                slug = Slug(secrets.token_urlsafe(RANDOM_BYTES))
                page = PublicPage(number, slug, needs, now)
                await page_queries.insert(writing, page)
        return LinkState(match, page, wanted_by)

    async def revoke(self, user: UserId, number: MatchId) -> bool:
        """Take its page away from a match. If there is none, no longer want one; return False.

        Raise `NoSuchMatch` or `NotAPlayer`.
        """
        async with self._database.writing() as writing:
            await _match_of(writing, number, user)
            return await page_queries.revoke(writing, number, user)

    async def at(self, slug: Slug) -> SharedMatch | None:
        """Return what the page with an address shows; None if there is none.

        A server that lets no match have a page has none, not even of matches shared before.
        """
        async with self._database.snapshot() as reading:
            page = await page_queries.page_at(reading, slug)
            match = None if page is None else await match_queries.find(reading, page.match)
            if match is None or match.outcome is None:
                return None
            settings = await settings_queries.find(reading, match.venue.guild)
            if settings.match_pages is MatchPages.OFF:
                return None
            return SharedMatch(match.id, await _unnamed(reading, match))


async def _match_of(reading: Reading, number: MatchId, user: UserId) -> Match:
    match = await match_queries.find(reading, number)
    if match is None:
        raise NoSuchMatch(number)
    if user not in match.people:
        raise NotAPlayer(match)
    return match


async def _unnamed(reading: Reading, match: Match) -> frozenset[UserId]:
    preferred = [await settings_queries.find_preferences(reading, user) for user in match.people]
    return frozenset(
        user
        for user, each in zip(match.people, preferred, strict=True)
        if each.page_name is PageName.UNNAMED
    )
