"""`/ladder`: creating ladders, their order, and their challenges."""

from collections.abc import Callable
from typing import Annotated, Any, Final

from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.app import BoopBot, Interaction
from bot.features.ladders.errors import ChallengeOver, NoSuchLadder, NotAMember, NotOnLadder
from bot.features.ladders.ladder import (
    LADDER_TIME,
    LadderChallengeId,
    LadderField,
    LadderId,
    LadderTerms,
    ServerLadder,
)
from bot.features.ladders.notices import CHALLENGE_NOTICE, LADDER_CARD
from bot.features.ladders.rules import RungId, challengeable
from bot.features.ladders.service import LadderAction
from bot.features.matches.access import Presence
from bot.game import newest_ruleset
from bot.match.clock import TimeControl, Weekends
from bot.match.identity import Direct, Instant, MatchId, RoleId, is_in
from bot.match.terms import Stakes
from bot.text import N_, gettext
from cogs.board.message import private_theme
from cogs.core.access import place_of, viewer_in
from cogs.core.actions import ActionContext, Cog, action
from cogs.core.arguments import server_guild_of, server_place_of
from cogs.core.codecs import Bounds, RulesetName
from cogs.core.replies import acknowledge, answer_privately, close_panel
from cogs.delivery.outbox import deliver_subject
from cogs.delivery.permissions import require_manager, require_permissions
from cogs.delivery.publishing import publish_matches
from cogs.delivery.venues import link_to
from cogs.ladders.arguments import LadderOption, PlayerOption, ladders_here, player_named
from cogs.ladders.managing import show_managed
from cogs.ladders.notices import ladder_picture
from cogs.ladders.views import (
    described_panel,
    first_shown,
    ladder_form,
    ladder_panel,
    leaving_panel,
    list_panel,
    text_panel,
)
from cogs.ladders.wording import player_of, where_line
from cogs.wording.help_lines import Topic, in_help
from cogs.wording.names import NAMES, user_of

MOST_PLAYERS: Final = 10**6
PlaceNumber = Annotated[int, Bounds(1, MOST_PLAYERS)]

_WHICH: Final = {"ladder": locale_str("Which ladder, if there are several")}


@app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
class LadderCog(
    Cog,
    commands.GroupCog,
    name="Ladders",
    group_name="ladder",
    group_extras=in_help(Topic.SERVER, 30, N_("climb by challenging those above"), "show"),
):
    """Ladders, on which players challenge those above them."""

    @app_commands.command(name="create")
    async def create(self, interaction: Interaction) -> None:
        """Open a ladder in this channel."""
        guild = require_manager(interaction)
        require_permissions(interaction)
        usual = LadderTerms(stakes=(await self.bot.services.settings.of(guild)).stakes)
        await answer_privately(
            interaction, ladder_form(usual, user_of(interaction), interaction.id)
        )

    @app_commands.command(name="show")
    @app_commands.describe(**_WHICH)
    async def show(self, interaction: Interaction, ladder: LadderOption | None = None) -> None:
        """See who stands where, and whom you can challenge."""
        number = await self._ladder(interaction, ladder, "ladder-show")
        if number is not None:
            await self._show(interaction, number)

    @app_commands.command(name="join")
    @app_commands.describe(**_WHICH)
    async def join(self, interaction: Interaction, ladder: LadderOption | None = None) -> None:
        """Join a ladder at its bottom."""
        number = await self._ladder(interaction, ladder, "ladder-show")
        if number is not None:
            await self._join(interaction, number)

    @app_commands.command(name="challenge")
    @app_commands.describe(player="Whom to challenge", **_WHICH)
    async def challenge(
        self,
        interaction: Interaction,
        player: PlayerOption | None = None,
        ladder: LadderOption | None = None,
    ) -> None:
        """Challenge a player above you for their place."""
        number = await self._ladder(interaction, ladder, "ladder-show")
        if number is None:
            return
        if player is None:
            await self._show(interaction, number)
            return
        field = await self.bot.services.ladders.find(number, server_guild_of(interaction))
        await NAMES.learn(self.bot, [field.rung(each).user for each in field.order])
        await self._challenge(interaction, number, player_named(field, player))

    @app_commands.command(name="rest")
    @app_commands.describe(**_WHICH)
    async def rest(self, interaction: Interaction, ladder: LadderOption | None = None) -> None:
        """Rest, so that no one can challenge you, or play again."""
        number = await self._ladder(interaction, ladder, "ladder-show")
        if number is not None:
            field = await self.bot.services.ladders.find(number, server_guild_of(interaction))
            own = field.on_it(user_of(interaction))
            is_resting = own is not None and own.is_resting
            await (self._wake if is_resting else self._set_rest)(interaction, number)

    @app_commands.command(name="leave")
    @app_commands.describe(**_WHICH)
    async def leave(self, interaction: Interaction, ladder: LadderOption | None = None) -> None:
        """Leave a ladder; you're asked first."""
        number = await self._ladder(interaction, ladder, "ladder-show")
        if number is not None:
            await self._leave(interaction, number)

    @app_commands.command(name="manage")
    @app_commands.describe(**_WHICH)
    async def manage(self, interaction: Interaction, ladder: LadderOption | None = None) -> None:
        """Remove a player, decide a challenge, change the terms, close it."""
        require_manager(interaction)
        number = await self._ladder(interaction, ladder, "ladder-manage-chosen")
        if number is not None:
            await show_managed(interaction, number)

    async def _ladder(
        self, interaction: Interaction, number: LadderId | None, name: str
    ) -> LadderId | None:
        """Return the ladder that was named, or the only one.

        If there are several, ask which and return None; `name` is the action to run with the chosen
        one. Raise `NoSuchLadder`.
        """
        if number is not None:
            return number
        ladders = await ladders_here(interaction)
        if not ladders:
            raise NoSuchLadder
        if len(ladders) == 1:
            return ladders[0].id
        await answer_privately(interaction, list_panel(ladders, name))
        return None

    @action("ladder-described")
    async def describe(
        self,
        context: ActionContext,
        *,
        ruleset: RulesetName = "classic",
        time: TimeControl | None = None,
        stakes: Stakes = Stakes.RATED,
        weekends: Weekends = Weekends.PLAYED,
    ) -> None:
        """Show the ladder that the form describes, before it is opened."""
        interaction = context.interaction
        require_manager(interaction)
        terms = LadderTerms(newest_ruleset(ruleset), time or LADDER_TIME, weekends, stakes)
        place, now = server_place_of(interaction), self.bot.services.clock.now()
        ladder = ServerLadder(LadderId(0), place, context.user, terms, now, now)
        await answer_privately(interaction, described_panel(ladder))

    @action("ladder-create")
    async def open(
        self,
        context: ActionContext,
        ruleset: RulesetName,
        time: TimeControl,
        stakes: Stakes,
        weekends: Weekends,
    ) -> None:
        """Open a ladder, and post its card."""
        interaction = context.interaction
        require_manager(interaction)
        terms = LadderTerms(newest_ruleset(ruleset), time, weekends, stakes)
        async with self.bot.working():
            ladder = await self.bot.services.ladders.create(
                context.user, server_place_of(interaction), terms
            )
            await self._answer(interaction, ladder.id, gettext("✅ The ladder is open."))
            await deliver_subject(self.bot, LADDER_CARD, ladder.id)

    @action("ladder-show")
    async def show_chosen(self, context: ActionContext, *, chosen: LadderId) -> None:
        """Show a ladder that was chosen from the list."""
        await self._show(context.interaction, chosen)

    @action("ladder-mine")
    async def show_mine(self, context: ActionContext, ladder: LadderId) -> None:
        """Show a ladder to the user."""
        await self._show(context.interaction, ladder)

    @action("ladder-page")
    async def page(self, context: ActionContext, ladder: LadderId, first: PlaceNumber) -> None:
        """Show another part of a ladder."""
        await self._show(context.interaction, ladder, first)

    @action("ladder-text")
    async def text(self, context: ActionContext, ladder: LadderId, first: PlaceNumber) -> None:
        """Show a ladder in words."""
        field = await self._field(context.interaction, ladder)
        await answer_privately(context.interaction, text_panel(field, first))

    @action("ladder-close")
    async def close(self, context: ActionContext) -> None:
        """Close a question."""
        await close_panel(context.interaction)

    @action("ladder-join")
    async def join_by_button(self, context: ActionContext, ladder: LadderId) -> None:
        """Join the ladder of a card."""
        await self._join(context.interaction, ladder)

    async def _join(self, interaction: Interaction, number: LadderId) -> None:
        roles = await self._roles(interaction, (await self._field(interaction, number)).ladder)
        async with self.bot.working():
            await self.bot.services.ladders.join(user_of(interaction), number, roles)
            notice = gettext("✅ You're on the ladder.")
            notice = f"{notice}\n-# {where_line()}"
            await self._answer(interaction, number, notice)

    @action("ladder-challenge")
    async def challenge_by_button(
        self, context: ActionContext, ladder: LadderId, rung: RungId
    ) -> None:
        """Challenge a player."""
        await self._challenge(context.interaction, ladder, rung)

    @action("ladder-challenge-chosen")
    async def challenge_chosen(
        self, context: ActionContext, ladder: LadderId, *, chosen: RungId
    ) -> None:
        """Challenge a player who was chosen from the menu."""
        await self._challenge(context.interaction, ladder, chosen)

    async def _challenge(self, interaction: Interaction, number: LadderId, rung: RungId) -> None:
        ladders = self.bot.services.ladders
        roles = await self._roles(interaction, (await self._field(interaction, number)).ladder)
        async with self.bot.working():
            sent = await ladders.challenge(user_of(interaction), number, rung, roles)
            notice = gettext(
                "✅ You challenge {opponent}. I'm writing to them now.",
                opponent=player_of(sent.field, rung),
            )
            await self._answer(interaction, number, _with_rest(notice, sent))
            await deliver_subject(self.bot, CHALLENGE_NOTICE, sent.challenge.id)

    @action("ladder-withdraw")
    async def withdraw(self, context: ActionContext, challenge: LadderChallengeId) -> None:
        """Withdraw a challenge."""
        async with self.bot.working():
            done = await self.bot.services.ladders.withdraw(context.user, challenge)
            notice = _with_rest(gettext("✅ The challenge is withdrawn."), done)
            await self._answer(context.interaction, done.field.ladder.id, notice)
            await deliver_subject(self.bot, CHALLENGE_NOTICE, challenge)

    @action("ladder-accept")
    async def accept(self, context: ActionContext, challenge: LadderChallengeId) -> None:
        """Accept a challenge."""
        interaction, ladders = context.interaction, self.bot.services.ladders
        stored = await ladders.find_challenge(challenge)
        if stored is None:
            raise ChallengeOver
        roles = await self._roles(interaction, stored.field.ladder)
        async with self.bot.working():
            accepted = await ladders.accept(context.user, challenge, roles)
            if isinstance(place_of(interaction), Direct):
                # In direct messages, the message about the challenge says where the board comes.
                notice = gettext("✅ Accepted: **#{match}** begins.", match=accepted.match.id)
            else:
                notice = gettext(
                    "✅ Accepted: **#{match}** begins. The board comes in a direct message, "
                    "without a sound.",
                    match=accepted.match.id,
                )
            notice = _with_rest(notice, accepted)
            await self._answer(interaction, accepted.field.ladder.id, notice)
            await deliver_subject(self.bot, CHALLENGE_NOTICE, challenge)

    @action("ladder-rest")
    async def rest_by_button(self, context: ActionContext, ladder: LadderId) -> None:
        """Rest."""
        await self._set_rest(context.interaction, ladder)

    @action("ladder-wake")
    async def wake_by_button(self, context: ActionContext, ladder: LadderId) -> None:
        """Play again."""
        await self._wake(context.interaction, ladder)

    async def _set_rest(self, interaction: Interaction, number: LadderId) -> None:
        async with self.bot.working():
            await self.bot.services.ladders.rest(user_of(interaction), number)
            await self._answer(interaction, number)

    async def _wake(self, interaction: Interaction, number: LadderId) -> None:
        async with self.bot.working():
            await self.bot.services.ladders.wake(user_of(interaction), number)
            await self._answer(interaction, number, gettext("✅ You can be challenged again."))

    @action("ladder-leave")
    async def leave_by_button(self, context: ActionContext, ladder: LadderId) -> None:
        """Ask whether to leave a ladder."""
        await self._leave(context.interaction, ladder)

    async def _leave(self, interaction: Interaction, number: LadderId) -> None:
        field = await self._field(interaction, number)
        own = field.on_it(user_of(interaction))
        if own is None:
            raise NotOnLadder
        await answer_privately(interaction, leaving_panel(field, own))

    @action("ladder-really-leave")
    async def really_leave(self, context: ActionContext, ladder: LadderId) -> None:
        """Leave a ladder."""
        async with self.bot.working():
            await self.bot.services.ladders.leave(context.user, ladder)
            notice = gettext("✅ You're off the ladder.")
            await self._answer(context.interaction, ladder, notice)

    async def _answer(self, interaction: Interaction, number: LadderId, notice: str = "") -> None:
        """Show a ladder after an action of the user, with what they did."""
        await self._show(interaction, number, notice=notice, answer=acknowledge)

    async def _show(
        self,
        interaction: Interaction,
        number: LadderId,
        first: int | None = None,
        notice: str = "",
        answer: Callable[..., Any] = answer_privately,
    ) -> None:
        field, user = await self._field(interaction, number), user_of(interaction)
        start = first_shown(field, user) if first is None else min(first, len(field.order) or 1)
        picture = await ladder_picture(self.bot, field, start, await private_theme(interaction))
        links = dict[MatchId, str]()
        own = field.on_it(user)
        for each in () if own is None else field.open_of(own.id):
            if each.match is not None:
                match = await self.bot.services.matches.find(each.match)
                links[each.match] = await link_to(self.bot, match, user)
        now: Instant = self.bot.services.clock.now()
        if own is not None:
            named = {*challengeable(field.rules, own.id, now)}
            named.update(each.other(own.id) for each in field.open_of(own.id))
            await NAMES.learn(self.bot, [field.rung(each).user for each in named])
        panel = ladder_panel(field, user, picture, start, links, now, notice)
        await answer(interaction, panel, picture)

    async def _roles(
        self, interaction: Interaction, ladder: ServerLadder
    ) -> frozenset[RoleId] | None:
        """Return the user's roles in the server of a ladder on which they want to play.

        Record that they are a member of the server. Raise `NotAMember` if they aren't.
        """
        guild, departures = ladder.place.guild, self.bot.services.departures
        viewer = await viewer_in(interaction, guild)
        if viewer.presence is Presence.GONE:
            await departures.look_soon([(guild, viewer.user)])
            raise NotAMember
        if viewer.presence is Presence.MEMBER:
            changed = await departures.record_activity(guild, viewer.user)
            if changed:
                await publish_matches(self.bot, changed)
        return viewer.roles

    async def _field(self, interaction: Interaction, number: LadderId) -> LadderField:
        """Return a ladder that a user may see: of this server, or one that they play on or left."""
        field = await self.bot.services.ladders.find(number)
        is_here = is_in(place_of(interaction), field.ladder.place.guild)
        if not is_here and field.of_user(user_of(interaction)) is None:
            raise NoSuchLadder
        return field


def _with_rest(notice: str, action: LadderAction) -> str:
    """Return the notice of an action, with a line that says so if it ended the user's rest."""
    if not action.ended_rest:
        return notice
    over = gettext("Your rest is over: you can be challenged again.")
    return f"{notice}\n{over}"


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(LadderCog(bot))
