"""Why there is no hint.

Not frozen: the standard library assigns `__traceback__` to an exception on its way up.
"""

from dataclasses import dataclass

from bot.match.errors import MatchRefusal
from bot.match.match import Match
from bot.text import N_, NN_


class HintRefusal(MatchRefusal):
    """The base of all that keeps a hint from being given."""


@dataclass(eq=False, slots=True)
class HintInRated(HintRefusal):
    """The match is rated, so nobody is helped in it."""

    message = N_("{match} is rated, so there are no hints in it. Casual matches have them.")

    match: Match


@dataclass(eq=False, slots=True)
class HintAfterTheEnd(HintRefusal):
    """The match has an outcome already."""

    message = N_("{match} is over. `/analyse` shows what would have been better.")

    match: Match


@dataclass(eq=False, slots=True)
class NoHintsLeft(HintRefusal):
    """The person has had as many hints in the match as one may."""

    message = NN_(
        "You have had your hint in {match}. You're on your own now.",
        "You have had your {most} hints in {match}. You're on your own now.",
        "most",
    )

    match: Match
    most: int
