"""The consequences for ladders of results, departures and outages."""

from dataclasses import replace

from bot.db.database import Writing
from bot.db.statements import defer, execute
from bot.features.competitions.members import ExitReason
from bot.features.ladders.jobs import LadderLook, LadderMatch, due
from bot.features.ladders.ladder import LadderChallenge, LadderChallengeState
from bot.features.ladders.moves import settled, taken_off, turns_of_each
from bot.features.ladders.notices import notices_of_void, show_card, show_challenge, tell_both
from bot.features.ladders.queries import QUERIES, find_to_change, keep_field, of_user, open_in
from bot.features.ladders.rules import Climb, climb_on_time, result_for
from bot.features.ladders.writer import close
from bot.features.matches.writer import MatchChange
from bot.match.clock import Outage
from bot.match.identity import Erasure, GuildId, Instant, UserId
from bot.match.match import EndReason


async def record_result(writing: Writing, change: MatchChange) -> None:
    """If a match decides a ladder challenge, record the result and move the players."""
    match, now = change.after, change.now
    if not match.is_competitive or not change.ends or match.outcome is None:
        return
    row = await QUERIES.challenge_to_decide(writing.connection, match_id=match.id).first(
        LadderChallenge
    )
    field = None if row is None else await find_to_change(writing, row.ladder, now)
    challenge = None if field is None or row is None else field.challenge(row.id)
    if field is None or challenge is None or challenge.state is not LadderChallengeState.PLAYING:
        return
    guild, winner = field.ladder.place.guild, match.outcome.winner
    won = winner is challenge.challenger_seat
    result = result_for(match.outcome, won=won, matches_before=challenge.matches_before)
    if result is None:
        again = replace(challenge, match=None, matches_before=challenge.matches_before + 1)
        defer(
            keep_field(writing, field, field.with_challenge(again)),
            due(writing, LadderMatch(guild, field.ladder.id, challenge.id), now),
        )
        return
    late = None
    climb = None if match.outcome.why in (EndReason.FORFEIT, EndReason.LEFT) else Climb.FULL
    if match.outcome.why is EndReason.TIME and winner is not None:
        late = challenge.challenged if won else challenge.challenger
        climb = climb_on_time(turns_of_each(match))
    after = settled(field, challenge, result, now, climb, late)
    defer(
        keep_field(writing, field, after),
        tell_both(writing, challenge.id, change.show_at),
        show_card(writing, field.ladder.id, change.show_at),
    )
    if late is not None and after.rung(late).off_why is ExitReason.TIME:
        # Their other open challenges are cancelled.
        defer(due(writing, LadderLook(guild, field.ladder.id), now))


async def member_gone(writing: Writing, guild: GuildId, user: UserId, now: Instant) -> None:
    """Schedule a check of a user's ladders in a server that they left or were banned from."""
    for ladder in await of_user(writing, user, guild):
        defer(due(writing, LadderLook(guild, ladder.id), now))


async def abandon(writing: Writing, guild: GuildId, now: Instant) -> None:
    """Close the ladders of a server because the bot was not in it for too long."""
    for ladder in await open_in(writing, guild):
        field = await find_to_change(writing, ladder.id, now)
        if field is not None and field.ladder.is_open:
            await execute(*close(writing, field, now))


async def give_back(writing: Writing, outage: Outage) -> None:
    """Postpone the deadlines of ladders by an outage, and update the messages that show them."""
    where = {"gap": outage.gap, "guild_id": outage.guild}
    connection = writing.connection
    *_, asked = await execute(
        QUERIES.falls_put_off(connection, **where),
        QUERIES.activity_put_off(connection, began_at=outage.began_at, **where),
        QUERIES.answers_put_off(connection, **where),
        QUERIES.challenges_asked_in(connection, guild_id=outage.guild).all(LadderChallenge),
    )
    await execute(
        *(show_challenge(writing, each.id, outage.ended_at) for each in asked),
        *(show_card(writing, each, outage.ended_at) for each in {each.ladder for each in asked}),
    )


async def erase(writing: Writing, erasure: Erasure) -> None:
    """Take an erased user off their ladders, and replace them with a former player elsewhere."""
    user, now = erasure.user, erasure.at
    for ladder in await of_user(writing, user):
        field = await find_to_change(writing, ladder.id, now)
        rung = None if field is None else field.on_it(user)
        if field is None or rung is None:
            continue
        after = taken_off(field, rung, ExitReason.LEFT, now)
        await execute(
            keep_field(writing, field, after),
            *notices_of_void(writing, field, after, now),
            show_card(writing, ladder.id, now),
        )
    await execute(
        QUERIES.rungs_anonymised(writing.connection, user_id=user, gone_id=erasure.former),
        QUERIES.ladder_host_anonymised(writing.connection, user_id=user, gone_id=erasure.former),
    )
