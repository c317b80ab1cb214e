"""What a leaderboard declines.

Not frozen: the standard library assigns `__traceback__` to an exception on its way up.
"""

from dataclasses import dataclass

from bot.features.matches.errors import ServiceRefusal
from bot.text import N_, Message, Typed


@dataclass(eq=False, slots=True)
class NoSuchSeason(ServiceRefusal):
    """The server has no such season; `last` is the number of its latest, 0 before the first."""

    none_yet = N_(
        "There is no season {text} in this server: the first rated match begins the first one. "
        "Choose *All time*."
    )
    only_one = N_("There is no season {text} in this server, only season 1. Or choose *All time*.")
    message = N_(
        "There is no season {text} in this server, only seasons 1 to {last}. Or choose *This "
        "season* or *All time*."
    )

    text: Typed
    last: int

    def choose_message(self) -> Message:
        """Return which seasons there are."""
        if self.last == 0:
            return self.none_yet
        return self.only_one if self.last == 1 else self.message


@dataclass(eq=False, slots=True)
class SeasonOver(ServiceRefusal):
    """A season was to be ended that is over already, or that never began."""

    message = N_("Season {number} is over already. `/season` shows the current one.")
    none_yet = N_("No season has begun here yet: the first rated match begins it.")

    number: int

    def choose_message(self) -> Message:
        """Return whether there was a season at all."""
        return self.message if self.number else self.none_yet
