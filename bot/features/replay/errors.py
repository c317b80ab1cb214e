"""What a look back declines.

Not frozen: the standard library assigns `__traceback__` to an exception on its way up.
"""

from dataclasses import dataclass

from bot.features.matches.errors import HostRefusal
from bot.match.match import Match
from bot.text import N_


@dataclass(eq=False, slots=True)
class GoesOnElsewhere(HostRefusal):
    """The match is not over, and only its players see it outside the place where it is played."""

    message = N_(
        "{match} isn't over, so only its players and those where it is played can see it. Come "
        "back when it is over."
    )

    match: Match
