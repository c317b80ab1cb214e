"""The jobs of ladders: unanswered challenges, repeated matches, rest and falls."""

from dataclasses import replace

from bot.db.database import Database, Reading, Writing
from bot.db.statements import execute
from bot.features.competitions.members import ExitReason, LookFor
from bot.features.ladders import jobs as ladder_jobs
from bot.features.ladders import notices as ladder_notices
from bot.features.ladders import queries as ladder_queries
from bot.features.ladders.jobs import LadderAnswer, LadderLook, LadderMatch
from bot.features.ladders.ladder import LadderChallengeState, LadderField, LadderRung, RestReason
from bot.features.ladders.moves import unanswered, with_places
from bot.features.ladders.notices import RUNG_NOTICE
from bot.features.ladders.rules import FALLS_EVERY, RESTS_AFTER, RungId, due_after, weekly_falls
from bot.features.ladders.service import LOOKS_EVERY
from bot.features.ladders.writer import LadderWriter, answer_by
from bot.jobs.clock import Clock
from bot.jobs.runner import job
from bot.match.identity import Instant


class RunningLadders:
    """Carries out the jobs of ladders."""

    def __init__(
        self, database: Database, clock: Clock, writer: LadderWriter, look_for: LookFor
    ) -> None:
        self._database = database
        self._clock = clock
        self._writer = writer
        self._look_for = look_for

    @job(LadderAnswer)
    async def expire(self, due: LadderAnswer) -> Instant | None:
        """Swap the players of a challenge that was not accepted in time."""
        now = self._clock.now()
        async with self._database.writing() as writing:
            field = await ladder_queries.find_to_change(writing, due.ladder, now)
            challenge = None if field is None else field.challenge(due.challenge)
            if (
                field is None
                or challenge is None
                or challenge.state is not LadderChallengeState.ASKED
            ):
                return None
            by = await answer_by(
                self._writer.breaks, writing, field, challenge.challenged, challenge.asked_at, now
            )
            if now < by:
                if by != challenge.answer_by:
                    later = field.with_challenge(replace(challenge, answer_by=by))
                    await execute(
                        ladder_queries.keep_field(writing, field, later),
                        ladder_notices.show_challenge(writing, challenge.id, now),
                        ladder_notices.show_card(writing, due.ladder, now),
                    )
                # Check again before that, because a vacation may end early.
                return min(by, Instant(now + LOOKS_EVERY))
            users = [field.rung(each).user for each in challenge.pair]
            if await self._writer.who_is_gone(writing, due.guild, users, now):
                # The check takes the player who is gone off the ladder; cancelling moves no one.
                void = replace(challenge, state=LadderChallengeState.VOID, ended_at=now)
                after = field.with_challenge(with_places(void, field.order, field.order))
                await ladder_jobs.due(writing, LadderLook(due.guild, due.ladder), now)
            else:
                after = unanswered(field, challenge, now)
            await execute(
                ladder_queries.keep_field(writing, field, after),
                ladder_notices.tell_both(writing, challenge.id, now),
                ladder_notices.show_card(writing, due.ladder, now),
            )
        return None

    @job(LadderMatch)
    async def begin_anew(self, due: LadderMatch) -> None:
        """Begin another match for a challenge whose match ended without a result."""
        now = self._clock.now()
        async with self._database.writing() as writing:
            field = await ladder_queries.find_to_change(writing, due.ladder, now)
            challenge = None if field is None else field.challenge(due.challenge)
            if field is None or challenge is None or challenge.match is not None:
                return
            if challenge.state is LadderChallengeState.PLAYING:
                begun, _ = await self._writer.begin(writing, field, challenge, now)
                await execute(
                    ladder_queries.keep_field(writing, field, begun),
                    ladder_notices.tell_both_anew(writing, challenge.id, now),
                )

    @job(LadderLook)
    async def look(self, due: LadderLook) -> Instant | None:
        """Take off players who are gone, let idle players rest, and let resting players fall."""
        now = self._clock.now()
        async with self._database.writing() as writing:
            field = await ladder_queries.find_field(writing, due.ladder, now)
            if field is None or not field.ladder.is_open:
                return None
            for why, rungs in (await self._exits(writing, field, now)).items():
                await self._writer.put_off(writing, due.ladder, rungs, why, now)
            field = await ladder_queries.find_to_change(writing, due.ladder, now)
            if field is None:
                return None
            await self._rest_and_fall(writing, field, now)
        await self._look_for(
            field.ladder.place.guild, [field.rung(each).user for each in field.order]
        )
        return Instant(now + LOOKS_EVERY)

    async def _exits(
        self, reading: Reading, field: LadderField, now: Instant
    ) -> dict[ExitReason, list[RungId]]:
        """Return, by reason, the players who are gone, or who left with open challenges."""
        users = [each.user for each in field.rungs if each.place is not None]
        off = await self._writer.who_is_gone(reading, field.ladder.place.guild, users, now)
        gone = dict[ExitReason, list[RungId]]()
        for each in field.rungs:
            why = each.off_why if field.open_of(each.id) else None
            if each.place is not None:
                why = off.get(each.user)
            if why is not None:
                gone.setdefault(why, []).append(each.id)
        return gone

    async def _rest_and_fall(self, writing: Writing, field: LadderField, now: Instant) -> None:
        idle = [each for each in field.rungs if await self._is_idle(writing, field, each, now)]
        after = field.with_rungs(
            replace(each.resting(RestReason.IDLE, now), told=each.told + 1) for each in idle
        )
        ladder = field.ladder
        if now >= ladder.falls_at:
            resting = [each for each in after.rungs if each.is_resting]
            beginning = {each.id for each in resting if each.has_begun_to_rest(now)}
            falling = {each.id for each in resting} - beginning
            after = after.ordered(weekly_falls(after.order, falling, beginning))
            weeks = int((now - ladder.falls_at) // FALLS_EVERY) + 1
            falls_at = Instant(ladder.falls_at + weeks * FALLS_EVERY)
            await ladder_queries.keep(writing, ladder, replace(ladder, falls_at=falls_at))
        if after.rungs == field.rungs:
            return
        await execute(
            ladder_queries.keep_field(writing, field, after),
            ladder_notices.show_card(writing, ladder.id, now),
            *(
                ladder_notices.post(writing, RUNG_NOTICE, each.id, now, each.told + 1)
                for each in idle
            ),
        )

    async def _is_idle(
        self, reading: Reading, field: LadderField, rung: LadderRung, now: Instant
    ) -> bool:
        """Return whether a player has done nothing for long on the ladder, vacations aside."""
        if rung.place is None or rung.is_resting or now - rung.active_at < RESTS_AFTER:
            return False
        if any(each.state is LadderChallengeState.PLAYING for each in field.open_of(rung.id)):
            return False
        breaks = await self._writer.breaks(reading, field.ladder.place.guild, rung.user, now)
        return due_after(rung.active_at, RESTS_AFTER, breaks) <= now
