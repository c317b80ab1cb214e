"""The weekly digest: posted by itself, and shown privately before."""

import discord

from bot.app import BoopBot
from bot.features.digests.queries import WeeklyDigest
from bot.features.settings.server import Section
from bot.jobs.runner import job
from bot.text import gettext
from cogs.core.actions import ActionContext, Cog, action
from cogs.core.answering import show_panel
from cogs.core.items import button
from cogs.core.membership import managed
from cogs.core.panels import note_panel
from cogs.digests.posting import in_sight, laid_out, post_digest
from cogs.digests.views import quiet_words


class WeeklyCog(Cog, name="Weekly"):
    """Posts weekly digests in servers."""

    async def cog_load(self) -> None:
        """Post what is due."""
        self.bot.services.jobs.add(self)

    async def cog_unload(self) -> None:
        """Post no more."""
        self.bot.services.jobs.remove(self)

    @job(WeeklyDigest, at_once=2)
    async def post(self, due: WeeklyDigest) -> None:
        """Post the digest of a server."""
        await post_digest(self.bot, due.guild)

    @action("week-preview")
    async def preview(self, context: ActionContext) -> None:
        """Show the digest as it would be now to the one who sets it up."""
        interaction = context.interaction
        guild = managed(interaction)
        channel = (await self.bot.services.settings.of(guild)).digest_channel
        sees = in_sight(self.bot, guild, channel)
        week = await self.bot.services.weekly_digests.up_to_now(guild, sees)
        view, picture = note_panel(quiet_words()), None
        if not week.is_quiet:
            layout, picture = await laid_out(self.bot, week)
            view = layout()
        back = button(
            gettext("Back"), discord.ButtonStyle.secondary, "settings", section=Section.NEWS
        )
        view.add_item(discord.ui.ActionRow(back))
        await show_panel(interaction, view, picture)


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(WeeklyCog(bot))
