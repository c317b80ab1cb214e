"""Who may not play with whom, as sentences."""

from bot.match.challenge_errors import (
    BlockedBot,
    BlockedOneself,
    ChallengeRefusal,
    FriendLacksRole,
    HasBlocked,
    LacksRole,
    LevelNotOffered,
    NeedsRoleToPlay,
    NotBlocked,
    OpponentTooBusy,
    RolesUnknown,
    RoleWithFriend,
    TakesNoAnswer,
    TakesNoChallenges,
    TooManyBlocked,
    TooManyChallenges,
    TooManyMatches,
    TooManyPractices,
)
from cogs.ui.levels import level_in_full
from cogs.ui.words import counted, mention


def people_sentence(refusal: ChallengeRefusal) -> str | None:
    """Say who may not play and why; nothing of a refusal that this page does not know."""
    match refusal:
        case TooManyChallenges(most):
            return (
                f"You have {counted(most, 'open challenge')} in this server, which is as many as "
                "you may. `/challenges` lists them, to cancel one."
            )
        case TooManyMatches(most):
            return (
                f"You play {_matches(most)} in this server, which is as many as you may. Finish "
                "one first; `/games` lists them."
            )
        case TooManyPractices(most):
            return (
                f"You play {_matches(most)} against me in this server, which is as many as you "
                "may. Finish one first; `/games` lists them."
            )
        case LevelNotOffered(level, offered):
            return (
                f"{level_in_full(level)} thinks too hard for the machine that I run on. Choose a "
                f"level from {offered[0]} to {offered[-1]}."
            )
        case OpponentTooBusy(opponent, most):
            return (
                f"{mention(opponent)} plays {_matches(most)} in this server, which is as many as "
                "anybody may. Try again when one of them is over."
            )
        case TakesNoChallenges(user):
            return f"{mention(user)} does not take challenges from you now."
        case TakesNoAnswer(challenger):
            return (
                f"You cannot accept this challenge of {mention(challenger)} now. It may be that "
                "they play as many matches here as anybody may, so try again later, or take up "
                "another: `/challenges` lists those for you."
            )
        case HasBlocked(user):
            return f"You have blocked {mention(user)}. `/unblock` lets you play with them again."
        case BlockedOneself():
            return "You cannot block yourself. Name somebody else."
        case BlockedBot(user):
            return f"{mention(user)} is a bot and challenges nobody. Name a member instead."
        case NotBlocked(user):
            return f"{mention(user)} is not on your list. `/block` shows whom you have blocked."
        case TooManyBlocked(most):
            return (
                f"You have blocked {most} people, which is as many as you may. Take somebody off "
                "with `/unblock`, or let nobody challenge you: `/block` leads there."
            )
    return _of_roles(refusal)


def _of_roles(refusal: ChallengeRefusal) -> str | None:
    match refusal:
        case RoleWithFriend(friend, role):
            return (
                f"A role is for challenges that name nobody, and you named {mention(friend)}. "
                f"Leave out either the opponent or <@&{role}>."
            )
        case LacksRole(role):
            return f"This challenge is for those with the role <@&{role}>, which you do not have."
        case RolesUnknown():
            return (
                "A role is needed for this, and Discord does not tell me yours now. Try again in "
                "a moment."
            )
        case NeedsRoleToPlay(role):
            return (
                f"In this server only those with the role <@&{role}> play boop. Ask whoever "
                "manages it for that role."
            )
        case FriendLacksRole(friend, role):
            return (
                f"In this server only those with the role <@&{role}> play boop, and "
                f"{mention(friend)} does not have it."
            )
    return None


def _matches(most: int) -> str:
    return f"{most} match" if most == 1 else f"{most} matches"
