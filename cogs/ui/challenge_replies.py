"""What a challenge declines, as sentences."""

from typing import assert_never

from bot.match.challenge import Challenge, ChallengeState
from bot.match.challenge_errors import (
    AcceptedOneself,
    ChallengeClosed,
    ChallengedBot,
    ChallengedOneself,
    ChallengeRefusal,
    FriendCannotSee,
    NobodyChallenged,
    NotTheChallenger,
    NotTheFriend,
    RematchBegun,
    RematchCountered,
    RematchOffered,
    SameTerms,
)
from cogs.ui.people_replies import people_sentence
from cogs.ui.words import invited, mention, moment


def challenge_sentence(refusal: ChallengeRefusal) -> str | None:
    """Say what was declined and why; nothing of a refusal that this page does not know."""
    match refusal:
        case ChallengedOneself():
            return "You cannot challenge yourself. Name a friend to play with."
        case ChallengedBot(friend):
            return (
                f"{mention(friend)} is a bot and does not play. I do: `/practice`. Or name a "
                "friend to play with."
            )
        case FriendCannotSee(friend):
            return (
                f"{mention(friend)} cannot see this channel. Challenge them in one that you both "
                "can see."
            )
        case NotTheFriend(challenge):
            return (
                f"This challenge is for {invited(challenge)}, who alone can accept or decline it."
            )
        case AcceptedOneself():
            return "You made this challenge yourself, so somebody else has to accept it."
        case NobodyChallenged():
            return "This challenge is open to anyone, so there is nothing for you to decline."
        case NotTheChallenger(challenge):
            return f"Only {mention(challenge.challenger)}, who made it, can cancel this challenge."
        case ChallengeClosed(challenge):
            return f"This challenge is no longer open: {_what_became(challenge)}."
        case SameTerms():
            return (
                "These are the terms that the challenge has already. Press **Accept** to play by "
                "them, or change something."
            )
    return _of_rematches(refusal) or people_sentence(refusal)


def _of_rematches(refusal: ChallengeRefusal) -> str | None:
    match refusal:
        case RematchOffered(challenge):
            return (
                f"You have offered this rematch already. {invited(challenge)} has until "
                f"{moment(challenge.expires_at, 'f')} to accept it."
            )
        case RematchBegun(challenge):
            return f"**#{challenge.rematch_of}** has had its rematch: it is **#{challenge.match}**."
        case RematchCountered(challenge):
            return (
                f"Other terms are offered for the rematch of **#{challenge.rematch_of}**, for "
                f"{invited(challenge)} to answer."
            )
    return None


def _what_became(challenge: Challenge) -> str:
    match challenge.state:
        case ChallengeState.OPEN:
            return "it is being answered"
        case ChallengeState.ACCEPTED:
            return f"it was accepted, and match **#{challenge.match}** was begun"
        case ChallengeState.DECLINED:
            return f"{invited(challenge)} declined it"
        case ChallengeState.CANCELLED:
            return f"{mention(challenge.challenger)} cancelled it"
        case ChallengeState.EXPIRED:
            return f"it ran out {moment(challenge.expires_at)}"
        case ChallengeState.COUNTERED:
            return (
                f"{invited(challenge)} answered it with other terms, in a challenge of their own; "
                "`/challenges` lists it"
            )
        case _:
            assert_never(challenge.state)
