"""What following a match declines.

Not frozen: the standard library assigns `__traceback__` to an exception on its way up.
"""

from dataclasses import dataclass

from bot.features.matches.errors import HostRefusal
from bot.match.match import Match
from bot.text import N_, NN_


@dataclass(eq=False, slots=True)
class FollowsOwnMatch(HostRefusal):
    """The person plays in the match, so they hear of its end in any case."""

    message = N_("You play in {match} yourself, so I'll tell you how it ends anyway.")

    match: Match


@dataclass(eq=False, slots=True)
class FollowsTooMany(HostRefusal):
    """The person follows as many matches as one may."""

    message = NN_(
        "You are already watching {most} match, the most you can. `/watch` lists it: stop "
        "watching it first.",
        "You are already watching {most} matches, the most you can. `/watch` lists them: stop "
        "watching one first.",
        "most",
    )

    most: int
