"""The terms of a challenge in words, and how they differ from those that they answer."""

from dataclasses import dataclass, replace
from typing import Final, assert_never

from discord import app_commands

from bot.features.challenges.challenging import turned_around
from bot.match.challenge import LIFETIME, Challenge
from bot.match.clock import DAY, Unlimited, Weekends
from bot.match.match import Match
from bot.match.practice import Practice
from bot.match.terms import HomeKind, Stakes, Starts
from cogs.core.rulesets import DEFAULT, ruleset_line
from cogs.core.times import time_name
from cogs.core.words import counted, mention
from cogs.practice.words import MEASURED, agreed_lines

STAKES: Final = {Stakes.RATED: "rated", Stakes.CASUAL: "casual"}
WEEKENDS: Final = {
    Weekends.PLAYED: "the clocks run",
    Weekends.PAUSED: "the clocks rest",
}
HOMES: Final = {
    HomeKind.THREAD: "in a thread of its own",
    HomeKind.CHANNEL: "in the channel itself",
    HomeKind.DIRECT: "in your direct messages with me",
}


@dataclass(frozen=True, slots=True)
class _Term:
    """One of the terms: by name and value, and in a sentence where it is told at all."""

    mark: str
    name: str
    value: str
    sentence: str | None


def term_lines(challenge: Challenge, earlier: Challenge | None = None) -> list[str]:
    """Return the terms a line each; those that differ from an earlier challenge's show both."""
    terms = _terms(challenge)
    if earlier is None:
        return [f"{term.mark} {term.sentence}" for term in terms if term.sentence]
    # The two challenges go opposite ways, and one way of saying who starts is as good as the other.
    before = replace(challenge, terms=turned_around(earlier.terms))
    changed, kept = [], []
    for old, new in zip(_terms(before), terms, strict=True):
        if old.value != new.value:
            changed.append(f"{new.mark} {new.name}: ~~{old.value}~~ → **{new.value}**")
        elif new.sentence:
            kept.append(f"{new.mark} {new.sentence}")
    return [*changed, *kept]


def practice_lines(challenge: Challenge, practice: Practice) -> list[str]:
    """Return the terms of a match against the bot, a line each; only what is not as usual."""
    usual = ("Stakes", "Moves first")
    said = [term for term in _terms(challenge) if term.sentence and term.name not in usual]
    lines = [
        f"{term.mark} {term.sentence}"
        for term in said
        if term.name != "Time" or challenge.terms.time != Unlimited()
    ]
    return [*lines, *agreed_lines(practice)]


def _terms(challenge: Challenge) -> list[_Term]:
    terms = challenge.terms
    time = time_name(terms.time)
    rests = terms.weekends is Weekends.PAUSED
    stakes = STAKES[terms.stakes]
    is_default = terms.ruleset.name == DEFAULT.name
    return [
        _Term(
            "📖",
            "Ruleset",
            terms.ruleset.name,
            None if is_default else f"Ruleset {ruleset_line(terms.ruleset)}.",
        ),
        _Term("⏳", "Time", time, f"Time: {time}."),
        _Term(
            "📅",
            "Saturday and Sunday",
            WEEKENDS[terms.weekends],
            f"On Saturday and Sunday (UTC) {WEEKENDS[terms.weekends]}." if rests else None,
        ),
        _Term("🎲", "Moves first", _first(challenge), _who_starts(challenge)),
        _Term(
            "🏅" if terms.stakes is Stakes.RATED else "☕",
            "Stakes",
            stakes,
            f"{stakes.capitalize()}, {HOMES[challenge.home]}.",
        ),
    ]


def _first(challenge: Challenge) -> str:
    match challenge.terms.starts:
        case Starts.ME:
            return mention(challenge.challenger)
        case Starts.THEM:
            return "whoever accepts" if challenge.friend is None else mention(challenge.friend)
        case Starts.RANDOM:
            return "chance decides"
        case _:
            assert_never(challenge.terms.starts)


def _who_starts(challenge: Challenge) -> str:
    if challenge.terms.starts is Starts.RANDOM:
        return "Chance decides who moves first."
    first = _first(challenge)
    return f"{first[0].upper()}{first[1:]} moves first."


DEFAULT_DAYS: Final = round(LIFETIME / DAY)

_DAYS: Final = (1, 2, 3, 5, 7, 14)

Choice = app_commands.Choice[str]


def starts_choices() -> list[Choice]:
    """Return who may move first."""
    return [Choice(name=starts.value, value=starts.value) for starts in Starts]


def stakes_choices() -> list[Choice]:
    """Return what a match may be played for."""
    names = {
        Stakes.RATED: "rated: it counts for both of you",
        Stakes.CASUAL: "casual: just for fun",
    }
    return [Choice(name=name, value=stakes.value) for stakes, name in names.items()]


def weekend_choices() -> list[Choice]:
    """Return what the clocks may do at weekends."""
    names = {
        Weekends.PLAYED: "the clocks run on Saturday and Sunday",
        Weekends.PAUSED: "the clocks rest on Saturday and Sunday",
    }
    return [Choice(name=name, value=weekends.value) for weekends, name in names.items()]


def home_choices() -> list[Choice]:
    """Return where a match may be played."""
    names = {
        HomeKind.THREAD: "in a thread of its own",
        HomeKind.CHANNEL: "in the channel itself",
        HomeKind.DIRECT: "in direct messages, a bed for each of you",
    }
    return [Choice(name=name, value=home.value) for home, name in names.items()]


def expiry_choices() -> list[app_commands.Choice[int]]:
    """Return how long a challenge may stay open."""
    return [app_commands.Choice(name=counted(days, "day"), value=days) for days in _DAYS]


def terms_in_short(match: Match) -> str:
    """Return the ruleset, the stakes and the time: `**classic** · casual · 3 days per move`."""
    ruleset = match.position.ruleset
    time = time_name(match.clock.control)
    if match.bot is None:
        terms = [f"**{ruleset.name}**", match.stakes.value, time]
    else:
        terms = [f"**{ruleset.name}**", "practice", MEASURED[match.bot.practice.measured], time]
    if match.clock.weekends is Weekends.PAUSED:
        terms.append("weekends do not count")
    return " · ".join(terms)
