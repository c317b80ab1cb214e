"""Pairs of matches that two users agree on; each of them moves first once."""

from dataclasses import dataclass
from typing import ClassVar

from bot.db.database import Database, Reading, Writing
from bot.db.statements import defer
from bot.features.challenges import queries as challenge_queries
from bot.features.challenges.admission import Admission, facts_between
from bot.features.challenges.challenging import (
    agree_on_second,
    become,
    begin,
    is_played_out,
    is_second_due,
    leads_to_second,
)
from bot.features.challenges.policy import require_no_block
from bot.features.challenges.writer import AnsweredChallenge, AnswerWriter, ChallengeWriter
from bot.features.matches import queries as match_queries
from bot.features.matches.competitions import FirstOfTwo, ScoreOfTwo
from bot.features.matches.errors import NoSuchMatch
from bot.features.matches.writer import MatchChange, MatchWriter
from bot.game.chance import Chance
from bot.jobs.backoff import GRACE
from bot.jobs.clock import Clock
from bot.jobs.jobs import Job, due_at, schedule
from bot.match.challenge import ChallengeState
from bot.match.ending import has_result
from bot.match.identity import InServer, Instant, MatchId
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
    challenge = await challenge_queries.challenge_of(writing, match)
    if challenge is not None and challenge.terms.starts is Starts.EACH:
        defer(schedule(writing, SecondMatch(match.id), change.show_at, match.venue.guild))


class SecondMatches:
    """Begins the second of two matches."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        chance: Chance,
        admission: Admission,
        challenges: ChallengeWriter,
        writer: MatchWriter,
    ) -> None:
        self._database = database
        self._clock = clock
        self._chance = chance
        self._admission = admission
        self._writer = writer
        self._answers = AnswerWriter(challenges, writer, chance)

    async def begin(self, first: MatchId, place: InServer) -> AnsweredChallenge | None:
        """Begin the second of two matches in a place; return None if it is no longer due.

        Accept an open offer to repeat the first match, because both users have agreed on that; do
        not accept an offer of other terms. Raise `NoSuchMatch`, and what `policy` raises about a
        user who is banned or was blocked meanwhile.
        """
        now = self._clock.now()
        async with self._database.writing() as writing:
            match = await match_queries.find(writing, first)
            if match is None:
                raise NoSuchMatch(first)
            posted = await challenge_queries.rematch_of(writing, first)
            if not is_second_due(match, posted.challenge if posted else None):
                return None
            guild, (one, other) = match.venue.guild, match.seats
            await self._admission.require_not_banned(writing, guild, now, one, other)
            require_no_block(other, await facts_between(writing, one, other))
            if posted is not None:
                before = posted.challenge
                accepted = become(before, ChallengeState.ACCEPTED)
                return await self._answers.write(writing, before, accepted, posted.message, now)
            number = await challenge_queries.allot_number(writing)
            agreed = agree_on_second(number, match, place, now)
            match_number = await match_queries.allot_number(writing)
            agreed, second = begin(agreed, match_number, None, self._chance, now, match)
            await challenge_queries.insert(writing, agreed, Instant(now + GRACE))
            second = await self._writer.begin(writing, second, now)
            await challenge_queries.follow_rematch(writing, agreed, now)
        return AnsweredChallenge(agreed, second)


async def pair_of(reading: Reading, match: Match) -> FirstOfTwo | ScoreOfTwo | None:
    """Return the state of the first of two matches, or the score after the second; else None."""
    challenge = await challenge_queries.challenge_of(reading, match)
    if challenge is None:
        return None
    if challenge.terms.starts is Starts.EACH:
        if match.outcome is None:
            return FirstOfTwo.UNDER_WAY
        if not is_played_out(match.outcome):
            return FirstOfTwo.NOT_PLAYED_OUT
        posted = await challenge_queries.rematch_of(reading, match.id)
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
