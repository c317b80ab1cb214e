"""Records, ways of winning and badges in words."""

from collections.abc import Iterable
from typing import Final

from bot.features.profiles.badges import FAR_BEHIND, MANY_MATCHES, MANY_OPPONENTS, MANY_TURNS, Badge
from bot.features.profiles.statistics_queries import Counted
from bot.game import Seat
from bot.match.match import Why
from bot.match.score import Score
from cogs.core.words import SEAT_MARKS, seat_name

WAYS: Final = {
    Why.LINE: "three in a line",
    Why.FULL_BED: "eight cats on the bed",
    Why.RESIGNATION: "resignation",
    Why.TIME: "time",
    Why.LEFT: "leaving the server",
    Why.AGREEMENT: "agreement",
    Why.REPETITION: "repetition, claimed",
    Why.FIVEFOLD: "repetition, five times",
    Why.MOST_TURNS: "the most turns",
    Why.DEAD: "too few pieces",
}
"""How a match with a result can end, in short."""

BADGES: Final = {
    Badge.GRADUATION: ("🎓", "Graduate", "three in a line"),
    Badge.EIGHT_CATS: ("🐈", "Full bed", "won with eight cats"),
    Badge.COMEBACK: ("🧗", "Comeback", f"won from {FAR_BEHIND} cats behind"),
    Badge.PLANNED_WIN: ("🔮", "Foreseen", "won as planned"),
    Badge.MARATHON: ("🧶", "Long yarn", f"over {MANY_TURNS} turns"),
    Badge.TEN_OPPONENTS: ("🤝", "Sociable", f"{MANY_OPPONENTS} opponents"),
    Badge.HUNDRED_MATCHES: ("💯", "Regular", f"{MANY_MATCHES} matches"),
    Badge.ALL_RULESETS: ("🌈", "All quilts", "won by all rules"),
}
"""Each badge's mark, its name, and what it was given for: a line of a phone together."""


def tally(counted: Iterable[Counted]) -> str:
    """Return how many matches were won, drawn and lost, as `12–1–3`."""
    every = list(counted)
    return "–".join(
        str(sum(each.matches for each in every if each.score is score))
        for score in (Score.WIN, Score.DRAW, Score.LOSS)
    )


def by_ruleset(records: Iterable[Counted]) -> list[str]:
    """Return a line for each ruleset, the one with most matches first."""
    every = list(records)
    matches = {each.ruleset: 0 for each in every}
    for each in every:
        matches[each.ruleset] += each.matches
    return [
        f"**{ruleset}** {tally(each for each in every if each.ruleset == ruleset)}"
        for ruleset in sorted(matches, key=lambda name: (-matches[name], name))
    ]


def by_seat(records: Iterable[Counted]) -> str:
    """Return both seats' records in a line."""
    every = list(records)
    return " · ".join(
        f"{SEAT_MARKS[seat]} {seat_name(seat)} {tally(each for each in every if each.seat is seat)}"
        for seat in Seat
    )


def by_way(records: Iterable[Counted], score: Score) -> str:
    """List in which ways matches were won, lost or drawn, the most frequent first."""
    ways: dict[Why, int] = {}
    for each in records:
        if each.score is score:
            ways[each.why] = ways.get(each.why, 0) + each.matches
    ordered = sorted(ways, key=lambda why: (-ways[why], why.value))
    return " · ".join(f"{WAYS[why]} {ways[why]}" for why in ordered)
