"""Private panels and their questions: which match, resign or not, claim a draw or not."""

from collections.abc import Awaitable, Sequence
from dataclasses import replace
from typing import Any, Final, TypeVar

import discord

from bot.app import BoopBot
from bot.features.matches.errors import SeveralMatches
from bot.game import Seat
from bot.match.identity import UserId
from bot.match.match import Match
from bot.text import gettext
from cogs.core.answering import show_panel
from cogs.core.arguments import match_title
from cogs.core.board import ACCENTS
from cogs.core.components import ActionButton, button, menu
from cogs.core.names import user_of
from cogs.core.phrases import opponent_name

MOST_IN_MENU: Final = 25
"""Discord's limit of a menu's options."""

View = discord.ui.LayoutView
Found = TypeVar("Found")


def note_panel(text: str) -> View:
    """Say something and ask nothing."""
    view = View(timeout=None)
    view.add_item(discord.ui.TextDisplay(text))
    return view


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


def match_panel(matches: Sequence[Match], user: UserId, name: str, /, **arguments: Any) -> View:
    """Ask which of several matches; the one that waited longest comes first.

    `name` is the action that is done with the one that is chosen.
    """
    options = [
        discord.SelectOption(label=match_title(match, user), value=str(match.id))
        for match in matches[:MOST_IN_MENU]
    ]
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(
        menu(gettext("Which match?"), options, name, **arguments)
    )
    question = gettext("Which match do you mean?")
    if len(matches) > MOST_IN_MENU:
        question = gettext(
            "Which match do you mean? The menu has {shown} of {matches}; `match:` takes any of "
            "them.",
            shown=MOST_IN_MENU,
            matches=len(matches),
        )
    return asking(question, row)


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


def keep_playing(match: Match) -> ActionButton:
    """Return the button that takes a question about a match away."""
    return button(
        gettext("Keep playing"), discord.ButtonStyle.secondary, "keep-playing", match=match.id
    )


def ending_panel(question: str, end: ActionButton, match: Match) -> View:
    """Ask whether a match is to end.

    Such a question opens where its button was tapped, in the last row. A second tap there must not
    end the match, so what ends it is in the row above.
    """
    view = asking(question, discord.ui.ActionRow(end))
    view.add_item(discord.ui.ActionRow(keep_playing(match)))
    return view


def asking(question: str, row: discord.ui.ActionRow[Any]) -> View:
    """Ask something, with the answers to press below."""
    view = note_panel(question)
    view.add_item(row)
    return view


async def resolve_or_ask(
    interaction: discord.Interaction[BoopBot],
    finding: Awaitable[Found],
    name: str,
    /,
    **arguments: Any,
) -> Found | None:
    """Return what `finding` does with the requested match, or None if it could be several.

    Then ask which; `name` is the action that is done with the one that is chosen.
    """
    user = user_of(interaction)
    try:
        return await finding
    except SeveralMatches as several:
        await show_panel(interaction, match_panel(several.matches, user, name, **arguments))
        return None


def page_buttons(name: str, wanted: Any, back: object, on: object) -> list[ActionButton]:
    """Return the buttons of an action to the pages before and after, by what each begins with.

    The one to a page that isn't there is disabled: buttons keep their places.
    """
    ways = []
    for label, key, cut in ((gettext("Back"), "back", back), (gettext("Forward"), "on", on)):
        way = button(
            label,
            discord.ButtonStyle.secondary,
            name,
            key=key,
            emoji=ARROWS[key],
            wanted=wanted if cut is None else replace(wanted, cut=cut),
        )
        way.item.disabled = cut is None
        ways.append(way)
    return ways


ARROWS: Final = {"back": "◀️", "on": "▶️"}
"""What is on the buttons to the page before and to the one after."""
ACCENT: Final = ACCENTS[Seat.ORANGE]
"""The colour of what is about no seat."""
