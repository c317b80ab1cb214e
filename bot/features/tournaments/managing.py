"""What managers can do: call off, extend, remove an entrant, decide a leg, undo a decision."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, Protocol, assert_never

from bot.db.database import Database, Reading, Writing
from bot.db.statements import execute
from bot.features.competitions.decisions import UNDONE_WITHIN, DecisionId
from bot.features.competitions.errors import ChangedMeanwhile, NothingToUndo
from bot.features.competitions.members import ExitReason
from bot.features.outbox import queries as outbox_queries
from bot.features.tournaments import jobs as tournament_jobs
from bot.features.tournaments import notices as tournament_notices
from bot.features.tournaments import queries as tournament_queries
from bot.features.tournaments.decision_queries import DECISIONS
from bot.features.tournaments.decisions import (
    LONGEST,
    MOST_DAYS,
    DecisionKind,
    TournamentDecision,
    decided_in,
)
from bot.features.tournaments.errors import NoSuchTournament, TooMuchLonger, TournamentOver
from bot.features.tournaments.formats import rules_of
from bot.features.tournaments.jobs import DecisionDue, TournamentCheck, TournamentFinish
from bot.features.tournaments.legs import EntrantId, LegNumber, LegResult, TournamentId
from bot.features.tournaments.notices import DECISION_NOTICE
from bot.features.tournaments.tournament import (
    Entrant,
    EntrantState,
    GroupLeg,
    Tournament,
    TournamentField,
    TournamentState,
)
from bot.features.tournaments.writer import TournamentWriter, withdraw
from bot.jobs.clock import Clock
from bot.jobs.runner import job
from bot.match.clock import DAY
from bot.match.identity import GuildId, Instant, MatchId, Revision, UserId
from bot.match.terms import VenueKind


@dataclass(frozen=True, slots=True)
class CallOff:
    """End the tournament without a result."""


@dataclass(frozen=True, slots=True)
class Remove:
    """Take an entrant out."""

    entrant: EntrantId


@dataclass(frozen=True, slots=True)
class DecideLeg:
    """Give a leg a result, or void it."""

    first: EntrantId
    second: EntrantId
    leg: LegNumber
    result: LegResult


@dataclass(frozen=True, slots=True)
class Extend:
    """Let the tournament take longer by some days."""

    days: int


Choice = CallOff | Remove | DecideLeg | Extend
_UNDER_WAY: Final = (TournamentState.OPEN, TournamentState.RUNNING)


@dataclass(frozen=True, slots=True)
class ManagedTournament:
    """A tournament, and the decisions about it that can still be undone."""

    field: TournamentField
    pending: tuple[TournamentDecision, ...]


class LogDecision(Protocol):
    """Writes a decision to the moderation log."""

    async def __call__(
        self,
        writing: Writing,
        tournament: Tournament,
        decision: TournamentDecision,
        manager: UserId,
        user: UserId | None,
        match: MatchId | None,
        now: Instant,
    ) -> None:
        """Log what `manager` has decided, or undone, about a user or a match."""


class ManagedTournaments:
    """Carries out the decisions of tournaments' managers."""

    def __init__(
        self, database: Database, clock: Clock, writer: TournamentWriter, log: LogDecision
    ) -> None:
        self._database = database
        self._clock = clock
        self._writer = writer
        self._log = log

    async def find(self, number: TournamentId, guild: GuildId) -> ManagedTournament:
        """Return a tournament under way. Raise `NoSuchTournament` or `TournamentOver`."""
        async with self._database.snapshot() as reading:
            field = await _find(reading, number, guild)
            pending = await DECISIONS.pending(reading, number)
        return ManagedTournament(field, tuple(each for each in pending if each.is_possible(field)))

    async def decide(
        self, manager: UserId, number: TournamentId, guild: GuildId, choice: Choice
    ) -> TournamentDecision:
        """Make a decision about a tournament, and notify the entrants concerned.

        Raise `NoSuchTournament`, `TournamentOver`, `ChangedMeanwhile`, `DecidedAlready` or
        `TooMuchLonger`.
        """
        now = self._clock.now()
        async with self._database.writing() as writing:
            field = await _find(writing, number, guild)
            made = _decision(field, manager, choice, now)
            decision = await DECISIONS.enter(writing, number, made)
            job = DecisionDue(guild, number, decision.id)
            await tournament_jobs.due(writing, job, decision.until)
            if decision.kind is DecisionKind.EXTEND and decision.finish_by is not None:
                await _set_finish(writing, field, decision.finish_by, now)
            await self._notify(writing, field, decision, manager, now)
        return decision

    async def undo(self, manager: UserId, number: DecisionId, guild: GuildId) -> TournamentDecision:
        """Undo a decision. Raise `NoSuchTournament` or `NothingToUndo`."""
        now = self._clock.now()
        async with self._database.writing() as writing:
            before = await DECISIONS.find(writing, number)
            if before is None:
                raise NoSuchTournament
            field = await tournament_queries.find_field(writing, before.tournament)
            if field is None or field.tournament.place.guild != guild:
                raise NoSuchTournament
            is_under_way = field.tournament.state in _UNDER_WAY
            if not (is_under_way and before.can_be_undone(now) and before.is_possible(field)):
                raise NothingToUndo
            undone = await DECISIONS.undo(writing, before)
            await execute(
                tournament_jobs.due(
                    writing, DecisionDue(guild, before.tournament, before.id), None
                ),
                # The end of the tournament may have waited for this decision alone.
                tournament_jobs.due(writing, TournamentCheck(guild, before.tournament), now),
            )
            is_same_end = field.tournament.finish_by == before.finish_by
            if before.finish_before is not None and before.finish_by is not None and is_same_end:
                # If a final has begun, its own end stays. The restored end is a day away at least,
                # unless the present one is sooner.
                finish_by = min(before.finish_by, max(before.finish_before, Instant(now + DAY)))
                await _set_finish(writing, field, finish_by, now)
            await self._notify(writing, field, undone, manager, now)
        return undone

    async def decision_of_message(
        self, number: EntrantId, at: Revision
    ) -> TournamentDecision | None:
        """Return the decision in a message to an entrant; `at` is the message's number."""
        async with self._database.reading() as reading:
            field = await tournament_queries.field_of_entrant(reading, number)
            if field is None:
                return None
            return await DECISIONS.find_by_message(reading, field[0].tournament.id, at)

    @job(DecisionDue)
    async def take_effect(self, due: DecisionDue) -> Instant | None:
        """Carry out a decision that was not undone."""
        now = self._clock.now()
        async with self._database.writing() as writing:

            async def carry_out(decision: TournamentDecision) -> bool:
                # The end of the tournament may have waited for this decision alone.
                check = TournamentCheck(due.guild, due.tournament)
                await tournament_jobs.due(writing, check, now)
                return await self._do(writing, decision, now)

            return await DECISIONS.carry_out_when_due(writing, due.decision, now, carry_out)

    async def _do(self, writing: Writing, decision: TournamentDecision, now: Instant) -> bool:
        """Carry out a decision; return False if something else happened first."""
        field = await tournament_queries.find_field(writing, decision.tournament)
        if field is None or field.tournament.state not in _UNDER_WAY:
            return False
        match decision.kind:
            case DecisionKind.EXTEND:
                return True
            case DecisionKind.CALL_OFF:
                await self._writer.call_off(writing, field, now)
                return True
            case DecisionKind.REMOVE:
                [number] = decision.entrants
                entrant = next((each for each in field.entrants if each.id == number), None)
                if entrant is None or not _may_be_removed(field, entrant):
                    return False
                await self._remove(writing, field, entrant, now)
                return True
            case DecisionKind.DECIDE:
                pairing = decision.leg_in(field)
                if pairing is None or decision.result is None:
                    return False
                if not rules_of(field.tournament.terms).may_be_decided(field, pairing):
                    return False
                await self._decide(writing, field, pairing, decision.result, now)
                return True
            case _:
                assert_never(decision.kind)

    async def _remove(
        self, writing: Writing, field: TournamentField, entrant: Entrant, now: Instant
    ) -> None:
        if field.tournament.state is TournamentState.RUNNING:
            await self._writer.put_out(writing, field, entrant, ExitReason.REMOVED, now)
            return
        places = field.tournament.terms.most_entrants
        await withdraw(writing, entrant, places, now)
        await tournament_notices.show_sign_up(writing, field.tournament.id, now)

    async def _decide(
        self,
        writing: Writing,
        field: TournamentField,
        pairing: GroupLeg,
        result: LegResult,
        now: Instant,
    ) -> None:
        """Give a leg a result; its live match ends without one."""
        await self._writer.lock_matches(writing, [pairing])
        after = decided_in(field, pairing, result)
        changed = [
            (before, replace(decided, ended_at=now))
            for before, decided in zip(field.pairings, after.pairings, strict=True)
            if before != decided
        ]
        rules = rules_of(field.tournament.terms)
        places = [(each, replace(each, place=None)) for each in rules.unsettled_by(field, pairing)]
        guild, number = field.tournament.place.guild, field.tournament.id
        await execute(
            tournament_queries.keep_pairings(writing, changed),
            tournament_queries.keep_entrants(writing, places),
            tournament_notices.show_card(writing, number, now),
            tournament_jobs.due(writing, TournamentCheck(guild, number), now),
        )
        await self._writer.end_without_result(writing, [pairing], now)

    async def _notify(
        self,
        writing: Writing,
        field: TournamentField,
        decision: TournamentDecision,
        manager: UserId,
        now: Instant,
    ) -> None:
        """Notify the entrants whom a decision concerns, and log it."""
        for each in concerned(field, decision):
            await outbox_queries.show(
                writing, DECISION_NOTICE, each.id, VenueKind.DIRECT, decision.message_number, now
            )
        pairing = decision.leg_in(field)
        is_removal = decision.kind is DecisionKind.REMOVE
        user = field.entrant(decision.entrants[0]).user if is_removal else None
        match = None if pairing is None else pairing.match
        await self._log(writing, field.tournament, decision, manager, user, match, now)


def concerned(field: TournamentField, decision: TournamentDecision) -> Sequence[Entrant]:
    """Return the entrants whom a decision concerns."""
    about = decision.entrants
    return [
        each
        for each in field.entrants
        if each.id in about or (not about and each.state is not EntrantState.OUT)
    ]


def _decision(
    field: TournamentField, manager: UserId, choice: Choice, now: Instant
) -> TournamentDecision:
    """Return a choice as a decision. Raise what `ManagedTournaments.decide` raises."""
    tournament = field.tournament
    made = partial(
        TournamentDecision,
        tournament.id,
        manager=manager,
        made_at=now,
        until=Instant(now + UNDONE_WITHIN),
    )
    if not isinstance(choice, CallOff | Remove) and tournament.state is TournamentState.OPEN:
        raise ChangedMeanwhile
    match choice:
        case CallOff():
            return made(DecisionKind.CALL_OFF)
        case Remove(entrant):
            is_in = any(
                each.id == entrant and _may_be_removed(field, each) for each in field.entrants
            )
            if not is_in:
                raise ChangedMeanwhile
            return made(DecisionKind.REMOVE, entrant)
        case DecideLeg(first, second, leg, result):
            decision = made(DecisionKind.DECIDE, first, second, leg, result)
            pairing = decision.leg_in(field)
            rules = rules_of(field.tournament.terms)
            if pairing is None or not rules.may_be_decided(field, pairing):
                raise ChangedMeanwhile
            return decision
        case Extend(days):
            before, begun_at = tournament.finish_by, tournament.begun_at
            if before is None or begun_at is None:
                raise ChangedMeanwhile
            finish_by = Instant(before + days * DAY)
            if not 1 <= days <= MOST_DAYS or finish_by > begun_at + LONGEST:
                raise TooMuchLonger(Instant(begun_at + LONGEST))
            return made(DecisionKind.EXTEND, finish_by=finish_by, finish_before=before)
        case _:
            assert_never(choice)


def _may_be_removed(field: TournamentField, entrant: Entrant) -> bool:
    return entrant.state is not EntrantState.OUT and not field.is_through(entrant)


async def _find(reading: Reading, number: TournamentId, guild: GuildId) -> TournamentField:
    field = await tournament_queries.find_field(reading, number)
    if field is None or field.tournament.place.guild != guild:
        raise NoSuchTournament
    if field.tournament.state not in _UNDER_WAY:
        raise TournamentOver
    return field


async def _set_finish(
    writing: Writing, field: TournamentField, finish_by: Instant, now: Instant
) -> None:
    tournament = field.tournament
    guild, number = tournament.place.guild, tournament.id
    await execute(
        tournament_queries.keep(writing, tournament, replace(tournament, finish_by=finish_by)),
        tournament_jobs.due(writing, TournamentFinish(guild, number), finish_by),
        tournament_notices.show_card(writing, number, now),
    )
