"""`/block`, `/unblock`, the same from a member's menu, and whom one takes challenges from."""

from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import BoopBot
from bot.match.admission import TakesFrom
from bot.match.challenge_errors import BlockedBot
from bot.match.identity import UserId
from cogs.ui.challenge_policy import welcome_panel
from cogs.ui.contexts import SERVERS_ALONE
from cogs.ui.names import NAMES, noted
from cogs.ui.presses import Deed, Press
from cogs.ui.showing import show_panel

Asked = discord.Interaction[BoopBot]


class BlockingCog(commands.Cog, name="Blocking"):
    """Lets people choose whom they play with."""

    def __init__(self, bot: BoopBot) -> None:
        self.bot = bot
        self._menu: Final = app_commands.ContextMenu(
            name="Block in boop",
            callback=self.block_member,
            allowed_contexts=SERVERS_ALONE,
        )

    async def cog_load(self) -> None:
        """Say what the button and the menus do."""
        self.bot.presses[Deed.WELCOME.value] = self.open
        self.bot.presses[Deed.TAKES_FROM.value] = self.take_from
        self.bot.presses[Deed.UNBLOCK.value] = self.unblock_chosen
        self.bot.tree.add_command(self._menu)

    async def cog_unload(self) -> None:
        """Take the command off the menu of members."""
        self.bot.tree.remove_command(self._menu.name, type=self._menu.type)

    @app_commands.command(name="block")
    @app_commands.describe(member="Who shall not challenge you; name nobody to see your list")
    async def block(self, interaction: Asked, member: discord.User | None = None) -> None:
        """Keep somebody from challenging you; they are not told."""
        if member is None:
            await self._show(interaction)
        else:
            await self._block(interaction, member)

    async def block_member(self, interaction: Asked, member: discord.User) -> None:
        """Block the member whose menu it was."""
        await self._block(interaction, member)

    @app_commands.command(name="unblock")
    @app_commands.describe(member="Who may challenge you again")
    async def unblock(self, interaction: Asked, member: discord.User) -> None:
        """Let somebody whom you have blocked challenge you again."""
        user, other = noted(interaction), NAMES.note(member)
        await show_panel(
            interaction, welcome_panel(await self.bot.host.people.unblock(user, other))
        )

    async def open(self, interaction: Asked, _: Press) -> None:
        """Show whom the person takes challenges from."""
        await self._show(interaction)

    async def take_from(self, interaction: Asked, press: Press) -> None:
        """Set whom the person takes challenges from."""
        who = TakesFrom(press.chosen[0])
        welcome = await self.bot.host.people.take_from(noted(interaction), who)
        await show_panel(interaction, welcome_panel(welcome))

    async def unblock_chosen(self, interaction: Asked, press: Press) -> None:
        """Take off the list whom the person has chosen there."""
        other = UserId(int(press.chosen[0]))
        welcome = await self.bot.host.people.unblock(noted(interaction), other)
        await show_panel(interaction, welcome_panel(welcome))

    async def _block(self, interaction: Asked, member: discord.User) -> None:
        user, other = noted(interaction), NAMES.note(member)
        if member.bot:
            raise BlockedBot(other)
        await show_panel(interaction, welcome_panel(await self.bot.host.people.block(user, other)))

    async def _show(self, interaction: Asked) -> None:
        welcome = await self.bot.host.people.welcome_of(noted(interaction))
        await show_panel(interaction, welcome_panel(welcome))


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(BlockingCog(bot))
