"""The terms of a challenge in words, and their differences from those of another challenge."""

from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, assert_never

from bot.features.challenges.challenging import turned_around
from bot.match.challenge import Challenge
from bot.match.clock import NoLimit, Weekends
from bot.match.match import Match
from bot.match.terms import Practice, Stakes, Starts, VenueKind, ruleset_name
from bot.text import N_, gettext, translate
from cogs.wording.phrases import capital, mention
from cogs.wording.practice_text import MEASURED, agreed_lines
from cogs.wording.rulesets import is_usual, ruleset_line
from cogs.wording.times import time_name

COMPETITION_RULESETS: Final = ("classic", "rows", "seam", "scarce")
"""The rulesets of tournaments and ladders: all but the one whose first player wins by force."""
STAKES: Final = {Stakes.RATED: N_("rated"), Stakes.CASUAL: N_("casual")}
WEEKENDS: Final = {
    Weekends.PLAYED: N_("clocks run"),
    Weekends.PAUSED: N_("clocks stop"),
}
STAKES_ANSWERS: Final = {
    Stakes.RATED: N_("Yes, rated"),
    Stakes.CASUAL: N_("No, casual"),
}
"""The answers in a form to the question whether a match counts for ratings."""
WEEKENDS_ANSWERS: Final = {
    Weekends.PLAYED: N_("They run"),
    Weekends.PAUSED: N_("They stop"),
}
"""The answers in a form to the question what clocks do on weekends."""
_WHAT_COUNTS: Final = {
    Stakes.RATED: N_("**Rated:** it changes both ratings."),
    Stakes.CASUAL: N_("**Casual:** no rating changes."),
}
_VENUES: Final = {
    VenueKind.THREAD: N_("In a thread of its own."),
    VenueKind.CHANNEL: N_("In the channel itself."),
    VenueKind.DIRECT: N_("In your direct messages with me."),
}


class _TermKind(Enum):
    """The kinds of terms."""

    RULESET = N_("Ruleset")
    TIME = N_("Time")
    WEEKENDS = N_("Saturday and Sunday")
    FIRST = N_("Moves first")
    VENUE = N_("Where")
    STAKES = N_("Stakes")


@dataclass(frozen=True, slots=True)
class _Term:
    """A term: its value, and its sentence; None if no sentence mentions the term."""

    mark: str
    kind: _TermKind
    value: str
    sentence: str | None


def term_lines(challenge: Challenge, earlier: Challenge | None) -> list[str]:
    """Return a line for each term. If a term differs from that of `earlier`, show both values.

    The stakes come last, next to the buttons that accept them.
    """
    terms = _terms(challenge)
    if earlier is None:
        return [f"{term.mark} {term.sentence}" for term in terms if term.sentence]
    # The two challenges have opposite directions, so turn around who starts, to compare them.
    before = replace(challenge, terms=turned_around(earlier.terms))
    changed, kept = [], []
    for old, new in zip(_terms(before), terms, strict=True):
        if old.value != new.value:
            changed.append(
                gettext(
                    "{mark} {term}: ~~{before}~~ → **{after}**",
                    mark=new.mark,
                    term=new.kind.value,
                    before=old.value,
                    after=new.value,
                )
            )
        elif new.sentence:
            kept.append(f"{new.mark} {new.sentence}")
    return [*changed, *kept]


def practice_term_lines(challenge: Challenge, practice: Practice) -> list[str]:
    """Return a line for each unusual term of a match against the bot."""
    usual = {_TermKind.VENUE, _TermKind.STAKES, _TermKind.FIRST}
    if challenge.terms.time == NoLimit():
        usual.add(_TermKind.TIME)
    lines = [
        f"{term.mark} {term.sentence}"
        for term in _terms(challenge)
        if term.sentence and term.kind not in usual
    ]
    return [*lines, *agreed_lines(practice)]


def _terms(challenge: Challenge) -> list[_Term]:
    terms = challenge.terms
    time = time_name(terms.time)
    ruleset = weekends = None
    if not is_usual(terms.ruleset.name):
        ruleset = gettext("Ruleset {ruleset}.", ruleset=ruleset_line(terms.ruleset))
    if terms.weekends is Weekends.PAUSED:
        weekends = gettext("Clocks stop on Saturday and Sunday (UTC).")
    return [
        _Term("📖", _TermKind.RULESET, ruleset_name(terms.ruleset.name), ruleset),
        _Term("⏳", _TermKind.TIME, time, gettext("Time: {time}.", time=time)),
        _Term("📅", _TermKind.WEEKENDS, translate(WEEKENDS[terms.weekends]), weekends),
        _Term("🎲", _TermKind.FIRST, _first(challenge), _who_starts(challenge)),
        _Term("📍", _TermKind.VENUE, challenge.venue.value, _venue_text(challenge)),
        _Term(
            "🏅" if terms.stakes is Stakes.RATED else "☕",
            _TermKind.STAKES,
            translate(STAKES[terms.stakes]),
            translate(_WHAT_COUNTS[terms.stakes]),
        ),
    ]


def _venue_text(challenge: Challenge) -> str | None:
    """Return where the match is played; None for a rematch, which stays in the same thread."""
    if challenge.rematch_of is not None and challenge.venue is VenueKind.THREAD:
        return None
    return translate(_VENUES[challenge.venue])


def _first(challenge: Challenge) -> str:
    match challenge.terms.starts:
        case Starts.ME:
            return mention(challenge.challenger)
        case Starts.THEM:
            return (
                gettext("the one who accepts")
                if challenge.friend is None
                else mention(challenge.friend)
            )
        case Starts.RANDOM:
            return gettext("random")
        case Starts.EACH | Starts.SWAPPED:
            return gettext("each once, in two matches")
        case _:
            assert_never(challenge.terms.starts)


def _who_starts(challenge: Challenge) -> str:
    if challenge.terms.starts is Starts.RANDOM:
        return gettext("Who moves first is random.")
    if challenge.terms.starts is Starts.EACH:
        return gettext("Two matches, one after the other: each of you moves first once.")
    return capital(gettext("{player} moves first.", player=_first(challenge)))


def terms_in_short(match: Match) -> str:
    """Return ruleset, stakes and time: `**classic** · casual · 3 days per move`."""
    ruleset = ruleset_name(match.position.ruleset.name)
    time = time_name(match.clock.control)
    if match.bot is None:
        terms = [f"**{ruleset}**", translate(STAKES[match.stakes]), time]
    else:
        counts = translate(MEASURED[match.bot.practice.measured])
        terms = [f"**{ruleset}**", counts, time]
    if match.clock.weekends is Weekends.PAUSED:
        terms.append(gettext("weekends don't count"))
    return " · ".join(terms)
