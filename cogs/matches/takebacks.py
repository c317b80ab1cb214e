"""**Take back my turn**: ask for it, and answer below the board."""

import discord

from bot.app import BoopBot, Interaction
from bot.features.hints.service import is_measured
from bot.features.matches.access import AllowedUsers
from bot.game import Seat
from bot.match.identity import MatchId, Ply, Revision, UserId
from bot.match.match import Match, OfferAnswer
from bot.text import gettext
from cogs.board.layout import hand_of, name_of_picture, scene_of
from cogs.board.message import draw_for_one
from cogs.core.actions import ActionContext, Cog, action
from cogs.core.components import ActionButton, View, button
from cogs.core.outgoing import Picture, gallery
from cogs.core.panels import keep_playing, note_panel
from cogs.core.replies import answer_privately
from cogs.delivery.answering import answer_with_board
from cogs.wording.phrases import opponent_name, too_late


def ask_panel(match: Match, back: Match, user: UserId, picture: Picture) -> View:
    """Ask the user to confirm the request, with the bed as it would be."""
    facts = {"turn": back.ply + 1, "match": match.id}
    if match.ply - back.ply > 1:
        question = gettext(
            "Take back your turn {turn} in **#{match}**, and their reply with it? {consent} The "
            "bed would look like this:",
            consent=_who_agrees(match, user),
            **facts,
        )
    else:
        question = gettext(
            "Take back your turn {turn} in **#{match}**? {consent} The bed would look like this:",
            consent=_who_agrees(match, user),
            **facts,
        )
    return _panel(
        question,
        back,
        picture,
        button(
            gettext("Ask to take it back") if match.bot is None else gettext("Take it back"),
            discord.ButtonStyle.primary,
            "ask-takeback",
            match=match.id,
            ply=match.ply,
        ),
        keep_playing(match),
    )


def _who_agrees(match: Match, user: UserId) -> str:
    """Say how the opponent agrees. The bot always does, but a measured match then doesn't count."""
    opponent = opponent_name(match, user)
    if match.bot is None:
        return gettext("{opponent} has to agree.", opponent=opponent)
    if not is_measured(match):
        return gettext("{opponent} agrees at once.", opponent=opponent)
    return gettext(
        "{opponent} agrees at once, but then **the match is just for fun**.", opponent=opponent
    )


def _panel(question: str, back: Match, picture: Picture, *buttons: ActionButton) -> View:
    view = note_panel(question)
    view.add_item(gallery(picture))
    hands = "\n".join(hand_of(back.position, seat) for seat in Seat)
    view.add_item(discord.ui.TextDisplay(hands))
    view.add_item(discord.ui.ActionRow(*buttons))
    return view


class TakebackCog(Cog, name="Takebacks"):
    """Asks for takebacks and answers them."""

    @action("take-back", who=AllowedUsers.PLAYERS)
    async def ask_whether_to_ask(self, context: ActionContext, match: MatchId) -> None:
        """Show the user the board as it would be after the takeback."""
        stored, back = await self.bot.services.takebacks.foresee_asking(context.user, match)
        picture = await _draw(context.interaction, back)
        panel = ask_panel(stored, back, context.user, picture)
        await answer_privately(context.interaction, panel, picture)

    @action("ask-takeback", who=AllowedUsers.PLAYERS)
    async def ask(self, context: ActionContext, match: MatchId, ply: Ply) -> None:
        """Ask the opponent, even if another offer was made since the board was shown."""
        changed = await self.bot.services.takebacks.ask(context.user, match, ply)
        await answer_with_board(
            context.interaction, changed, too_late(changed) if changed.outcome else ""
        )

    @action("answer-takeback", who=AllowedUsers.PLAYERS)
    async def answer(
        self, context: ActionContext, match: MatchId, revision: Revision, answer: OfferAnswer
    ) -> None:
        """Accept or decline a takeback as the opponent, or withdraw it."""
        answered = await self.bot.services.takebacks.answer(context.user, match, revision, answer)
        note = too_late(answered) if answered.outcome else ""
        await answer_with_board(context.interaction, answered, note)


async def _draw(interaction: Interaction, back: Match) -> Picture:
    """Draw the bed as it would be, in the format that the user prefers."""
    return await draw_for_one(interaction, scene_of(back), name_of_picture(back))


async def setup(bot: BoopBot) -> None:
    """Add the cogs of this folder to the bot."""
    await bot.add_cog(TakebackCog(bot))
