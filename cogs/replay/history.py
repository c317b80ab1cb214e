"""`/history`: the finished matches of a person, of two, or of this server."""

from dataclasses import replace
from enum import Enum
from typing import Annotated

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.app import BoopBot
from bot.match.terms import Stakes
from cogs.core.access import may_look
from cogs.core.actions import ActionContext, Cog, action
from cogs.core.answering import show_panel
from cogs.core.arguments import server_guild_of
from cogs.core.codecs import OneOf, RulesetName
from cogs.core.names import NAMES, user_of
from cogs.core.rulesets import ruleset_choices
from cogs.replay.history_views import ANY, RESULTS, HistoryShown, Wanted, history_panel, sorts_of

Interaction = discord.Interaction[BoopBot]


class Of(Enum):
    """Whose matches are listed where nobody is named."""

    ME = "me"
    SERVER = "server"


class HistoryCog(Cog, name="History"):
    """Lists finished matches."""

    @app_commands.command(name="history")
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
            app_commands.Choice(name=locale_str("Mine"), value=Of.ME.value),
            app_commands.Choice(name=locale_str("The whole server's"), value=Of.SERVER.value),
        ],
        ruleset=ruleset_choices(),
        stakes=[app_commands.Choice(name=each.value, value=each.value) for each in Stakes],
        result=[app_commands.Choice(name=word, value=word) for word in RESULTS.values()],
    )
    async def history(
        self,
        interaction: Interaction,
        member: discord.User | None = None,
        opponent: discord.User | None = None,
        whose: str = Of.ME.value,
        ruleset: str = ANY,
        stakes: str = ANY,
        result: str = ANY,
    ) -> None:
        """List finished matches: yours, somebody's, or all of this server."""
        user = user_of(interaction)
        if member is not None:
            user = NAMES.remember(member)
        friend = None if opponent is None else NAMES.remember(opponent)
        nobody_named = member is None and opponent is None
        is_server = Of(whose) is Of.SERVER and nobody_named
        wanted = Wanted(None if is_server else user, friend, sorts_of(ruleset, stakes, result))
        await self._show(interaction, wanted)

    @action("history")
    async def turn_page(self, context: ActionContext, wanted: Wanted) -> None:
        """Show another page, or the same list by other stakes."""
        await self._show(context.interaction, wanted)

    @action("history-ruleset")
    async def choose_ruleset(
        self,
        context: ActionContext,
        wanted: Wanted,
        *,
        chosen: RulesetName | Annotated[str, OneOf((ANY,))],
    ) -> None:
        """Show the matches of the ruleset that was chosen."""
        sorts = replace(wanted.sorts, ruleset=sorts_of(ruleset=chosen).ruleset)
        await self._show(context.interaction, wanted.filtered(sorts))

    @action("history-result")
    async def choose_result(
        self,
        context: ActionContext,
        wanted: Wanted,
        *,
        chosen: Annotated[str, OneOf((ANY, *RESULTS.values()))],
    ) -> None:
        """Show the matches that ended as was chosen."""
        sorts = replace(wanted.sorts, score=sorts_of(result=chosen).score)
        await self._show(context.interaction, wanted.filtered(sorts))

    async def _show(self, interaction: Interaction, wanted: Wanted) -> None:
        services, viewer = self.bot.services, user_of(interaction)
        page = await services.histories.page(
            wanted.whose(server_guild_of(interaction)),
            wanted.sorts,
            wanted.cut,
            viewer,
            lambda match: may_look(interaction, match),
        )
        works = await services.outbox.works_of(page.found)
        shown = HistoryShown(works, page.back, page.on)
        await show_panel(interaction, history_panel(wanted, shown, viewer))


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(HistoryCog(bot))
