"""Ladders for the web: names and places, without users' ids."""

from collections.abc import Sequence

from bot.app import BoopBot
from bot.features.ladders.errors import NoSuchLadder
from bot.features.ladders.ladder import LadderId
from bot.match.identity import GuildId
from bot.text import gettext
from bot.web.competitions import CompetitionView, GroupView, PlaceView
from bot.web.pages import PageLink
from cogs.ladders.wording import name_of, rules_line, terms_line
from cogs.wording.names import KnownNames, unnamed_player


class LadderPages:
    """Finds the open ladders of servers for the web."""

    def __init__(self, bot: BoopBot, names: KnownNames) -> None:
        self._bot = bot
        self._names = names

    async def listed(self, guild: GuildId) -> Sequence[PageLink]:
        """Return links to the ladders of a server."""
        ladders = await self._bot.services.ladders.listed(guild)
        return [PageLink(str(each.id), name_of(each), terms_line(each.terms)) for each in ladders]

    async def find(self, guild: GuildId, number: int) -> CompetitionView | None:
        """Return an open ladder of a server, if there is one."""
        services = self._bot.services
        try:
            field = await services.ladders.find(LadderId(number), guild)
        except NoSuchLadder:
            return None
        if not field.ladder.is_open:
            return None
        rungs = [field.rung(each) for each in field.order]
        named = await services.pages.named([each.user for each in rungs])
        places = tuple(
            PlaceView(
                str(place),
                self._names.shown(each.user, named),
                f"{each.wins}–{each.losses}",
            )
            for place, each in enumerate(rungs, 1)
        )
        order = GroupView("", gettext("Record"), "", places)
        return CompetitionView(
            name_of(field.ladder),
            (terms_line(field.ladder.terms), rules_line()),
            (),
            (order,),
            has_unnamed=any(each.name == unnamed_player() for each in places),
        )
