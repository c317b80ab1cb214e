"""`/vacation`, adding a day to the opponent's clock, **Ready**, and the heartbeat."""

from collections.abc import Sequence
from typing import Annotated, Any, Final

import discord
import structlog
from discord import app_commands
from discord.ext import commands, tasks

from bot.app import BoopBot, Interaction
from bot.errors import NotStored
from bot.features.matches.access import AllowedUsers
from bot.features.time.service import VacationAccount, VacationChanged, VacationPreview
from bot.features.time.vacation import LONGEST
from bot.match.identity import MatchId, Ply
from bot.match.match import Match
from bot.text import N_, all_of, gettext, ngettext, translate
from cogs.core.actions import ActionContext, Cog, action
from cogs.core.arguments import server_guild_of
from cogs.core.codecs import Bounds, EpochSeconds
from cogs.core.components import View, button, menu
from cogs.core.panels import asking, note_panel
from cogs.core.replies import acknowledge, answer_privately
from cogs.delivery.answering import answer_with_board
from cogs.delivery.publishing import publish_matches
from cogs.wording.help_lines import Topic, in_help
from cogs.wording.names import user_of
from cogs.wording.phrases import days_counted, outcome_name, too_late
from cogs.wording.times import moment

OFFERED: Final = (1, 2, 3, 4, 5, 6, 7, 10, 14, 21, 30)
"""The lengths in the menu, in days; the option `days` takes any length."""

_MEANING: Final = N_(
    "While you're away, your clocks in this server stop and your opponents are told. You can "
    "still play. The vacation starts at once. If you end it early, you keep the days you didn't "
    "use; a day that has begun counts as used."
)


def begun_text(ran_out: Sequence[Match]) -> str:
    """Return the confirmation, with the matches in which time ran out just before."""
    lines = [gettext("Enjoy your vacation!")]
    for match in ran_out:
        if match.outcome is not None:
            outcome = outcome_name(match, match.outcome)
            lines.append(
                gettext(
                    "⌛ Too late for **#{match}**: time ran out just before. {outcome}.",
                    match=match.id,
                    outcome=outcome,
                )
            )
    return "\n".join(lines)


def vacation_panel(account: VacationAccount, notice: str = "") -> View:
    """Show whether a user is away and how many days they have left, with controls."""
    lines = [f"### {gettext('Your vacation in this server')}", *([notice] if notice else [])]
    vacation = account.vacation
    if vacation is not None:
        lines.append(
            gettext(
                "🏖️ You're on vacation until {moment} ({left}). Then your clocks run again.",
                moment=moment(vacation.ends_at, "f"),
                left=moment(vacation.ends_at),
            )
        )
        row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(
            button(
                gettext("End vacation now"),
                discord.ButtonStyle.primary,
                "end-vacation",
                begun_at=int(vacation.begun_at),
            )
        )
        return asking("\n".join([*lines, _left_text(account)]), row)
    if not account.allowed:
        lines.append(gettext("There is no vacation in this server."))
        return note_panel("\n".join(lines))
    lines += [_left_text(account), translate(_MEANING)]
    options = _options(account)
    if not options:
        return note_panel("\n".join(lines))
    return asking(
        "\n".join(lines),
        discord.ui.ActionRow(menu(gettext("Start now, for…"), options, "begin-vacation")),
    )


def confirm_panel(preview: VacationPreview, days: int) -> View:
    """Say which clocks keep running during a vacation, and ask whether to begin it."""
    names = all_of([f"**#{match}**" for match in preview.matches])
    lines = [
        gettext(
            "🏆 Tournament matches: {matches}. Others wait for these, so at most half of a year's "
            "vacation stops their clocks.",
            matches=names,
        ),
        gettext(
            "On this vacation, those clocks run again from {moment} ({left}).",
            moment=moment(preview.runs_at, "f"),
            left=moment(preview.runs_at),
        ),
    ]
    begin = button(
        gettext("Start the vacation"),
        discord.ButtonStyle.primary,
        "begin-vacation-anyway",
        days=days,
    )
    return asking("\n".join(lines), discord.ui.ActionRow(begin))


def _left_text(account: VacationAccount) -> str:
    left = ngettext(
        "{left} of {count} day left in {year}.",
        "{left} of {count} days left in {year}.",
        account.allowed,
        left=account.left,
        year=account.year,
    )
    return f"-# {left}"


def _options(account: VacationAccount) -> list[discord.SelectOption]:
    """Return the offered lengths that the remaining days allow, and all remaining days."""
    lengths = sorted({days for days in (*OFFERED, account.left) if 0 < days <= account.left})
    return [discord.SelectOption(label=days_counted(days), value=str(days)) for days in lengths]


VacationDays = Annotated[int, Bounds(1, LONGEST)]


class VacationCog(Cog, name="Vacation"):
    """Shows, begins and ends vacations."""

    @app_commands.command(
        name="vacation", extras=in_help(Topic.MATCHES, 70, N_("stop your clocks for some days"))
    )
    @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
    @app_commands.describe(days="Start one now that lasts this many days")
    async def vacation(
        self, interaction: Interaction, days: app_commands.Range[int, 1, LONGEST] | None = None
    ) -> None:
        """Stop your clocks in this server for some days."""
        if days is not None:
            await self._begin(interaction, days)
            return
        account = await self.bot.services.vacations.account(
            user_of(interaction), server_guild_of(interaction)
        )
        await answer_privately(interaction, vacation_panel(account))

    @action("begin-vacation")
    async def begin_chosen(self, context: ActionContext, *, chosen: VacationDays) -> None:
        """Begin a vacation of the length that was chosen."""
        await self._begin(context.interaction, chosen)

    @action("begin-vacation-anyway")
    async def begin_anyway(self, context: ActionContext, days: VacationDays) -> None:
        """Begin a vacation after a warning that it does not stop all clocks until it ends."""
        await self._begin(context.interaction, days, is_confirmed=True)

    @action("end-vacation")
    async def end(self, context: ActionContext, begun_at: EpochSeconds) -> None:
        """End the vacation that the panel shows."""
        interaction = context.interaction
        guild = server_guild_of(interaction)
        ended = await self.bot.services.vacations.end(context.user, guild, begun_at)
        await self._show(
            interaction, ended, gettext("Welcome back! Your clocks are running again.")
        )

    async def _begin(
        self, interaction: Interaction, days: int, *, is_confirmed: bool = False
    ) -> None:
        user, guild = user_of(interaction), server_guild_of(interaction)
        if not is_confirmed:
            preview = await self.bot.services.vacations.preview(user, guild, days)
            if preview is not None:
                await answer_privately(interaction, confirm_panel(preview, days))
                return
        async with self.bot.working():
            begun = await self.bot.services.vacations.begin(user, guild, days)
        await self._show(interaction, begun, begun_text(begun.ran_out))

    async def _show(self, interaction: Interaction, changed: VacationChanged, notice: str) -> None:
        """Answer with the user's current vacation, and update the boards of their matches."""
        vacation = changed.vacation
        account = await self.bot.services.vacations.account(vacation.user, vacation.guild)
        async with self.bot.working():
            await acknowledge(interaction, vacation_panel(account, notice))
            await publish_matches(self.bot, changed.matches)


class AddTimeCog(Cog, name="AddTime"):
    """Adds a day to the opponent's clock."""

    @action("add-day", who=AllowedUsers.PLAYERS)
    async def give(self, context: ActionContext, match: MatchId, ply: Ply) -> None:
        """Give the opponent a day."""
        given = await self.bot.services.matches.add_day(context.user, match, ply)
        note = "" if given.outcome is None else too_late(given)
        await answer_with_board(context.interaction, given, note)


class ReadyCog(Cog, name="Ready"):
    """Starts the clocks of matches by minutes."""

    @action("ready", who=AllowedUsers.PLAYERS)
    async def ready(self, context: ActionContext, match: MatchId) -> None:
        """Record that the player is ready, even on an outdated board."""
        readied = await self.bot.services.matches.ready(context.user, match)
        note = "" if readied.outcome is None else too_late(readied)
        await answer_with_board(context.interaction, readied, note)


EVERY: Final = 2.0
"""Seconds between two checks whether to record a heartbeat."""

_log: Final = structlog.get_logger(__name__)


class HeartbeatCog(commands.Cog, name="Heartbeat"):
    """Records that the bot runs, so that outages are noticed."""

    def __init__(self, bot: BoopBot) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Start the heartbeat."""
        self._heart.start()

    async def cog_unload(self) -> None:
        """Stop the heartbeat."""
        self._heart.cancel()

    @tasks.loop(seconds=EVERY)
    async def _heart(self) -> None:
        try:
            if self.bot.is_connected():
                await self.bot.beat()
        except NotStored:
            pass  # The task that renews the lease logs it.
        except Exception:
            _log.exception("heartbeat failed")

    @_heart.before_loop
    async def _ready(self) -> None:
        await self.bot.wait_until_ready()


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(VacationCog(bot))
    await bot.add_cog(AddTimeCog(bot))
    await bot.add_cog(ReadyCog(bot))
    await bot.add_cog(HeartbeatCog(bot))
