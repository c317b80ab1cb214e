"""`/block`, `/unblock`, the same from a member's menu, and whom one takes challenges from."""

from typing import Final

import discord
from discord import app_commands

from bot.app import BoopBot
from bot.match.admission import TakesFrom
from bot.match.challenge_errors import BlockedBot
from bot.match.identity import UserId
from cogs.core.actions import ActionContext, Cog, action
from cogs.ui.challenge_policy import welcome_panel
from cogs.ui.contexts import SERVERS_ALONE
from cogs.ui.names import NAMES, noted
from cogs.ui.showing import show_panel

Asked = discord.Interaction[BoopBot]


class BlockingCog(Cog, name="Blocking"):
    """Lets people choose whom they play with."""

    def __init__(self, bot: BoopBot) -> None:
        super().__init__(bot)
        self._menu: Final = app_commands.ContextMenu(
            name="Block in boop",
            callback=self.block_member,
            allowed_contexts=SERVERS_ALONE,
        )

    async def cog_load(self) -> None:
        """Say what the button and the menus do."""
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

    @action("who-challenges")
    async def open(self, context: ActionContext) -> None:
        """Show whom the person takes challenges from."""
        await self._show(context.interaction)

    @action("take-challenges-from")
    async def take_from(self, context: ActionContext, *, chosen: TakesFrom) -> None:
        """Set whom the person takes challenges from."""
        welcome = await self.bot.host.people.take_from(context.user, chosen)
        await show_panel(context.interaction, welcome_panel(welcome))

    @action("unblock")
    async def unblock_chosen(self, context: ActionContext, *, chosen: UserId) -> None:
        """Take off the list whom the person has chosen there."""
        welcome = await self.bot.host.people.unblock(context.user, chosen)
        await show_panel(context.interaction, welcome_panel(welcome))

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
