"""What the host declines, beyond what a match does. Facts only.

Not frozen: the standard library assigns `__traceback__` to an exception on its way up.
"""

from dataclasses import dataclass

from bot.errors import Refusal
from bot.match.challenge import Challenge
from bot.match.identity import ChallengeId, MatchId, UserId
from bot.match.match import Match
from bot.match.moderation import Bar


class HostRefusal(Refusal):
    """The base of all that the host declines."""


@dataclass(eq=False, slots=True)
class NoSuchChallenge(HostRefusal):
    """No challenge has this number."""

    number: ChallengeId


@dataclass(eq=False, slots=True)
class NoSuchMatch(HostRefusal):
    """No match has this number."""

    number: MatchId


@dataclass(eq=False, slots=True)
class GoesOnElsewhere(HostRefusal):
    """The match is not over, and only its players see it outside the place where it is played."""

    match: Match


@dataclass(eq=False, slots=True)
class NoMatchHere(HostRefusal):
    """The person has no live match in this server."""


@dataclass(eq=False, slots=True)
class NotYourTurnAnywhere(HostRefusal):
    """The person has live matches in this server, and their opponents are to move in all."""

    matches: tuple[Match, ...]


@dataclass(eq=False, slots=True)
class SeveralMatches(HostRefusal):
    """Several matches could be meant, so the person must say which."""

    matches: tuple[Match, ...]


@dataclass(eq=False, slots=True)
class FollowsOwnMatch(HostRefusal):
    """The person plays in the match, so they hear of its end in any case."""

    match: Match


@dataclass(eq=False, slots=True)
class FollowsTooMany(HostRefusal):
    """The person follows as many matches as one may."""

    most: int


@dataclass(eq=False, slots=True)
class StaleBed(HostRefusal):
    """The bed that was clicked does not show the match as it stands now."""

    match: Match


@dataclass(eq=False, slots=True)
class MayNotPlay(HostRefusal):
    """A moderator of this server keeps the person from beginning matches in it."""

    bar: Bar


@dataclass(eq=False, slots=True)
class OtherMayNotPlay(HostRefusal):
    """A moderator of this server keeps the other person from beginning matches in it."""

    user: UserId


@dataclass(eq=False, slots=True)
class NotBarred(HostRefusal):
    """Somebody was to be let play again whom nobody keeps from playing."""

    user: UserId


class NoChallengeShown(HostRefusal):
    """The message shows no challenge of this server's."""


@dataclass(eq=False, slots=True)
class NothingWritten(HostRefusal):
    """The challenge has neither a note nor a reason for declining it."""

    challenge: Challenge


@dataclass(eq=False, slots=True)
class UnknownTimeZone(HostRefusal):
    """No time zone has this name; the nearest that there are, if any."""

    text: str
    near: tuple[str, ...]


@dataclass(eq=False, slots=True)
class NoSuchSeason(HostRefusal):
    """The server has no such season; `last` is the number of its latest, 0 before the first."""

    text: str
    last: int


@dataclass(eq=False, slots=True)
class SeasonOver(HostRefusal):
    """A season was to be ended that is over already, or that never began."""

    number: int


@dataclass(eq=False, slots=True)
class ExportsBusy(HostRefusal):
    """A file was asked for while another one is written."""


@dataclass(eq=False, slots=True)
class AnalysedTooSoon(HostRefusal):
    """A match was to be analysed that goes on."""

    match: Match


@dataclass(eq=False, slots=True)
class NothingToAnalyse(HostRefusal):
    """No turn was played in the match, or the person has none there that is over."""

    match: Match | None


class PuzzleGone(HostRefusal):
    """The puzzle is of a day that had none, or is no more among those that there are."""


@dataclass(eq=False, slots=True)
class NeverRated(HostRefusal):
    """A match was to be voided that did not count for ratings."""

    match: Match


@dataclass(eq=False, slots=True)
class VoidAlready(HostRefusal):
    """A match was to be voided that does not count any more."""

    match: Match


@dataclass(eq=False, slots=True)
class KeepsToThemself(HostRefusal):
    """The person stands on no leaderboard, and shows what is kept of them to nobody else."""

    user: UserId
