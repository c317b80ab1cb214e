"""What can be pressed below a bed, besides the questions of a turn.

A phone shows four short buttons in a row at the most, so all that is not of every turn stands
behind **More**.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import discord

from bot.game import Seat
from bot.match.identity import MatchId, is_former
from bot.match.match import Match, OfferAnswer
from cogs.core.actions import ActionButton, Control, Request, button, read_call
from cogs.core.codecs import Unreadable

Row = discord.ui.ActionRow[Any]


def bed_buttons(match: Match) -> list[ActionButton]:
    """Return the buttons of a match that goes on."""
    primary, secondary = discord.ButtonStyle.primary, discord.ButtonStyle.secondary
    claim = button("Claim draw", primary, "claim-draw", match=match.id, revision=match.revision)
    more = button("More", secondary, "more", match=match.id)
    claims = [claim] if match.may_claim_draw else []
    return [place_button(match), next_button(match), *claims, more]


def over_rows(match: Match) -> list[Row]:
    """Return the buttons of a match that is over.

    One against the bot has a row of its own for the next: a phone shows three long ones in two.
    """
    secondary = discord.ButtonStyle.secondary
    rematch = button("Rematch", discord.ButtonStyle.primary, "rematch", match=match.id)
    again = [] if any(map(is_former, match.seats)) else [rematch]
    if again and match.bot is not None:
        again.append(button("Another level", secondary, "other-level", match=match.id))
    back = [button("Replay", secondary, "replay", match=match.id), *analyse_buttons(match)]
    back.append(next_button(match))
    if match.bot is None:
        return [Row(*again, *back)]
    return [Row(*each) for each in (again, back) if each]


def analyse_buttons(match: Match) -> list[ActionButton]:
    """Return the button that analyses a match, where there is one that is over to be analysed."""
    if match.outcome is None or not match.ply:
        return []
    return [button("Analyse", discord.ButtonStyle.secondary, "analyse", match=match.id)]


def place_button(match: Match) -> ActionButton:
    """Return the button that opens the picker of squares; it stands back while the bot thinks."""
    waits = match.bot is not None and match.bot.seat is match.position.to_move
    style = discord.ButtonStyle.secondary if waits else discord.ButtonStyle.primary
    return button("Place", style, "pick", match=match.id, revision=match.revision)


def next_button(match: Match) -> ActionButton:
    """Return the button that leads whoever presses to the next match that waits for them."""
    return button("Next", discord.ButtonStyle.secondary, "next", left=match.id)


def match_with_buttons(message: discord.Message) -> MatchId | None:
    """Return the match whose live board a message is: every one has the button **Next**."""
    for text in custom_ids_in([part.to_dict() for part in message.components]):
        values = _next_values(text)
        if values.get("left") is not None and values.get("until") is None:
            return MatchId(values["left"])
    return None


def _next_values(custom_id: str) -> Mapping[str, Any]:
    """Return the arguments of a button **Next**; nothing for any other."""
    try:
        call = read_call(Request(custom_id, Control.BUTTON))
    except Unreadable:
        return {}
    return call.values if call.action.name == "next" else {}


def custom_ids_in(components: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Walk over the custom ids of a message's components, in reading order."""
    for part in components:
        if part.get("custom_id"):
            yield str(part["custom_id"])
        yield from custom_ids_in(part.get("components") or ())


def offer_rows(match: Match) -> list[Row]:
    """Return the answers to a draw that is offered, and the way for the other to take it back.

    A phone shows two buttons of this length side by side.
    """
    secondary = discord.ButtonStyle.secondary
    answers: Row = discord.ui.ActionRow(
        _draw_button("Accept draw", discord.ButtonStyle.success, match, OfferAnswer.ACCEPT),
        _draw_button("Decline draw", secondary, match, OfferAnswer.DECLINE),
    )
    withdraw = _draw_button("Withdraw draw", secondary, match, OfferAnswer.WITHDRAW)
    return of_people(match, match.draw_offered_by, answers, discord.ui.ActionRow(withdraw))


def _draw_button(
    label: str, style: discord.ButtonStyle, match: Match, answer: OfferAnswer
) -> ActionButton:
    return button(
        label, style, "answer-draw", match=match.id, revision=match.revision, answer=answer
    )


def of_people(match: Match, asking: Seat | None, answers: Row, back: Row) -> list[Row]:
    """Return the answers to an offer and the way to take it back, as far as a person has them."""
    if match.bot is None:
        return [answers, back]
    return [answers] if match.bot.seat is asking else [back]
