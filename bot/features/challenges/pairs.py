"""Two matches that two users agreed on, with each of them moving first once."""

from dataclasses import dataclass
from typing import ClassVar

from bot.db.database import Reading, Writing
from bot.db.statements import defer
from bot.features.challenges.challenging import is_played_out, is_second_due, leads_to_second
from bot.features.challenges.queries import challenge_of, rematch_of
from bot.features.matches import queries as match_queries
from bot.features.matches.competitions import FirstOfTwo, ScoreOfTwo
from bot.features.matches.writer import MatchChange
from bot.jobs.jobs import Job, due_at, schedule
from bot.match.ending import has_result
from bot.match.identity import MatchId
from bot.match.match import Match
from bot.match.terms import Starts


@dataclass(frozen=True, slots=True)
class SecondMatch(Job):
    """The beginning of the second of two matches, after the first one."""

    kind: ClassVar[str] = "second match"
    first: MatchId


async def schedule_second(writing: Writing, change: MatchChange) -> None:
    """Schedule the second match after the end of the first, if two were agreed on."""
    match = change.after
    if not change.ends or match.is_competitive or not leads_to_second(match):
        return
    challenge = await challenge_of(writing, match)
    if challenge is not None and challenge.terms.starts is Starts.EACH:
        defer(schedule(writing, SecondMatch(match.id), change.show_at, match.venue.guild))


async def pair_of(reading: Reading, match: Match) -> FirstOfTwo | ScoreOfTwo | None:
    """Return the score of two matches if both have a result, or whether the second follows."""
    challenge = await challenge_of(reading, match)
    if challenge is None:
        return None
    if challenge.terms.starts is Starts.EACH:
        if match.outcome is None:
            return FirstOfTwo.UNDER_WAY
        if not is_played_out(match.outcome):
            return FirstOfTwo.NOT_PLAYED_OUT
        posted = await rematch_of(reading, match.id)
        if not is_second_due(match, posted.challenge if posted else None):
            return None
        is_scheduled = await due_at(reading, SecondMatch(match.id)) is not None
        return FirstOfTwo.FOLLOWED if is_scheduled else FirstOfTwo.REFUSED
    if challenge.terms.starts is not Starts.SWAPPED or challenge.rematch_of is None:
        return None
    first = await match_queries.find(reading, challenge.rematch_of)
    if first is None or match.outcome is None or first.outcome is None:
        return None
    if not has_result(match.outcome):
        return None
    points = dict.fromkeys(match.seats, 0.0)
    for each, outcome in ((first, first.outcome), (match, match.outcome)):
        if outcome.winner is None:
            points = {user: had + 0.5 for user, had in points.items()}
        else:
            points[each.seats.user_of(outcome.winner)] += 1.0
    return ScoreOfTwo(points)
