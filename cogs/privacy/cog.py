"""`/privacy`: show, export and delete a user's data."""

import asyncio
import io
from enum import Enum
from typing import Any, Final

import discord
import structlog
from discord import app_commands
from discord.app_commands import locale_str

from bot.app import BoopBot, Interaction
from bot.command_sync import language_of
from bot.features.privacy.queries import StoredCounts
from bot.match.identity import GuildId, RoleId, UserId
from bot.text import N_, all_of, gettext, ngettext, translate
from cogs.core.actions import ActionContext, Cog, action
from cogs.core.components import View, button
from cogs.core.errors import FAILURES
from cogs.core.panels import asking, note_panel
from cogs.core.replies import answer_privately
from cogs.delivery.challenge_delivery import publish_challenge
from cogs.delivery.publishing import publish_match
from cogs.delivery.roles import take_role
from cogs.wording.help_lines import Topic, in_help
from cogs.wording.names import NAMES, user_of

_IN_SHORT: Final = N_(
    """### What I keep about you
Your matches and turns, what you chose, your ratings, and what I told you, under your Discord \
number. None of your messages.
**Who sees it?** Your server sees matches and ratings. My host can read all of it.
**For how long?** Until you delete it."""
)

_WHAT: Final = N_(
    """### What I keep about you
**Games**, to play them and look back: challenges with their notes, matches, each turn and its \
time, your plans, the matches you watch or share by link, the puzzles you tried, the tournaments \
you entered.
**Choices**, to do as you like: `/preferences` with your time zone and quiet hours, whom you \
block, your vacations.
**Standings**: ratings, titles, badges and totals, under a number of mine.
**In servers**, so that matches end and rules hold: that you play there or left, and what \
moderators did to you, or you did as one.
**What I told you** and where, that you know the rules, that your direct messages are closed.
I know you by your Discord number. I keep no name except in the titles of threads, and none of \
your messages."""
)

_WHO: Final = N_(
    """**Who sees it?** Matches, results and ratings: everybody in their server, and on the web if \
the server wants it so; `/preferences` takes you off leaderboards. Notes: everyone who sees their \
message. Vacations: your opponents. What moderators did: only moderators. Plans, blocks and \
preferences: only you. My host can read all of it.
**For how long?** Until you delete it."""
)

_AFTER: Final = N_(
    """**If you delete it**, it is gone at once, from my files too. Your opponents keep their \
matches, with *a former player* in your seat, and their ratings. A ban by a moderator goes as well.
**What stays:** my older messages here in Discord, in which you may be named; I change those of \
the last day. And **backups** that my host has made. Ask them."""
)

NOTHING: Final = N_("I keep nothing about you, so there is nothing to delete.")
DELETING: Final = N_("Deleting everything I keep about you…")
DELETED: Final = N_(
    "Done: nothing in my database leads to you now. Play again whenever you like; you would "
    "start as someone new."
)
KEPT: Final = N_("OK, nothing was deleted.")
SENT: Final = N_("This is everything I keep about you. Times are in UTC.")


def privacy_panel() -> View:
    """Return the panel with a summary of what is stored, and buttons to more."""
    view = note_panel(translate(_IN_SHORT))
    more = button(gettext("More"), discord.ButtonStyle.secondary, "privacy-more")
    view.add_item(discord.ui.ActionRow[Any](_export_button(), _delete_button(), more))
    return view


def privacy_in_full() -> View:
    """Return the panel with everything about stored data: why, how long, who sees it, deletion."""
    view = note_panel(translate(_WHAT))
    for text in (_WHO, _AFTER):
        view.add_item(discord.ui.Separator())
        view.add_item(discord.ui.TextDisplay(translate(text)))
    view.add_item(discord.ui.ActionRow[Any](_export_button(), _delete_button()))
    return view


def first_question() -> View:
    """Ask a user who chose deletion in the command, without the panel, whether they want it."""
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(_delete_button(), _keep_button())
    question = gettext("Delete all your data?")
    return asking(f"### {question}\n{translate(_AFTER)}", row)


def delete_panel(kept: StoredCounts) -> View:
    """Ask again whether to delete the data, and list what will be deleted."""
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(
        button(gettext("Delete everything"), discord.ButtonStyle.danger, "privacy-really-delete"),
        _keep_button(),
    )
    text = gettext(
        "### Delete everything I keep about you?\n{lines}\n"
        "**This can't be undone.** Your opponents keep their matches, with *a former player*.",
        lines="\n".join(f"- {line}" for line in _deleted_lines(kept)),
    )
    return asking(text, row)


def too_large(size: int) -> str:
    """Return the sentence that says that a file is too large for Discord."""
    return gettext(
        "Your data is {size} MB even when zipped, and Discord allows only 10. Ask my host for it.",
        size=f"{size / 1e6:.0f}",
    )


def _export_button() -> discord.ui.Item[Any]:
    return button(gettext("Send me my data"), discord.ButtonStyle.primary, "privacy-export")


def _delete_button() -> discord.ui.Item[Any]:
    return button(gettext("Delete me"), discord.ButtonStyle.danger, "privacy-delete")


def _keep_button() -> discord.ui.Item[Any]:
    return button(gettext("Keep everything"), discord.ButtonStyle.secondary, "privacy-keep")


def _deleted_lines(kept: StoredCounts) -> list[str]:
    lines = []
    if kept.live:
        lines.append(
            ngettext(
                "You resign **{count} live match** and lose it; if you haven't both moved, "
                "it is called off.",
                "You resign **{count} live matches** and lose them; those in which you "
                "haven't both moved are called off.",
                kept.live,
            )
        )
    offers = []
    if kept.open_made:
        offers.append(
            ngettext(
                "{count} challenge of yours is withdrawn",
                "{count} challenges of yours are withdrawn",
                kept.open_made,
            )
        )
    if kept.open_got:
        offers.append(
            ngettext(
                "{count} challenge to you is declined",
                "{count} challenges to you are declined",
                kept.open_got,
            )
        )
    if offers:
        lines.append(gettext("{offers}.", offers=all_of(offers)))
    over = kept.matches - kept.live
    if over:
        lines.append(
            ngettext(
                "Your name is removed from {count} finished match.",
                "Your name is removed from {count} finished matches.",
                over,
            )
        )
    lines.append(gettext("Your ratings, titles and badges: no one will know that they were yours."))
    lines.append(
        gettext("Your preferences, plans, puzzles, vacations, blocks and watched matches.")
    )
    lines.append(gettext("Your number wherever others wrote it in a note or a reason."))
    return lines


LARGEST: Final = 9_500_000
"""The most bytes of a file: Discord accepts at least 10 MB for a message with its file."""

_log: Final = structlog.get_logger(__name__)


class PrivacyShortcut(Enum):
    """The options of the command, with which a user skips the panel."""

    EXPORT = "export"
    DELETE = "delete"


class PrivacyCog(Cog, name="Privacy"):
    """Shows, exports and deletes users' data."""

    @app_commands.command(
        name="privacy", extras=in_help(Topic.MATCHES, 100, N_("what I store about you"))
    )
    @app_commands.describe(wanted="What to do; leave it out to see what I keep")
    @app_commands.choices(
        wanted=[
            app_commands.Choice(
                name=locale_str("Send me my data"), value=PrivacyShortcut.EXPORT.value
            ),
            app_commands.Choice(name=locale_str("Delete me"), value=PrivacyShortcut.DELETE.value),
        ]
    )
    async def privacy(self, interaction: Interaction, wanted: str | None = None) -> None:
        """See what I keep about you, get it as a file, or delete it."""
        match wanted and PrivacyShortcut(wanted):
            case PrivacyShortcut.EXPORT:
                await self._send(interaction)
            case PrivacyShortcut.DELETE:
                await self._ask_first(interaction)
            case _:
                await answer_privately(interaction, privacy_panel())

    @action("privacy-more")
    async def show_all(self, context: ActionContext) -> None:
        """Say in full what is stored."""
        await answer_privately(context.interaction, privacy_in_full())

    @action("privacy-export")
    async def send_data(self, context: ActionContext) -> None:
        """Send the user all their data."""
        await self._send(context.interaction)

    @action("privacy-delete")
    async def ask_to_delete(self, context: ActionContext) -> None:
        """Ask whether to delete all data of the user."""
        await self._ask(context.interaction)

    @action("privacy-keep")
    async def keep(self, context: ActionContext) -> None:
        """Leave everything as it is."""
        await answer_privately(context.interaction, note_panel(translate(KEPT)))

    @action("privacy-really-delete")
    async def really_delete(self, context: ActionContext) -> None:
        """Delete the user's data, and update the matches and challenges that this ended."""
        interaction, user = context.interaction, context.user
        if (await self.bot.services.privacy.kept_of(user)).nothing:
            await answer_privately(interaction, note_panel(translate(NOTHING)))
            return
        # Searching the files can take longer than Discord waits for an answer.
        await _show(interaction, translate(DELETING))
        async with self.bot.working():
            roles = await self.bot.services.winners.given_to(user)
            deleted = await self.bot.services.privacy.delete(user)
            NAMES.forget(user)
            self.bot.services.preferences.forget(user, language_of(interaction.locale))
            await _replace_text(interaction, translate(DELETED))
            for each in roles:
                await self._take(each.guild, user, each.role)
            for number in deleted.matches:
                await publish_match(self.bot, number)
            for challenge in deleted.challenges:
                await publish_challenge(self.bot, challenge)

    async def _take(self, guild: GuildId, user: UserId, role: RoleId) -> None:
        """Take away a role that the bot gave, because its row was deleted with the user's data."""
        try:
            await take_role(self.bot, guild, user, role)
        except FAILURES as error:
            _log.warning("role not taken", guild=guild, reason=repr(error))

    async def _ask_first(self, interaction: Interaction) -> None:
        """Ask a user who skipped the panel whether to delete their data."""
        kept = await self.bot.services.privacy.kept_of(user_of(interaction))
        panel = note_panel(translate(NOTHING)) if kept.nothing else first_question()
        await answer_privately(interaction, panel)

    async def _ask(self, interaction: Interaction) -> None:
        kept = await self.bot.services.privacy.kept_of(user_of(interaction))
        panel = note_panel(translate(NOTHING)) if kept.nothing else delete_panel(kept)
        await answer_privately(interaction, panel)

    async def _send(self, interaction: Interaction) -> None:
        """Send the file to the user alone; keep the panel whose button they clicked."""
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
    """Replace the question with a text; only log a refusal, because the deletion goes on."""
    try:
        await answer_privately(interaction, note_panel(text))
    except FAILURES as error:
        _log.warning("response not accepted", reason=repr(error))


async def _replace_text(interaction: Interaction, text: str) -> None:
    """Replace the text of the answer."""
    try:
        await interaction.edit_original_response(view=note_panel(text))
    except FAILURES as error:
        _log.warning("response not accepted", reason=repr(error))


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(PrivacyCog(bot))
