"""Taking turns back, as people read it: on the board, and in notifications."""

from typing import Any

import discord

from bot.game import Seat
from bot.match.identity import Ply, UserId
from bot.match.match import Match, OfferAnswer, TakebackState
from bot.match.takebacks import may_ask_takeback
from bot.text import gettext
from cogs.core.board_buttons import of_people
from cogs.core.items import ActionButton, button
from cogs.core.words import player_name
from cogs.practice.words import is_bots


def offered_takeback(match: Match) -> list[discord.ui.Item[Any]]:
    """Return what a board says of a takeback that is asked for, with the buttons that answer."""
    offer = match.takeback
    if offer is None or match.takeback_asked_by is None:
        return []
    asking, opponent = _people(match, offer.by)
    facts = {"player": asking, "turns": turns_going(match, offer.ply), "opponent": opponent}
    if is_bots(match, offer.by.other):
        text = gettext("↩️ {player} asks to take back {turns}. {opponent} is thinking…", **facts)
    else:
        text = gettext(
            "↩️ {player} asks to take back {turns}. {opponent} can accept, decline or just play on.",
            **facts,
        )
    secondary = discord.ButtonStyle.secondary
    answers: discord.ui.ActionRow[Any] = discord.ui.ActionRow(
        button(
            gettext("Accept takeback"),
            discord.ButtonStyle.success,
            "accept-takeback",
            match=match.id,
            revision=match.revision,
        ),
        answer_button(gettext("Decline takeback"), secondary, match, OfferAnswer.DECLINE),
    )
    back: discord.ui.ActionRow[Any] = discord.ui.ActionRow(
        answer_button(gettext("Withdraw takeback"), secondary, match, OfferAnswer.WITHDRAW)
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
    """Return the line of a board on what became of a takeback since the last turn, if any."""
    offer = match.takeback
    if offer is None or match.outcome is not None:
        return []
    asking, opponent = _people(match, offer.by)
    if offer.state is TakebackState.DECLINED:
        return [gettext("↩️ {player} declined the takeback.", player=opponent)]
    if offer.state is TakebackState.ACCEPTED:
        return [
            gettext(
                "↩️ {opponent} agreed, so {player} plays turn {turn} again.",
                opponent=opponent,
                player=asking,
                turn=offer.ply + 1,
            )
        ]
    return []


def word_of_asking(match: Match) -> str:
    """Tell whoever is asked that a turn is to be taken back."""
    offer = match.takeback
    if offer is None:
        return ""
    asking, opponent = _people(match, offer.by)
    return gettext(
        "↩️ {player}, {opponent} asks to take back {turns} in **#{match}**:",
        player=opponent,
        opponent=asking,
        turns=turns_going(match, offer.ply),
        match=match.id,
    )


def word_of_going_back(match: Match) -> str | None:
    """Tell whoever plays a turn again that the opponent agreed; None where none was taken back."""
    offer = match.takeback
    if offer is None or offer.state is not TakebackState.ACCEPTED:
        return None
    asking, opponent = _people(match, offer.by)
    return gettext(
        "↩️ {player}, {opponent} agreed. Play turn {turn} of **#{match}** again:",
        player=asking,
        opponent=opponent,
        turn=offer.ply + 1,
        match=match.id,
    )


def take_back_button(match: Match, user: UserId) -> list[ActionButton]:
    """Return the button that leads to asking for one's last turn back, where one may ask."""
    seat = match.seat_of(user)
    if seat is None or not may_ask_takeback(match, seat):
        return []
    secondary = discord.ButtonStyle.secondary
    return [button(gettext("Take back my turn"), secondary, "take-back", match=match.id)]


def _people(match: Match, by: Seat) -> tuple[str, str]:
    """Return who asks and who is asked."""
    return player_name(match, by), player_name(match, by.other)


def turns_going(match: Match, ply: Ply) -> str:
    """Return the turns that go: one's own, and the reply to it where there is one."""
    if match.ply - ply > 1:
        return gettext("their turn {turn} and the reply to it", turn=ply + 1)
    return gettext("their turn {turn}", turn=ply + 1)
