"""Planned replies in the database, each for its owner alone."""

from typing import Final

import structlog

from bot.db.database import Reading, Writing
from bot.db.statements import Statement, load_queries
from bot.game import Seat
from bot.match.conditional import Plan, PlanRefusal, read_plan, write_lines
from bot.match.identity import MatchId, Ply, UserId
from bot.match.match import Match

QUERIES: Final = load_queries(__file__)


_log: Final = structlog.get_logger(__name__)


async def of_match(reading: Reading, match: Match) -> dict[Seat, Plan]:
    """Return what both players have planned from where the match stands.

    One that was made for another moment of the match, or that cannot be read, is left out: a
    plan must never keep a turn from being played.
    """
    found = {}
    async for row in QUERIES.plans_of_match(reading.connection, match_id=match.id):
        seat = match.seat_of(UserId(row["user_id"]))
        if seat is None or row["ply"] != match.ply:
            continue
        try:
            found[seat] = read_plan(seat, Ply(row["ply"]), row["lines"])
        except PlanRefusal as refusal:
            _log.warning("plan left out", match=match.id, reason=type(refusal).__name__)
    return found


def keep(writing: Writing, match: Match, plan: Plan) -> Statement[int]:
    """Keep what a player has planned, in place of what they had planned before."""
    return QUERIES.keep_plan(
        writing.connection,
        match_id=match.id,
        user_id=match.seats.user_of(plan.planner),
        ply=plan.ply,
        lines=write_lines(plan),
    )


async def drop_of(writing: Writing, match: MatchId, user: UserId) -> None:
    """Forget what one player has planned."""
    await QUERIES.drop_plan(writing.connection, match_id=match, user_id=user)


def drop(writing: Writing, match: MatchId) -> Statement[int]:
    """Forget what both players have planned: the match has not gone where they thought."""
    return QUERIES.drop_plans(writing.connection, match_id=match)
