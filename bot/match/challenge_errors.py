"""What a challenge declines. Facts only; `cogs.ui` has the words."""

from dataclasses import dataclass

from bot.match.challenge import Challenge
from bot.match.errors import MatchRefusal
from bot.match.identity import RoleId, UserId
from bot.match.practice import LevelNumber


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


@dataclass(eq=False, slots=True)
class RematchCountered(ChallengeRefusal):
    """The other answered the offer of a rematch with other terms, which are to be looked at."""

    challenge: Challenge


@dataclass(eq=False, slots=True)
class SameTerms(ChallengeRefusal):
    """Somebody answered a challenge with the terms that it has already."""

    challenge: Challenge


@dataclass(eq=False, slots=True)
class RoleWithFriend(ChallengeRefusal):
    """A challenge named a friend, and asked for a role too."""

    friend: UserId
    role: RoleId


@dataclass(eq=False, slots=True)
class LacksRole(ChallengeRefusal):
    """A challenge is for those with a role, and whoever pressed Accept has it not."""

    role: RoleId


@dataclass(eq=False, slots=True)
class NeedsRoleToPlay(ChallengeRefusal):
    """The server lets only those with a role play, and the person has it not."""

    role: RoleId


@dataclass(eq=False, slots=True)
class FriendLacksRole(ChallengeRefusal):
    """The server lets only those with a role play, and the friend has it not."""

    friend: UserId
    role: RoleId


@dataclass(eq=False, slots=True)
class TooManyChallenges(ChallengeRefusal):
    """The person has as many open challenges in the server as anybody may."""

    most: int


@dataclass(eq=False, slots=True)
class TooManyMatches(ChallengeRefusal):
    """The person plays as many matches in the server as anybody may."""

    most: int


@dataclass(eq=False, slots=True)
class TooManyPractices(ChallengeRefusal):
    """The person plays as many matches against the bot in the server as anybody may."""

    most: int


@dataclass(eq=False, slots=True)
class LevelNotOffered(ChallengeRefusal):
    """The bot does not play that level on this machine, or there is none of that number."""

    level: LevelNumber
    offered: tuple[LevelNumber, ...]


@dataclass(eq=False, slots=True)
class OpponentTooBusy(ChallengeRefusal):
    """The other plays as many matches in the server as anybody may."""

    opponent: UserId
    most: int


@dataclass(eq=False, slots=True)
class TakesNoChallenges(ChallengeRefusal):
    """The other does not take challenges from this person, for whatever reason."""

    user: UserId


@dataclass(eq=False, slots=True)
class TakesNoAnswer(ChallengeRefusal):
    """A challenge that stands open is not one for this person to accept, for whatever reason."""

    challenger: UserId


@dataclass(eq=False, slots=True)
class RolesUnknown(ChallengeRefusal):
    """A role is asked for, and Discord does not say which ones the person has."""


@dataclass(eq=False, slots=True)
class HasBlocked(ChallengeRefusal):
    """The person has blocked the other, so they do not play."""

    user: UserId


@dataclass(eq=False, slots=True)
class BlockedOneself(ChallengeRefusal):
    """Somebody asked to block themself."""


@dataclass(eq=False, slots=True)
class BlockedBot(ChallengeRefusal):
    """Somebody asked to block a bot; none of them challenges anyone."""

    user: UserId


@dataclass(eq=False, slots=True)
class NotBlocked(ChallengeRefusal):
    """Somebody who is not on the list was to be taken off it."""

    user: UserId


@dataclass(eq=False, slots=True)
class TooManyBlocked(ChallengeRefusal):
    """The person has blocked as many as anybody may."""

    most: int
