"""Hints: who may have one and when, and how many there are in a match."""

from dataclasses import dataclass
from typing import Final

from bot.game import Turn, write_position
from bot.match.errors import NotAPlayer, NotYourTurn
from bot.match.hint_errors import HintAfterTheEnd, HintInRated
from bot.match.identity import Ply, UserId
from bot.match.match import Match
from bot.match.practice import Measured
from bot.match.terms import Stakes

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
    """Give where a match stands, without what is drafted."""
    return Moment(match.ply, write_position(match.position))


def demand_hint(match: Match, user: UserId) -> None:
    """See that a person may ask for a hint now, however many they have had.

    Raises `NotAPlayer`, `HintAfterTheEnd`, `HintInRated` or `NotYourTurn`.
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
    """Tell whether a match counts for the practice rating, which a hint would end."""
    return match.bot is not None and match.bot.practice.measured is Measured.YES
