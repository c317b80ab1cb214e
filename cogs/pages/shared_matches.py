"""Shared matches, as the web finds and lists them."""

from collections.abc import Callable, Mapping

from bot.app import BoopBot
from bot.features.matches.errors import NoSuchMatch
from bot.features.pages.queries import Slug
from bot.features.pages.service import PublicTurns
from bot.game import Seat
from bot.match.identity import GuildId, MatchId, Revision, UserId
from bot.web.pages import MatchLink
from cogs.pages.caches import Animations, PlayerNames
from cogs.pages.shared_match_page import SharedMatchPage, facts_of, public_name, public_result
from cogs.wording.names import NAMES
from render.drawings import DRAWINGS, themed
from render.theme import THEMES


class SharedMatches:
    """Finds shared matches for the web."""

    def __init__(self, bot: BoopBot) -> None:
        self._bot = bot
        self._animations = Animations(bot)
        self._names = PlayerNames(bot)

    async def find(self, slug: str) -> SharedMatchPage | None:
        """Return the shared match with an address; None if there is none."""
        services = self._bot.services
        shared = await services.pages.at(Slug(slug))
        if shared is None:
            return None
        try:
            record = await services.replays.record(shared.match)
        except NoSuchMatch:
            return None
        analysis = await services.analyses.find(record) if shared.shows_analysis else None
        return SharedMatchPage(self._bot, record, shared, self._names, self._animations, analysis)

    async def linked(self, guild: GuildId, player: UserId | None = None) -> list[MatchLink]:
        """Return the matches that a server's public leaderboard links to, of one player or all.

        Matches with a player whose name is unknown are left out.
        """
        pages = await self._bot.services.pages.linked(guild, player)
        await self._names.learn({user for each in pages for user in each.match.people})
        return [
            MatchLink(
                each.slug,
                public_name(each.match, Seat.ORANGE),
                public_name(each.match, Seat.GRAY),
                public_result(each.match, each.match.outcome, public_name),
                facts_of(each.match, each.match.ply),
            )
            for each in pages
            if each.match.outcome is not None
            and all(NAMES.outside(user) is not None for user in each.match.people)
        ]

    def drawing(self, theme: str, name: str) -> str | None:
        """Return a part of the drawing of a bed as SVG; None if there is no such drawing."""
        if theme not in THEMES or name not in DRAWINGS:
            return None
        return themed(name, THEMES[theme])

    async def turns_at(self, slug: Slug) -> PublicTurns | None:
        """Return the turns of the shared match with an address; None if there is none."""
        return await self._bot.services.pages.turns_at(slug)

    async def revisions(self, watched: Mapping[Slug, MatchId]) -> dict[Slug, Revision]:
        """Return the revisions of matches that readers watch, without those no longer shared."""
        return await self._bot.services.pages.revisions(watched)

    def call_when_revoked(self, listener: Callable[[MatchId | None], None]) -> None:
        """Call a listener with each match whose page was revoked in this process.

        The listener gets None if a server changed which of its matches have pages.
        """
        self._bot.services.pages.call_when_revoked(listener)
