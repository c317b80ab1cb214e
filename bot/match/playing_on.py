"""What follows by itself on a turn: the replies that were planned, each the turn of its player."""

from collections.abc import Mapping
from dataclasses import replace

from bot.game import GameRefusal, Seat, Turn, write_position
from bot.match.identity import Instant
from bot.match.match import Match
from bot.match.planning import Plan
from bot.match.playing import Past, Played, play_as_named

Plans = Mapping[Seat, Plan]


def play_on(
    before: Match, done: Played, plans: Plans, now: Instant, past: Past
) -> tuple[Played, Plans]:
    """Play the replies that were planned on a turn, and on each other; give what plans are left.

    It is all one change of the match, so all of these turns have one revision. What does not fit
    is dropped, and with the match over all of it. A reply is a turn like any: nobody plays one
    whose time has run out.
    """
    match, replies, past = done.match, list(done.replies), list(past)
    current = {seat: plan for seat, plan in plans.items() if plan.ply == before.ply}
    left = _followed(current, done.step.turn)
    while match.outcome is None and not match.clock.has_run_out(now):
        planned = left.pop(match.position.to_move, None)
        if planned is None:
            break
        past.append(write_position(match.position))
        user, answer = match.seats.user_of(planned.planner), planned.turns[0].turn
        try:
            reply = play_as_named(match, user, answer, now, past)
        except GameRefusal:
            break
        replies.append(reply.step)
        match = replace(reply.match, revision=match.revision, together=match.told)
        left = _followed({**left, planned.planner: planned}, reply.step.turn)
    left.pop(match.position.to_move, None)
    done = replace(done, match=match, replies=tuple(replies))
    return done, {} if match.outcome is not None else left


def _followed(plans: Plans, turn: Turn) -> dict[Seat, Plan]:
    """Give what is left of plans once a turn was played."""
    followed = {seat: plan.followed(turn) for seat, plan in plans.items()}
    return {seat: plan for seat, plan in followed.items() if plan is not None}
