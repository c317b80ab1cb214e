"""Refusals about challenges."""

from dataclasses import dataclass
from typing import Annotated, assert_never

from bot.match.challenge import Challenge, ChallengeState
from bot.match.errors import MatchRefusal
from bot.match.identity import Instant, MatchId, RoleId, UserId
from bot.match.terms import LevelNumber
from bot.text import N_, NN_, Message

Invited = Annotated[Challenge, "whom it asks"]
FromNow = Annotated[Instant, "as a span from now"]


class ChallengeRefusal(MatchRefusal):
    """The base of all that a challenge declines."""


@dataclass(eq=False, slots=True)
class ChallengedOneself(ChallengeRefusal):
    """Somebody challenged themself."""

    message = N_("You can't challenge yourself. Name a friend.")


@dataclass(eq=False, slots=True)
class ChallengedBot(ChallengeRefusal):
    """A bot was challenged."""

    message = N_("{friend} is a bot and doesn't play. I do: `/practice`.")

    friend: UserId


@dataclass(eq=False, slots=True)
class AcceptedOneself(ChallengeRefusal):
    """A challenger pressed Accept on their own challenge to anyone."""

    message = N_("This is your own challenge, so somebody else has to accept it.")

    challenge: Challenge


@dataclass(eq=False, slots=True)
class NobodyChallenged(ChallengeRefusal):
    """A challenge to anyone was declined, though it is no one's to decline."""

    message = N_("This challenge is open to anyone, so you don't need to decline it.")

    challenge: Challenge


@dataclass(eq=False, slots=True)
class ChallengedAlready(ChallengeRefusal):
    """The person has challenged this friend by these terms, and the friend has still to answer."""

    message = N_(
        "You have already challenged {invited} to this. They can answer until {expires_at}; "
        "`/challenges` shows it or withdraws it."
    )

    challenge: Challenge

    @property
    def invited(self) -> Invited:
        """The challenge, for whom it asks."""
        return self.challenge

    @property
    def expires_at(self) -> Instant:
        """When the challenge ends."""
        return self.challenge.expires_at


@dataclass(eq=False, slots=True)
class FriendCannotSee(ChallengeRefusal):
    """The friend cannot see the channel that the challenge was made in."""

    message = N_("{friend} can't see this channel. Challenge them in one that you both see.")

    friend: UserId


@dataclass(eq=False, slots=True)
class NotTheFriend(ChallengeRefusal):
    """Only the challenged friend may accept or decline."""

    message = N_("This challenge is for {invited}, so only they can answer it.")

    challenge: Challenge

    @property
    def invited(self) -> Invited:
        """The challenge, for whom it asks."""
        return self.challenge


@dataclass(eq=False, slots=True)
class NotTheChallenger(ChallengeRefusal):
    """Only the challenger may cancel."""

    message = N_("Only {challenger} can withdraw this challenge.")

    challenge: Challenge

    @property
    def challenger(self) -> UserId:
        """Who made the challenge."""
        return self.challenge.challenger


@dataclass(eq=False, slots=True)
class ChallengeClosed(ChallengeRefusal):
    """The challenge was answered, cancelled or has run out already."""

    being_answered = N_("Somebody is answering this challenge right now.")
    accepted = N_("This challenge was accepted: match {match} has begun.")
    declined = N_("{invited} declined this challenge.")
    cancelled = N_("{challenger} withdrew this challenge.")
    # Translators: {expired_at} is how long ago, as "2 days ago", in the reader's language.
    expired = N_("This challenge expired {expired_at}.")
    countered = N_(
        "{invited} answered this challenge with other terms. `/challenges` lists their challenge."
    )

    challenge: Challenge

    def choose_message(self) -> Message:
        """Return what became of the challenge."""
        match self.challenge.state:
            case ChallengeState.OPEN:
                return self.being_answered
            case ChallengeState.ACCEPTED:
                return self.accepted
            case ChallengeState.DECLINED:
                return self.declined
            case ChallengeState.CANCELLED:
                return self.cancelled
            case ChallengeState.EXPIRED:
                return self.expired
            case ChallengeState.COUNTERED:
                return self.countered
            case state:
                assert_never(state)

    @property
    def invited(self) -> Invited:
        """The challenge, for whom it asks."""
        return self.challenge

    @property
    def challenger(self) -> UserId:
        """Who made the challenge."""
        return self.challenge.challenger

    @property
    def match(self) -> MatchId | None:
        """The match that was begun."""
        return self.challenge.match

    @property
    def expired_at(self) -> FromNow:
        """When the challenge expired."""
        return self.challenge.expires_at


@dataclass(eq=False, slots=True)
class RematchOffered(ChallengeRefusal):
    """The person has offered this rematch already, and the other has still to answer."""

    message = N_(
        "You have already offered this rematch. {invited} can accept it until {expires_at}."
    )

    challenge: Challenge

    @property
    def invited(self) -> Invited:
        """The challenge, for whom it asks."""
        return self.challenge

    @property
    def expires_at(self) -> Instant:
        """When the offer ends."""
        return self.challenge.expires_at


@dataclass(eq=False, slots=True)
class RematchBegun(ChallengeRefusal):
    """The match has had its rematch; `challenge` tells which."""

    message = N_("{match} already had its rematch: {rematch}.")

    challenge: Challenge

    @property
    def match(self) -> MatchId | None:
        """The match that was to be played again."""
        return self.challenge.rematch_of

    @property
    def rematch(self) -> MatchId | None:
        """The match that came of it."""
        return self.challenge.match


@dataclass(eq=False, slots=True)
class RematchCountered(ChallengeRefusal):
    """The other answered the offer of a rematch with other terms, which are to be looked at."""

    message = N_(
        "Other terms were offered for the rematch of {match}. {invited} has to answer them first."
    )

    challenge: Challenge

    @property
    def invited(self) -> Invited:
        """The challenge, for whom it asks."""
        return self.challenge

    @property
    def match(self) -> MatchId | None:
        """The match that is to be played again."""
        return self.challenge.rematch_of


@dataclass(eq=False, slots=True)
class SameTerms(ChallengeRefusal):
    """Somebody answered a challenge with the terms that it has already."""

    message = N_(
        "These are already the challenge's terms. Press **Accept** to play by them, or change "
        "something."
    )

    challenge: Challenge


@dataclass(eq=False, slots=True)
class RoleWithFriend(ChallengeRefusal):
    """A challenge named a friend, and asked for a role too."""

    message = N_("A role is for challenges that name nobody. Leave out either {friend} or {role}.")

    friend: UserId
    role: RoleId


@dataclass(eq=False, slots=True)
class LacksRole(ChallengeRefusal):
    """A challenge is for those with a role, and whoever pressed Accept has it not."""

    message = N_("This challenge is for members with the role {role}, which you don't have.")

    role: RoleId


@dataclass(eq=False, slots=True)
class NeedsRoleToPlay(ChallengeRefusal):
    """The server lets only those with a role play, and the person has it not."""

    message = N_(
        "Only members with the role {role} play boop in this server. Ask its managers for it."
    )

    role: RoleId


@dataclass(eq=False, slots=True)
class FriendLacksRole(ChallengeRefusal):
    """The server lets only those with a role play, and the friend has it not."""

    message = N_(
        "Only members with the role {role} play boop in this server, and {friend} doesn't have it."
    )

    friend: UserId
    role: RoleId


@dataclass(eq=False, slots=True)
class TooManyChallenges(ChallengeRefusal):
    """The person has as many open challenges in the server as anybody may."""

    message = NN_(
        "You already have {most} open challenge in this server, the most you can have. Withdraw it "
        "in `/challenges` first.",
        "You already have {most} open challenges in this server, the most you can have. Withdraw "
        "one in `/challenges` first.",
        "most",
    )

    most: int


@dataclass(eq=False, slots=True)
class TooManyMatches(ChallengeRefusal):
    """The person plays as many matches in the server as anybody may."""

    message = NN_(
        "You are already playing {most} match in this server, the most you can play. Finish it "
        "first: `/games` lists it.",
        "You are already playing {most} matches in this server, the most you can play. Finish one "
        "first: `/games` lists them.",
        "most",
    )

    most: int


@dataclass(eq=False, slots=True)
class TooManyPractices(ChallengeRefusal):
    """The person plays as many matches against the bot in the server as anybody may."""

    message = NN_(
        "You are already playing {most} match against me in this server, the most you can play. "
        "Finish it first: `/games` lists it.",
        "You are already playing {most} matches against me in this server, the most you can play. "
        "Finish one first: `/games` lists them.",
        "most",
    )

    most: int


@dataclass(eq=False, slots=True)
class LevelNotOffered(ChallengeRefusal):
    """The bot does not play that level on this machine, or there is none of that number."""

    message = N_(
        "{level} thinks too hard for the machine I run on. Choose a level from {lowest} to "
        "{highest}."
    )

    level: LevelNumber
    offered: tuple[LevelNumber, ...]

    @property
    def lowest(self) -> int:
        """The lowest level there is."""
        return self.offered[0]

    @property
    def highest(self) -> int:
        """The highest level there is."""
        return self.offered[-1]


@dataclass(eq=False, slots=True)
class OpponentTooBusy(ChallengeRefusal):
    """The other plays as many matches in the server as anybody may."""

    message = NN_(
        "{opponent} is already playing {most} match in this server, the most anybody can play. "
        "Try again when it's over.",
        "{opponent} is already playing {most} matches in this server, the most anybody can play. "
        "Try again when one of them is over.",
        "most",
    )

    opponent: UserId
    most: int


@dataclass(eq=False, slots=True)
class TakesNoChallenges(ChallengeRefusal):
    """The other does not take challenges from this person, for whatever reason."""

    message = N_("{user} isn't taking challenges from you now.")

    user: UserId


@dataclass(eq=False, slots=True)
class TakesNoAnswer(ChallengeRefusal):
    """A challenge that is open is not one for this person to accept, for whatever reason."""

    message = N_(
        "You can't accept {challenger}'s challenge right now. They may be playing as many matches "
        "here as anybody can. Try again later, or see `/challenges` for others."
    )

    challenger: UserId


@dataclass(eq=False, slots=True)
class RolesUnknown(ChallengeRefusal):
    """A role is asked for, and Discord does not say which ones the person has."""

    message = N_(
        "This needs a role, and Discord can't tell me your roles right now. Try again in a moment."
    )


@dataclass(eq=False, slots=True)
class HasBlocked(ChallengeRefusal):
    """The person has blocked the other, so they do not play."""

    message = N_("You have blocked {user}. Use `/unblock` to play with them again.")

    user: UserId


@dataclass(eq=False, slots=True)
class BlockedOneself(ChallengeRefusal):
    """Somebody asked to block themself."""

    message = N_("You can't block yourself. Name somebody else.")


@dataclass(eq=False, slots=True)
class BlockedBot(ChallengeRefusal):
    """Somebody asked to block a bot; none of them challenges anyone."""

    message = N_("{user} is a bot and challenges nobody. Name a member instead.")

    user: UserId


@dataclass(eq=False, slots=True)
class NotBlocked(ChallengeRefusal):
    """Somebody who is not on the list was to be taken off it."""

    message = N_("You haven't blocked {user}. `/block` lists whom you have.")

    user: UserId


@dataclass(eq=False, slots=True)
class TooManyBlocked(ChallengeRefusal):
    """The person has blocked as many as anybody may."""

    message = NN_(
        "You have blocked {most} person, the most you can. Remove them with `/unblock`, or take "
        "challenges from nobody: see `/block`.",
        "You have blocked {most} people, the most you can. Remove somebody with `/unblock`, or "
        "take challenges from nobody: see `/block`.",
        "most",
    )

    most: int
