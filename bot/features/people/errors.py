"""Refusals about players who are said to have left."""

from dataclasses import dataclass

from bot.match.errors import MatchRefusal
from bot.match.match import Match
from bot.text import N_


@dataclass(eq=False, slots=True)
class PresenceUnknown(MatchRefusal):
    """Discord has not said in time whether the players are in the server."""

    message = N_(
        "Discord hasn't said in time whether your opponent is in the server, so {match} goes on. "
        "Try again in a moment."
    )

    match: Match


@dataclass(eq=False, slots=True)
class PlayedApart(MatchRefusal):
    """The match is in direct messages, where it goes on after a player left the server."""

    message = N_(
        "{match} is played in direct messages, so it goes on even after a player has left the "
        "server."
    )

    match: Match


@dataclass(eq=False, slots=True)
class OpponentStays(MatchRefusal):
    """The opponent is in the server, so the match cannot be ended for their leaving."""

    message = N_("Your opponent is in the server, so {match} goes on.")

    match: Match
