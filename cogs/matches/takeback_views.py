"""Taking turns back, as people read it: on the bed, and in the words that they are sent."""

from typing import Any

import discord

from bot.game import Seat
from bot.match.identity import Ply, UserId
from bot.match.match import Match, OfferAnswer, TakebackState
from bot.match.takebacks import may_ask_takeback
from cogs.core.actions import ActionButton, button
from cogs.core.board_buttons import of_people
from cogs.core.words import player_name
from cogs.practice.words import is_bots


def offered_takeback(match: Match) -> list[discord.ui.Item[Any]]:
    """Return what a bed says of a takeback that is asked for, with the answers to press."""
    offer = match.takeback
    if offer is None or match.takeback_asked_by is None:
        return []
    asking, asked = _people(match, offer.by)
    going = turns_going(match, offer.ply)
    text = f"↩️ {asking} asks to take back {going}. "
    if is_bots(match, offer.by.other):
        text += f"{asked} thinks about it."
    else:
        text += f"{asked} may accept it; playing on leaves everything as it is."
    secondary = discord.ButtonStyle.secondary
    answers: discord.ui.ActionRow[Any] = discord.ui.ActionRow(
        button(
            "Accept takeback",
            discord.ButtonStyle.success,
            "accept-takeback",
            match=match.id,
            revision=match.revision,
        ),
        answer_button("Decline takeback", secondary, match, OfferAnswer.DECLINE),
    )
    back: discord.ui.ActionRow[Any] = discord.ui.ActionRow(
        answer_button("Withdraw takeback", secondary, match, OfferAnswer.WITHDRAW)
    )
    return [discord.ui.TextDisplay(text), *of_people(match, offer.by, answers, back)]


def answer_button(
    label: str, style: discord.ButtonStyle, match: Match, answer: OfferAnswer
) -> ActionButton:
    """Return the button that answers a takeback, or withdraws it."""
    return button(
        label, style, "answer-takeback", match=match.id, revision=match.revision, answer=answer
    )


def settled_takeback(match: Match) -> list[str]:
    """Return the line of a bed that says what became of a takeback since the last turn, if any."""
    offer = match.takeback
    if offer is None or match.outcome is not None:
        return []
    asking, asked = _people(match, offer.by)
    if offer.state is TakebackState.DECLINED:
        return [f"↩️ {asked} declined to take a turn back."]
    if offer.state is TakebackState.ACCEPTED:
        return [f"↩️ {asked} agreed, so {asking} plays turn {offer.ply + 1} anew."]
    return []


def word_of_asking(match: Match) -> str:
    """Say to whoever is asked that a turn is to be taken back."""
    offer = match.takeback
    if offer is None:
        return ""
    asking, asked = _people(match, offer.by)
    turns = turns_going(match, offer.ply)
    return f"↩️ {asked}, {asking} asks you to take back {turns} in **#{match.id}**:"


def word_of_going_back(match: Match) -> str | None:
    """Say to whoever plays a turn anew that the opponent agreed; nothing where none went back."""
    offer = match.takeback
    if offer is None or offer.state is not TakebackState.ACCEPTED:
        return None
    asking, asked = _people(match, offer.by)
    return f"↩️ {asking}, {asked} agreed: turn {offer.ply + 1} of **#{match.id}** is yours again:"


def take_back_button(match: Match, user: UserId) -> list[ActionButton]:
    """Return the button that leads to asking for one's last turn back, where one may ask."""
    seat = match.seat_of(user)
    if seat is None or not may_ask_takeback(match, seat):
        return []
    secondary = discord.ButtonStyle.secondary
    return [button("Take back my turn", secondary, "take-back", match=match.id)]


def _people(match: Match, by: Seat) -> tuple[str, str]:
    """Name who asks and who is asked."""
    return player_name(match, by), player_name(match, by.other)


def turns_going(match: Match, ply: Ply) -> str:
    """Name the turns that go: one's own, and the reply to it where there is one."""
    if match.ply - ply > 1:
        return f"turn {ply + 1} and the reply to it"
    return f"turn {ply + 1}"
