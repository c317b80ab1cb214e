"""Storing a turn, and with it the replies that were planned on it."""

from dataclasses import replace

from bot.host.changing import store_change
from bot.match.identity import Instant, Ply
from bot.match.playing import Played
from bot.match.playing_on import play_on
from bot.store import matches, plans
from bot.store.asking import Asked
from bot.store.database import Writing
from bot.store.matches import ToPlay


async def store_turn(writing: Writing, found: ToPlay, done: Played, now: Instant) -> Played:
    """Write a turn that was played, after those that were planned on it have followed."""
    before = found.match
    statements: list[Asked] = []
    if found.has_plans:
        planned = await plans.of_match(writing, before)
        done, left = play_on(before, done, planned, now, found.past)
        statements.append(plans.drop(writing, before.id))
        statements += [plans.keep(writing, before, plan) for plan in left.values()]
    for ply, step in enumerate((done.step, *done.replies), before.ply + 1):
        user = before.seats.user_of(step.before.to_move)
        reached = replace(done.match, ply=Ply(ply), position=step.after)
        statements.append(matches.append_turn(writing, reached, step.turn, user))
    await store_change(writing, before, done.match, now, *statements)
    return done
