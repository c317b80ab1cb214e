"""Every refusal as a sentence: what is the matter, and what would be right."""

from collections.abc import Sequence
from typing import Final, assert_never

from bot.errors import Refusal
from bot.game import CLAIMED_AT, GameRefusal, write_turn
from bot.host.errors import (
    GoesOnElsewhere,
    HostRefusal,
    NoMatchHere,
    NoSuchChallenge,
    NoSuchMatch,
    NotYourTurnAnywhere,
    SeveralMatches,
    StaleBed,
)
from bot.match.challenge import Challenge, ChallengeState
from bot.match.errors import (
    AcceptedOneself,
    AnsweredOwnOffer,
    ChallengeClosed,
    ChallengedBot,
    ChallengedOneself,
    DrawOffered,
    DrawOfferedBefore,
    FriendCannotSee,
    MatchGoesOn,
    MatchOver,
    MatchRefusal,
    NobodyChallenged,
    NoDrawOffered,
    NotAPlayer,
    NothingToChoose,
    NothingToClaim,
    NotTheChallenger,
    NotTheFriend,
    NotYourTurn,
    RematchBegun,
    RematchOffered,
    WithdrewOthersOffer,
)
from bot.match.match import Match
from bot.pool.errors import PoolBusy, PoolClosed, PoolRefusal, WorkerLost
from cogs.ui.errors import (
    CogRefusal,
    NoSuchTurn,
    NotAManager,
    NothingToReplay,
    NotInServer,
    PermissionsMissing,
    PieceContradicted,
    UnreadableMatch,
    UnreadableSquare,
)
from cogs.ui.quoting import quoted
from cogs.ui.rule_replies import rules_sentence, unreadable
from cogs.ui.words import counted, invited, kind_name, listed, mention, moment, outcome_name

MOST_NAMED: Final = 20
"""Matches in one sentence; Discord refuses one that is longer than 2 000 characters."""


def sentence(refusal: Refusal) -> str:
    """Say what was refused and why. A `LookupError` for one that this page does not know."""
    match refusal:
        case GameRefusal():
            words = rules_sentence(refusal)
        case MatchRefusal():
            words = _of_a_match(refusal) or _of_a_challenge(refusal)
        case HostRefusal():
            words = _of_the_host(refusal)
        case CogRefusal():
            words = _of_a_request(refusal)
        case PoolRefusal():
            words = _of_the_pool(refusal)
        case _:
            words = None
    if words is None:
        raise LookupError(f"no sentence for {type(refusal).__name__}") from refusal
    return words


def _of_a_match(refusal: MatchRefusal) -> str | None:
    match refusal:
        case NotAPlayer(found):
            return (
                f"**#{found.id}** is a match of {mention(found.seats.orange)} and "
                f"{mention(found.seats.gray)}, so only they can play in it. "
                "Start one of your own with `/challenge`."
            )
        case NotYourTurn(found):
            return f"It is not your turn in **#{found.id}**: {_whose_turn(found)}."
        case MatchOver(found):
            return f"**#{found.id}** is over: {_how_it_ended(found)}."
        case MatchGoesOn(found):
            return f"**#{found.id}** goes on: {_whose_turn(found)}. Play it to its end first."
        case NothingToChoose(found):
            return f"There is nothing to choose in **#{found.id}** now: {_whose_turn(found)}."
        case DrawOffered(found):
            return (
                f"You have offered a draw in **#{found.id}** already. It stands until your "
                "opponent answers or somebody moves; **Withdraw** takes it back."
            )
        case DrawOfferedBefore(found):
            return (
                f"You have offered a draw in **#{found.id}** since you last moved. You may offer "
                "again after your next turn."
            )
        case NoDrawOffered(found):
            return f"There is no draw offer in **#{found.id}** any more."
        case AnsweredOwnOffer(found):
            return (
                f"You made the offer in **#{found.id}**, so your opponent answers it. **Withdraw** "
                "takes it back."
            )
        case WithdrewOthersOffer(found):
            return (
                f"Your opponent made the offer in **#{found.id}**. You can accept or decline it, "
                "or simply play on."
            )
        case NothingToClaim(found):
            return (
                f"No draw can be claimed in **#{found.id}** now: the position has stood "
                f"{counted(found.stands, 'time')}, and it takes {CLAIMED_AT}."
            )
    return None


def _of_a_challenge(refusal: MatchRefusal) -> str | None:
    match refusal:
        case ChallengedOneself():
            return "You cannot challenge yourself. Name a friend to play with."
        case ChallengedBot(friend):
            return f"{mention(friend)} is a bot and does not play. Name a friend to play with."
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
        case RematchOffered(challenge):
            return (
                f"You have offered this rematch already. {invited(challenge)} has until "
                f"{moment(challenge.expires_at, 'f')} to accept it."
            )
        case RematchBegun(challenge):
            return f"**#{challenge.rematch_of}** has had its rematch: it is **#{challenge.match}**."
        case NotTheChallenger(challenge):
            return f"Only {mention(challenge.challenger)}, who made it, can cancel this challenge."
        case ChallengeClosed(challenge):
            return f"This challenge is no longer open: {_what_became(challenge)}."
    return None


def _of_the_host(refusal: HostRefusal) -> str | None:
    match refusal:
        case NoSuchChallenge():
            return "I do not know this challenge. Make a new one with `/challenge`."
        case NoSuchMatch(number):
            return f"There is no match **#{number}**. `/games` lists yours."
        case GoesOnElsewhere(found):
            return (
                f"**#{found.id}** goes on, so I show it to its players alone, and to others where "
                "it is played. Look back at it when it is over."
            )
        case NoMatchHere():
            return "You have no match going on in this server. Start one with `/challenge`."
        case NotYourTurnAnywhere(matches):
            numbers = _numbers(matches, "and")
            return f"It is your opponents' turn in all of your matches here: {numbers}."
        case SeveralMatches(matches):
            numbers = _numbers(matches, "or")
            return f"Which match do you mean: {numbers}? Name it with the option `match`."
        case StaleBed(found):
            return f"That bed was out of date, so this press played nothing. {_now_it_is(found)}"
    return None


def _of_a_request(refusal: CogRefusal) -> str | None:
    match refusal:
        case UnreadableSquare(text, at, expected):
            return unreadable(text, at, expected)
        case UnreadableMatch(text):
            return f"{quoted(text)} is no match's number. Write it like `12`; `/games` lists yours."
        case PieceContradicted(turn, kind):
            return (
                f"`{write_turn(turn)}` places a {kind_name(turn.placement.kind)}, and `piece` says "
                f"{kind_name(kind)}. Leave one of the two out."
            )
        case NotAManager():
            return "The settings are for those who may manage this server (*Manage Server*)."
        case NoSuchTurn(found, text, last):
            return (
                f"{quoted(text)} is no turn of **#{found.id}**. Write a number from 0, the start, "
                f"to {last}, the last turn."
            )
        case NothingToReplay(found):
            return (
                f"No turn has been played in **#{found.id}** yet, so there is nothing to look "
                "back at."
            )
        case NotInServer(user):
            return f"{mention(user)} is not in this server. Challenge somebody who is."
        case PermissionsMissing(permissions):
            names = listed([f"**{name}**" for name in permissions])
            return (
                f"I may not play here: in this channel I lack {names}. "
                "Somebody who manages the server can allow it."
            )
    return None


def _of_the_pool(refusal: PoolRefusal) -> str | None:
    match refusal:
        case PoolBusy(waiting):
            return (
                f"I have a lot to do: {counted(waiting, 'request')} wait already. "
                "Try again in a minute."
            )
        case WorkerLost():
            return "That was cut short twice on my side, so I gave it up. Try it once more."
        case PoolClosed():
            return "I am being restarted. Try again in a minute."
    return None


def _numbers(matches: Sequence[Match], last: str) -> str:
    """List matches by their numbers, but no more than anybody reads."""
    named = [f"**#{found.id}**" for found in matches[:MOST_NAMED]]
    more = len(matches) - len(named)
    return listed([*named, f"{more} more"] if more else named, last)


def _whose_turn(found: Match) -> str:
    if found.to_move is None:
        return "the match is over"
    return f"{mention(found.to_move)} is to move"


def _now_it_is(found: Match) -> str:
    if found.outcome is not None:
        return f"**#{found.id}** is over: {_how_it_ended(found)}."
    return f"This is **#{found.id}** as it stands, and {_whose_turn(found)}."


def _how_it_ended(found: Match) -> str:
    return outcome_name(found, found.outcome) if found.outcome else "it has ended"


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
        case _:
            assert_never(challenge.state)
