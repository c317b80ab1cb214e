"""Planned replies: what a player may plan while others think. Nobody but its owner sees a plan."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.db.database import Database, Reading, Writing
from bot.db.statements import defer
from bot.features.conditional import queries as conditional_queries
from bot.features.matches import queries as match_queries
from bot.features.matches.errors import NoSuchMatch
from bot.features.matches.queries import ToPlay
from bot.features.matches.writer import MatchChange, MatchWriter
from bot.jobs.clock import Clock
from bot.match.conditional import Line, Plan, PlanOutdated, play_on, with_lines
from bot.match.identity import Instant, MatchId, Ply, UserId
from bot.match.match import Match
from bot.match.playing import Played, authorise_player, run_out


@dataclass(frozen=True, slots=True)
class Planning:
    """A match, and what one of its players has planned in it; the plan may be empty."""

    match: Match
    plan: Plan


class Plans:
    """Reads and changes the plans of a match's players."""

    def __init__(self, database: Database, clock: Clock, writer: MatchWriter) -> None:
        self._database = database
        self._clock = clock
        self._writer = writer

    async def of(self, user: UserId, number: MatchId) -> Planning:
        """Return what a player has planned. Raise `NoSuchMatch`, `NotAPlayer` or `MatchOver`."""
        async with self._database.snapshot() as reading:
            return await _planning(reading, user, number)

    async def add(
        self, user: UserId, number: MatchId, lines: Sequence[Line], seen: Ply | None = None
    ) -> Planning:
        """Add lines to a plan: all of them, or none where one is refused.

        `seen` is how many turns were played where they were chosen. Gives the match without a
        plan when it had ended by time. Raise `NoSuchMatch`, `NotAPlayer`, `MatchOver`, and what
        `bot.match.conditional.with_lines` raises; `PlanOutdated` where a turn was played since.
        """
        return await self._change(
            user, number, seen, lambda match, plan: with_lines(plan, match.position, lines)
        )

    async def remove(
        self, user: UserId, number: MatchId, line: Line, seen: Ply | None = None
    ) -> Planning:
        """Drop a branch of a plan: the last turn of a line and all after it.

        Raise what `add` raises.
        """
        return await self._change(user, number, seen, lambda _, plan: plan.without(line))

    async def clear(self, user: UserId, number: MatchId) -> Planning:
        """Drop a whole plan. Raise `NoSuchMatch`, `NotAPlayer` or `MatchOver`."""
        return await self._change(
            user, number, None, lambda match, plan: Plan(plan.planner, match.ply)
        )

    async def _change(
        self,
        user: UserId,
        number: MatchId,
        seen: Ply | None,
        change: Callable[[Match, Plan], Plan],
    ) -> Planning:
        now = self._clock.now()
        async with self._database.writing() as writing:
            before = await _planning(writing, user, number)
            match = before.match
            now = await self._writer.counts_from(writing, match, now)
            late = run_out(match, now)
            if late is not None:
                await self._writer.change(writing, match, late, now)
                return Planning(late, Plan(before.plan.planner, late.ply))
            if seen not in (None, match.ply):
                raise PlanOutdated
            plan = change(match, before.plan)
            if plan.turns:
                await conditional_queries.keep(writing, match, plan)
            else:
                await conditional_queries.drop_of(writing, match.id, user)
        return Planning(match, plan)


async def _planning(reading: Reading, user: UserId, number: MatchId) -> Planning:
    match = await match_queries.find(reading, number)
    if match is None:
        raise NoSuchMatch(number)
    seat = authorise_player(match, user)
    planned = await conditional_queries.of_match(reading, match)
    return Planning(match, planned.get(seat) or Plan(seat, match.ply))


async def play_planned(writing: Writing, found: ToPlay, played: Played, now: Instant) -> Played:
    """Return a turn with the planned ones that follow it, and keep what is left of the plans."""
    before = found.match
    planned = await conditional_queries.of_match(writing, before)
    played, left = play_on(before, played, planned, now, found.past)
    defer(
        conditional_queries.drop(writing, before.id),
        *(conditional_queries.keep(writing, before, plan) for plan in left.values()),
    )
    return played


async def drop_plans(writing: Writing, change: MatchChange) -> None:
    """Forget the plans of a match that is over, or that went back behind them."""
    if change.after.outcome is not None or change.after.ply < change.before.ply:
        defer(conditional_queries.drop(writing, change.after.id))
