"""`/help`: the game and the ways to begin on one screen, and `/rules`."""

from typing import Any

import discord
import structlog
from discord import app_commands
from discord.ext import commands

from bot.app import BoopBot
from bot.match.identity import UserId
from cogs.core.actions import ActionContext, Cog, action
from cogs.core.answering import show_panel
from cogs.core.codecs import PageNumber, RulesetName
from cogs.core.discord_codes import FAILURES
from cogs.core.names import user_of
from cogs.core.rulesets import DEFAULT, ruleset_choices
from cogs.core.themes import private_theme
from cogs.help.rule_pages import PAGES
from cogs.help.views import (
    Where,
    commands_view,
    help_view,
    rules_page,
    ruleset_here,
    short_view,
    welcome_screen,
)

Interaction = discord.Interaction[BoopBot]


class HelpCog(Cog, name="Help"):
    """Explains."""

    @app_commands.command(name="help")
    async def help(self, interaction: Interaction) -> None:
        """See how to play boop and where to start."""
        await show_panel(
            interaction, help_view(await ruleset_here(interaction), _where(interaction))
        )

    @action("help")
    async def show(self, context: ActionContext, ruleset: RulesetName) -> None:
        """Show the same again, in place of the commands."""
        interaction = context.interaction
        await show_panel(interaction, help_view(ruleset, _where(interaction)))

    @action("commands")
    async def show_commands(self, context: ActionContext, ruleset: RulesetName) -> None:
        """List the commands that work here."""
        interaction = context.interaction
        await show_panel(interaction, commands_view(ruleset, _where(interaction)))

    @action("explain")
    async def explain_pressed(self, context: ActionContext, ruleset: RulesetName) -> None:
        """Explain to the one who pressed, by the rules of the match they pressed it at."""
        await context.interaction.response.send_message(view=short_view(ruleset), ephemeral=True)


def _where(interaction: Interaction) -> Where:
    return Where.DIRECT if interaction.guild_id is None else Where.SERVER


_log = structlog.get_logger(__name__)


class RulesCog(Cog, name="Rules"):
    """Shows the rules, to those who ask and once to everyone who begins to play."""

    def __init__(self, bot: BoopBot) -> None:
        super().__init__(bot)
        self._bringing: set[UserId] = set()

    @app_commands.command(name="rules")
    @app_commands.describe(ruleset="Which rules; those of this thread's match if left out")
    @app_commands.choices(ruleset=ruleset_choices())
    async def rules(self, interaction: Interaction, ruleset: str | None = None) -> None:
        """Read the rules with pictures."""
        name = ruleset or await ruleset_here(interaction)
        view, file = await rules_page(self.bot, 0, name, await private_theme(interaction))
        await interaction.response.send_message(view=view, file=file, ephemeral=True)
        await self.bot.services.newcomers.told(user_of(interaction))

    @action("rules")
    async def turn_page(
        self, context: ActionContext, page: PageNumber | None, ruleset: RulesetName
    ) -> None:
        """Show another page in place of the private one."""
        interaction = context.interaction
        theme = await private_theme(interaction)
        number = min(page or 0, len(PAGES[ruleset]) - 1)
        view, file = await rules_page(self.bot, number, ruleset, theme)
        if interaction.message is not None and interaction.message.flags.ephemeral:
            await interaction.response.edit_message(view=view, attachments=[file])
        else:
            await interaction.response.send_message(view=view, file=file, ephemeral=True)

    @commands.Cog.listener()
    async def on_app_command_completion(self, interaction: Interaction, _: Any) -> None:
        """Bring the rules after a command, if they are owed."""
        await self._bring(interaction)

    @commands.Cog.listener()
    async def on_action_completion(self, context: ActionContext) -> None:
        """Bring the rules after an action, if they are owed."""
        await self._bring(context.interaction)

    async def _bring(self, interaction: Interaction) -> None:
        """Bring the rules to somebody who begins to play, after what they asked for.

        They come once: this process shows them one at a time, and notes it when they were shown.
        What could not be shown comes with their next command or action.
        """
        user = UserId(interaction.user.id)
        if user in self._bringing:
            return
        self._bringing.add(user)
        try:
            async with self.bot.working():
                if await self.bot.services.newcomers.owed(user):
                    ruleset = await self._begun(interaction, user)
                    theme = await private_theme(interaction)
                    view, file = await welcome_screen(self.bot, ruleset, theme)
                    await interaction.followup.send(view=view, file=file, ephemeral=True)
                    await self.bot.services.newcomers.brought(user)
        except FAILURES as error:
            _log.info("rules not brought yet", reason=repr(error))
        finally:
            self._bringing.discard(user)

    async def _begun(self, interaction: Interaction, user: UserId) -> str:
        """Name the ruleset of what somebody has just begun: their challenge, or their match."""
        named = getattr(interaction.namespace, "ruleset", None)
        if named is not None:
            return str(named)
        live = await self.bot.services.matches.live_of(user)
        newest = max(live, key=lambda match: match.id, default=None)
        return newest.position.ruleset.name if newest else DEFAULT.name


async def setup(bot: BoopBot) -> None:
    """Add the cogs of this folder to the bot."""
    await bot.add_cog(HelpCog(bot))
    await bot.add_cog(RulesCog(bot))
