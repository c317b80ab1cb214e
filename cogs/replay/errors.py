"""Refusals of replays, and of sharing matches."""

from dataclasses import dataclass

from bot.match.identity import ChannelId
from bot.match.match import Match
from bot.text import N_, PermissionName, Typed
from cogs.core.errors import CogRefusal, ServerRefusal


@dataclass(eq=False, slots=True)
class NoSuchTurn(CogRefusal):
    """The text is not the number of a turn. `last` is the highest."""

    message = N_(
        "{text} isn't a turn of {match}. Write a number from 0, the start, to {last}, the last "
        "turn."
    )

    match: Match
    text: Typed
    last: int


@dataclass(eq=False, slots=True)
class NothingToReplay(CogRefusal):
    """No turn of the match has been played."""

    message = N_("No turn has been played in {match} yet, so there is nothing to look back at.")

    match: Match


@dataclass(eq=False, slots=True)
class NotAWriter(ServerRefusal):
    """The user may not write in the chosen channel."""

    message = N_("You can't write in {channel}, so choose another channel.")

    channel: ChannelId


@dataclass(eq=False, slots=True)
class ChannelUnwritable(ServerRefusal):
    """The bot lacks permissions, given by their names, to post what a player shares."""

    message = N_("I can't post in {channel}: I lack {permissions} there. Choose another channel.")

    channel: ChannelId
    permissions: tuple[PermissionName, ...]
