"""Pages of matches in the database, and the players' consents to them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NewType

from bot.db.database import Reading, Writing
from bot.db.statements import Statement, count_of, execute
from bot.db.tables import Table
from bot.match.identity import Erasure, GuildId, Instant, MatchId, UserId

Slug = NewType("Slug", str)
"""The secret part of a page's address: 128 random bits in 22 characters."""


@dataclass(frozen=True, slots=True)
class PublicPage:
    """The page of a match; it exists while at least `needs` of the match's players consent."""

    match: MatchId
    slug: Slug
    needs: int
    shared_at: Instant
    guild: GuildId


@dataclass(frozen=True, slots=True)
class PageConsent:
    """A player's consent to a page for a match.

    The other moments are when the bot told the player that the server's public leaderboard may link
    to the page, when it told them that search engines may find it, and when they chose to show the
    analysis on it.
    """

    match: MatchId
    user: UserId
    given_at: Instant
    leaderboard_told_at: Instant | None = None
    search_told_at: Instant | None = None
    analysis_shown_at: Instant | None = None


REVOKED: Final = "pages revoked"
"""The database's channel for announcements of matches whose pages were deleted."""

PAGES: Final = Table("match_pages", PublicPage, key=("match_id",))
CONSENTS: Final = Table("page_consents", PageConsent, key=("match_id", "user_id"))

_TOLD: Final = (
    "SELECT match_pages.* FROM match_pages WHERE match_pages.guild_id = :guild_id "
    "AND match_pages.needs <= (SELECT count(*) FROM page_consents "
    "WHERE page_consents.match_id = match_pages.match_id "
    "AND page_consents.leaderboard_told_at IS NOT NULL)"
)


def page_of(reading: Reading, match: MatchId) -> Statement[PublicPage | None]:
    """Return the statement that finds the page of a match."""
    return PAGES.find(reading.connection, match_id=match)


def page_at(reading: Reading, slug: Slug) -> Statement[PublicPage | None]:
    """Return the statement that finds the page at an address."""
    return PAGES.find(reading.connection, slug=slug)


def pages_at(reading: Reading, slugs: Sequence[Slug]) -> Statement[list[PublicPage]]:
    """Return the statement that finds the pages at some addresses."""
    parameters = {f"slug{index}": slug for index, slug in enumerate(slugs)}
    text = (
        "SELECT * FROM match_pages "  # noqa: S608 (parameters alone)
        f"WHERE slug IN ({', '.join(f':{name}' for name in parameters)})"
    )
    return Statement(reading.connection, text, parameters, count_of).all(PublicPage)


def linkable_pages(reading: Reading, guild: GuildId, most: int) -> Statement[list[PublicPage]]:
    """Return the statement that lists the pages that a server's leaderboard may link to.

    At least `needs` players of each page's match were told so. The page shared last comes first.
    """
    text = f"{_TOLD} ORDER BY match_pages.shared_at DESC, match_pages.match_id DESC LIMIT :most"
    parameters = {"guild_id": guild, "most": most}
    return Statement(reading.connection, text, parameters, count_of).all(PublicPage)


def linkable_pages_among(
    reading: Reading, guild: GuildId, matches: Sequence[MatchId]
) -> Statement[list[PublicPage]]:
    """Return the statement that finds the pages of these matches that a leaderboard may link to."""
    parameters = {f"match{index}": match for index, match in enumerate(matches)}
    text = f"{_TOLD} AND match_pages.match_id IN ({', '.join(f':{name}' for name in parameters)})"
    return Statement(reading.connection, text, {"guild_id": guild, **parameters}, count_of).all(
        PublicPage
    )


def insert(writing: Writing, page: PublicPage) -> Statement[int]:
    """Return the statement that gives a match its page."""
    return PAGES.insert(writing.connection, page)


def consent(writing: Writing, given: PageConsent) -> Statement[int]:
    """Return the statement that records a player's consent, unless one is recorded."""
    return CONSENTS.insert_new(writing.connection, given)


def keep_consent(writing: Writing, before: PageConsent, after: PageConsent) -> Statement[int]:
    """Return the statement that adds later notices and choices to a player's consent."""
    return CONSENTS.update(writing.connection, before, after)


def consents(reading: Reading, match: MatchId) -> Statement[list[PageConsent]]:
    """Return the statement that lists the consents to a match's page."""
    return CONSENTS.find_all(reading.connection, match_id=match)


async def revoke(writing: Writing, match: MatchId, user: UserId) -> bool:
    """Delete a match's page and all consents; if it has no page, delete only the user's consent.

    Return whether there was a page.
    """
    if await PAGES.delete(writing.connection, match_id=match):
        writing.announce(REVOKED, match)
        await CONSENTS.delete(writing.connection, match_id=match)
        return True
    await CONSENTS.delete(writing.connection, match_id=match, user_id=user)
    return False


async def erase(writing: Writing, erasure: Erasure) -> None:
    """Delete a user's consents, and the pages left with too few."""
    for given in await CONSENTS.find_all(writing.connection, user_id=erasure.user):
        await CONSENTS.remove(writing.connection, given)
        page, left = await execute(page_of(writing, given.match), consents(writing, given.match))
        if page is not None and len(left) < page.needs:
            await PAGES.remove(writing.connection, page)
            writing.announce(REVOKED, given.match)
