"""`/privacy`: what is kept of a person, their data as a file, and its deletion."""

import asyncio
import io
from enum import Enum
from typing import Final

import discord
import structlog
from discord import app_commands
from discord.app_commands import locale_str

from bot.app import BoopBot
from bot.match.identity import UserId
from bot.text import translate
from cogs.challenges.delivery import publish_challenge
from cogs.core.actions import ActionContext, Cog, action
from cogs.core.answering import show_panel
from cogs.core.discord_codes import FAILURES
from cogs.core.names import NAMES, user_of
from cogs.core.panels import note_panel
from cogs.core.publishing import publish_match
from cogs.privacy.views import (
    DELETED,
    DELETING,
    KEPT,
    NOTHING,
    SENT,
    delete_panel,
    first_question,
    privacy_panel,
    too_large,
)

LARGEST: Final = 9_500_000
"""Bytes of a file that Discord takes everywhere: 10 MB, with room for the message around it."""

_log: Final = structlog.get_logger(__name__)

Interaction = discord.Interaction[BoopBot]


class Wanted(Enum):
    """What somebody wants at once, without the panel before it."""

    EXPORT = "export"
    DELETE = "delete"


class PrivacyCog(Cog, name="Privacy"):
    """Tells people what is kept of them, gives it to them, deletes it."""

    @app_commands.command(name="privacy")
    @app_commands.describe(wanted="What to do; leave it out to see what I keep")
    @app_commands.choices(
        wanted=[
            app_commands.Choice(name=locale_str("Send me my data"), value=Wanted.EXPORT.value),
            app_commands.Choice(name=locale_str("Delete me"), value=Wanted.DELETE.value),
        ]
    )
    async def privacy(self, interaction: Interaction, wanted: str | None = None) -> None:
        """See what I keep about you, get it as a file, or delete it."""
        match wanted and Wanted(wanted):
            case Wanted.EXPORT:
                await self._send(interaction)
            case Wanted.DELETE:
                await self._ask_first(interaction)
            case _:
                await show_panel(interaction, privacy_panel())

    @action("privacy-export")
    async def send_data(self, context: ActionContext) -> None:
        """Send somebody all that is kept of them."""
        await self._send(context.interaction)

    @action("privacy-delete")
    async def ask_to_delete(self, context: ActionContext) -> None:
        """Ask whether all of it is to be deleted."""
        await self._ask(context.interaction)

    @action("privacy-keep")
    async def keep(self, context: ActionContext) -> None:
        """Leave everything as it is."""
        await show_panel(context.interaction, note_panel(translate(KEPT)))

    @action("privacy-really-delete")
    async def really_delete(self, context: ActionContext) -> None:
        """Delete somebody, and show others what ended with it."""
        interaction, user = context.interaction, context.user
        if (await self.bot.services.privacy.kept_of(user)).nothing:
            await show_panel(interaction, note_panel(translate(NOTHING)))
            return
        # To look through the files can take longer than Discord waits for an answer.
        await _show(interaction, translate(DELETING))
        async with self.bot.working():
            deleted = await self.bot.services.privacy.delete(user)
            NAMES.forget(user)
            self.bot.services.preferences.forget(user)
            await _say(interaction, translate(DELETED))
            for number in deleted.matches:
                await publish_match(self.bot, number)
            for challenge in deleted.challenges:
                await publish_challenge(self.bot, challenge)

    async def _ask_first(self, interaction: Interaction) -> None:
        """Ask as often as the panel does, where a word in a command has passed it by."""
        kept = await self.bot.services.privacy.kept_of(user_of(interaction))
        panel = note_panel(translate(NOTHING)) if kept.nothing else first_question()
        await show_panel(interaction, panel)

    async def _ask(self, interaction: Interaction) -> None:
        kept = await self.bot.services.privacy.kept_of(user_of(interaction))
        panel = note_panel(translate(NOTHING)) if kept.nothing else delete_panel(kept)
        await show_panel(interaction, panel)

    async def _send(self, interaction: Interaction) -> None:
        """Send the file to the person alone; the panel that was pressed stays."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        async with self.bot.services.privacy.export(UserId(interaction.user.id)) as path:
            packed = await asyncio.to_thread(path.read_bytes)
        if len(packed) > LARGEST:
            await interaction.followup.send(too_large(len(packed)), ephemeral=True)
            return
        await interaction.followup.send(
            translate(SENT),
            file=discord.File(io.BytesIO(packed), "boop-data.zip"),
            ephemeral=True,
        )


async def _show(interaction: Interaction, text: str) -> None:
    """Put a text in place of the question, if Discord takes it: what was asked for is done."""
    try:
        await show_panel(interaction, note_panel(text))
    except FAILURES as error:
        _log.warning("response not accepted", reason=repr(error))


async def _say(interaction: Interaction, text: str) -> None:
    """Put a text in place of the one before."""
    try:
        await interaction.edit_original_response(view=note_panel(text))
    except FAILURES as error:
        _log.warning("response not accepted", reason=repr(error))


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(PrivacyCog(bot))
