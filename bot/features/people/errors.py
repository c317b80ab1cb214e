"""Refusals about players who are said to have left."""

from bot.match.errors import RefusalAboutMatch
from bot.text import N_


class PresenceUnknown(RefusalAboutMatch):
    """Discord has not said in time whether the players are in the server."""

    message = N_(
        "Discord hasn't said in time whether your opponent is in the server, so {match} goes on. "
        "Try again in a moment."
    )


class PlayedApart(RefusalAboutMatch):
    """The match is in direct messages, where it goes on after a player left the server."""

    message = N_(
        "{match} is played in direct messages, so it goes on even after a player has left the "
        "server."
    )


class OpponentStays(RefusalAboutMatch):
    """The opponent is in the server, so the match cannot be ended for their leaving."""

    message = N_("Your opponent is in the server, so {match} goes on.")
