"""What a challenge declines. Facts only; `cogs.ui` has the words."""

from dataclasses import dataclass

from bot.match.challenge import Challenge
from bot.match.errors import MatchRefusal
from bot.match.identity import UserId


class ChallengeRefusal(MatchRefusal):
    """The base of all that a challenge declines."""


@dataclass(eq=False, slots=True)
class ChallengedOneself(ChallengeRefusal):
    """Somebody challenged themself."""


@dataclass(eq=False, slots=True)
class ChallengedBot(ChallengeRefusal):
    """A bot was challenged."""

    friend: UserId


@dataclass(eq=False, slots=True)
class AcceptedOneself(ChallengeRefusal):
    """A challenger pressed Accept on their own challenge to anyone."""

    challenge: Challenge


@dataclass(eq=False, slots=True)
class NobodyChallenged(ChallengeRefusal):
    """A challenge to anyone was declined, though it is no one's to decline."""

    challenge: Challenge


@dataclass(eq=False, slots=True)
class FriendCannotSee(ChallengeRefusal):
    """The friend cannot see the channel that the challenge was made in."""

    friend: UserId


@dataclass(eq=False, slots=True)
class NotTheFriend(ChallengeRefusal):
    """Only the challenged friend may accept or decline."""

    challenge: Challenge


@dataclass(eq=False, slots=True)
class NotTheChallenger(ChallengeRefusal):
    """Only the challenger may cancel."""

    challenge: Challenge


@dataclass(eq=False, slots=True)
class ChallengeClosed(ChallengeRefusal):
    """The challenge was answered, cancelled or has run out already."""

    challenge: Challenge


@dataclass(eq=False, slots=True)
class RematchOffered(ChallengeRefusal):
    """The person has offered this rematch already, and the other has still to answer."""

    challenge: Challenge


@dataclass(eq=False, slots=True)
class RematchBegun(ChallengeRefusal):
    """The match has had its rematch; `challenge` tells which."""

    challenge: Challenge
