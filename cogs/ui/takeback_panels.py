"""The private questions before a turn is taken back, each with the bed as it would be."""

import discord

from bot.game import Seat
from bot.match.hinting import is_measured
from bot.match.identity import UserId
from bot.match.match import Match
from bot.match.offers import OfferAnswer
from cogs.core.actions import ActionButton, button
from cogs.ui.bed import Picture, gallery, hand_of
from cogs.ui.panels import note_panel
from cogs.ui.takebacks import answer_button, turns_going
from cogs.ui.words import opponent_name

View = discord.ui.LayoutView


def ask_panel(match: Match, back: Match, user: UserId, picture: Picture) -> View:
    """Ask whether to ask, with the bed as it would be."""
    goes_too = " Their reply goes too." if match.ply - back.ply > 1 else ""
    question = (
        f"Take back your turn {back.ply + 1} in **#{match.id}**?{goes_too} "
        f"{_who_agrees(match, user)} This is the bed as it would be then:"
    )
    return _panel(
        question,
        back,
        picture,
        button(
            "Ask for it" if match.bot is None else "Take it back",
            discord.ButtonStyle.primary,
            "ask-takeback",
            match=match.id,
            revision=match.revision,
            back_to=back.ply,
        ),
        button("Keep playing", discord.ButtonStyle.secondary, "keep-playing", match=match.id),
    )


def _who_agrees(match: Match, user: UserId) -> str:
    """Say that the opponent has to agree; the bot always does, but measures nothing then."""
    opponent = opponent_name(match, user)
    if match.bot is None:
        return f"{opponent} is asked, and has to agree."
    if not is_measured(match):
        return f"{opponent} agrees at once."
    return f"{opponent} agrees at once, and **the match is just for fun then**."


def agree_panel(match: Match, back: Match, user: UserId, picture: Picture) -> View:
    """Ask whoever was asked whether to agree, with the bed as it would be."""
    opponent = opponent_name(match, user)
    question = (
        f"Let {opponent} take back {turns_going(match, back.ply)} in **#{match.id}**? They move "
        "then, from the bed as it is here:"
    )
    return _panel(
        question,
        back,
        picture,
        answer_button("Agree", discord.ButtonStyle.success, match, OfferAnswer.ACCEPT),
        answer_button("Decline", discord.ButtonStyle.secondary, match, OfferAnswer.DECLINE),
    )


def _panel(question: str, back: Match, picture: Picture, *buttons: ActionButton) -> View:
    view = note_panel(question)
    view.add_item(gallery(picture))
    hands = "\n".join(hand_of(back.position, seat) for seat in Seat)
    view.add_item(discord.ui.TextDisplay(hands))
    view.add_item(discord.ui.ActionRow(*buttons))
    return view
