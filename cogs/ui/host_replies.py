"""What the host declines, as sentences."""

from collections.abc import Sequence
from typing import Final

from bot.host.errors import (
    AnalysedTooSoon,
    FollowsOwnMatch,
    FollowsTooMany,
    GoesOnElsewhere,
    HostRefusal,
    KeepsToThemself,
    MayNotPlay,
    NoChallengeShown,
    NoMatchHere,
    NoSuchChallenge,
    NoSuchMatch,
    NotBarred,
    NothingToAnalyse,
    NothingWritten,
    NotYourTurnAnywhere,
    OtherMayNotPlay,
    PuzzleGone,
    SeveralMatches,
    StaleBed,
    UnknownTimeZone,
)
from bot.match.match import Match
from cogs.ui.hour_replies import hours_sentence
from cogs.ui.match_replies import how_it_ended, whose_turn
from cogs.ui.quoting import note_in_line
from cogs.ui.words import listed, mention, moment

MOST_NAMED: Final = 20
"""Matches in one sentence; Discord refuses one that is longer than 2 000 characters."""


def host_sentence(refusal: HostRefusal) -> str | None:
    """Say what was declined and why; nothing of a refusal that this page does not know."""
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
        case PuzzleGone():
            return "I do not have that puzzle any more. `/puzzle` brings today's."
        case KeepsToThemself(user):
            return f"{mention(user)} keeps their ratings and matches to themself."
        case StaleBed(found):
            return f"That bed was out of date, so nothing came of this press. {_now_it_is(found)}"
        case UnknownTimeZone():
            return hours_sentence(refusal)
    return _of_watching(refusal) or _of_analysis(refusal) or _of_moderation(refusal)


def _of_watching(refusal: HostRefusal) -> str | None:
    match refusal:
        case FollowsOwnMatch(found):
            return f"You play in **#{found.id}** yourself, so I tell you how it ends in any case."
        case FollowsTooMany(most):
            return (
                f"You watch {most} matches already, which is as many as I keep for one person. "
                "`/watch` lists them, and there you can stop watching some."
            )
    return None


def _of_analysis(refusal: HostRefusal) -> str | None:
    match refusal:
        case AnalysedTooSoon(found):
            return (
                f"**#{found.id}** goes on. I analyse a match once it is over, so that nobody is "
                "helped in it."
            )
        case NothingToAnalyse(found):
            if found is None:
                return (
                    "You have no match here that is over. Name another with the option `match`, "
                    "or come back when one of yours has ended."
                )
            return f"No turn was played in **#{found.id}**, so there is nothing to analyse."
    return None


def _of_moderation(refusal: HostRefusal) -> str | None:
    match refusal:
        case MayNotPlay(bar):
            until = f" until {moment(bar.until, 'f')}" if bar.until is not None else ""
            why = f": {note_in_line(bar.reason)}" if bar.reason is not None else ""
            return (
                f"A moderator has barred you from new matches in this server{until}{why}. Matches "
                "that you are in go on."
            )
        case OtherMayNotPlay(user):
            return f"{mention(user)} is barred from new matches in this server at the moment."
        case NotBarred(user):
            return f"{mention(user)} is not barred here. `/moderate bars` lists who is."
        case NoChallengeShown():
            return "That message shows no challenge of this server. Use it on one that does."
        case NothingWritten():
            return "Nobody has written anything to that challenge, so there is nothing to remove."
    return None


def _numbers(matches: Sequence[Match], last: str) -> str:
    """List matches by their numbers, but no more than anybody reads."""
    named = [f"**#{found.id}**" for found in matches[:MOST_NAMED]]
    more = len(matches) - len(named)
    return listed([*named, f"{more} more"] if more else named, last)


def _now_it_is(found: Match) -> str:
    if found.outcome is not None:
        return f"**#{found.id}** is over. {how_it_ended(found)}."
    return f"This is **#{found.id}** as it stands, and {whose_turn(found)}."
