"""Refusals about players who are said to have left."""

from dataclasses import dataclass

from bot.match.errors import MatchRefusal
from bot.match.match import Match
from bot.text import N_


@dataclass(eq=False, slots=True)
class OpponentStays(MatchRefusal):
    """The opponent is in the server, so the match cannot be ended for their leaving."""

    message = N_("Your opponent is in the server, so {match} goes on.")

    match: Match
