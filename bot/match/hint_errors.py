"""Why there is no hint. Facts only; `cogs.ui` has the words.

Not frozen: the standard library assigns `__traceback__` to an exception on its way up.
"""

from dataclasses import dataclass

from bot.match.errors import MatchRefusal
from bot.match.match import Match


class HintRefusal(MatchRefusal):
    """The base of all that keeps a hint from being given."""


@dataclass(eq=False, slots=True)
class HintInRated(HintRefusal):
    """The match is rated, so nobody is helped in it."""

    match: Match


@dataclass(eq=False, slots=True)
class HintAfterTheEnd(HintRefusal):
    """The match has an outcome already."""

    match: Match


@dataclass(eq=False, slots=True)
class NoHintsLeft(HintRefusal):
    """The person has had as many hints in the match as one may."""

    match: Match
    most: int
