"""When a tournament starts and is over, and the season that follows it."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Final

from bot.db.database import Writing
from bot.db.statements import Statements, execute
from bot.features.competitions.members import ExitReason
from bot.features.matches import queries as match_queries
from bot.features.tournaments import jobs as tournament_jobs
from bot.features.tournaments import notices as tournament_notices
from bot.features.tournaments import queries as tournament_queries
from bot.features.tournaments.cups import final_size, rounds_of
from bot.features.tournaments.duration import NEXT_SEASON_AFTER, TOO_FEW_WAIT, final_within
from bot.features.tournaments.groups import season_order
from bot.features.tournaments.jobs import TournamentSoon, TournamentStart
from bot.features.tournaments.legs import TournamentId, Withdrawal, losses_on_time
from bot.features.tournaments.notices import AGAIN_NOTICE, SIGN_UP_CARD
from bot.features.tournaments.tournament import (
    Entrant,
    EntrantState,
    StartMode,
    Tournament,
    TournamentField,
    TournamentState,
    TournamentTerms,
)
from bot.match.clock import DAY, HOUR
from bot.match.identity import Instant, Seconds, is_former
from bot.match.terms import VenueKind

EVENT_LASTS: Final = Seconds(HOUR)
"""How long the event of a tournament's start lasts."""


def event_at(tournament: Tournament, now: Instant) -> Instant | None:
    """Return when a tournament starts, or the latest start if it waits; None if unknown."""
    starts_at = tournament.terms.starts_at
    if starts_at is None or now < starts_at:
        return starts_at
    return Instant(starts_at + TOO_FEW_WAIT)


SOON: Final = DAY
"""How long before the start its entrants are notified of it."""


def start_up(writing: Writing, tournament: Tournament, now: Instant) -> Statements:
    """Return the statements that show a new tournament, and schedule its start."""
    guild, number = tournament.place.guild, tournament.id
    card = tournament_notices.post(writing, SIGN_UP_CARD, number, guild, now)
    starts_at = tournament.terms.starts_at
    if starts_at is None:
        return card
    soon = Instant(starts_at - SOON) if starts_at - SOON > now else None
    return Statements(
        *card.each,
        tournament_jobs.due(writing, TournamentStart(guild, number), starts_at),
        tournament_jobs.due(writing, TournamentSoon(guild, number), soon),
        *tournament_jobs.look_at_event(writing, tournament, now).each,
    )


def finish_of(terms: TournamentTerms, begun_at: Instant) -> Instant:
    """Return when a league that begins at a moment is over at the latest, without a final.

    A season may take all the days until the next one. In that case the next one begins a week
    later, so that there is time to ask who plays in it.
    """
    days = terms.cadence.days
    return Instant(begun_at + min(terms.finish_days, days or terms.finish_days) * DAY)


def latest_end(terms: TournamentTerms, begun_at: Instant) -> Instant:
    """Return when a tournament that begins at a moment is over at the latest, with its final."""
    groups_end = finish_of(terms, begun_at)
    if not terms.has_final:
        return groups_end
    return Instant(groups_end + final_within(rounds_of(final_size(terms.most_groups))))


def next_start(tournament: Tournament, now: Instant) -> Instant:
    """Return when the season begins after one that ends now."""
    days, earliest = tournament.terms.cadence.days, Instant(now + NEXT_SEASON_AFTER)
    if days is None or tournament.begun_at is None:
        return earliest
    return max(earliest, Instant(tournament.begun_at + days * DAY))


SEEN_WITHIN: Final = Seconds(30 * DAY)
"""Entrants who were not seen for longer play in the next season only if they say so."""


def is_asked_in_vain(field: TournamentField, entrant: Entrant, since: Instant) -> bool:
    """Return whether an entrant who does not answer is left out of the next season.

    This holds for an entrant who is out, has run out of time, or has neither entered nor ended a
    match of the tournament `since`.
    """
    own = field.pairings_of(entrant.id)
    is_late = losses_on_time(entrant.id, [each.leg for each in own]) > 0
    last_seen = max((entrant.entered_at, *(each.ended_at or 0.0 for each in own)))
    is_out = entrant.state is EntrantState.OUT and entrant.out_why is not ExitReason.NO_PLACE
    return is_out or is_late or last_seen < since


async def open_next_season(writing: Writing, field: TournamentField, now: Instant) -> None:
    """Open the season after one that has ended, and enter its entrants unless they are inactive.

    Entrants for whom no place is left wait for one. Inactive entrants are asked, too, but play only
    if they say so.
    """
    before = field.tournament
    number = TournamentId(await tournament_queries.allot_number(writing))
    starts_at = next_start(before, now)
    season = Tournament(
        number,
        before.place,
        before.host,
        before.name,
        replace(before.terms, start_mode=StartMode.AT_A_TIME, starts_at=starts_at),
        series=before.series,
        season=before.season + 1,
        lot=_next_lot(before.lot),
        created_at=now,
        state=TournamentState.OPEN,
    )
    await execute(tournament_queries.insert(writing, season), start_up(writing, season, now))
    places, since = season.terms.most_entrants, Instant(now - SEEN_WITHIN)
    at_play = await match_queries.at_play_since(writing, before.place.guild, since)
    for each in _best_first(field):
        is_gone = each.out_why in (ExitReason.LEFT_SERVER, ExitReason.BANNED)
        if each.withdrawal is Withdrawal.ANNULLED or is_gone or is_former(each.user):
            continue
        seen_since = Instant(0.0) if each.user in at_play else since
        if not is_asked_in_vain(field, each, seen_since):
            state = EntrantState.IN if places else EntrantState.WAITING
            await tournament_queries.enter(writing, number, each.user, state, now)
            places -= state is EntrantState.IN
        await tournament_notices.post(writing, AGAIN_NOTICE, each.id, VenueKind.DIRECT, now)


def _best_first(field: TournamentField) -> Sequence[Entrant]:
    """Return a season's entrants in the order of the next groups, then those who had waited."""
    tables = [field.standings(group) for group in field.groups]
    order = season_order(tables, [each.id for each in field.entrants])
    placed = [field.entrant(each) for each in order]
    return [*placed, *(each for each in field.entrants if each.id not in order)]


def _next_lot(lot: int) -> int:
    return int(Random(lot).random() * 2**53)  # noqa: S311 - to be repeated, not secret
