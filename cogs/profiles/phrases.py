"""Phrases for records, ways of winning and badges."""

from collections.abc import Iterable
from typing import Final

from bot.features.learning.lessons import lessons_of, rulesets_with_lessons
from bot.features.learning.service import Progress
from bot.features.profiles.queries import ResultCount
from bot.features.profiles.statistics import (
    FAR_BEHIND,
    MANY_MATCHES,
    MANY_OPPONENTS,
    MANY_TURNS,
    Badge,
)
from bot.game import Seat
from bot.match.ending import Score
from bot.match.match import EndReason
from bot.match.terms import ruleset_name
from bot.text import N_, NN_, all_of, gettext
from cogs.wording.phrases import SEAT_MARKS, seat_name, way_name

_COMEBACK: Final = NN_("won from {count} cat behind", "won from {count} cats behind")
_MARATHON: Final = NN_("over {count} turn", "over {count} turns")
_OPPONENTS: Final = NN_("{count} opponent", "{count} opponents")
_MATCHES: Final = NN_("{count} match", "{count} matches")

BADGES: Final = {
    Badge.GRADUATION: ("🎓", N_("Graduate"), N_("three in a line")),
    Badge.EIGHT_CATS: ("🐈", N_("Full bed"), N_("won with eight cats")),
    Badge.COMEBACK: ("🧗", N_("Comeback"), _COMEBACK.filled(count=FAR_BEHIND)),
    Badge.PLANNED_WIN: ("🔮", N_("Foreseen"), N_("won by a plan")),
    Badge.MARATHON: ("🧶", N_("Long yarn"), _MARATHON.filled(count=MANY_TURNS)),
    Badge.TEN_OPPONENTS: ("🤝", N_("Sociable"), _OPPONENTS.filled(count=MANY_OPPONENTS)),
    Badge.HUNDRED_MATCHES: ("💯", N_("Regular"), _MATCHES.filled(count=MANY_MATCHES)),
    Badge.ALL_RULESETS: ("🌈", N_("All quilts"), N_("won in every ruleset")),
}
"""The mark, name and reason of each badge; together they fit one line on a phone."""


def learned_text(progress: Progress) -> str:
    """Return the badge for finishing all lessons of a ruleset, empty if the user has not."""
    names = [
        ruleset_name(each.name)
        for each in rulesets_with_lessons()
        if progress.has_finished_all(lessons_of(each))
    ]
    if not names:
        return ""
    return gettext("🎒 **Well taught**: all lessons on {rulesets}", rulesets=all_of(names))


def tally(counted: Iterable[ResultCount]) -> str:
    """Return how many matches were won, drawn and lost, as `12–1–3`."""
    every = list(counted)
    return "–".join(
        str(sum(each.matches for each in every if each.score is score))
        for score in (Score.WIN, Score.DRAW, Score.LOSS)
    )


def by_ruleset(records: Iterable[ResultCount]) -> list[str]:
    """Return a line for each ruleset, the one with most matches first."""
    every = list(records)
    matches = {each.ruleset: 0 for each in every}
    for each in every:
        matches[each.ruleset] += each.matches
    return [
        f"**{ruleset_name(ruleset)}** {tally(each for each in every if each.ruleset == ruleset)}"
        for ruleset in sorted(matches, key=lambda name: (-matches[name], name))
    ]


def by_seat(records: Iterable[ResultCount]) -> str:
    """Return both seats' records in a line."""
    every = list(records)
    return " · ".join(
        f"{SEAT_MARKS[seat]} {seat_name(seat)} {tally(each for each in every if each.seat is seat)}"
        for seat in Seat
    )


def by_way(records: Iterable[ResultCount], score: Score) -> str:
    """Return how matches with this score ended, the most frequent way first."""
    ways: dict[EndReason, int] = {}
    for each in records:
        if each.score is score:
            ways[each.why] = ways.get(each.why, 0) + each.matches
    ordered = sorted(ways, key=lambda why: (-ways[why], why.value))
    return " · ".join(f"{way_name(why)} {ways[why]}" for why in ordered)
