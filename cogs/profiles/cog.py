"""`/profile`: a person in this server: ratings with their curve, record, titles and badges."""

from dataclasses import replace

import discord
from discord import app_commands

from bot.app import BoopBot
from bot.features.profiles.service import Profile
from bot.features.standings.seasons import Listing
from bot.match.identity import GuildId, UserId
from cogs.core.actions import ActionContext, Cog, action
from cogs.core.answering import show_panel
from cogs.core.arguments import server_guild_of
from cogs.core.board import Picture
from cogs.core.names import NAMES, user_of
from cogs.core.themes import private_theme, public_theme
from cogs.practice.beginning import usual_terms
from cogs.practice.panel import cats_panel, cats_picture
from cogs.profiles.views import Page, curve_of, curve_words, never_played, profile_panel
from cogs.puzzles.words import record_words
from render.theme import Theme

Interaction = discord.Interaction[BoopBot]


class ProfileCog(Cog, name="Profile"):
    """Shows profiles, and has the facts behind them looked for."""

    @app_commands.command(name="profile")
    @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
    @app_commands.describe(
        member="Whose profile; by default, yours",
        share="Show it to everybody here, unless you've left leaderboards",
    )
    async def profile(
        self,
        interaction: Interaction,
        member: discord.User | None = None,
        share: bool = False,  # noqa: FBT001 - Discord's own kind of option
    ) -> None:
        """See somebody's rating, record, titles and badges in this server."""
        viewer, guild = user_of(interaction), server_guild_of(interaction)
        if member is not None and member == self.bot.user:
            picture = await cats_picture(self.bot, await private_theme(interaction))
            terms = await usual_terms(self.bot, viewer, guild)
            await show_panel(interaction, cats_panel(terms, picture), picture)
            return
        user = viewer if member is None else NAMES.remember(member)
        profile = await self.bot.services.profiles.of(guild, user, viewer)
        if share and profile is not None and profile.listing is Listing.LISTED:
            await self._share(interaction, replace(profile, against=None), guild)
            return
        await self._show(interaction, profile, user, Page.OVERVIEW)

    @action("profile")
    async def turn_page(self, context: ActionContext, user: UserId, page: Page) -> None:
        """Show another page of a profile."""
        guild = server_guild_of(context.interaction)
        profile = await self.bot.services.profiles.of(guild, user, context.user)
        await self._show(context.interaction, profile, user, page)

    async def _show(
        self, interaction: Interaction, profile: Profile | None, user: UserId, page: Page
    ) -> None:
        viewer = user_of(interaction)
        practice = await self.bot.services.practice_ratings.of(user)
        puzzles = await self._puzzles(server_guild_of(interaction), user)
        if profile is None:
            await show_panel(interaction, never_played(user, viewer, practice, puzzles))
            return
        picture = None
        if page is Page.OVERVIEW:
            theme = await private_theme(interaction)
            picture = await self._curve(profile, server_guild_of(interaction), theme)
        panel = profile_panel(profile, viewer, page, picture, practice, puzzles)
        await show_panel(interaction, panel, picture)

    async def _share(self, interaction: Interaction, profile: Profile, guild: GuildId) -> None:
        """Show the overview to everybody; whoever presses a button gets a panel of their own."""
        picture = await self._curve(profile, guild, await public_theme(self.bot, guild))
        practice = await self.bot.services.practice_ratings.of(profile.user)
        puzzles = await self._puzzles(guild, profile.user)
        await interaction.response.send_message(
            view=profile_panel(profile, profile.user, Page.OVERVIEW, picture, practice, puzzles),
            files=[] if picture is None else [picture.file()],
            allowed_mentions=discord.AllowedMentions.none(),
        )

    async def _puzzles(self, guild: GuildId, user: UserId) -> str:
        """Say what somebody has solved of the server's puzzles, if anything."""
        streak, today = await self.bot.services.puzzles.streak_of(guild, user)
        return record_words(streak, today) if streak.solved else ""

    async def _curve(self, profile: Profile, guild: GuildId, theme: Theme) -> Picture | None:
        """Draw the rating in the ruleset that they play most, if they have one."""
        if not profile.ratings:
            return None
        main = profile.ratings[0]
        points = await self.bot.services.profiles.curve(
            guild, profile.user, main.ruleset, main.all_time.matches
        )
        if not points:
            return None
        png = await self.bot.studio.picture(curve_of(main, points, theme))
        name = f"rating-{profile.user}-{main.all_time.matches}.png"
        return Picture(png, name, curve_words(main, points))


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(ProfileCog(bot))
