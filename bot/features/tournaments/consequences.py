"""The consequences that results, departures, settings and outages have for tournaments."""

from bot.db.database import Writing
from bot.db.statements import defer, execute
from bot.features.matches.writer import MatchChange
from bot.features.settings.server import ServerSettings
from bot.features.tournaments.jobs import MatchesBeginning, TournamentCheck, due
from bot.features.tournaments.legs import RestartLeg, leg_after
from bot.features.tournaments.notices import show_card, show_sign_up
from bot.features.tournaments.queries import (
    PAIRINGS,
    QUERIES,
    find_field,
    keep_pairings,
    of_user,
    under_way_in,
)
from bot.features.tournaments.tournament import GroupLeg, TournamentState
from bot.features.tournaments.writer import look_at_events, move_up, statements_to_call_off
from bot.match.identity import Erasure, GuildId, Instant, UserId


async def record_result(writing: Writing, change: MatchChange) -> None:
    """Record the result of a match that decides a leg of a tournament."""
    match = change.after
    if not match.is_competitive or not change.ends or match.outcome is None:
        return
    query = QUERIES.pairing_to_decide(writing.connection, match_id=match.id)
    before = await query.first(GroupLeg)
    if before is None:
        return
    after = leg_after(before.leg, match.outcome, before.matches_before)
    guild, number = match.venue.guild, before.tournament
    if isinstance(after, RestartLeg):
        defer(
            PAIRINGS.change(
                writing.connection,
                {"match_id": None, "matches_before": before.matches_before + 1},
                match_id=match.id,
            ),
            due(writing, MatchesBeginning(guild, number), change.now),
        )
        return
    defer(
        keep_pairings(writing, [(before, before.after(after, change.now))]),
        show_card(writing, number, change.show_at),
        due(writing, TournamentCheck(guild, number), change.now),
    )


async def erase(writing: Writing, erasure: Erasure) -> None:
    """Replace a user by a former player, and let their tournaments go on without them."""
    user = erasure.user
    under_way = await of_user(writing, user)
    for tournament in under_way:
        defer(due(writing, TournamentCheck(tournament.place.guild, tournament.id), erasure.at))
        defer(show_sign_up(writing, tournament.id, erasure.at))
        defer(show_card(writing, tournament.id, erasure.at))
    await execute(
        QUERIES.entries_erased(writing.connection, user_id=user),
        QUERIES.drafts_erased(writing.connection, host_id=user),
        QUERIES.entrant_anonymised(writing.connection, user_id=user, gone_id=erasure.former),
        QUERIES.host_anonymised(writing.connection, user_id=user, gone_id=erasure.former),
    )
    for tournament in under_way:
        if tournament.state is TournamentState.OPEN:
            places = tournament.terms.most_entrants
            await move_up(writing, tournament.id, places, erasure.at)


async def member_gone(writing: Writing, guild: GuildId, user: UserId, now: Instant) -> None:
    """Schedule a check of a user's tournaments in a server that they left or were banned from."""
    for tournament in await of_user(writing, user, guild):
        defer(due(writing, TournamentCheck(guild, tournament.id), now))


async def follow_settings(
    writing: Writing,
    guild: GuildId,
    before: ServerSettings,
    after: ServerSettings,
    now: Instant,
) -> None:
    """Schedule making or deleting the events of starts if the server changed that setting."""
    if before.start_events is not after.start_events:
        await look_at_events(writing, guild, now)


async def abandon(writing: Writing, guild: GuildId, now: Instant) -> None:
    """Call off the tournaments of a server that the bot was out of for too long.

    A check then ends the matches that go on in direct messages.
    """
    for tournament in await under_way_in(writing, guild):
        field = await find_field(writing, tournament.id)
        if field is not None:
            check = TournamentCheck(guild, tournament.id)
            await execute(statements_to_call_off(writing, field, now), due(writing, check, now))
