"""Refusals of moderators' actions."""

from dataclasses import dataclass

from bot.features.matches.errors import ServiceRefusal
from bot.match.challenge import Challenge
from bot.match.ending import fewest_turns
from bot.match.identity import UserId
from bot.match.match import Match
from bot.match.terms import Measurement, Stakes
from bot.text import N_, NN_, Message


@dataclass(eq=False, slots=True)
class NotBanned(ServiceRefusal):
    """The user to be unbanned is not banned."""

    message = N_("{user} isn't banned here. `/moderate bans` lists who is.")

    user: UserId


@dataclass(eq=False, slots=True)
class BannedAnew(ServiceRefusal):
    """Another ban has replaced the one to be undone; the new ban stays."""

    message = N_(
        "{user} is under another ban now, by {moderator}. `/moderate unban` lifts that one."
    )

    user: UserId
    moderator: UserId


@dataclass(eq=False, slots=True)
class OutdatedBan(ServiceRefusal):
    """The ban would end other places or matches than the moderator confirmed."""

    message = N_(
        "{user}'s matches or bans here have changed since you were asked, so nothing was done. "
        "`/moderate ban` asks you again."
    )

    user: UserId


class NoChallengeShown(ServiceRefusal):
    """The message shows no challenge of this server."""

    message = N_("That message shows no challenge of this server. Use this on one that does.")


@dataclass(eq=False, slots=True)
class NothingWritten(ServiceRefusal):
    """The challenge has neither a note nor a reason for declining it."""

    message = N_("No one has written anything to that challenge, so there is nothing to remove.")

    challenge: Challenge


@dataclass(eq=False, slots=True)
class NeverRated(ServiceRefusal):
    """The match to be voided never counted for ratings."""

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
        """How many turns the shortest match that counts has."""
        return fewest_turns(self.match)

    def choose_message(self) -> Message:
        """Return why the match did not count."""
        match = self.match
        if match.outcome is None:
            return self.goes_on
        if match.bot is not None:
            measured = match.bot.practice.measured is Measurement.YES
            return self.no_result if measured else self.for_fun
        if match.stakes is Stakes.CASUAL:
            return self.casual
        return self.too_short if match.ply < self.fewest else self.no_result


@dataclass(eq=False, slots=True)
class VoidAlready(ServiceRefusal):
    """The match was voided already."""

    message = N_("{match} is already void: it counts for no one's rating.")

    match: Match
