"""How ratings and seasons work, on one screen."""

from typing import Any

import discord

from bot.features.standings.glicko import (
    CARRIED_DEVIATION,
    CENTRE,
    FEWEST_OPPONENTS,
    IN_FULL,
    SETTLED_BELOW,
    UNRATED,
)
from bot.match.score import FEWEST_TURNS
from bot.text import gettext, ngettext
from cogs.core.actions import button
from cogs.core.panels import View, asking
from cogs.standings.views import Wanted


def _text() -> str:
    first = UNRATED
    return "\n".join(
        (
            f"### {gettext('How ratings work')}",
            gettext(
                "**1512 ± 64** means: this player's strength is most likely within 64 points of "
                "1512. Everybody starts at {points} ± {deviation}. The winner takes points from "
                "the loser; the more surprising the win, the more points.",
                points=round(first.points),
                deviation=round(first.deviation),
            ),
            gettext(
                "**1500?** is provisional: at ± {deviation} or more, it still changes a lot with "
                "each match. That takes about ten matches. After about a year without one it is "
                "provisional again.",
                deviation=round(SETTLED_BELOW),
            ),
            ngettext(
                "**What counts:** rated matches of {turns} turns or more that end with a result, "
                "also by resignation or on time. Your first match against the same opponent in a "
                "season counts in full, later ones less and less. Moderators can void a match.",
                "**What counts:** rated matches of {turns} turns or more that end with a result, "
                "also by resignation or on time. Your first {count} matches against the same "
                "opponent in a season count in full, later ones less and less. Moderators can "
                "void a match.",
                IN_FULL,
                turns=FEWEST_TURNS,
            ),
            ngettext(
                "**To be ranked,** play rated matches against {count} opponent. Equal points "
                "share a place.",
                "**To be ranked,** play rated matches against {count} different opponents. Equal "
                "points share a place.",
                FEWEST_OPPONENTS,
            ),
            gettext(
                "**Seasons:** when one ends, its standings are kept and the first three win "
                "titles. Each player starts the next season halfway between their rating and "
                "{centre}, at ± {deviation} or more. The leaderboard of all time goes on.",
                centre=round(CENTRE),
                deviation=round(CARRIED_DEVIATION),
            ),
            f"-# {gettext('Use `/preferences` to leave all leaderboards.')}",
        )
    )


def rating_rules(shown: Wanted) -> View:
    """Explain ratings, with the way back to the leaderboard that was left for it."""
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(
        button(gettext("Leaderboard"), discord.ButtonStyle.secondary, "leaderboard", wanted=shown)
    )
    return asking(_text(), row)
