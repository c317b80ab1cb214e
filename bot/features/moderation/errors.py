"""What moderation declines.

Not frozen: the standard library assigns `__traceback__` to an exception on its way up.
"""

from dataclasses import dataclass

from bot.features.matches.errors import ServiceRefusal
from bot.match.challenge import Challenge
from bot.match.identity import UserId
from bot.match.match import Match
from bot.match.practice import Measured
from bot.match.score import FEWEST_TURNS
from bot.match.terms import Stakes
from bot.text import N_, NN_, Message


@dataclass(eq=False, slots=True)
class NotBanned(ServiceRefusal):
    """Somebody was to be let play again whom nobody keeps from playing."""

    message = N_("{user} isn't banned here. `/moderate bans` lists who is.")

    user: UserId


class NoChallengeShown(ServiceRefusal):
    """The message shows no challenge of this server's."""

    message = N_("That message shows no challenge of this server. Use this on one that does.")


@dataclass(eq=False, slots=True)
class NothingWritten(ServiceRefusal):
    """The challenge has neither a note nor a reason for declining it."""

    message = N_("Nobody has written anything to that challenge, so there is nothing to remove.")

    challenge: Challenge


@dataclass(eq=False, slots=True)
class NeverRated(ServiceRefusal):
    """A match was to be voided that did not count for ratings."""

    goes_on = N_("{match} isn't over, so it hasn't counted for ratings. Nothing was changed.")
    no_result = N_(
        "{match} ended without a result, so it didn't count for ratings. Nothing was changed."
    )
    for_fun = N_("{match} was just for fun, so it didn't count for ratings. Nothing was changed.")
    casual = N_("{match} was casual, so it didn't count for ratings. Nothing was changed.")
    too_short = NN_(
        "{match} had fewer than {fewest} turn, so it didn't count for ratings. Nothing was "
        "changed.",
        "{match} had fewer than {fewest} turns, so it didn't count for ratings. Nothing was "
        "changed.",
        "fewest",
    )

    match: Match

    @property
    def fewest(self) -> int:
        """The turns of the shortest match that counts."""
        return FEWEST_TURNS

    def choose_message(self) -> Message:
        """Return why the match did not count."""
        match = self.match
        if match.outcome is None:
            return self.goes_on
        if match.bot is not None:
            measured = match.bot.practice.measured is Measured.YES
            return self.no_result if measured else self.for_fun
        if match.stakes is Stakes.CASUAL:
            return self.casual
        return self.too_short if match.ply < FEWEST_TURNS else self.no_result


@dataclass(eq=False, slots=True)
class VoidAlready(ServiceRefusal):
    """A match was to be voided that does not count any more."""

    message = N_("{match} is already void: it counts for nobody's rating.")

    match: Match
