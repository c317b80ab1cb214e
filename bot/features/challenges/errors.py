"""Refusals about challenges."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from bot.match.challenge import Challenge, ChallengeState
from bot.match.errors import MatchRefusal
from bot.match.identity import Instant, MatchId, RoleId, UserId
from bot.match.terms import LevelNumber, Starts
from bot.text import N_, NN_, Message

Invited = Annotated[Challenge, "whom it asks"]
FromNow = Annotated[Instant, "as a span from now"]


class ChallengeRefusal(MatchRefusal):
    """The base of refusals about challenges."""


@dataclass(eq=False, slots=True)
class RefusalAboutChallenge(ChallengeRefusal):
    """The base of refusals about one challenge, with the fields that their messages use."""

    challenge: Challenge

    @property
    def invited(self) -> Invited:
        """The challenge, to name the invited user."""
        return self.challenge

    @property
    def challenger(self) -> UserId:
        """The user who made the challenge."""
        return self.challenge.challenger

    @property
    def expires_at(self) -> Instant:
        """When the challenge ends."""
        return self.challenge.expires_at


class ChallengedOneself(ChallengeRefusal):
    """Users cannot challenge themselves."""

    message = N_("You can't challenge yourself. Name a friend.")


@dataclass(eq=False, slots=True)
class ChallengedBot(ChallengeRefusal):
    """Other bots cannot be challenged."""

    message = N_("{friend} is a bot and doesn't play. I do: `/practice`.")

    friend: UserId


class AcceptanceByChallenger(RefusalAboutChallenge):
    """Users cannot accept their own challenge."""

    message = N_("This is your own challenge, so someone else has to accept it.")


class ChallengeToAnyone(RefusalAboutChallenge):
    """A challenge to anyone cannot be declined."""

    message = N_("This challenge is open to anyone, so you don't need to decline it.")


class ChallengedAlready(RefusalAboutChallenge):
    """The user has an open challenge to this friend with the same terms."""

    message = N_(
        "You have already challenged {invited} to this. They can answer until {expires_at}; "
        "`/challenges` shows it or withdraws it."
    )


@dataclass(eq=False, slots=True)
class FriendCannotSee(ChallengeRefusal):
    """The friend cannot see the channel that the challenge was made in."""

    message = N_("{friend} can't see this channel. Challenge them in one that you both see.")

    friend: UserId


class NotTheFriend(RefusalAboutChallenge):
    """Only the challenged friend may accept or decline."""

    message = N_("This challenge is for {invited}, so only they can answer it.")


class NotTheChallenger(RefusalAboutChallenge):
    """Only the challenger may cancel."""

    message = N_("Only {challenger} can withdraw this challenge.")


class ChallengeClosed(RefusalAboutChallenge):
    """The challenge was answered or withdrawn, or has expired."""

    messages: ClassVar[dict[ChallengeState, Message]] = {
        ChallengeState.OPEN: N_("Someone is answering this challenge right now."),
        ChallengeState.ACCEPTED: N_("This challenge was accepted: match {match} has begun."),
        ChallengeState.DECLINED: N_("{invited} declined this challenge."),
        ChallengeState.CANCELLED: N_("{challenger} withdrew this challenge."),
        # Translators: {expired_at} is how long ago, as "2 days ago", in the reader's language.
        ChallengeState.EXPIRED: N_("This challenge expired {expired_at}."),
        ChallengeState.COUNTERED: N_(
            "{invited} answered this challenge with other terms. `/challenges` lists their "
            "challenge."
        ),
    }

    def choose_message(self) -> Message:
        """Return what became of the challenge."""
        return self.messages[self.challenge.state]

    @property
    def match(self) -> MatchId | None:
        """The match that was started."""
        return self.challenge.match

    @property
    def expired_at(self) -> FromNow:
        """When the challenge expired."""
        return self.challenge.expires_at


class RematchOffered(RefusalAboutChallenge):
    """The user has already offered this rematch."""

    message = N_(
        "You have already offered this rematch. {invited} can accept it until {expires_at}."
    )


class RematchBegun(RefusalAboutChallenge):
    """The rematch has already begun; `challenge` knows its match."""

    message = N_("{match} already had its rematch: {rematch}.")
    second = N_("{match} was the first of two matches. {rematch} is the second.")

    def choose_message(self) -> Message:
        """Return the message for a plain rematch, or for the second of two agreed matches."""
        is_second = self.challenge.terms.starts is Starts.SWAPPED
        return self.second if is_second else self.message

    @property
    def match(self) -> MatchId | None:
        """The match that was repeated."""
        return self.challenge.rematch_of

    @property
    def rematch(self) -> MatchId | None:
        """The rematch itself."""
        return self.challenge.match


class RematchCountered(RefusalAboutChallenge):
    """The other player has answered the rematch offer with other terms."""

    message = N_(
        "Other terms were offered for the rematch of {match}. {invited} has to answer them first."
    )

    @property
    def match(self) -> MatchId | None:
        """The match to be repeated."""
        return self.challenge.rematch_of


class SameTerms(RefusalAboutChallenge):
    """The other terms are the same as those of the challenge."""

    message = N_(
        "These are already the challenge's terms. Press **Accept** to play by them, or change "
        "something."
    )


@dataclass(eq=False, slots=True)
class RoleWithFriend(ChallengeRefusal):
    """A challenge to a friend cannot require a role as well."""

    message = N_("A role is for challenges that name no one. Leave out either {friend} or {role}.")

    friend: UserId
    role: RoleId


class WeekendsByMinutes(ChallengeRefusal):
    """Clocks by minutes run on weekends, too: both players are there."""

    message = N_(
        "The clocks of a match by minutes run on weekends, too. Leave out `weekends`, or choose "
        "another `time`."
    )


@dataclass(eq=False, slots=True)
class LacksRole(ChallengeRefusal):
    """The challenge is for users with a role that this user lacks."""

    message = N_("This challenge is for members with the role {role}, which you don't have.")

    role: RoleId


@dataclass(eq=False, slots=True)
class NeedsRoleToPlay(ChallengeRefusal):
    """Only users with a role that this user lacks may play in the server."""

    message = N_(
        "Only members with the role {role} play boop in this server. Ask its managers for it."
    )

    role: RoleId


@dataclass(eq=False, slots=True)
class FriendLacksRole(ChallengeRefusal):
    """Only users with a role that the friend lacks may play in the server."""

    message = N_(
        "Only members with the role {role} play boop in this server, and {friend} doesn't have it."
    )

    friend: UserId
    role: RoleId


@dataclass(eq=False, slots=True)
class TooManyChallenges(ChallengeRefusal):
    """The user has as many open challenges as the server allows."""

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
    """The user plays as many matches as the server allows."""

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
    """The user plays as many matches against the bot as the server allows."""

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
    """The bot does not play this level here, or there is no such level."""

    message = N_(
        "{level} needs more computing power than I have here. Choose a level from "
        "{lowest} to {highest}."
    )

    level: LevelNumber
    offered: tuple[LevelNumber, ...]

    @property
    def lowest(self) -> int:
        """The lowest level of the bot."""
        return self.offered[0]

    @property
    def highest(self) -> int:
        """The highest level of the bot."""
        return self.offered[-1]


@dataclass(eq=False, slots=True)
class OpponentTooBusy(ChallengeRefusal):
    """The opponent plays as many matches as the server allows."""

    message = NN_(
        "{opponent} is already playing {most} match in this server, the most anyone can play. "
        "Try again when it's over.",
        "{opponent} is already playing {most} matches in this server, the most anyone can play. "
        "Try again when one of them is over.",
        "most",
    )

    opponent: UserId
    most: int


@dataclass(eq=False, slots=True)
class TakesNoChallenges(ChallengeRefusal):
    """The other user does not accept challenges from this user; the reason stays private."""

    message = N_("{user} isn't taking challenges from you now.")

    user: UserId


@dataclass(eq=False, slots=True)
class TakesNoAnswer(ChallengeRefusal):
    """This user may not accept the open challenge; the reason stays private."""

    message = N_(
        "You can't accept {challenger}'s challenge right now. They may be playing as many matches "
        "here as anyone can. Try again later, or see `/challenges` for others."
    )

    challenger: UserId


class NoListHere(ChallengeRefusal):
    """The list of users who want to play was removed from the server."""

    message = N_(
        "The list of who wants to play was removed from this server; `/challenge` still asks "
        "anyone."
    )


class RolesUnknown(ChallengeRefusal):
    """A role is required, and Discord did not report the user's roles."""

    message = N_(
        "This needs a role, and Discord can't tell me your roles right now. Try again in a moment."
    )


@dataclass(eq=False, slots=True)
class BlockedOpponent(ChallengeRefusal):
    """The user has blocked the other one."""

    message = N_("You have blocked {user}. Use `/unblock` to play with them again.")

    user: UserId


class BlockedOneself(ChallengeRefusal):
    """Users cannot block themselves."""

    message = N_("You can't block yourself. Name someone else.")


@dataclass(eq=False, slots=True)
class BlockedBot(ChallengeRefusal):
    """Bots cannot be blocked, because they challenge no users."""

    message = N_("{user} is a bot and challenges no one. Name a member instead.")

    user: UserId


@dataclass(eq=False, slots=True)
class NotBlocked(ChallengeRefusal):
    """The user to be unblocked is not blocked."""

    message = N_("You haven't blocked {user}. `/block` lists whom you have.")

    user: UserId


@dataclass(eq=False, slots=True)
class TooManyBlocked(ChallengeRefusal):
    """The user has blocked as many users as allowed."""

    message = NN_(
        "You have blocked {most} person, the most you can. Remove them with `/unblock`, or take "
        "challenges from no one: see `/block`.",
        "You have blocked {most} people, the most you can. Remove someone with `/unblock`, or "
        "take challenges from no one: see `/block`.",
        "most",
    )

    most: int
