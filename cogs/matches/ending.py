"""Ending a match: `/resign`, calling it off, and draws."""

import discord
from discord import app_commands

from bot.app import BoopBot, Interaction
from bot.features.matches.access import AllowedUsers
from bot.match.ending import may_call_off
from bot.match.errors import NothingToClaim
from bot.match.identity import MatchId, Ply, Revision, UserId
from bot.match.match import EndReason, Match, OfferAnswer
from bot.match.playing import authorise_player
from bot.text import N_, gettext
from cogs.core.access import viewer_of
from cogs.core.actions import ActionContext, Cog, action
from cogs.core.arguments import MatchArgument
from cogs.core.components import View, button
from cogs.core.panels import ending_panel, note_panel, resolve_or_ask
from cogs.core.replies import answer_privately, close_panel
from cogs.delivery.answering import answer_with_board
from cogs.wording.help_lines import Topic, in_help
from cogs.wording.names import user_of
from cogs.wording.phrases import opponent_name, too_late


def call_off_panel(match: Match, user: UserId) -> View:
    """Ask whether to call off, with the match and the opponent in the question."""
    call_off = button(
        gettext("Call off the match"), discord.ButtonStyle.danger, "really-call-off", match=match.id
    )
    opponent = opponent_name(match, user)
    question = gettext(
        "Call off **#{match}** against {opponent}? You haven't both moved yet, so it ends without "
        "a result.",
        match=match.id,
        opponent=opponent,
    )
    return ending_panel(question, call_off, match)


def claim_panel(match: Match, user: UserId) -> View:
    """Ask whether to claim a draw, with the match and the opponent in the question."""
    claim = button(
        gettext("Claim the draw"),
        discord.ButtonStyle.danger,
        "really-claim-draw",
        match=match.id,
        revision=match.revision,
    )
    opponent = opponent_name(match, user)
    question = gettext(
        "Claim a draw in **#{match}** against {opponent}? This ends the match.",
        match=match.id,
        opponent=opponent,
    )
    return ending_panel(question, claim, match)


def resign_panel(match: Match, user: UserId) -> View:
    """Ask whether to resign, with the match and the opponent in the question."""
    resign = button(gettext("Resign"), discord.ButtonStyle.danger, "really-resign", match=match.id)
    opponent = opponent_name(match, user)
    return ending_panel(
        gettext(
            "Resign **#{match}**? {opponent} wins, and you can't undo it.",
            match=match.id,
            opponent=opponent,
        ),
        resign,
        match,
    )


def draw_panel(match: Match, user: UserId) -> View:
    """Ask whether to offer a draw, with the match and the opponent in the question."""
    offer = button(
        gettext("Offer draw"),
        discord.ButtonStyle.primary,
        "really-offer-draw",
        match=match.id,
        ply=match.ply,
    )
    opponent = opponent_name(match, user)
    if match.bot is None:
        question = gettext(
            "Offer {opponent} a draw in **#{match}**? Until the next turn is played, you can "
            "withdraw the offer behind **More**.",
            opponent=opponent,
            match=match.id,
        )
    else:
        # The bot answers before the user can withdraw the offer.
        question = gettext(
            "Offer {opponent} a draw in **#{match}**?", opponent=opponent, match=match.id
        )
    return ending_panel(question, offer, match)


class ResignCog(Cog, name="Resign"):
    """Resigns matches."""

    @app_commands.command(
        name="resign", extras=in_help(Topic.MATCHES, 60, N_("resign a match; you're asked first"))
    )
    @app_commands.describe(match="Which match; by default, this thread's")
    async def resign(
        self,
        interaction: Interaction,
        match: app_commands.Transform[MatchId, MatchArgument] | None = None,
    ) -> None:
        """Resign a match; you're asked first."""
        finding = self.bot.services.matches.resolve_to_see(viewer_of(interaction), match)
        resolved = await resolve_or_ask(interaction, finding, "resign-in")
        if resolved is not None:
            await self._ask(interaction, resolved, user_of(interaction))

    @action("resign", who=AllowedUsers.PLAYERS)
    async def ask_to_resign(self, context: ActionContext, match: MatchId) -> None:
        """Ask whether to resign the match of this board."""
        await self._ask(
            context.interaction, await self.bot.services.matches.find(match), context.user
        )

    @action("resign-in", who=AllowedUsers.PLAYERS)
    async def ask_to_resign_chosen(self, context: ActionContext, *, chosen: MatchId) -> None:
        """Ask whether to resign the match that was chosen from the list."""
        match = await self.bot.services.matches.find(chosen)
        await self._ask(context.interaction, match, context.user)

    @action("really-resign", who=AllowedUsers.PLAYERS)
    async def really_resign(self, context: ActionContext, match: MatchId) -> None:
        """Resign."""
        ended = await self.bot.services.matches.resign(context.user, match)
        resigned = ended.outcome is not None and ended.outcome.why is EndReason.RESIGNATION
        await answer_with_board(context.interaction, ended, "" if resigned else too_late(ended))

    @action("keep-playing", who=AllowedUsers.PLAYERS)
    async def keep_playing(self, context: ActionContext, match: MatchId) -> None:
        """Leave everything as it is."""
        stored = await self.bot.services.matches.find(match)
        if stored.outcome is None:
            await close_panel(context.interaction)
            return
        text = gettext("**#{match}** is already over.", match=stored.id)
        await answer_privately(context.interaction, note_panel(text))

    async def _ask(self, interaction: Interaction, match: Match, user: UserId) -> None:
        authorise_player(match, user)
        ask = call_off_panel if may_call_off(match) else resign_panel
        await answer_privately(interaction, ask(match, user))


class CallingOffCog(Cog, name="CallingOff"):
    """Calls off matches that have hardly begun."""

    @action("really-call-off", who=AllowedUsers.PLAYERS)
    async def call_off(self, context: ActionContext, match: MatchId) -> None:
        """Call the match off."""
        ended = await self.bot.services.matches.call_off(context.user, match)
        called_off = ended.outcome is not None and ended.outcome.why is EndReason.CALLED_OFF
        await answer_with_board(context.interaction, ended, "" if called_off else too_late(ended))


class DrawsCog(Cog, name="Draws"):
    """Offers, answers and claims draws."""

    @action("offer-draw", who=AllowedUsers.PLAYERS)
    async def ask_to_offer(self, context: ActionContext, match: MatchId) -> None:
        """Ask whether to offer a draw."""
        stored = await self.bot.services.matches.find(match)
        authorise_player(stored, context.user)
        await answer_privately(context.interaction, draw_panel(stored, context.user))

    @action("really-offer-draw", who=AllowedUsers.PLAYERS)
    async def really_offer(self, context: ActionContext, match: MatchId, ply: Ply) -> None:
        """Offer a draw."""
        offered = await self.bot.services.matches.offer_draw(context.user, match, ply)
        await answer_with_board(context.interaction, offered)

    @action("answer-draw", who=AllowedUsers.PLAYERS)
    async def answer(
        self, context: ActionContext, match: MatchId, revision: Revision, answer: OfferAnswer
    ) -> None:
        """Answer a draw offer."""
        answered = await self.bot.services.matches.answer_draw(
            context.user, match, revision, answer
        )
        await answer_with_board(context.interaction, answered)

    @action("claim-draw", who=AllowedUsers.PLAYERS)
    async def ask_to_claim(
        self, context: ActionContext, match: MatchId, revision: Revision
    ) -> None:
        """Ask whether to claim the draw."""
        stored = await self.bot.services.matches.find_at(match, revision)
        authorise_player(stored, context.user)
        if not stored.may_claim_draw:
            raise NothingToClaim(stored)
        await answer_privately(context.interaction, claim_panel(stored, context.user))

    @action("really-claim-draw", who=AllowedUsers.PLAYERS)
    async def really_claim(
        self, context: ActionContext, match: MatchId, revision: Revision
    ) -> None:
        """Claim the draw."""
        ended = await self.bot.services.matches.claim_draw(context.user, match, revision)
        claimed = ended.outcome is not None and ended.outcome.why is EndReason.REPETITION
        await answer_with_board(context.interaction, ended, "" if claimed else too_late(ended))


async def setup(bot: BoopBot) -> None:
    """Add the cogs of this folder to the bot."""
    await bot.add_cog(ResignCog(bot))
    await bot.add_cog(CallingOffCog(bot))
    await bot.add_cog(DrawsCog(bot))
