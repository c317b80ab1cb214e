"""Planned replies in the database, each for its owner alone."""

from dataclasses import dataclass
from typing import Final

import structlog

from bot.db.database import Reading, Writing
from bot.db.statements import Statement
from bot.db.tables import Table
from bot.game import Seat
from bot.match.conditional import Plan, PlanRefusal, read_plan, write_lines
from bot.match.identity import MatchId, Ply, UserId
from bot.match.match import Match

_log: Final = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class KeptPlan:
    """What a player has planned, as it is kept."""

    match: MatchId
    user: UserId
    ply: Ply
    lines: str


PLANS: Final = Table("plans", KeptPlan, key=("match_id", "user_id"))


async def of_match(reading: Reading, match: Match) -> dict[Seat, Plan]:
    """Return what both players have planned from the match's position on.

    One that was made for another moment of the match, or that cannot be read, is left out: a
    plan must never keep a turn from being played.
    """
    found = {}
    for plan in await PLANS.find_all(reading.connection, match_id=match.id):
        seat = match.seat_of(plan.user)
        if seat is None or plan.ply != match.ply:
            continue
        try:
            found[seat] = read_plan(seat, plan.ply, plan.lines)
        except PlanRefusal as refusal:
            _log.warning("unreadable plan ignored", match=match.id, reason=type(refusal).__name__)
    return found


def keep(writing: Writing, match: Match, plan: Plan) -> Statement[int]:
    """Keep what a player has planned, in place of what they had planned before."""
    user = match.seats.user_of(plan.planner)
    return PLANS.upsert(writing.connection, KeptPlan(match.id, user, plan.ply, write_lines(plan)))


async def drop_of(writing: Writing, match: MatchId, user: UserId) -> None:
    """Forget what one player has planned."""
    await PLANS.delete(writing.connection, match_id=match, user_id=user)


def drop(writing: Writing, match: MatchId) -> Statement[int]:
    """Forget what both players have planned: the match has not gone where they thought."""
    return PLANS.delete(writing.connection, match_id=match)
