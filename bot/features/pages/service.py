"""Sharing matches by link: which players have to consent, and what a page may show."""

import secrets
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from bot.db.database import Database, Reading, Writing
from bot.db.statements import execute
from bot.features.matches import queries as match_queries
from bot.features.matches import turn_queries
from bot.features.matches.errors import NoSuchMatch
from bot.features.pages import queries as page_queries
from bot.features.pages.errors import NoMatchPages, NotShared
from bot.features.pages.queries import PageConsent, PublicPage, Slug
from bot.features.settings import queries as settings_queries
from bot.features.settings.preferences import PageName
from bot.features.settings.server import Leaderboard, MatchPages, SearchEngines, ServerSettings
from bot.features.settings.service import ServersSettings
from bot.jobs.clock import Clock
from bot.match.errors import MatchGoesOn, NotAPlayer
from bot.match.identity import GuildId, Instant, MatchId, Revision, UserId, is_former
from bot.match.match import Match

AreListed = Callable[[Reading, Sequence[UserId]], Awaitable[frozenset[UserId]]]
"""Returns which users may be on leaderboards."""

MOST_LINKED: Final = 10
"""How many shared matches a leaderboard links to."""
LOOKED_THROUGH: Final = 40
"""How many recently shared matches are searched for those to link to."""
LOOKED_THROUGH_FOR_ONE: Final = 200
"""How many are searched if only one player's matches are wanted."""
RANDOM_BYTES: Final = 16
"""How many random bytes an address has."""
_ALL: Final = 0
"""Announced in place of a match's number if any match of a server may be affected.

Matches are numbered from 1.
"""


class Audience(Enum):
    """Who can read the place where a match was played."""

    SERVER = "server"
    """Everyone in the server: each player may share the match."""
    SOME = "some"
    """Not everyone: both players must want to share it."""


class Discoverability(Enum):
    """A way to find a match's page without its link."""

    LEADERBOARD = "leaderboard"
    SEARCH = "search"


@dataclass(frozen=True, slots=True)
class LinkState:
    """The state of sharing a match by link; `page` is None until enough players consent.

    `is_new` says whether the user had not consented before. `beyond` holds the ways to find the
    page without the link; the user has to be told of them. `shows_analysis` says whether a player
    chose to show the analysis there.
    """

    match: Match
    page: PublicPage | None
    requested_by: frozenset[UserId]
    is_new: bool
    beyond: frozenset[Discoverability] = frozenset()
    shows_analysis: bool = False

    @property
    def awaited(self) -> tuple[UserId, ...]:
        """The players who have not consented."""
        return tuple(user for user in _users(self.match) if user not in self.requested_by)


@dataclass(frozen=True, slots=True)
class SharedMatch:
    """A match that has a page, and the players who are not named there.

    `last_turn` is the revision of its last turn while it is live; the revision of the match also
    rises with changes that are not public. `is_indexed` says whether search engines may list it,
    and `shows_analysis` whether a player chose to show its analysis.
    """

    match: MatchId
    unnamed: frozenset[UserId]
    last_turn: Revision | None
    is_indexed: bool = False
    shows_analysis: bool = False


@dataclass(frozen=True, slots=True)
class LinkedMatch:
    """A finished match that a public leaderboard may link to, both of whose players are named."""

    match: Match
    slug: Slug


@dataclass(frozen=True, slots=True)
class PublicTurns:
    """The turns of a match that readers may see, each with its revision.

    `revision` is the match's.
    """

    match: MatchId
    revision: Revision
    turns: tuple[tuple[str, Revision], ...]
    is_over: bool


class SharedPages:
    """Gives matches pages on the web, and takes them away."""

    def __init__(
        self, database: Database, clock: Clock, settings: ServersSettings, listed: AreListed
    ) -> None:
        self._database = database
        self._clock = clock
        self._settings = settings
        self._listed = listed

    def call_when_revoked(self, listener: Callable[[MatchId | None], None]) -> None:
        """Call a listener with each match whose page was taken away in this process.

        The listener gets None if a server changed which of its matches have pages.
        """
        self._database.listen(
            page_queries.REVOKED, lambda match: listener(MatchId(int(match)) if match else None)
        )

    async def allows_live(self, match: Match) -> bool:
        """Return whether the server lets its matches have pages while they are played."""
        settings = await self._settings.of(match.venue.guild)
        return settings.match_pages is MatchPages.LIVE

    async def share(self, user: UserId, number: MatchId, audience: Audience) -> LinkState:
        """Record that a player consents to a match's page, and create the page if that suffices.

        A page that exists stays. While the match is live, both players must consent. Raise
        `NoSuchMatch`, `NotAPlayer`, `MatchGoesOn` or `NoMatchPages`.
        """
        now = self._clock.now()
        async with self._database.writing() as writing:
            match = await _match_of(writing, number, user)
            settings = await settings_queries.find(writing, match.venue.guild)
            if settings.match_pages is MatchPages.OFF:
                raise NoMatchPages
            if match.outcome is None and settings.match_pages is not MatchPages.LIVE:
                raise MatchGoesOn(match)
            beyond = _discoverability(settings, match)
            consent = PageConsent(
                number,
                user,
                now,
                now if Discoverability.LEADERBOARD in beyond else None,
                now if Discoverability.SEARCH in beyond else None,
            )
            is_new = await page_queries.consent(writing, consent) > 0
            page, given = await execute(
                page_queries.page_of(writing, number), page_queries.consents(writing, number)
            )
            if not is_new:
                own = next(each for each in given if each.user == user)
                await page_queries.keep_consent(writing, own, _with_notices(own, consent))
            requested_by = frozenset(each.user for each in given)
            is_live = match.outcome is None
            needs = len(_users(match)) if is_live or audience is Audience.SOME else 1
            if page is None and len(requested_by) >= needs:
                slug = Slug(secrets.token_urlsafe(RANDOM_BYTES))
                page = PublicPage(number, slug, needs, now, match.venue.guild)
                await page_queries.insert(writing, page)
        shows_analysis = any(each.analysis_shown_at is not None for each in given)
        return LinkState(match, page, requested_by, is_new, beyond, shows_analysis)

    async def show_analysis(self, user: UserId, number: MatchId) -> LinkState:
        """Show the analysis of a finished match on its page; only a player who shared it may.

        Raise `NoSuchMatch`, `NotAPlayer`, `MatchGoesOn` or `NotShared`.
        """
        return await self._change_analysis(user, number, self._clock.now())

    async def hide_analysis(self, user: UserId, number: MatchId) -> LinkState:
        """Hide the analysis again; either player may, regardless of who showed it.

        Raise the same errors as `show_analysis`.
        """
        return await self._change_analysis(user, number, None)

    async def _change_analysis(
        self, user: UserId, number: MatchId, shown_at: Instant | None
    ) -> LinkState:
        async with self._database.writing() as writing:
            match = await _match_of(writing, number, user)
            if match.outcome is None:
                raise MatchGoesOn(match)
            page, given = await execute(
                page_queries.page_of(writing, number), page_queries.consents(writing, number)
            )
            requested_by = frozenset(each.user for each in given)
            if page is None or user not in requested_by:
                raise NotShared
            for each in given:
                if shown_at is None or each.user == user:
                    changed = replace(each, analysis_shown_at=shown_at)
                    await page_queries.keep_consent(writing, each, changed)
        is_shown = shown_at is not None
        return LinkState(match, page, requested_by, is_new=False, shows_analysis=is_shown)

    async def link_state(self, number: MatchId) -> LinkState:
        """Return the state of sharing a match by link. Raise `NoSuchMatch`."""
        async with self._database.snapshot() as reading:
            match = await match_queries.find(reading, number)
            if match is None:
                raise NoSuchMatch(number)
            page, given = await execute(
                page_queries.page_of(reading, number), page_queries.consents(reading, number)
            )
        return LinkState(match, page, frozenset(each.user for each in given), is_new=False)

    async def revoke(self, user: UserId, number: MatchId) -> bool:
        """Delete a match's page; if it has none, withdraw the user's consent and return False.

        Raise `NoSuchMatch` or `NotAPlayer`.
        """
        async with self._database.writing() as writing:
            await _match_of(writing, number, user)
            return await page_queries.revoke(writing, number, user)

    async def at(self, slug: Slug) -> SharedMatch | None:
        """Return the match that the page at an address shows; None if there is none.

        While a server allows no pages, its matches have none, even those shared before.
        """
        async with self._database.snapshot() as reading:
            match = await self._visible_match(reading, slug)
            if match is None:
                return None
            unnamed, last_turn = await _unnamed(reading, match), None
            is_indexed = shows_analysis = False
            if match.outcome is not None:
                page, given = await execute(
                    page_queries.page_of(reading, match.id),
                    page_queries.consents(reading, match.id),
                )
                settings = await self._settings.of(match.venue.guild)
                is_indexed = page is not None and _is_indexed(settings, page, given)
                shows_analysis = any(each.analysis_shown_at is not None for each in given)
            if match.outcome is None:
                played = await turn_queries.turns_with_times(reading, match.id)
                last_turn = played[-1].revision if played else Revision(0)
            return SharedMatch(match.id, unnamed, last_turn, is_indexed, shows_analysis)

    async def linked(self, guild: GuildId, player: UserId | None = None) -> list[LinkedMatch]:
        """List the finished matches that a server's public leaderboard links to, the newest first.

        The players of each match were told so when they shared it. The match's page names them, and
        they may be on leaderboards. With `player`, list only matches of that player.
        """
        if not await self._links_matches(guild):
            return []
        most = LOOKED_THROUGH if player is None else LOOKED_THROUGH_FOR_ONE
        async with self._database.snapshot() as reading:
            pages = await page_queries.linkable_pages(reading, guild, most)
            linkable = await self._linkable(reading, pages)
        own = [each for each in linkable if player is None or player in each.match.people]
        return own[:MOST_LINKED]

    async def linked_among(self, guild: GuildId, matches: Sequence[MatchId]) -> dict[MatchId, Slug]:
        """Return the addresses of the matches to which a public leaderboard may link."""
        if not matches or not await self._links_matches(guild):
            return {}
        async with self._database.snapshot() as reading:
            pages = await page_queries.linkable_pages_among(reading, guild, matches)
            linkable = await self._linkable(reading, pages)
        return {each.match.id: each.slug for each in linkable}

    async def named(self, users: Sequence[UserId]) -> frozenset[UserId]:
        """Return which of the users are named on pages and may be on leaderboards."""
        async with self._database.snapshot() as reading:
            return await self._nameable(reading, users)

    async def _links_matches(self, guild: GuildId) -> bool:
        settings = await self._settings.of(guild)
        is_off = settings.match_pages is MatchPages.OFF
        return settings.leaderboard is Leaderboard.PUBLIC and not is_off

    async def _linkable(self, reading: Reading, pages: Sequence[PublicPage]) -> list[LinkedMatch]:
        """Return the finished matches with these pages whose players are all named."""
        matches = await execute(*(match_queries.find(reading, page.match) for page in pages))
        over = [
            LinkedMatch(match, page.slug)
            for page, match in zip(pages, matches, strict=True)
            if match is not None and match.outcome is not None
        ]
        named = await self._nameable(reading, {user for each in over for user in each.match.people})
        return [each for each in over if named.issuperset(each.match.people)]

    async def _nameable(self, reading: Reading, users: Iterable[UserId]) -> frozenset[UserId]:
        """Return which of the users are named on pages and may be on leaderboards."""
        nameable = [user for user in users if not is_former(user)]
        preferred = await execute(
            *(settings_queries.find_preferences(reading, user) for user in nameable)
        )
        named = [
            user
            for user, each in zip(nameable, preferred, strict=True)
            if each.page_name is PageName.NAMED
        ]
        return await self._listed(reading, named) if named else frozenset()

    async def turns_at(self, slug: Slug) -> PublicTurns | None:
        """Return the turns that the page at an address shows; None if there is none."""
        async with self._database.snapshot() as reading:
            match = await self._visible_match(reading, slug)
            if match is None:
                return None
            played = await turn_queries.turns_with_times(reading, match.id)
        turns = tuple((turn.notation, turn.revision) for turn in played)
        return PublicTurns(match.id, match.revision, turns, match.outcome is not None)

    async def revisions(self, watched: Mapping[Slug, MatchId]) -> dict[Slug, Revision]:
        """Return the revisions of the watched matches whose pages still exist, in one query."""
        slugs, numbers = list(watched), list(dict.fromkeys(watched.values()))
        async with self._database.reading() as reading:
            pages, found = await execute(
                page_queries.pages_at(reading, slugs), match_queries.revisions(reading, numbers)
            )
        open_to = {page.slug: page.match for page in pages}
        matches = {each.id: each for each in found}
        shown: dict[Slug, Revision] = {}
        for slug, number in open_to.items():
            match = matches.get(number)
            if match is not None:
                settings = await self._settings.of(match.guild)
                if settings.match_pages is MatchPages.LIVE:
                    shown[slug] = match.revision
        return shown

    async def _visible_match(self, reading: Reading, slug: Slug) -> Match | None:
        """Return the match whose page is at an address, if the page may show it now."""
        page = await page_queries.page_at(reading, slug)
        match = None if page is None else await match_queries.find(reading, page.match)
        if match is None or page is None:
            return None
        settings = await settings_queries.find(reading, match.venue.guild)
        if settings.match_pages is MatchPages.OFF:
            return None
        is_live = match.outcome is None
        is_refused = settings.match_pages is not MatchPages.LIVE or page.needs < len(_users(match))
        return None if is_live and is_refused else match


async def announce_pages(
    writing: Writing, _: GuildId, before: ServerSettings, settings: ServerSettings, __: Instant
) -> None:
    """Announce that a server changed which of its matches have pages."""
    if settings.match_pages is not before.match_pages:
        writing.announce(page_queries.REVOKED, _ALL)


def _discoverability(settings: ServerSettings, match: Match) -> frozenset[Discoverability]:
    """Return where a page may be found without its link: nowhere while the match is live."""
    if match.outcome is None:
        return frozenset()
    found = set[Discoverability]()
    if settings.leaderboard is Leaderboard.PUBLIC:
        found.add(Discoverability.LEADERBOARD)
    if settings.search_engines is SearchEngines.ALLOWED:
        found.add(Discoverability.SEARCH)
    return frozenset(found)


def _is_indexed(settings: ServerSettings, page: PublicPage, given: Iterable[PageConsent]) -> bool:
    """Return whether the server allows search engines, and enough players were told so."""
    consent = sum(each.search_told_at is not None for each in given)
    return settings.search_engines is SearchEngines.ALLOWED and consent >= page.needs


def _with_notices(before: PageConsent, consent: PageConsent) -> PageConsent:
    """Return a stored consent with the notices of a new one added; earlier notices stay."""
    return replace(
        before,
        leaderboard_told_at=before.leaderboard_told_at or consent.leaderboard_told_at,
        search_told_at=before.search_told_at or consent.search_told_at,
    )


def _users(match: Match) -> list[UserId]:
    """Return the match's players, except those who have deleted their data."""
    return [user for user in match.people if not is_former(user)]


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
