"""Plans of replies to turns that have not been played yet. Only its owner sees a plan."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import structlog

from bot.db.database import Database, Reading, Writing
from bot.db.statements import Statement, defer
from bot.db.tables import Table
from bot.features.matches import queries as match_queries
from bot.features.matches.errors import NoSuchMatch
from bot.features.matches.queries import MatchToPlay
from bot.features.matches.writer import MatchChange, MatchWriter
from bot.game import Seat
from bot.jobs.clock import Clock
from bot.match.conditional import Line, Plan, TypedLine, play_on, with_lines
from bot.match.conditional_errors import PlanOutdated, PlanRefusal
from bot.match.conditional_notation import read_plan, write_lines
from bot.match.identity import Instant, MatchId, Ply, UserId
from bot.match.match import Match
from bot.match.playing import CompleteTurn, authorise_player, run_out

_log: Final = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class KeptPlan:
    """A stored plan of a player."""

    match: MatchId
    user: UserId
    ply: Ply
    lines: str


PLANS: Final = Table("plans", KeptPlan, key=("match_id", "user_id"))


async def of_match(reading: Reading, match: Match) -> dict[Seat, Plan]:
    """Return the plans of both players that start at the match's current position.

    Leave out a plan for another position, and a plan that cannot be read, because a plan must never
    keep a turn from being played.
    """
    plans = {}
    for plan in await PLANS.find_all(reading.connection, match_id=match.id):
        seat = match.seat_of(plan.user)
        if seat is None or plan.ply != match.ply:
            continue
        try:
            plans[seat] = read_plan(seat, plan.ply, plan.lines)
        except PlanRefusal as refusal:
            _log.warning("unreadable plan ignored", match=match.id, reason=type(refusal).__name__)
    return plans


def keep(writing: Writing, match: Match, plan: Plan) -> Statement[int]:
    """Store a player's plan, replacing an earlier one."""
    user = match.seats.user_of(plan.planner)
    return PLANS.upsert(writing.connection, KeptPlan(match.id, user, plan.ply, write_lines(plan)))


async def drop_of(writing: Writing, match: MatchId, user: UserId) -> None:
    """Delete a player's plan."""
    await PLANS.delete(writing.connection, match_id=match, user_id=user)


def drop(writing: Writing, match: MatchId) -> Statement[int]:
    """Return the statement that deletes the plans of both players."""
    return PLANS.delete(writing.connection, match_id=match)


@dataclass(frozen=True, slots=True)
class MatchPlan:
    """A match, and the plan of one of its players, which may be empty."""

    match: Match
    plan: Plan


class Plans:
    """Reads and changes the plans of a match's players."""

    def __init__(self, database: Database, clock: Clock, writer: MatchWriter) -> None:
        self._database = database
        self._clock = clock
        self._writer = writer

    async def of(self, user: UserId, number: MatchId) -> MatchPlan:
        """Return a player's plan. Raise `NoSuchMatch`, `NotAPlayer` or `MatchOver`."""
        async with self._database.snapshot() as reading:
            return await _planning(reading, user, number)

    async def add(
        self,
        user: UserId,
        number: MatchId,
        lines: Sequence[TypedLine],
        expected_ply: Ply | None = None,
    ) -> MatchPlan:
        """Add lines to a plan: all of them, or none if one is refused.

        `expected_ply` is the ply at which the player chose them. If the match has just ended by
        time, return it with an empty plan.

        Raise `NoSuchMatch`, `NotAPlayer`, `MatchOver`, `PlanOutdated` if a turn was played since,
        and what `with_lines` raises.
        """
        return await self._change(
            user, number, expected_ply, lambda match, plan: with_lines(plan, match.position, lines)
        )

    async def remove(
        self, user: UserId, number: MatchId, line: Line, expected_ply: Ply | None = None
    ) -> MatchPlan:
        """Remove a branch of a plan: the last turn of a line and all after it.

        Raise what `add` raises.
        """
        return await self._change(user, number, expected_ply, lambda _, plan: plan.without(line))

    async def clear(self, user: UserId, number: MatchId) -> MatchPlan:
        """Delete a whole plan. Raise `NoSuchMatch`, `NotAPlayer` or `MatchOver`."""
        return await self._change(
            user, number, None, lambda match, plan: Plan(plan.planner, match.ply)
        )

    async def _change(
        self,
        user: UserId,
        number: MatchId,
        expected_ply: Ply | None,
        change: Callable[[Match, Plan], Plan],
    ) -> MatchPlan:
        now = self._clock.now()
        async with self._database.writing() as writing:
            before = await _planning(writing, user, number)
            match = before.match
            now = await self._writer.counts_from(writing, match, now)
            late = run_out(match, now)
            if late is not None:
                await self._writer.change(writing, match, late, now)
                return MatchPlan(late, Plan(before.plan.planner, late.ply))
            if expected_ply not in (None, match.ply):
                raise PlanOutdated
            plan = change(match, before.plan)
            if plan.turns:
                await keep(writing, match, plan)
            else:
                await drop_of(writing, match.id, user)
        return MatchPlan(match, plan)


async def _planning(reading: Reading, user: UserId, number: MatchId) -> MatchPlan:
    match = await match_queries.find(reading, number)
    if match is None:
        raise NoSuchMatch(number)
    seat = authorise_player(match, user)
    planned = await of_match(reading, match)
    return MatchPlan(match, planned.get(seat) or Plan(seat, match.ply))


async def play_planned(
    writing: Writing, to_play: MatchToPlay, played: CompleteTurn, now: Instant
) -> CompleteTurn:
    """Return a turn followed by the planned turns it triggers; store the rest of the plans."""
    before = to_play.match
    planned = await of_match(writing, before)
    played, left = play_on(before, played, planned, now, to_play.past)
    defer(
        drop(writing, before.id),
        *(keep(writing, before, plan) for plan in left.values()),
    )
    return played


async def drop_plans(writing: Writing, change: MatchChange) -> None:
    """Delete the plans of a match that is over, or whose turns were taken back."""
    if change.after.outcome is not None or change.after.ply < change.before.ply:
        defer(drop(writing, change.after.id))
