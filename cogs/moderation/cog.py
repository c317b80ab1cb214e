"""`/moderate`: ending matches, removing notes, and banning members."""

from typing import Annotated, Final

import discord
import structlog
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.app import BoopBot, Interaction
from bot.features.matches.errors import NoSuchMatch
from bot.features.moderation.bans import BanPreview, CompetitionPlaces
from bot.features.moderation.log import Moderator
from bot.features.moderation.queries import LoggedAction, ModerationPost
from bot.jobs.runner import job
from bot.match.clock import DAY
from bot.match.errors import MatchOver
from bot.match.identity import ChallengeId, GuildId, MatchId, MessageId, Seconds, UserId
from bot.match.match import Match
from bot.match.terms import LONGEST_NOTE, read_note
from bot.text import N_, gettext, speaking
from cogs.core.actions import ActionContext, Cog, action
from cogs.core.codecs import Bounds, EpochSeconds, FormText, PageNumber
from cogs.core.errors import FAILURES, REMOVE_NOTE, postponing_failures
from cogs.core.options import SERVERS_ALONE
from cogs.core.outgoing import Outgoing
from cogs.core.panels import note_panel
from cogs.core.replies import acknowledge, answer_privately
from cogs.delivery.challenge_delivery import publish_challenge
from cogs.delivery.permissions import require_moderator
from cogs.delivery.posting import delete, post_unless_refused
from cogs.delivery.publishing import publish_match
from cogs.moderation.errors import BannedBot
from cogs.moderation.views import (
    YEAR,
    MessageArgument,
    RatedMatchArgument,
    ServersMatchArgument,
    ban_form,
    ban_panel,
    bans_panel,
    end_form,
    ended_text,
    entry_line,
    log_panel,
    unbanned_text,
    undone_text,
    void_form,
)
from cogs.wording.help_lines import Topic, in_help
from cogs.wording.names import NAMES, user_of
from cogs.wording.translating import in_menu, public_language

_log: Final = structlog.get_logger(__name__)


async def post_entry(bot: BoopBot, number: int) -> None:
    """Post an entry of the log. Raise `JobPostponed` if Discord delays it."""
    entry = await bot.services.moderation.entry(number)
    if entry is None:
        return
    with postponing_failures():
        await _post(bot, entry)


async def delete_reasons(bot: BoopBot, guild: GuildId, challenge: ChallengeId) -> None:
    """Delete, as far as possible, the messages that say why a challenge was declined."""
    for channel, message in await bot.services.moderation.said_in(challenge):
        try:
            await delete(bot, channel, message)
        except FAILURES as error:
            _log.info("notification of a declined challenge not deleted", reason=repr(error))


async def _post(bot: BoopBot, done: LoggedAction) -> None:
    """Post one entry. If it cannot be posted, it is still in the server's log."""
    channel = (await bot.services.settings.of(done.guild)).log_channel
    if channel is not None:
        with speaking(await public_language(bot, done.guild)):
            entry = Outgoing(f"🛡️ {entry_line(done)}", subject=f"moderation {done.id}")
        await post_unless_refused(bot, channel, done.guild, entry)


Reason = app_commands.Range[str, 1, LONGEST_NOTE]
Days = Annotated[int, Bounds(1, YEAR)]
Count = Annotated[int, Bounds(0, 999)]

_LASTS: Final = [
    app_commands.Choice(name=locale_str("1 day"), value=1),
    app_commands.Choice(name=locale_str("1 week"), value=7),
    app_commands.Choice(name=locale_str("30 days"), value=30),
    app_commands.Choice(name=locale_str("1 year"), value=YEAR),
]


@app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
@app_commands.default_permissions(moderate_members=True)
class ModerationCog(
    Cog,
    commands.GroupCog,
    name="Moderation",
    group_name="moderate",
    group_extras=in_help(Topic.SERVER, 80, N_("look after this server")),
):
    """End matches, remove notes and ban members, for moderators."""

    def __init__(self, bot: BoopBot) -> None:
        super().__init__(bot)
        self._menu: Final = app_commands.ContextMenu(
            name=in_menu(REMOVE_NOTE),
            callback=self.remove_note_shown,
            allowed_contexts=SERVERS_ALONE,
        )
        self._menu.default_permissions = discord.Permissions(moderate_members=True)

    async def cog_load(self) -> None:
        """Add the command to the menu of messages."""
        self.bot.tree.add_command(self._menu)

    async def cog_unload(self) -> None:
        """Take the command off the menu of messages."""
        self.bot.tree.remove_command(self._menu.name, type=self._menu.type)

    @job(ModerationPost, at_once=1)
    async def post(self, due: ModerationPost) -> None:
        """Post entries of the log, one after another."""
        await post_entry(self.bot, due.action)

    @app_commands.command(name="end")
    @app_commands.describe(match="The match to end, by its number")
    async def end(
        self, interaction: Interaction, match: app_commands.Transform[MatchId, ServersMatchArgument]
    ) -> None:
        """End a stuck match without a result; asks you first."""
        stored = await self._live(interaction, match)
        await NAMES.learn(self.bot, stored.people)
        await answer_privately(interaction, end_form(stored, user_of(interaction), interaction.id))

    @action("end-match", who=None)
    async def end_match(
        self,
        context: ActionContext,
        match: MatchId,
        *,
        reason: Annotated[str, FormText(LONGEST_NOTE)] = "",
    ) -> None:
        """End the match of a submitted form."""
        interaction, number = context.interaction, match
        moderator = _moderator(interaction, reason)
        ended = await self.bot.services.moderation.end_match(moderator, number)
        outcome = ended.outcome
        if outcome is None:
            raise AssertionError(f"match {number} goes on")
        await acknowledge(interaction, note_panel(ended_text(ended, outcome)))
        await publish_match(self.bot, number)

    @app_commands.command(name="void")
    @app_commands.describe(match="The match to void, by its number")
    async def void(
        self, interaction: Interaction, match: app_commands.Transform[MatchId, RatedMatchArgument]
    ) -> None:
        """Void a rated match, for example if it was fixed; asks you first."""
        voidable = await self.bot.services.moderation.voidable(
            require_moderator(interaction), match
        )
        await NAMES.learn(self.bot, voidable.people)
        await answer_privately(
            interaction, void_form(voidable, user_of(interaction), interaction.id)
        )

    @action("void-match", who=None)
    async def void_match(
        self,
        context: ActionContext,
        match: MatchId,
        *,
        reason: Annotated[str, FormText(LONGEST_NOTE)] = "",
    ) -> None:
        """Void the match of a submitted form."""
        interaction, number = context.interaction, match
        moderator = _moderator(interaction, reason)
        await self.bot.services.moderation.voidable(moderator.guild, number)
        # Recomputing a long history can take longer than Discord waits for an answer.
        await interaction.response.defer(ephemeral=True, thinking=True)
        await self.bot.services.moderation.void_match(moderator, number)
        words = gettext(
            "Done: **#{match}** no longer counts for ratings, and its board says so.", match=number
        )
        await acknowledge(interaction, note_panel(words))
        await publish_match(self.bot, number)

    @app_commands.command(name="note")
    @app_commands.describe(
        message="The challenge's message: its link, or its number",
        reason="Why, for the log",
    )
    async def note(
        self,
        interaction: Interaction,
        message: app_commands.Transform[MessageId, MessageArgument],
        reason: Reason | None = None,
    ) -> None:
        """Remove a challenge's note, or the reason why it was declined."""
        await self._remove(interaction, message, reason)

    async def remove_note_shown(self, interaction: Interaction, message: discord.Message) -> None:
        """Remove the note of the challenge that the message shows."""
        await self._remove(interaction, MessageId(message.id), None)

    @app_commands.command(name="ban")
    @app_commands.describe(
        member="Who to ban",
        lasts="For how long; leave it out to ban until you unban them",
        reason="Why; the member sees it when they try to play",
    )
    @app_commands.choices(lasts=_LASTS)
    async def ban(
        self,
        interaction: Interaction,
        member: discord.User,
        lasts: int | None = None,
        reason: Reason | None = None,
    ) -> None:
        """Ban a member from new matches, tournaments and ladders."""
        moderator = _moderator(interaction, reason)
        if member.bot:
            raise BannedBot(UserId(member.id))
        user = NAMES.remember(member)
        preview = await self.bot.services.bans.preview(moderator.guild, user)
        if preview.lost.places:
            form = ban_form(user, lasts, reason, preview, user_of(interaction), interaction.id)
            await answer_privately(interaction, form)
        else:
            await self._ban(interaction, moderator, user, lasts, preview)

    @action("ban", who=None)
    async def ban_confirmed(
        self,
        context: ActionContext,
        member: UserId,
        days: Days | None,
        places: Count,
        tournament_matches: Count,
        ladder_matches: Count,
        replaced: EpochSeconds | None,
        *,
        reason: Annotated[str, FormText(LONGEST_NOTE)] = "",
    ) -> None:
        """Ban the member of a submitted form, unless what they lose has changed."""
        moderator = _moderator(context.interaction, reason)
        lost = CompetitionPlaces(places, tournament_matches, ladder_matches)
        preview = BanPreview(lost, replaced)
        await self._ban(context.interaction, moderator, member, days, preview)

    async def _ban(
        self,
        interaction: Interaction,
        moderator: Moderator,
        user: UserId,
        days: int | None,
        preview: BanPreview,
    ) -> None:
        span = None if days is None else Seconds(days * DAY)
        banned = await self.bot.services.bans.ban(moderator, user, span, preview)
        await acknowledge(interaction, ban_panel(banned))
        for number in banned.cancelled:
            await publish_challenge(self.bot, number)

    @app_commands.command(name="unban")
    @app_commands.describe(member="Who can play here again", reason="Why, for the log")
    async def unban(
        self, interaction: Interaction, member: discord.User, reason: Reason | None = None
    ) -> None:
        """Let a member play here again."""
        moderator, user = _moderator(interaction, reason), UserId(member.id)
        await self.bot.services.bans.unban(moderator, user)
        await acknowledge(interaction, note_panel(unbanned_text(user)))

    @app_commands.command(name="bans")
    async def bans(self, interaction: Interaction) -> None:
        """See who is banned here, since when, and why."""
        await self._show_bans(interaction, 0)

    @app_commands.command(name="log")
    async def log(self, interaction: Interaction) -> None:
        """See what moderators have done in boop here."""
        await self._show_log(interaction, 0)

    @action("undo-ban")
    async def undo_ban(
        self, context: ActionContext, user: UserId, since: EpochSeconds, ended: Count
    ) -> None:
        """Lift the ban that the moderator has just imposed on a member."""
        moderator = _moderator(context.interaction, None)
        await self.bot.services.bans.undo_ban(moderator, user, since)
        await acknowledge(context.interaction, note_panel(undone_text(user, ended)))

    @action("bans")
    async def turn_bans(self, context: ActionContext, page: PageNumber) -> None:
        """Show another page of the bans."""
        await self._show_bans(context.interaction, page)

    @action("moderation-log")
    async def turn_log(self, context: ActionContext, page: PageNumber) -> None:
        """Show another page of the log."""
        await self._show_log(context.interaction, page)

    async def _live(self, interaction: Interaction, number: MatchId) -> Match:
        """Return a live match here. Raise `NotAModerator`, `NoSuchMatch` or `MatchOver`."""
        guild = require_moderator(interaction)
        match = await self.bot.services.matches.find(number)
        if match.venue.guild != guild:
            raise NoSuchMatch(number)
        if match.outcome is not None:
            raise MatchOver(match)
        return match

    async def _remove(
        self, interaction: Interaction, message: MessageId, reason: str | None
    ) -> None:
        moderator = _moderator(interaction, reason)
        challenge = await self.bot.services.moderation.remove_texts(moderator, message)
        await acknowledge(interaction, note_panel(gettext("Removed. It's no longer shown there.")))
        await publish_challenge(self.bot, challenge.id)
        await delete_reasons(self.bot, moderator.guild, challenge.id)

    async def _show_bans(self, interaction: Interaction, page: int) -> None:
        bans = await self.bot.services.bans.page(require_moderator(interaction), page)
        await answer_privately(interaction, bans_panel(bans))

    async def _show_log(self, interaction: Interaction, page: int) -> None:
        log = await self.bot.services.moderation.log(require_moderator(interaction), page)
        await answer_privately(interaction, log_panel(log))


def _moderator(interaction: Interaction, reason: str | None) -> Moderator:
    """Return the user as a moderator, with their reason. Raise `NotAModerator`."""
    return Moderator(require_moderator(interaction), user_of(interaction), read_note(reason))


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(ModerationCog(bot))
