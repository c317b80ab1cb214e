"""How long a tournament takes: what is typical, and when it is over at the latest.

The numbers are medians of simulations with players who answer after 3 to 16 hours.
"""

from typing import Final

from bot.match.clock import DAY, WEEK, WORKDAYS, Weekends
from bot.match.identity import Instant, Seconds

LEAGUE_WITHIN: Final = Seconds(60 * DAY)
"""How long after its start a league ends at the latest, unless the host chooses."""
CUP_WITHIN: Final = Seconds(120 * DAY)
FINAL_ROUND_WITHIN: Final = Seconds(40 * DAY)
"""How long a round of the final of a league takes at the latest."""

TOO_FEW_WAIT: Final = Seconds(7 * DAY)
"""How long a tournament with too few entrants waits for more before it is called off."""
REPLACED_WITHIN: Final = Seconds(3 * DAY)
"""How long after the start the place of an entrant who has not moved can be taken by another."""
NEXT_SEASON_AFTER: Final = Seconds(7 * DAY)
"""How long after the last match of a group and its neighbours its next season begins."""

_GROUP_DAYS: Final = {2: 21, 3: 23, 4: 25, 5: 27, 6: 28, 7: 30}
"""The typical days of a league, by how many matches each entrant plays at once."""
_ROUND_DAYS: Final = 22.5
"""The typical time of a round of a cup: two matches, and sometimes a third."""


def typical_league(size: int, legs: int, weekends: Weekends) -> Seconds:
    """Return the time in which half of all leagues with groups of this size are over."""
    at_once = legs * (size - 1)
    days = _GROUP_DAYS.get(at_once, _GROUP_DAYS[7] + 1.5 * (at_once - 7))
    return _on_weekends(days, weekends)


def typical_cup(rounds: int, weekends: Weekends) -> Seconds:
    """Return the time in which half of all cups with this many rounds are over."""
    return _on_weekends(_ROUND_DAYS * rounds, weekends)


def final_within(rounds: int) -> Seconds:
    """Return how long after the groups the final of a league ends at the latest."""
    return min(Seconds(rounds * FINAL_ROUND_WITHIN), CUP_WITHIN)


def _on_weekends(days: float, weekends: Weekends) -> Seconds:
    share = 1.0 if weekends is Weekends.PLAYED else WEEK / WORKDAYS
    return Seconds(days * share * DAY)


def may_be_replaced(started_at: Instant, now: Instant, turns: int) -> bool:
    """Return whether a waiting entrant takes the place of one who leaves now.

    `turns` is the number of turns that the leaving entrant has played in all matches.
    """
    return turns == 0 and now - started_at <= REPLACED_WITHIN
