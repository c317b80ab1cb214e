"""What follows in tournaments from results, departures, settings and decisions."""

from dataclasses import replace

from bot.db.database import Writing
from bot.db.statements import Statements, defer, execute
from bot.features.matches.writer import MatchChange
from bot.features.settings.server import ServerSettings
from bot.features.tournaments.jobs import (
    MatchesBeginning,
    TournamentCheck,
    TournamentFinish,
    TournamentSoon,
    TournamentStart,
    TournamentWaitingOver,
    due,
    look_at_event,
)
from bot.features.tournaments.legs import RestartLeg, TournamentId, leg_after
from bot.features.tournaments.notices import (
    CALLED_OFF_NOTICE,
    PLACE_NOTICE,
    post,
    show_card,
    show_sign_up,
)
from bot.features.tournaments.queries import (
    ENTRANTS,
    PAIRINGS,
    QUERIES,
    find_field,
    keep,
    keep_entrants,
    keep_pairings,
    of_user,
    under_way_in,
)
from bot.features.tournaments.tournament import (
    Entrant,
    EntrantState,
    GroupLeg,
    TournamentField,
    TournamentState,
)
from bot.match.identity import Erasure, GuildId, Instant, UserId
from bot.match.terms import VenueKind


async def withdraw(writing: Writing, entrant: Entrant, places: int, now: Instant) -> None:
    """Delete an entrant, whose place goes to the first who waits."""
    await ENTRANTS.delete(writing.connection, id=entrant.id)
    await _move_up(writing, entrant.tournament, places, now)


async def _move_up(writing: Writing, number: TournamentId, places: int, now: Instant) -> None:
    """Give the first who waits a place that has become free, and tell them."""
    query = QUERIES.next_to_move_up(writing.connection, tournament_id=number, places=places)
    waiting = await query.first(Entrant)
    if waiting is not None:
        await execute(
            keep_entrants(writing, [(waiting, replace(waiting, state=EntrantState.IN))]),
            post(writing, PLACE_NOTICE, waiting.id, VenueKind.DIRECT, now),
        )


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
    """Put a former player in a user's place, and have their tournaments go on without them."""
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
            await _move_up(writing, tournament.id, places, erasure.at)


async def member_gone(writing: Writing, guild: GuildId, user: UserId, now: Instant) -> None:
    """Schedule a check of a user's tournaments in a server that they left or were banned from."""
    for tournament in await of_user(writing, user, guild):
        defer(due(writing, TournamentCheck(guild, tournament.id), now))


def call_off(writing: Writing, field: TournamentField, now: Instant) -> Statements:
    """Return the statements that call off a tournament; its matches end apart from this."""
    number, guild = field.tournament.id, field.tournament.place.guild
    over = replace(field.tournament, state=TournamentState.CALLED_OFF, ended_at=now)
    return Statements(
        keep(writing, field.tournament, over),
        due(writing, TournamentStart(guild, number), None),
        due(writing, TournamentSoon(guild, number), None),
        due(writing, MatchesBeginning(guild, number), None),
        due(writing, TournamentFinish(guild, number), None),
        due(writing, TournamentWaitingOver(guild, number), None),
        *look_at_event(writing, field.tournament, now).each,
        *show_sign_up(writing, number, now).each,
        *show_card(writing, number, now).each,
        *(
            statement
            for each in field.entrants
            if each.state is not EntrantState.OUT
            for statement in post(writing, CALLED_OFF_NOTICE, each.id, VenueKind.DIRECT, now).each
        ),
    )


async def look_at_events(writing: Writing, guild: GuildId, now: Instant) -> None:
    """Schedule a check of the events of all starts in a server."""
    for tournament in await under_way_in(writing, guild):
        if tournament.state is TournamentState.OPEN:
            defer(*look_at_event(writing, tournament, now).each)


async def follow_settings(
    writing: Writing,
    guild: GuildId,
    before: ServerSettings,
    after: ServerSettings,
    now: Instant,
) -> None:
    """Schedule making or deleting the events of starts, as the server has set."""
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
            await execute(call_off(writing, field, now), due(writing, check, now))
