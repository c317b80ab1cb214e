"""What an analysis declines.

Not frozen: the standard library assigns `__traceback__` to an exception on its way up.
"""

from dataclasses import dataclass

from bot.features.matches.errors import HostRefusal
from bot.match.match import Match
from bot.text import N_, Message


@dataclass(eq=False, slots=True)
class AnalysedTooSoon(HostRefusal):
    """A match was to be analysed that goes on."""

    message = N_(
        "{match} isn't over. I analyse a match when it is, so that nobody is helped in it."
    )

    match: Match


@dataclass(eq=False, slots=True)
class NothingToAnalyse(HostRefusal):
    """No turn was played in the match, or the person has none there that is over."""

    message = N_("No turn was played in {match}, so there is nothing to analyse.")
    no_match = N_(
        "None of your matches here is over yet. Name another one with the option `match`."
    )

    match: Match | None

    def choose_message(self) -> Message:
        """Return what is missing: the turns, or the match."""
        return self.no_match if self.match is None else self.message
