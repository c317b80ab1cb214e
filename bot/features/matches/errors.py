"""What the host declines, beyond what a match does.

Not frozen: the standard library assigns `__traceback__` to an exception on its way up.
"""

from dataclasses import dataclass
from typing import Annotated

from bot.errors import Refusal
from bot.features.moderation.moderating import Bar
from bot.features.standings.rating import FEWEST_TURNS
from bot.match.challenge import Challenge
from bot.match.errors import MatchStatus
from bot.match.identity import ChallengeId, Instant, MatchId, Revision, UserId
from bot.match.match import Match
from bot.match.practice import Measured
from bot.match.terms import Note, Stakes
from bot.text import N_, NN_, AnyOf, Message, Typed

ZoneName = Annotated[str, "the name of a time zone"]


class HostRefusal(Refusal):
    """The base of all that the host declines."""


@dataclass(eq=False, slots=True)
class NoSuchChallenge(HostRefusal):
    """No challenge has this number."""

    message = N_("That challenge is gone. Make a new one with `/challenge`.")

    number: ChallengeId


@dataclass(eq=False, slots=True)
class NoSuchMatch(HostRefusal):
    """No match has this number."""

    message = N_("There is no match {number}. `/games` lists yours.")

    number: MatchId


@dataclass(eq=False, slots=True)
class GoesOnElsewhere(HostRefusal):
    """The match is not over, and only its players see it outside the place where it is played."""

    message = N_(
        "{match} isn't over, so only its players and those where it is played can see it. Come "
        "back when it is over."
    )

    match: Match


@dataclass(eq=False, slots=True)
class NoMatchHere(HostRefusal):
    """The person has no live match in this server."""

    message = N_("You have no match going on in this server. Start one with `/challenge`.")


@dataclass(eq=False, slots=True)
class NotYourTurnAnywhere(HostRefusal):
    """The person has live matches in this server, and their opponents are to move in all."""

    message = N_("It isn't your turn in any of your matches here: {matches}.")

    matches: tuple[Match, ...]


@dataclass(eq=False, slots=True)
class SeveralMatches(HostRefusal):
    """Several matches could be meant, so the person must say which."""

    message = N_("Which match do you mean: {matches}? Name it with the option `match`.")

    matches: AnyOf[Match]


@dataclass(eq=False, slots=True)
class FollowsOwnMatch(HostRefusal):
    """The person plays in the match, so they hear of its end in any case."""

    message = N_("You play in {match} yourself, so I'll tell you how it ends anyway.")

    match: Match


@dataclass(eq=False, slots=True)
class FollowsTooMany(HostRefusal):
    """The person follows as many matches as one may."""

    message = NN_(
        "You are already watching {most} match, the most you can. `/watch` lists it: stop "
        "watching it first.",
        "You are already watching {most} matches, the most you can. `/watch` lists them: stop "
        "watching one first.",
        "most",
    )

    most: int


@dataclass(eq=False, slots=True)
class StaleBed(HostRefusal):
    """The bed that was clicked does not show the match as it stands now."""

    message = N_("That bed was out of date, so nothing was done. This is {match} now. {status}")
    over = N_("Too late: {match} is over. {status}")

    match: Match

    def choose_message(self) -> Message:
        """Return how the match stands instead."""
        return self.message if self.match.outcome is None else self.over

    @property
    def status(self) -> MatchStatus:
        """The match, for whose turn it is or how it ended."""
        return self.match


@dataclass(eq=False, slots=True)
class MayNotPlay(HostRefusal):
    """A moderator of this server keeps the person from beginning matches in it."""

    message = N_(
        "A moderator has barred you from new matches in this server. Your other matches go on."
    )
    until_then = N_(
        "A moderator has barred you from new matches in this server until {until}. Your other "
        "matches go on."
    )
    because = N_(
        "A moderator has barred you from new matches in this server: {reason}. Your other matches "
        "go on."
    )
    until_then_because = N_(
        "A moderator has barred you from new matches in this server until {until}: {reason}. Your "
        "other matches go on."
    )

    bar: Bar

    @property
    def until(self) -> Instant | None:
        """When the bar ends."""
        return self.bar.until

    @property
    def reason(self) -> Note | None:
        """What the moderator said."""
        return self.bar.reason

    def choose_message(self) -> Message:
        """Return as much as the moderator has said."""
        if self.bar.until is None:
            return self.message if self.bar.reason is None else self.because
        return self.until_then if self.bar.reason is None else self.until_then_because


@dataclass(eq=False, slots=True)
class OtherMayNotPlay(HostRefusal):
    """A moderator of this server keeps the other person from beginning matches in it."""

    message = N_("{user} is barred from new matches in this server at the moment.")

    user: UserId


@dataclass(eq=False, slots=True)
class NotBarred(HostRefusal):
    """Somebody was to be let play again whom nobody keeps from playing."""

    message = N_("{user} isn't barred here. `/moderate bars` lists who is.")

    user: UserId


class NoChallengeShown(HostRefusal):
    """The message shows no challenge of this server's."""

    message = N_("That message shows no challenge of this server. Use this on one that does.")


@dataclass(eq=False, slots=True)
class NothingWritten(HostRefusal):
    """The challenge has neither a note nor a reason for declining it."""

    message = N_("Nobody has written anything to that challenge, so there is nothing to remove.")

    challenge: Challenge


@dataclass(eq=False, slots=True)
class UnknownTimeZone(HostRefusal):
    """No time zone has this name; the nearest that there are, if any."""

    message = N_("There is no time zone {text}. Did you mean {near}?")
    nothing_near = N_("There is no time zone {text}. Write it like `Europe/Berlin`.")

    text: Typed
    near: AnyOf[ZoneName]

    def choose_message(self) -> Message:
        """Return what could have been meant, if anything comes near."""
        return self.message if self.near else self.nothing_near


@dataclass(eq=False, slots=True)
class NoSuchSeason(HostRefusal):
    """The server has no such season; `last` is the number of its latest, 0 before the first."""

    none_yet = N_(
        "There is no season {text} in this server: the first rated match begins the first one. "
        "Choose *All time*."
    )
    only_one = N_("There is no season {text} in this server, only season 1. Or choose *All time*.")
    message = N_(
        "There is no season {text} in this server, only seasons 1 to {last}. Or choose *This "
        "season* or *All time*."
    )

    text: Typed
    last: int

    def choose_message(self) -> Message:
        """Return which seasons there are."""
        if self.last == 0:
            return self.none_yet
        return self.only_one if self.last == 1 else self.message


@dataclass(eq=False, slots=True)
class SeasonOver(HostRefusal):
    """A season was to be ended that is over already, or that never began."""

    message = N_("Season {number} is over already. `/season` shows the current one.")
    none_yet = N_("No season has begun here yet: the first rated match begins it.")

    number: int

    def choose_message(self) -> Message:
        """Return whether there was a season at all."""
        return self.message if self.number else self.none_yet


@dataclass(eq=False, slots=True)
class ExportsBusy(HostRefusal):
    """A file was asked for while another one is written."""

    message = N_("I'm writing another file right now. Try again in a minute.")


@dataclass(eq=False, slots=True)
class AnalysedTooSoon(HostRefusal):
    """A match was to be analysed that goes on."""

    message = N_(
        "{match} isn't over. I analyse a match when it is, so that nobody is helped in it."
    )

    match: Match


@dataclass(eq=False, slots=True)
class NothingToAnalyse(HostRefusal):
    """No turn was played in the match, or the person has none there that is over."""

    message = N_("No turn was played in {match}, so there is nothing to analyse.")
    no_match = N_(
        "None of your matches here is over yet. Name another one with the option `match`."
    )

    match: Match | None

    def choose_message(self) -> Message:
        """Return what is missing: the turns, or the match."""
        return self.no_match if self.match is None else self.message


class PuzzleGone(HostRefusal):
    """The puzzle is of a day that had none, or is no more among those that there are."""

    message = N_("I don't have that puzzle any more. `/puzzle` brings today's.")


@dataclass(eq=False, slots=True)
class NeverRated(HostRefusal):
    """A match was to be voided that did not count for ratings."""

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
        """The turns of the shortest match that counts."""
        return FEWEST_TURNS

    def choose_message(self) -> Message:
        """Return why the match did not count."""
        match = self.match
        if match.outcome is None:
            return self.goes_on
        if match.bot is not None:
            measured = match.bot.practice.measured is Measured.YES
            return self.no_result if measured else self.for_fun
        if match.stakes is Stakes.CASUAL:
            return self.casual
        return self.too_short if match.ply < FEWEST_TURNS else self.no_result


@dataclass(eq=False, slots=True)
class VoidAlready(HostRefusal):
    """A match was to be voided that does not count any more."""

    message = N_("{match} is already void: it counts for nobody's rating.")

    match: Match


@dataclass(eq=False, slots=True)
class KeepsToThemself(HostRefusal):
    """The person stands on no leaderboard, and shows what is kept of them to nobody else."""

    message = N_("{user} keeps their ratings and matches private.")

    user: UserId


def demand_seen(match: Match | None, number: MatchId, seen: Revision | None) -> Match:
    """Return the match that was looked for, if it is still as it was seen on the bed.

    Raises `NoSuchMatch` or `StaleBed`.
    """
    if match is None:
        raise NoSuchMatch(number)
    if seen is not None and seen != match.revision:
        raise StaleBed(match)
    return match


def demand_apart(match: Match | None, number: MatchId, seen: Revision | None) -> Match:
    """Return the match for something outside of its turns; the bot's own turns do not outdate it.

    The bot answers while somebody makes up their mind. Raises what `demand_seen` raises.
    """
    against_bot = match is not None and match.bot is not None
    return demand_seen(match, number, None if against_bot else seen)
