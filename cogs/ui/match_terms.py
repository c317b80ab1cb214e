"""The terms that a match is played by, in one line."""

from bot.match.clock import Weekends
from bot.match.match import Match
from cogs.ui.practice_words import MEASURED
from cogs.ui.times import time_name


def terms_in_short(match: Match) -> str:
    """Give the ruleset, the stakes and the time: `**classic** · casual · 3 days per move`."""
    ruleset = match.position.ruleset
    time = time_name(match.clock.control)
    if match.bot is None:
        terms = [f"**{ruleset.name}**", match.stakes.value, time]
    else:
        terms = [f"**{ruleset.name}**", "practice", MEASURED[match.bot.practice.measured], time]
    if match.clock.weekends is Weekends.PAUSED:
        terms.append("weekends do not count")
    return " · ".join(terms)
