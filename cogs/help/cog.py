"""`/help` and `/rules`."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

import discord
import structlog
from discord import app_commands
from discord.ext import commands

from bot.app import BoopBot, Interaction
from bot.bounded import BoundedDict
from bot.errors import NotStored
from bot.match.identity import Direct, UserId
from bot.match.match import Match
from bot.text import N_
from cogs.board.message import private_theme
from cogs.core.access import place_of
from cogs.core.actions import ActionContext, Cog, action
from cogs.core.codecs import PageNumber, RulesetName
from cogs.core.errors import FAILURES
from cogs.core.replies import PanelPlace, answer_privately
from cogs.delivery.challenge_delivery import RULESET_MET
from cogs.delivery.venues import is_on_panels, link_to
from cogs.help.views import (
    HelpPlace,
    commands_view,
    help_view,
    offer_view,
    rules_card,
    rules_page,
    ruleset_here,
    short_view,
)
from cogs.wording.help_lines import Omission, Topic, in_help, not_in_help
from cogs.wording.names import user_of
from cogs.wording.rulesets import USUAL_RULESET, is_usual, ruleset_choices


class HelpCog(Cog, name="Help"):
    """Shows help."""

    @app_commands.command(name="help", extras=not_in_help(Omission.IS_HELP))
    async def help(self, interaction: Interaction) -> None:
        """See how to play boop and where to start."""
        await answer_privately(
            interaction, help_view(await ruleset_here(interaction), _place(interaction))
        )

    @action("help")
    async def show(self, context: ActionContext, ruleset: RulesetName) -> None:
        """Show the beginning of `/help` again, in place of the commands."""
        interaction = context.interaction
        await answer_privately(interaction, help_view(ruleset, _place(interaction)))

    @action("commands")
    async def show_commands(self, context: ActionContext, ruleset: RulesetName) -> None:
        """List the commands that work here."""
        interaction = context.interaction
        commands = self.bot.tree.walk_commands()
        await answer_privately(interaction, commands_view(commands, ruleset, _place(interaction)))

    @action("explain")
    async def explain_pressed(self, context: ActionContext, ruleset: RulesetName) -> None:
        """Show the rules of a match in short, in place of the **More** panel."""
        await answer_privately(context.interaction, short_view(ruleset))

    @action("explain-beside")
    async def explain_beside(self, context: ActionContext, ruleset: RulesetName) -> None:
        """Show the rules in short below the panel of a turn, which stays."""
        panel = short_view(ruleset)
        await answer_privately(context.interaction, panel, panel_place=PanelPlace.BESIDE)


def _place(interaction: Interaction) -> HelpPlace:
    return HelpPlace.DIRECT if isinstance(place_of(interaction), Direct) else HelpPlace.SERVER


MOST_REMEMBERED: Final = 100
"""How many cards can still get a link; Discord allows edits for a quarter of an hour."""

_BEGINS: Final = "begins"
"""The key in an interaction's extras that says that a match begins with its answer."""

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class _PostedCard:
    """A rules card that was posted. A link to the match is added later."""

    ruleset: str
    message: discord.WebhookMessage


class RulesCog(Cog, name="Rules"):
    """Shows the rules on request, and once to every new player."""

    def __init__(self, bot: BoopBot) -> None:
        super().__init__(bot)
        self._showing: set[UserId] = set()
        self._shown = BoundedDict[UserId, _PostedCard](MOST_REMEMBERED)
        """The last card of each user whose match has not begun yet."""

    async def cog_load(self) -> None:
        """Show the rules to newcomers before their board is posted."""
        self.bot.show_rules_first = self.show_before_board

    @app_commands.command(
        name="rules", extras=in_help(Topic.LEARN, 20, N_("all of them, with pictures"))
    )
    @app_commands.describe(ruleset="Which rules; by default, those of this thread's match")
    @app_commands.choices(ruleset=ruleset_choices())
    async def rules(self, interaction: Interaction, ruleset: str | None = None) -> None:
        """Read the rules with pictures."""
        name = ruleset or await ruleset_here(interaction)
        view, picture = await rules_page(self.bot, 0, name, await private_theme(interaction))
        await answer_privately(interaction, view, picture)
        with suppress(NotStored):
            # If this is not recorded, the user is shown the rules again.
            await self.bot.services.newcomers.rules_read(user_of(interaction), name)

    @action("rules")
    async def turn_page(
        self, context: ActionContext, page: PageNumber | None, ruleset: RulesetName
    ) -> None:
        """Show another page in place of the private one."""
        interaction = context.interaction
        theme = await private_theme(interaction)
        view, picture = await rules_page(self.bot, page or 0, ruleset, theme)
        await answer_privately(interaction, view, picture)

    @commands.Cog.listener()
    async def on_app_command_completion(self, interaction: Interaction, _: Any) -> None:
        """Show the card after a command, or add the link to the match that has begun."""
        await self._follow(interaction)

    @commands.Cog.listener()
    async def on_action_completion(self, context: ActionContext) -> None:
        """Show the card after an action, or add the link to the match that has begun."""
        await self._follow(context.interaction)

    async def show_before_board(self, interaction: Interaction, ruleset: str) -> None:
        """Show the rules to a user who needs them, before the board of their match is posted."""
        interaction.extras[_BEGINS] = True
        interaction.extras[RULESET_MET] = ruleset
        await self._show(interaction)
        await self._offer_lessons(interaction, ruleset)

    async def _show(self, interaction: Interaction) -> None:
        """Show the card to a user who needs the rules.

        Each user sees it once: this process shows a user one card at a time, and records it. A card
        that could not be shown comes with the user's next command or action.
        """
        user = user_of(interaction)
        if user in self._showing:
            return
        self._showing.add(user)
        try:
            async with self.bot.working():
                if await self.bot.services.newcomers.needs_rules(user):
                    ruleset = await self._ruleset_begun(interaction)
                    self._shown[user] = await self._show_card(interaction, ruleset)
                    await self.bot.services.newcomers.rules_shown(user, ruleset)
        except FAILURES as error:
            _log.info("rules not shown yet", reason=repr(error))
        finally:
            self._showing.discard(user)

    async def _offer_lessons(self, interaction: Interaction, ruleset: str) -> None:
        """Offer the lessons on a ruleset to a user who plays it for the first time.

        A user whose first match has this ruleset has just seen its rules.
        """
        user, services = user_of(interaction), self.bot.services
        if is_usual(ruleset) or user in self._showing:
            return
        self._showing.add(user)
        try:
            async with self.bot.working():
                if await services.newcomers.is_new_to(user, ruleset):
                    await interaction.followup.send(view=offer_view(ruleset), ephemeral=True)
                    await services.newcomers.ruleset_offered(user, ruleset)
        except FAILURES as error:
            _log.info("lessons not offered", reason=repr(error))
        finally:
            self._showing.discard(user)

    async def _show_card(self, interaction: Interaction, ruleset: str) -> _PostedCard:
        message = await interaction.followup.send(
            view=rules_card(ruleset), ephemeral=True, wait=True
        )
        return _PostedCard(ruleset, message)

    async def _follow(self, interaction: Interaction) -> None:
        """Add the link to a new match to its players' cards; show a card if it hides no board."""
        user = user_of(interaction)
        self._leave_alone(interaction)
        if _BEGINS in interaction.extras:
            newest = _newest_match(await self.bot.services.matches.live_of(user))
            for player in () if newest is None else newest.people:
                await self._lead(player, newest)
        elif await self.bot.services.newcomers.needs_rules(user):
            live = await self.bot.services.matches.live_of(user)
            if not await self._is_board_in_view(interaction, live):
                await self._show(interaction)
                await self._lead(user, _newest_match(live))
        elif RULESET_MET in interaction.extras:
            await self._offer_lessons(interaction, interaction.extras[RULESET_MET])

    async def _is_board_in_view(self, interaction: Interaction, live: Sequence[Match]) -> bool:
        """Return whether a card would push a board of the user out of view."""
        if any(match.venue.is_in(place_of(interaction)) for match in live):
            return True
        return any([await is_on_panels(self.bot, match) for match in live])

    def _leave_alone(self, interaction: Interaction) -> None:
        """Forget a card that its buttons have turned into pages or an exercise."""
        user, clicked = user_of(interaction), interaction.message
        shown = self._shown.get(user)
        if shown is not None and clicked is not None and clicked.id == shown.message.id:
            del self._shown[user]

    async def _ruleset_begun(self, interaction: Interaction) -> str:
        """Return the name of the ruleset of the user's new challenge or newest match."""
        if RULESET_MET in interaction.extras:
            return str(interaction.extras[RULESET_MET])
        newest = _newest_match(await self.bot.services.matches.live_of(user_of(interaction)))
        return newest.position.ruleset.name if newest else USUAL_RULESET

    async def _lead(self, user: UserId, match: Match | None) -> None:
        """Add the link to a match to the card of a user, as long as Discord allows edits."""
        shown = None if match is None else self._shown.pop(user, None)
        if match is None or shown is None:
            return
        try:
            link = await link_to(self.bot, match, user)
            await shown.message.edit(view=rules_card(shown.ruleset, link))
        except FAILURES as error:
            _log.info("no link to the match in the rules", reason=repr(error))


def _newest_match(live: Sequence[Match]) -> Match | None:
    return max(live, key=lambda match: match.id, default=None)


async def setup(bot: BoopBot) -> None:
    """Add the cogs of this folder to the bot."""
    await bot.add_cog(HelpCog(bot))
    await bot.add_cog(RulesCog(bot))
