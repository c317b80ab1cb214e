"""Private panels that ask which match, or whether to end it, and the page buttons of a list."""

from collections.abc import Awaitable, Sequence
from dataclasses import replace
from typing import Any, Final, TypeVar

import discord

from bot.app import Interaction
from bot.features.matches.errors import SeveralMatches
from bot.game import Seat
from bot.match.identity import UserId
from bot.match.match import Match
from bot.text import gettext
from cogs.core.actions import MOST_IN_MENU
from cogs.core.arguments import match_title
from cogs.core.components import ActionButton, View, button, menu
from cogs.core.replies import answer_privately
from cogs.wording.names import user_of

ACCENTS: Final = {Seat.ORANGE: 0xF0913A, Seat.GRAY: 0x8A93A0}
"""The accent colour of a panel about a seat."""

Found = TypeVar("Found")


def note_panel(text: str) -> View:
    """Return a panel with a text and no question."""
    view = View()
    view.add_item(discord.ui.TextDisplay(text))
    return view


def match_panel(matches: Sequence[Match], user: UserId, name: str, /, **arguments: Any) -> View:
    """Return a panel that asks which match the user means. Pass the longest waiting match first.

    `name` is the action to run with the chosen match.
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


def keep_playing(match: Match) -> ActionButton:
    """Return the button that closes a question about a match."""
    return button(
        gettext("Keep playing"), discord.ButtonStyle.secondary, "keep-playing", match=match.id
    )


def ending_panel(question: str, end: ActionButton, match: Match) -> View:
    """Return a panel that asks whether to end a match.

    The user tapped a button in the last row of a panel, and this panel replaces it. A second tap
    must not end the match, so the button that ends it is in the row above.
    """
    view = asking(question, discord.ui.ActionRow(end))
    view.add_item(discord.ui.ActionRow(keep_playing(match)))
    return view


def asking(question: str, row: discord.ui.ActionRow[Any]) -> View:
    """Return a panel with a question and the buttons that answer it."""
    view = note_panel(question)
    view.add_item(row)
    return view


async def resolve_or_ask(
    interaction: Interaction,
    finding: Awaitable[Found],
    name: str,
    /,
    **arguments: Any,
) -> Found | None:
    """Return the result of `finding`. If it finds several matches, ask which, and return None.

    `name` is the action to run with the chosen match.
    """
    user = user_of(interaction)
    try:
        return await finding
    except SeveralMatches as several:
        await answer_privately(interaction, match_panel(several.matches, user, name, **arguments))
        return None


def page_buttons(name: str, query: Any, back: object, on: object) -> list[ActionButton]:
    """Return the buttons to the previous page, which begins at `back`, and to the next, at `on`.

    The button to a missing page, None, is disabled, so that the buttons keep their places.
    """
    ways = []
    for label, key, cut in ((gettext("Back"), "back", back), (gettext("Forward"), "on", on)):
        way = button(
            label,
            discord.ButtonStyle.secondary,
            name,
            key=key,
            emoji=ARROWS[key],
            query=query if cut is None else replace(query, cut=cut),
        )
        way.item.disabled = cut is None
        ways.append(way)
    return ways


ARROWS: Final = {"back": "◀️", "on": "▶️"}
"""The emoji of the buttons to the previous and the next page."""
ACCENT: Final = ACCENTS[Seat.ORANGE]
"""The accent colour of a panel that is about no seat."""
