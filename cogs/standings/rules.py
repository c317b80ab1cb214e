"""How ratings and seasons work, on one screen."""

from typing import Any, Final

import discord

from bot.features.standings.glicko import CENTRE, UNRATED
from bot.features.standings.rating import (
    CARRIED_DEVIATION,
    FEWEST_OPPONENTS,
    IN_FULL,
    SETTLED_BELOW,
)
from bot.match.score import FEWEST_TURNS
from cogs.core.actions import button
from cogs.core.panels import View, asking
from cogs.standings.views import Wanted

_TEXT: Final = f"""### How ratings work
**1512 ± 64** says that somebody's strength is most likely within 64 points of 1512. Everybody \
starts at {UNRATED.points:.0f} ± {UNRATED.deviation:.0f}. A win takes points from the loser: the \
more surprising it is, the more.
**1500?** is provisional: while the deviation is {SETTLED_BELOW:.0f} or more, a rating moves fast. \
About ten matches settle it; after about a year away it is provisional again.
**What counts:** rated matches with a result, resigned or run out of time too, of {FEWEST_TURNS} \
turns or more. The first {IN_FULL} with the same opponent in a season count in full, the ones \
after less and less. Moderators can void a match.
**A place** takes rated matches against {FEWEST_OPPONENTS} different opponents. The same points, \
the same place.
**Seasons:** when one ends its table is kept, the first three win titles, and each player starts \
the next one halfway between their rating and {CENTRE:.0f}, at ± {CARRIED_DEVIATION:.0f} or more. \
The table of all time goes on.
-# `/preferences` can leave you off all tables."""


def rating_rules(shown: Wanted) -> View:
    """Explain, with the way back to the leaderboard that was left for it."""
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(
        button("Leaderboard", discord.ButtonStyle.secondary, "leaderboard", wanted=shown)
    )
    return asking(_TEXT, row)
