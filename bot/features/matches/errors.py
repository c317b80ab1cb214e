"""Refusals of services, beyond those of a match itself.

They are not frozen, because the standard library assigns `__traceback__` to raised exceptions.
"""

from dataclasses import dataclass

from bot.errors import Refusal
from bot.match.challenge import Ban
from bot.match.errors import MatchStatus
from bot.match.identity import ChallengeId, Instant, MatchId, Ply, Revision, UserId
from bot.match.match import Match
from bot.match.terms import Note
from bot.text import N_, AnyOf, Message


class ServiceRefusal(Refusal):
    """The base of refusals of services."""


@dataclass(eq=False, slots=True)
class NoSuchChallenge(ServiceRefusal):
    """There is no challenge with this number."""

    message = N_("That challenge is gone. Make a new one with `/challenge`.")

    number: ChallengeId


@dataclass(eq=False, slots=True)
class NoSuchMatch(ServiceRefusal):
    """There is no match with this number."""

    message = N_("There is no match {number}. `/games` lists yours.")

    number: MatchId


class NoMatchHere(ServiceRefusal):
    """The user has no live match in this server."""

    message = N_("You aren't playing a match in this server. Start one with `/challenge`.")


@dataclass(eq=False, slots=True)
class NotYourTurnAnywhere(ServiceRefusal):
    """It is the opponents' turn in all of the user's matches in this server."""

    message = N_("It isn't your turn in any of your matches here: {matches}.")

    matches: tuple[Match, ...]


@dataclass(eq=False, slots=True)
class SeveralMatches(ServiceRefusal):
    """Several matches are possible, so the user must name one."""

    message = N_("Which match do you mean: {matches}? Name it with the option `match`.")

    matches: AnyOf[Match]


@dataclass(eq=False, slots=True)
class StaleBoard(ServiceRefusal):
    """The board that was clicked is out of date."""

    message = N_("That board was out of date, so nothing was done. Here's {match} now. {status}")
    over = N_("Too late: {match} is over. {status}")

    match: Match

    def choose_message(self) -> Message:
        """Return the message about the current state of the match."""
        return self.message if self.match.outcome is None else self.over

    @property
    def status(self) -> MatchStatus:
        """The status of the match, for the message."""
        return self.match


@dataclass(eq=False, slots=True)
class MayNotPlay(ServiceRefusal):
    """A moderator of this server has banned the user."""

    message = N_(
        "A moderator has banned you from new matches in this server. Your other matches go on."
    )
    until_then = N_(
        "A moderator has banned you from new matches in this server until {until}. Your other "
        "matches go on."
    )
    because = N_(
        "A moderator has banned you from new matches in this server: {reason}. Your other matches "
        "go on."
    )
    until_then_because = N_(
        "A moderator has banned you from new matches in this server until {until}: {reason}. Your "
        "other matches go on."
    )

    ban: Ban

    @property
    def until(self) -> Instant | None:
        """When the ban ends."""
        return self.ban.until

    @property
    def reason(self) -> Note | None:
        """The reason that the moderator gave."""
        return self.ban.reason

    def choose_message(self) -> Message:
        """Return the message with the end and the reason that the moderator gave, if any."""
        if self.ban.until is None:
            return self.message if self.ban.reason is None else self.because
        return self.until_then if self.ban.reason is None else self.until_then_because


@dataclass(eq=False, slots=True)
class OtherMayNotPlay(ServiceRefusal):
    """A moderator of this server has banned the other user."""

    message = N_("{user} is banned from new matches in this server at the moment.")

    user: UserId


def require_revision(
    match: Match | None, number: MatchId, expected_revision: Revision | None
) -> Match:
    """Return the match if it is at the revision of the clicked board, if there is one.

    Raise `NoSuchMatch` or `StaleBoard`.
    """
    if match is None:
        raise NoSuchMatch(number)
    if expected_revision is not None and expected_revision != match.revision:
        raise StaleBoard(match)
    return match


def require_turn(match: Match | None, number: MatchId, expected_ply: Ply) -> Match:
    """Return the match if no turn was played since the user saw it.

    Offers and added days do not make a board stale, nor do turns in a match against the bot. Raise
    what `require_revision` raises.
    """
    if match is None:
        raise NoSuchMatch(number)
    if match.ply != expected_ply and match.bot is None:
        raise StaleBoard(match)
    return match


def require_apart(
    match: Match | None, number: MatchId, expected_revision: Revision | None
) -> Match:
    """Return the match for an action other than a turn, if its board is not stale.

    A board of a match against the bot is never stale, because the bot may play while the user
    decides. Raise what `require_revision` raises.
    """
    against_bot = match is not None and match.bot is not None
    return require_revision(match, number, None if against_bot else expected_revision)
