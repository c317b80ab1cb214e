"""Writing the changes of a ladder and of its matches."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from bot.db.database import Reading, Writing
from bot.db.statements import AnyStatement, execute
from bot.features.competitions.members import ExitReason, WhoIsGone
from bot.features.ladders import notices as ladder_notices
from bot.features.ladders import queries as ladder_queries
from bot.features.ladders.jobs import LadderAnswer, LadderLook, due
from bot.features.ladders.ladder import LadderChallenge, LadderChallengeState, LadderField, LadderId
from bot.features.ladders.moves import taken_off, with_places
from bot.features.ladders.notices import RUNG_NOTICE
from bot.features.ladders.rules import ANSWER_WITHIN, Break, RungId, due_after
from bot.features.matches.competitions import (
    begin_match,
    boards_at,
    end_without_result,
    forfeit_all,
    lock_live,
)
from bot.features.matches.writer import MatchWriter
from bot.match.identity import GuildId, Instant, UserId
from bot.match.match import Match
from bot.match.terms import Terms

Breaks = Callable[[Reading, GuildId, UserId, Instant], Awaitable[Sequence[Break]]]
"""Returns the vacations of a user that pause competitions in a server."""


class LadderWriter:
    """Writes the changes of a ladder and of its matches."""

    def __init__(self, writer: MatchWriter, breaks: Breaks, who_is_gone: WhoIsGone) -> None:
        self._writer = writer
        self.breaks = breaks
        self.who_is_gone = who_is_gone

    async def lock(
        self, writing: Writing, number: LadderId, rungs: Sequence[RungId], now: Instant
    ) -> tuple[LadderField | None, list[Match]]:
        """Lock the live matches of some players, then the ladder, and return both.

        Recording a result locks in the same order, so the two cannot deadlock.
        """
        seen = await ladder_queries.find_field(writing, number, now)
        live = [] if seen is None else await self._live(writing, seen, rungs)
        return await ladder_queries.find_to_change(writing, number, now), live

    async def _live(
        self, writing: Writing, field: LadderField, rungs: Sequence[RungId]
    ) -> list[Match]:
        return await lock_live(
            writing,
            [
                each.match
                for each in field.open
                if each.match is not None and not each.pair.isdisjoint(rungs)
            ],
        )

    async def put_off(
        self,
        writing: Writing,
        number: LadderId,
        rungs: Sequence[RungId],
        why: ExitReason,
        now: Instant,
    ) -> None:
        """Take players off a ladder, cancel their challenges, and forfeit their matches.

        The players may include some who are off the ladder already but still have a match.
        """
        field, live = await self.lock(writing, number, rungs, now)
        if field is None:
            return
        after = field
        for rung in rungs:
            known = after.rung(rung)
            if known.off_why is None or after.open_of(rung):
                after = taken_off(after, known, known.off_why or why, now)
                if known.off_why is None and why is not ExitReason.LEFT:
                    notified = replace(after.rung(rung), told=known.told + 1)
                    after = after.with_rungs([notified])
        await execute(
            ladder_queries.keep_field(writing, field, after),
            *ladder_notices.notices_of_void(writing, field, after, now),
            ladder_notices.show_card(writing, number, now),
            *(
                ladder_notices.post(writing, RUNG_NOTICE, each.id, now, each.told)
                for each in after.rungs
                if each.told > field.rung(each.id).told
            ),
        )
        gone = {field.rung(each).user for each in rungs}
        await forfeit_all(self._writer, writing, live, gone, now)

    async def begin(
        self, writing: Writing, field: LadderField, challenge: LadderChallenge, now: Instant
    ) -> tuple[LadderField, Match]:
        """Begin the match of a challenge, in direct messages."""
        terms = field.ladder.terms
        match = await begin_match(
            self._writer,
            writing,
            field.seats(challenge),
            Terms(
                ruleset=terms.ruleset,
                time=terms.time,
                stakes=terms.stakes,
                weekends=terms.weekends,
            ),
            field.ladder.place,
            now,
            boards_at(0, 1, now),
        )
        begun = replace(challenge, state=LadderChallengeState.PLAYING, match=match.id)
        return field.with_challenge(begun), match

    async def end_without_result(
        self, writing: Writing, live: Sequence[Match], now: Instant
    ) -> None:
        """End matches without a result, because they no longer decide anything."""
        await end_without_result(self._writer, writing, live, now)


async def answer_by(
    breaks: Breaks,
    reading: Reading,
    field: LadderField,
    challenged: RungId,
    asked_at: Instant,
    now: Instant,
) -> Instant:
    """Return the deadline for accepting a challenge, given the vacations known now."""
    ladder, user = field.ladder, field.rung(challenged).user
    found = await breaks(reading, ladder.place.guild, user, now)
    return due_after(asked_at, ANSWER_WITHIN, found, ladder.terms.weekends)


def close(writing: Writing, field: LadderField, now: Instant) -> list[AnyStatement]:
    """Return the statements that close a locked ladder.

    Its challenges are cancelled. Live matches go on, but no longer decide anything.
    """
    after = field
    for each in field.open:
        void = replace(each, state=LadderChallengeState.VOID, ended_at=now)
        after = after.with_challenge(with_places(void, field.order, field.order))
    ladder = field.ladder
    guild, number = ladder.place.guild, ladder.id
    return [
        ladder_queries.keep(writing, ladder, replace(ladder, closed_at=now)),
        ladder_queries.keep_field(writing, field, after),
        due(writing, LadderLook(guild, number), None),
        *(due(writing, LadderAnswer(guild, number, each.id), None) for each in field.open),
        ladder_notices.show_card(writing, number, now),
        *(ladder_notices.show_challenge(writing, each.id, now) for each in field.open),
    ]
