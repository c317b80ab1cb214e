"""Hints: who may have one and when, and how many there are in a match."""

from dataclasses import dataclass
from typing import Final

from bot.game import Turn, write_position
from bot.match.errors import MatchRefusal, NotAPlayer, NotYourTurn
from bot.match.identity import Ply, UserId
from bot.match.match import Match
from bot.match.practice import Measured
from bot.match.terms import Stakes
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


MOST_HINTS: Final = 3
"""Hints that a person may have in one match."""


@dataclass(frozen=True, slots=True)
class Moment:
    """Where a hint is for: after so many turns, in the position that a text names.

    A turn that is taken back and played otherwise leads to another moment with the same ply.
    """

    ply: Ply
    position: str


@dataclass(frozen=True, slots=True)
class Hint:
    """A turn that was recommended.

    `wins_in` is in how many turns of its player's it wins whatever is replied, where that was seen.
    """

    moment: Moment
    turn: Turn
    wins_in: int | None = None


def moment_of(match: Match) -> Moment:
    """Return the position of a match, without what is drafted."""
    return Moment(match.ply, write_position(match.position))


def require_hint(match: Match, user: UserId) -> None:
    """See that a person may ask for a hint now, however many they have had.

    Raise `NotAPlayer`, `HintAfterTheEnd`, `HintInRated` or `NotYourTurn`.
    """
    if match.seat_of(user) is None:
        raise NotAPlayer(match)
    if match.outcome is not None:
        raise HintAfterTheEnd(match)
    if match.stakes is Stakes.RATED:
        raise HintInRated(match)
    if match.to_move != user:
        raise NotYourTurn(match)


def is_measured(match: Match) -> bool:
    """Return whether a match counts for the practice rating, which a hint would end."""
    return match.bot is not None and match.bot.practice.measured is Measured.YES
