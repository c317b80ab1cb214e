"""`/history`: finished matches of one user, of two, or of the server.

The custom ids hold the list and where the page begins, so a panel works after a restart.
"""

from dataclasses import replace
from enum import Enum
from functools import partial
from typing import Annotated

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.app import BoopBot, Interaction
from bot.match.terms import Stakes
from bot.text import N_, translate
from cogs.core.access import may_look
from cogs.core.actions import ActionContext, Cog, action
from cogs.core.arguments import server_guild_of
from cogs.core.codecs import RulesetName, Words
from cogs.core.replies import answer_privately
from cogs.replay.history_views import (
    ANY,
    RESULT_LABELS,
    RESULTS,
    STAKES_LABELS,
    HistoryPage,
    HistoryShown,
    history_panel,
    sorts_of,
)
from cogs.wording.help_lines import Topic, in_help
from cogs.wording.names import NAMES, user_of
from cogs.wording.rulesets import ruleset_choices
from cogs.wording.translating import command_text


class HistoryDefault(Enum):
    """Whose matches to list if no user is named."""

    ME = "me"
    SERVER = "server"


class HistoryCog(Cog, name="History"):
    """Lists finished matches."""

    @app_commands.command(
        name="history", extras=in_help(Topic.SERVER, 60, N_("see finished matches"))
    )
    @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
    @app_commands.describe(
        member="Whose matches; by default, yours",
        opponent="Only matches against this person",
        whose="Your matches, or the whole server's",
        ruleset="Only matches with this ruleset",
        stakes="Only rated or only casual matches",
        result="Only matches with this result for that person",
    )
    @app_commands.choices(
        whose=[
            app_commands.Choice(name=locale_str("Mine"), value=HistoryDefault.ME.value),
            app_commands.Choice(
                name=locale_str("The whole server's"), value=HistoryDefault.SERVER.value
            ),
        ],
        ruleset=ruleset_choices(),
        stakes=[
            app_commands.Choice(
                name=command_text(partial(translate, STAKES_LABELS[each])), value=each.value
            )
            for each in Stakes
        ],
        result=[
            app_commands.Choice(
                name=command_text(partial(translate, RESULT_LABELS[score])), value=result
            )
            for score, result in RESULTS.items()
        ],
    )
    async def history(
        self,
        interaction: Interaction,
        member: discord.User | None = None,
        opponent: discord.User | None = None,
        whose: str = HistoryDefault.ME.value,
        ruleset: str = ANY,
        stakes: str = ANY,
        result: str = ANY,
    ) -> None:
        """List finished matches: yours, someone's, or all of this server."""
        user = user_of(interaction)
        if member is not None:
            user = NAMES.remember(member)
        friend = None if opponent is None else NAMES.remember(opponent)
        nobody_named = member is None and opponent is None
        is_server = HistoryDefault(whose) is HistoryDefault.SERVER and nobody_named
        query = HistoryPage(None if is_server else user, friend, sorts_of(ruleset, stakes, result))
        await self._show(interaction, query)

    @action("history")
    async def turn_page(self, context: ActionContext, query: HistoryPage) -> None:
        """Show another page, or the same list with other stakes."""
        await self._show(context.interaction, query)

    @action("history-ruleset")
    async def choose_ruleset(
        self,
        context: ActionContext,
        query: HistoryPage,
        *,
        chosen: RulesetName | Annotated[str, Words((ANY,))],
    ) -> None:
        """Show the matches of the ruleset that was chosen."""
        sorts = replace(query.sorts, ruleset=sorts_of(ruleset=chosen).ruleset)
        await self._show(context.interaction, query.filtered(sorts))

    @action("history-result")
    async def choose_result(
        self,
        context: ActionContext,
        query: HistoryPage,
        *,
        chosen: Annotated[str, Words((ANY, *RESULTS.values()))],
    ) -> None:
        """Show the matches with the chosen result."""
        sorts = replace(query.sorts, score=sorts_of(result=chosen).score)
        await self._show(context.interaction, query.filtered(sorts))

    async def _show(self, interaction: Interaction, query: HistoryPage) -> None:
        services, viewer = self.bot.services, user_of(interaction)
        page = await services.histories.page(
            query.whose(server_guild_of(interaction)),
            query.sorts,
            query.cut,
            viewer,
            lambda match: may_look(interaction, match),
        )
        works = await services.boards.works_of(page.found)
        shown = HistoryShown(works, page.back, page.on)
        await answer_privately(interaction, history_panel(query, shown, viewer))


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(HistoryCog(bot))
