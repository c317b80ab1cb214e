"""Ask a server's managers for its language, if Discord doesn't know it.

Only community servers can choose a language in Discord; Discord reports English for all others.
So if a member whose language is another one challenges someone, and the bot has that language, ask
the first manager who uses a command there: privately, once, and in their own language.
"""

from typing import Any, Final

import discord
import structlog
from discord import Locale, app_commands
from discord.ext import commands

from bot.app import BoopBot, Interaction
from bot.command_sync import language_of
from bot.features.settings.server import SERVER_SETTINGS, LanguageQuestion, ServerSettings
from bot.match.identity import GuildId
from bot.text import chain_of, gettext, speaking, translations
from cogs.core.components import View
from cogs.core.errors import FAILURES
from cogs.core.panels import note_panel
from cogs.settings.controls import SettingsScope, SettingsView, items_of
from cogs.wording.names import user_of
from cogs.wording.translating import personal_languages

CHALLENGING: Final = frozenset({"challenge", "practice"})
"""The first words of the commands that count as a challenge, the context menu's included."""
_COMMUNITY: Final = "COMMUNITY"

_log: Final = structlog.get_logger(__name__)

Command = app_commands.Command[Any, ..., Any] | app_commands.ContextMenu


class LanguageQuestionCog(commands.Cog, name="LanguageQuestion"):
    """Asks for a server's language after a command has been answered."""

    def __init__(self, bot: BoopBot) -> None:
        self.bot = bot
        self._asking: set[GuildId] = set()
        """The servers being asked now, so that two commands at once ask only once."""

    @commands.Cog.listener()
    async def on_app_command_completion(self, interaction: Interaction, command: Command) -> None:
        """Record the language of a user who challenges; ask for the server's if they manage it."""
        guild = interaction.guild
        if guild is None or not is_unknown(guild) or not translations():
            return
        try:
            async with self.bot.working():
                verb = command.qualified_name.split()[0].lower()
                await self._ask(interaction, GuildId(guild.id), verb)
        except (discord.ClientException, *FAILURES) as error:
            _log.info("language not asked for", guild=guild.id, reason=repr(error))

    async def _ask(self, interaction: Interaction, guild: GuildId, verb: str) -> None:
        settings = self.bot.services.settings
        if (await settings.of(guild)).language is not None:
            return
        languages = chain_of(language_of(interaction.locale))
        if languages and verb in CHALLENGING:
            question: LanguageQuestion | None = await settings.record_language(guild, languages[0])
        else:
            question = await settings.question_of(guild)
        if question is None or question.asked_at is not None:
            return
        if not interaction.permissions.manage_guild:
            return
        if question.language not in translations() or guild in self._asking:
            return
        self._asking.add(guild)
        try:
            with speaking(await personal_languages(self.bot, user_of(interaction))):
                await interaction.followup.send(view=question_panel(question), ephemeral=True)
            await self.bot.until_stored(lambda: settings.record_question(guild, question))
        finally:
            self._asking.discard(guild)


def is_unknown(guild: discord.Guild) -> bool:
    """Return whether a server can't choose a language, so that Discord reports English."""
    is_american = guild.preferred_locale is Locale.american_english
    return is_american and _COMMUNITY not in guild.features


def question_panel(question: LanguageQuestion) -> View:
    """Ask for a server's language, and name the language of its challengers."""
    name = translations()[question.language].name
    view = note_panel(f"### {gettext('Which language do I speak here?')}")
    text = gettext(
        "Someone here has their Discord in another language ({language}). What everyone sees in "
        "this server is in English, unless you choose another language. I only ask you once; "
        "`/settings show` changes it at any time.",
        language=name,
    )
    view.add_item(discord.ui.TextDisplay(text))
    for item in items_of(
        [SERVER_SETTINGS["language"]], SettingsView(ServerSettings()), SettingsScope.SERVER
    ):
        view.add_item(item)
    return view


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(LanguageQuestionCog(bot))
