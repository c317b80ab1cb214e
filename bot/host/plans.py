"""Planned replies: what a player may plan while others think. Nobody but its owner sees a plan."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.host.changing import store_change
from bot.host.clock import Clock
from bot.host.errors import NoSuchMatch
from bot.host.resting import done_at
from bot.match.identity import MatchId, Ply, UserId
from bot.match.match import Match
from bot.match.planning import Line, Plan, with_lines
from bot.match.planning_errors import PlanOutdated
from bot.match.playing import authorise_player, run_out
from bot.store import matches, plans
from bot.store.database import Database, Reading


@dataclass(frozen=True, slots=True)
class Planning:
    """A match, and what one of its players has planned in it; the plan may be empty."""

    match: Match
    plan: Plan


class Plans:
    """Reads and changes the plans of a match's players."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def of(self, user: UserId, number: MatchId) -> Planning:
        """Give what a player has planned. Raises `NoSuchMatch`, `NotAPlayer` or `MatchOver`."""
        async with self._database.snapshot() as reading:
            return await _planning(reading, user, number)

    async def add(
        self, user: UserId, number: MatchId, lines: Sequence[Line], seen: Ply | None = None
    ) -> Planning:
        """Add lines to a plan: all of them, or none where one is refused.

        `seen` is how many turns were played where they were chosen. Gives the match without a
        plan when it had ended by time. Raises `NoSuchMatch`, `NotAPlayer`, `MatchOver`, and what
        `bot.match.planning.with_lines` raises; `PlanOutdated` where a turn was played since.
        """
        return await self._change(
            user, number, seen, lambda match, plan: with_lines(plan, match.position, lines)
        )

    async def remove(
        self, user: UserId, number: MatchId, line: Line, seen: Ply | None = None
    ) -> Planning:
        """Drop a branch of a plan: the last turn of a line and all after it.

        Raises what `add` raises.
        """
        return await self._change(user, number, seen, lambda _, plan: plan.without(line))

    async def clear(self, user: UserId, number: MatchId) -> Planning:
        """Drop a whole plan. Raises `NoSuchMatch`, `NotAPlayer` or `MatchOver`."""
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
            now = await done_at(writing, match, now)
            late = run_out(match, now)
            if late is not None:
                await store_change(writing, match, late, now)
                return Planning(late, Plan(before.plan.planner, late.ply))
            if seen not in (None, match.ply):
                raise PlanOutdated
            plan = change(match, before.plan)
            if plan.turns:
                await plans.keep(writing, match, plan)
            else:
                await plans.drop_of(writing, match.id, user)
        return Planning(match, plan)


async def _planning(reading: Reading, user: UserId, number: MatchId) -> Planning:
    match = await matches.find(reading, number)
    if match is None:
        raise NoSuchMatch(number)
    seat = authorise_player(match, user)
    planned = await plans.of_match(reading, match)
    return Planning(match, planned.get(seat) or Plan(seat, match.ply))
