"""`/block` and `/unblock`: who may challenge a user."""

from typing import Any, Final

import discord
from discord import app_commands

from bot.app import BoopBot, Interaction
from bot.features.challenges.admission import ChallengePreferences
from bot.features.challenges.errors import BlockedBot
from bot.features.settings.preferences import Page, TakesFrom
from bot.match.identity import UserId
from bot.text import N_, NC_, all_of, gettext, translate
from cogs.core.actions import MOST_IN_MENU, ActionContext, Cog, action
from cogs.core.components import View, button, menu
from cogs.core.options import SERVERS_ALONE
from cogs.core.panels import asking
from cogs.core.replies import answer_privately
from cogs.wording.help_lines import Omission, Topic, in_help, not_in_help
from cogs.wording.names import NAMES, user_of
from cogs.wording.phrases import mention
from cogs.wording.translating import in_menu

BLOCK: Final = NC_("command in a menu", "Block in boop")

_WHO: Final = {
    TakesFrom.ANYONE: N_("Anyone"),
    TakesFrom.PLAYED: N_("People I've played with"),
    TakesFrom.NO_ONE: N_("No one"),
}

_MEANINGS: Final = {
    TakesFrom.ANYONE: N_(
        "**Anyone.** People you block only hear that you aren't taking challenges now. You can "
        "always challenge people yourself."
    ),
    TakesFrom.PLAYED: N_(
        "**People you've played with.** Others hear that you aren't taking challenges from them "
        "now. You can always challenge people yourself."
    ),
    TakesFrom.NO_ONE: N_(
        "**No one.** People hear that you aren't taking challenges now. You can always challenge "
        "people yourself."
    ),
}


def challengers_row() -> discord.ui.ActionRow[Any]:
    """Return the row below other preferences that leads to the panel."""
    return discord.ui.ActionRow(
        button(gettext("Who can challenge me"), discord.ButtonStyle.secondary, "who-challenges")
    )


def challengers_panel(preferences: ChallengePreferences) -> View:
    """Show from whom a user takes challenges, and whom they have blocked."""
    title = gettext("Who can challenge you")
    text = f"### {title}\n{translate(_MEANINGS[preferences.takes_from])}"
    options = [
        discord.SelectOption(
            label=translate(words), value=who.value, default=who is preferences.takes_from
        )
        for who, words in _WHO.items()
    ]
    view = asking(
        text,
        discord.ui.ActionRow(
            menu(gettext("Take challenges from"), options, "take-challenges-from")
        ),
    )
    view.add_item(discord.ui.TextDisplay(_blocked_text(preferences)))
    if preferences.blocked:
        latest = [
            discord.SelectOption(
                label=NAMES.known(user) or gettext("User {user}", user=user), value=str(user)
            )
            for user in preferences.blocked[:MOST_IN_MENU]
        ]
        view.add_item(discord.ui.ActionRow(menu(gettext("Unblock…"), latest, "unblock")))
    back = button(
        gettext("All preferences"),
        discord.ButtonStyle.secondary,
        "preferences",
        page=Page.PLAYING,
    )
    view.add_item(discord.ui.ActionRow(back))
    return view


def _blocked_text(preferences: ChallengePreferences) -> str:
    if not preferences.blocked:
        return gettext(
            "**You haven't blocked anyone.** `/block`, or *{command}* in a member's menu, keeps "
            "someone from playing with you. They aren't told.",
            command=BLOCK,
        )
    text = gettext(
        "**Blocked ({count}):** {people}.",
        count=len(preferences.blocked),
        people=all_of([mention(user) for user in preferences.blocked]),
    )
    if len(preferences.blocked) <= MOST_IN_MENU:
        return text
    more = gettext(
        "The menu has the latest {count}; `/unblock` takes any of them.", count=MOST_IN_MENU
    )
    return f"{text} {more}"


class BlockingCog(Cog, name="Blocking"):
    """Lets people choose whom they play with."""

    def __init__(self, bot: BoopBot) -> None:
        super().__init__(bot)
        self._menu: Final = app_commands.ContextMenu(
            name=in_menu(BLOCK),
            callback=self.block_member,
            allowed_contexts=SERVERS_ALONE,
        )

    async def cog_load(self) -> None:
        """Add the command to the menu of members."""
        self.bot.tree.add_command(self._menu)

    async def cog_unload(self) -> None:
        """Take the command off the menu of members."""
        self.bot.tree.remove_command(self._menu.name, type=self._menu.type)

    @app_commands.command(
        name="block", extras=in_help(Topic.MATCHES, 90, N_("choose who may not challenge you"))
    )
    @app_commands.describe(member="Who can no longer challenge you; leave it out to see your list")
    async def block(self, interaction: Interaction, member: discord.User | None = None) -> None:
        """Keep someone from challenging you; they aren't told."""
        if member is None:
            await self._show(interaction)
        else:
            await self._block(interaction, member)

    async def block_member(self, interaction: Interaction, member: discord.User) -> None:
        """Block the member whose menu was used."""
        await self._block(interaction, member)

    @app_commands.command(name="unblock", extras=not_in_help(Omission.IN_ANOTHERS_ANSWER))
    @app_commands.describe(member="Who can challenge you again")
    async def unblock(self, interaction: Interaction, member: discord.User) -> None:
        """Let someone you have blocked challenge you again."""
        user, other = user_of(interaction), NAMES.remember(member)
        await answer_privately(
            interaction, challengers_panel(await self.bot.services.blocks.unblock(user, other))
        )

    @action("who-challenges")
    async def open(self, context: ActionContext) -> None:
        """Show from whom the user takes challenges."""
        await self._show(context.interaction)

    @action("take-challenges-from")
    async def take_from(self, context: ActionContext, *, chosen: TakesFrom) -> None:
        """Set from whom the user takes challenges."""
        preferences = await self.bot.services.blocks.take_from(context.user, chosen)
        await answer_privately(context.interaction, challengers_panel(preferences))

    @action("unblock")
    async def unblock_chosen(self, context: ActionContext, *, chosen: UserId) -> None:
        """Unblock the user who was chosen from the list."""
        preferences = await self.bot.services.blocks.unblock(context.user, chosen)
        await answer_privately(context.interaction, challengers_panel(preferences))

    async def _block(self, interaction: Interaction, member: discord.User) -> None:
        user, other = user_of(interaction), NAMES.remember(member)
        if member.bot:
            raise BlockedBot(other)
        await answer_privately(
            interaction, challengers_panel(await self.bot.services.blocks.block(user, other))
        )

    async def _show(self, interaction: Interaction) -> None:
        preferences = await self.bot.services.blocks.of(user_of(interaction))
        await answer_privately(interaction, challengers_panel(preferences))


async def setup(bot: BoopBot) -> None:
    """Add the cog to the bot."""
    await bot.add_cog(BlockingCog(bot))
