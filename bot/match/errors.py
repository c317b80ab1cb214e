"""What a match declines. Facts only; `cogs.ui` has the words.

Not frozen: the standard library assigns `__traceback__` to an exception on its way up.
"""

from dataclasses import dataclass

from bot.errors import Refusal
from bot.match.match import Match


class MatchRefusal(Refusal):
    """The base of all that a match or a challenge declines."""


@dataclass(eq=False, slots=True)
class NotAPlayer(MatchRefusal):
    """The match belongs to two other people."""

    match: Match


@dataclass(eq=False, slots=True)
class NotYourTurn(MatchRefusal):
    """The opponent is to move."""

    match: Match


@dataclass(eq=False, slots=True)
class MatchOver(MatchRefusal):
    """The match has an outcome already."""

    match: Match


@dataclass(eq=False, slots=True)
class MatchGoesOn(MatchRefusal):
    """A rematch of a match that has no outcome yet."""

    match: Match


@dataclass(eq=False, slots=True)
class OpponentDeleted(MatchRefusal):
    """A rematch with somebody who had all that was kept of them deleted."""

    match: Match


@dataclass(eq=False, slots=True)
class NothingToChoose(MatchRefusal):
    """No placement of this match waits for such a choice."""

    match: Match


@dataclass(eq=False, slots=True)
class NothingToClaim(MatchRefusal):
    """A draw was claimed, and the position has not stood often enough."""

    match: Match


@dataclass(eq=False, slots=True)
class DrawOffered(MatchRefusal):
    """The person has offered a draw already, and the other has still to answer."""

    match: Match


@dataclass(eq=False, slots=True)
class DrawOfferedBefore(MatchRefusal):
    """The person has offered a draw since they last moved, and it came to nothing."""

    match: Match


@dataclass(eq=False, slots=True)
class NoDrawOffered(MatchRefusal):
    """There is no draw offer to answer."""

    match: Match


@dataclass(eq=False, slots=True)
class AnsweredOwnOffer(MatchRefusal):
    """The person answered their own draw offer."""

    match: Match


@dataclass(eq=False, slots=True)
class WithdrewOthersOffer(MatchRefusal):
    """The person withdrew the opponent's draw offer."""

    match: Match


@dataclass(eq=False, slots=True)
class NothingToTakeBack(MatchRefusal):
    """The person has played no turn of the match that could be taken back."""

    match: Match


@dataclass(eq=False, slots=True)
class TakebackAsked(MatchRefusal):
    """One of the two has asked to take a turn back already, and the other has still to answer."""

    match: Match


@dataclass(eq=False, slots=True)
class TakebackAskedBefore(MatchRefusal):
    """The person has asked to take a turn back since somebody last moved, and in vain."""

    match: Match


@dataclass(eq=False, slots=True)
class NoTakebackOffered(MatchRefusal):
    """Nobody asks to take a turn back, or not any more."""

    match: Match


@dataclass(eq=False, slots=True)
class TooLateToCallOff(MatchRefusal):
    """Both have moved already, so the match ends with a result."""

    match: Match
