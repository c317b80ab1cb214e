"""Actions of a ladder's managers: remove, decide, close, undo, and change terms."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Protocol, assert_never

from bot.db.database import Database, Writing
from bot.db.statements import execute
from bot.features.competitions.decisions import UNDONE_WITHIN, DecisionId
from bot.features.competitions.errors import ChangedMeanwhile, NothingToUndo
from bot.features.competitions.members import ExitReason
from bot.features.ladders import jobs as ladder_jobs
from bot.features.ladders import notices as ladder_notices
from bot.features.ladders import queries as ladder_queries
from bot.features.ladders.decision_queries import DECISIONS
from bot.features.ladders.decisions import LadderDecision, LadderDecisionKind
from bot.features.ladders.errors import LadderClosed, NoSuchLadder
from bot.features.ladders.jobs import LadderDecisionDue
from bot.features.ladders.ladder import (
    LadderChallenge,
    LadderChallengeId,
    LadderChallengeState,
    LadderField,
    LadderId,
    LadderRung,
    LadderTerms,
    ServerLadder,
)
from bot.features.ladders.moves import settled, with_places
from bot.features.ladders.notices import LADDER_DECISION_NOTICE
from bot.features.ladders.rules import ChallengeResult, RungId
from bot.features.ladders.writer import LadderWriter, close
from bot.jobs.clock import Clock
from bot.jobs.runner import job
from bot.match.identity import GuildId, Instant, MatchId, Revision, UserId


@dataclass(frozen=True, slots=True)
class CloseLadder:
    """End the ladder."""


@dataclass(frozen=True, slots=True)
class RemoveRung:
    """Take a player off."""

    rung: RungId


@dataclass(frozen=True, slots=True)
class DecideChallenge:
    """Give a challenge a result, or cancel it without one."""

    challenge: LadderChallengeId
    result: ChallengeResult | None


LadderChoice = CloseLadder | RemoveRung | DecideChallenge


@dataclass(frozen=True, slots=True)
class ManagedLadder:
    """A ladder and its pending decisions."""

    field: LadderField
    pending: tuple[LadderDecision, ...]


class LogLadder(Protocol):
    """Logs an action of a manager: a decision, or without one, a change of the terms."""

    async def __call__(
        self,
        writing: Writing,
        ladder: ServerLadder,
        decision: LadderDecision | None,
        manager: UserId,
        user: UserId | None,
        match: MatchId | None,
        now: Instant,
    ) -> None:
        """Log the action, with the user or the match that it concerns."""


class ManagedLadders:
    """Makes the decisions of ladders' managers."""

    def __init__(
        self, database: Database, clock: Clock, writer: LadderWriter, log: LogLadder
    ) -> None:
        self._database = database
        self._clock = clock
        self._writer = writer
        self._log = log

    async def find(self, number: LadderId, guild: GuildId) -> ManagedLadder:
        """Return an open ladder. Raise `NoSuchLadder` or `LadderClosed`."""
        now = self._clock.now()
        async with self._database.snapshot() as reading:
            field = await ladder_queries.find_field(reading, number, now)
            pending = await DECISIONS.pending(reading, number)
        field = _require_open(field, guild)
        return ManagedLadder(field, tuple(each for each in pending if each.is_possible(field)))

    async def change_terms(
        self,
        manager: UserId,
        number: LadderId,
        guild: GuildId,
        change: Callable[[LadderTerms], LadderTerms],
    ) -> LadderField:
        """Change the terms of matches that begin from now on.

        Raise `NoSuchLadder` or `LadderClosed`.
        """
        now = self._clock.now()
        async with self._database.writing() as writing:
            found = await ladder_queries.find_to_change(writing, number, now)
            field = _require_open(found, guild)
            ladder = replace(field.ladder, terms=change(field.ladder.terms))
            if ladder != field.ladder:
                await execute(
                    ladder_queries.keep(writing, field.ladder, ladder),
                    ladder_notices.show_card(writing, number, now),
                )
                await self._log(writing, ladder, None, manager, None, None, now)
        return replace(field, ladder=ladder)

    async def decide(
        self, manager: UserId, number: LadderId, guild: GuildId, choice: LadderChoice
    ) -> LadderDecision:
        """Make a decision about a ladder, and notify the players concerned.

        Raise `NoSuchLadder`, `LadderClosed`, `ChangedMeanwhile` or `DecidedAlready`.
        """
        now = self._clock.now()
        async with self._database.writing() as writing:
            found = await ladder_queries.find_to_change(writing, number, now)
            field = _require_open(found, guild)
            made = _decision(field, manager, choice, now)
            if not made.is_possible(field):
                raise ChangedMeanwhile
            decision = await DECISIONS.enter(writing, number, made)
            job = LadderDecisionDue(guild, number, decision.id)
            await ladder_jobs.due(writing, job, decision.until)
            await self._notify(writing, field, decision, manager, now)
        return decision

    async def undo(self, manager: UserId, number: DecisionId, guild: GuildId) -> LadderDecision:
        """Undo a decision. Raise `NoSuchLadder`, `LadderClosed` or `NothingToUndo`."""
        now = self._clock.now()
        async with self._database.writing() as writing:
            seen = await DECISIONS.find(writing, number)
            if seen is None:
                raise NoSuchLadder
            found = await ladder_queries.find_to_change(writing, seen.ladder, now)
            field = _require_open(found, guild)
            before = await DECISIONS.find(writing, number)
            if before is None or not (before.can_be_undone(now) and before.is_possible(field)):
                raise NothingToUndo
            undone = await DECISIONS.undo(writing, before)
            await ladder_jobs.due(writing, LadderDecisionDue(guild, before.ladder, number), None)
            await self._notify(writing, field, undone, manager, now)
        return undone

    async def decision_of_message(
        self, number: RungId, at: Revision
    ) -> tuple[LadderDecision, LadderChallenge | None] | None:
        """Return the decision whose latest message has this number, and its challenge."""
        async with self._database.reading() as reading:
            ladder = await ladder_queries.ladder_of_rung(reading, number)
            if ladder is None:
                return None
            decision = await DECISIONS.find_by_message(reading, ladder, at)
            if decision is None:
                return None
            if decision.challenge is None:
                return decision, None
            return decision, await ladder_queries.find_challenge(reading, decision.challenge)

    @job(LadderDecisionDue)
    async def take_effect(self, due: LadderDecisionDue) -> Instant | None:
        """Carry out a decision that was not undone."""
        now = self._clock.now()
        async with self._database.writing() as writing:
            return await DECISIONS.carry_out_when_due(
                writing, due.decision, now, lambda decision: self._do(writing, decision, now)
            )

    async def _do(self, writing: Writing, decision: LadderDecision, now: Instant) -> bool:
        """Carry out a decision; return False if another event has made it moot."""
        field = await ladder_queries.find_field(writing, decision.ladder, now)
        if field is None or not field.ladder.is_open or not decision.is_possible(field):
            return False
        match decision.kind:
            case LadderDecisionKind.CLOSE:
                locked = await ladder_queries.find_to_change(writing, decision.ladder, now)
                if locked is not None:
                    await execute(*close(writing, locked, now))
                return locked is not None
            case LadderDecisionKind.REMOVE:
                if decision.rung is None:
                    return False
                await self._writer.put_off(
                    writing, decision.ladder, [decision.rung], ExitReason.REMOVED, now
                )
                return True
            case LadderDecisionKind.DECIDE:
                challenge = decision.challenge_in(field)
                if challenge is None:
                    return False
                return await self._decide(writing, decision, challenge, now)
            case _:
                assert_never(decision.kind)

    async def _decide(
        self, writing: Writing, decision: LadderDecision, seen: LadderChallenge, now: Instant
    ) -> bool:
        """Decide a challenge, or cancel it; end its live match without a result."""
        pair = [seen.challenger, seen.challenged]
        field, live = await self._writer.lock(writing, decision.ladder, pair, now)
        challenge = None if field is None else field.challenge(seen.id)
        if field is None or challenge is None or not challenge.is_open:
            return False
        if decision.result is None:
            void = replace(challenge, state=LadderChallengeState.VOID, ended_at=now)
            after = field.with_challenge(with_places(void, field.order, field.order))
        else:
            after = settled(field, challenge, decision.result, now)
        await execute(
            ladder_queries.keep_field(writing, field, after),
            ladder_notices.tell_both(writing, challenge.id, now),
            ladder_notices.show_card(writing, decision.ladder, now),
        )
        own = [each for each in live if each.id == challenge.match]
        await self._writer.end_without_result(writing, own, now)
        return True

    async def _notify(
        self,
        writing: Writing,
        field: LadderField,
        decision: LadderDecision,
        manager: UserId,
        now: Instant,
    ) -> None:
        """Notify the players whom a decision concerns, and log it."""
        for each in concerned(field, decision):
            await ladder_notices.post(
                writing, LADDER_DECISION_NOTICE, each.id, now, decision.message_number
            )
        user = None if decision.rung is None else field.rung(decision.rung).user
        challenge = decision.challenge_in(field)
        match = None if challenge is None else challenge.match
        await self._log(writing, field.ladder, decision, manager, user, match, now)


def concerned(field: LadderField, decision: LadderDecision) -> Sequence[LadderRung]:
    """Return the players whom a decision concerns."""
    challenge = decision.challenge_in(field)
    if challenge is not None:
        return [field.rung(challenge.challenger), field.rung(challenge.challenged)]
    if decision.rung is not None:
        return [field.rung(decision.rung)]
    return [field.rung(each) for each in field.order]


def _decision(
    field: LadderField, manager: UserId, choice: LadderChoice, now: Instant
) -> LadderDecision:
    made = partial(
        LadderDecision,
        field.ladder.id,
        manager=manager,
        made_at=now,
        until=Instant(now + UNDONE_WITHIN),
    )
    match choice:
        case CloseLadder():
            return made(LadderDecisionKind.CLOSE)
        case RemoveRung(rung):
            return made(LadderDecisionKind.REMOVE, rung)
        case DecideChallenge(challenge, result):
            return made(LadderDecisionKind.DECIDE, challenge=challenge, result=result)
        case _:
            assert_never(choice)


def _require_open(field: LadderField | None, guild: GuildId) -> LadderField:
    """Return a ladder of a server. Raise `NoSuchLadder` or `LadderClosed`."""
    if field is None or field.ladder.place.guild != guild:
        raise NoSuchLadder
    if not field.ladder.is_open:
        raise LadderClosed
    return field
