"""Private questions: which match is meant, whether to resign or to claim a draw."""

from collections.abc import Sequence
from typing import Any, Final

import discord

from bot.match.identity import UserId
from bot.match.match import Match
from cogs.core.actions import button, menu
from cogs.core.arguments import match_title
from cogs.core.words import opponent_name

MOST_IN_MENU: Final = 25
"""Discord's limit of a menu's options."""

View = discord.ui.LayoutView


def note_panel(text: str) -> View:
    """Say something and ask nothing."""
    view = View(timeout=None)
    view.add_item(discord.ui.TextDisplay(text))
    return view


def claim_panel(match: Match, user: UserId) -> View:
    """Ask whether to claim a draw, with the match and the opponent in the question."""
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(
        button(
            "Claim the draw",
            discord.ButtonStyle.danger,
            "really-claim-draw",
            match=match.id,
            revision=match.revision,
        ),
        button("Keep playing", discord.ButtonStyle.secondary, "keep-playing", match=match.id),
    )
    opponent = opponent_name(match, user)
    question = f"Claim a draw in **#{match.id}** against {opponent}? The match ends then."
    return asking(question, row)


def match_panel(matches: Sequence[Match], user: UserId, name: str, /, **arguments: Any) -> View:
    """Ask which match is meant; the one that waited longest comes first.

    `name` is the action that is done with the one that is chosen.
    """
    options = [
        discord.SelectOption(label=match_title(match, user), value=str(match.id))
        for match in matches[:MOST_IN_MENU]
    ]
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(
        menu("Which match?", options, name, **arguments)
    )
    question = "Which match do you mean?"
    if len(matches) > MOST_IN_MENU:
        question += f" These are {MOST_IN_MENU} of {len(matches)}; `match:` names any of them."
    return asking(question, row)


def resign_panel(match: Match, user: UserId) -> View:
    """Ask whether to resign, with the match and the opponent in the question."""
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(
        button("Resign", discord.ButtonStyle.danger, "really-resign", match=match.id),
        button("Keep playing", discord.ButtonStyle.secondary, "keep-playing", match=match.id),
    )
    opponent = opponent_name(match, user)
    return asking(f"Resign **#{match.id}**? {opponent} wins then. This cannot be undone.", row)


def asking(question: str, row: discord.ui.ActionRow[Any]) -> View:
    """Ask something, with the answers to press below."""
    view = note_panel(question)
    view.add_item(row)
    return view
