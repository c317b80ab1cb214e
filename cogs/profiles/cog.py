"""`/profile`: a user's ratings with their curve, record, titles and badges.

The custom ids hold the user and the page, so a panel works after a restart.
"""

from dataclasses import replace

import discord
from discord import app_commands

from bot.app import BoopBot, Interaction
from bot.features.profiles.service import Profile
from bot.features.standings.queries import Listing
from bot.match.identity import GuildId, UserId
from bot.text import N_
from cogs.board.message import private_theme, public_theme
from cogs.core.actions import ActionContext, Cog, action
from cogs.core.arguments import server_guild_of
from cogs.core.outgoing import Picture
from cogs.core.replies import answer_privately
from cogs.practice.beginning import usual_terms
from cogs.practice.views import cats_panel, cats_picture
from cogs.profiles.phrases import learned_text
from cogs.profiles.views import (
    ProfilePage,
    curve_of,
    never_played,
    profile_panel,
    rating_curve_text,
)
from cogs.puzzles.phrases import record_text
from cogs.wording.help_lines import Topic, in_help
from cogs.wording.names import NAMES, user_of
from render.theme import Theme


class ProfileCog(Cog, name="Profile"):
    """Shows profiles."""

    @app_commands.command(
        name="profile", extras=in_help(Topic.SERVER, 50, N_("see how someone plays"))
    )
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
        """See someone's rating, record, titles and badges in this server."""
        viewer, guild = user_of(interaction), server_guild_of(interaction)
        if member is not None and member == self.bot.user:
            picture = await cats_picture(self.bot, await private_theme(interaction))
            terms = await usual_terms(self.bot, viewer, guild)
            await answer_privately(interaction, cats_panel(terms, picture), picture)
            return
        user = viewer if member is None else NAMES.remember(member)
        profile = await self.bot.services.profiles.of(guild, user, viewer)
        if share and profile is not None and profile.listing is Listing.LISTED:
            await self._share(interaction, replace(profile, against=None), guild)
            return
        await self._show(interaction, profile, user, ProfilePage.OVERVIEW)

    @action("profile")
    async def turn_page(self, context: ActionContext, user: UserId, page: ProfilePage) -> None:
        """Show another page of a profile."""
        guild = server_guild_of(context.interaction)
        profile = await self.bot.services.profiles.of(guild, user, context.user)
        await self._show(context.interaction, profile, user, page)

    async def _show(
        self, interaction: Interaction, profile: Profile | None, user: UserId, page: ProfilePage
    ) -> None:
        viewer = user_of(interaction)
        practice = await self.bot.services.practice_ratings.of(user)
        puzzles = await self._puzzles(server_guild_of(interaction), user)
        learned = await self._learned(user)
        if profile is None:
            await answer_privately(
                interaction, never_played(user, viewer, practice, puzzles, learned)
            )
            return
        picture = None
        if page is ProfilePage.OVERVIEW:
            theme = await private_theme(interaction)
            picture = await self._curve(profile, server_guild_of(interaction), theme)
        panel = profile_panel(profile, viewer, page, picture, practice, puzzles, learned)
        await answer_privately(interaction, panel, picture)

    async def _share(self, interaction: Interaction, profile: Profile, guild: GuildId) -> None:
        """Post the overview for everyone. A user who clicks its buttons gets their own panel."""
        picture = await self._curve(profile, guild, await public_theme(self.bot, guild))
        practice = await self.bot.services.practice_ratings.of(profile.user)
        puzzles = await self._puzzles(guild, profile.user)
        learned = await self._learned(profile.user)
        await interaction.response.send_message(
            view=profile_panel(
                profile, profile.user, ProfilePage.OVERVIEW, picture, practice, puzzles, learned
            ),
            files=[] if picture is None else [picture.file()],
            allowed_mentions=discord.AllowedMentions.none(),
        )

    async def _puzzles(self, guild: GuildId, user: UserId) -> str:
        """Return the profile's line about puzzles, empty if the user has no record."""
        puzzles = self.bot.services.puzzles
        streak, today = await puzzles.streak_of(guild, user)
        return record_text(streak, today, await puzzles.rating_of(user))

    async def _learned(self, user: UserId) -> str:
        """Return the user's badge for lessons, empty if they have none."""
        return learned_text(await self.bot.services.lessons.progress(user))

    async def _curve(self, profile: Profile, guild: GuildId, theme: Theme) -> Picture | None:
        """Draw the rating in the ruleset that the user plays most; return None without a rating."""
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
        return Picture(png, name, rating_curve_text(main, points))


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(ProfileCog(bot))
