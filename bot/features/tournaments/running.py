"""The jobs of tournaments: start, matches, checks of results, and the end."""

from dataclasses import replace
from typing import Final

from bot.db.database import Database, Reading, Writing
from bot.db.statements import execute
from bot.features.competitions.members import ExitReason, LookFor
from bot.features.tournaments import jobs as tournament_jobs
from bot.features.tournaments import notices as tournament_notices
from bot.features.tournaments import queries as tournament_queries
from bot.features.tournaments import winner_queries
from bot.features.tournaments.cups import final_size, rounds_of
from bot.features.tournaments.decision_queries import DECISIONS
from bot.features.tournaments.decisions import DecisionKind
from bot.features.tournaments.duration import REPLACED_WITHIN, TOO_FEW_WAIT, final_within
from bot.features.tournaments.formats import rules_of
from bot.features.tournaments.groups import FEWEST_ENTRANTS
from bot.features.tournaments.jobs import (
    MatchesBeginning,
    TournamentCheck,
    TournamentFinish,
    TournamentSoon,
    TournamentStart,
    TournamentWaitingOver,
)
from bot.features.tournaments.legs import EntrantId
from bot.features.tournaments.notices import CHAMPIONS, OUT_NOTICE, SOON_NOTICE
from bot.features.tournaments.seasons import open_next_season
from bot.features.tournaments.tournament import (
    EntrantState,
    StartMode,
    TournamentField,
    TournamentState,
)
from bot.features.tournaments.writer import TournamentWriter, withdraw
from bot.jobs.backoff import GRACE
from bot.jobs.clock import Clock
from bot.jobs.runner import job
from bot.match.identity import Instant
from bot.match.terms import VenueKind

BEGUN_TOGETHER: Final = 8
"""How many matches begin in one transaction."""


class RunningTournaments:
    """Carries out the jobs of tournaments."""

    def __init__(
        self, database: Database, clock: Clock, writer: TournamentWriter, look_for: LookFor
    ) -> None:
        self._database = database
        self._clock = clock
        self._writer = writer
        self._look_for = look_for

    @job(TournamentSoon)
    async def announce(self, due: TournamentSoon) -> None:
        """Tell the entrants that a tournament starts within a day."""
        now = self._clock.now()
        async with self._database.writing() as writing:
            field = await tournament_queries.find_field(writing, due.tournament)
            if field is None or field.tournament.state is not TournamentState.OPEN:
                return
            await execute(
                *(
                    tournament_notices.post(writing, SOON_NOTICE, each.id, VenueKind.DIRECT, now)
                    for each in field.entered
                )
            )
        await self._look_for(due.guild, [each.user for each in field.entered])

    @job(TournamentStart)
    async def start_when_due(self, due: TournamentStart) -> Instant | None:
        """Start a tournament, or wait for more entrants; call it off if they do not come."""
        now = self._clock.now()
        async with self._database.writing() as writing:
            field = await tournament_queries.find_field(writing, due.tournament)
            if field is None or field.tournament.state is not TournamentState.OPEN:
                return None
            field = await self._without_gone(writing, field, now)
            terms, entered = field.tournament.terms, field.entered
            is_full = len(entered) >= terms.most_entrants
            if terms.start_mode is StartMode.WHEN_FULL and not is_full:
                # The next to enter has the last place.
                await tournament_notices.show_sign_up(writing, due.tournament, now)
                return None
            if len(entered) >= FEWEST_ENTRANTS and await self._writer.start(writing, field, now):
                return None
            if terms.start_mode is StartMode.BY_HAND:
                return None
            waits_from = terms.starts_at or max(each.entered_at for each in entered)
            gives_up_at = Instant(waits_from + TOO_FEW_WAIT)
            if now < gives_up_at:
                await execute(
                    tournament_notices.show_sign_up(writing, due.tournament, now),
                    tournament_jobs.look_at_event(writing, field.tournament, now),
                )
                return gives_up_at
            await self._writer.call_off(writing, field, now)
        return None

    async def _without_gone(
        self, writing: Writing, field: TournamentField, now: Instant
    ) -> TournamentField:
        """Return a tournament before its start, without the entrants who can no longer play."""
        places = field.tournament.terms.most_entrants
        for each in await self._writer.who_is_gone(writing, field, field.entrants, now):
            await withdraw(writing, field.entrant(each), places, now)
        return await tournament_queries.find_field(writing, field.tournament.id) or field

    @job(MatchesBeginning)
    async def begin_matches(self, due: MatchesBeginning) -> Instant | None:
        """Begin some of the matches that have not begun; the job is due again for the others."""
        now = self._clock.now()
        async with self._database.writing() as writing:
            field = await tournament_queries.find_field(writing, due.tournament)
            if field is None or field.tournament.state is not TournamentState.RUNNING:
                return None
            left = [each for each in field.pairings if each.leg.is_open and each.match is None]
            for pairing in left[:BEGUN_TOGETHER]:
                await self._writer.begin_match(writing, field, pairing, now)
        return now if len(left) > BEGUN_TOGETHER else None

    @job(TournamentCheck)
    async def check_when_due(self, due: TournamentCheck) -> None:
        """Act on results, and on entrants who can no longer play."""
        now = self._clock.now()
        async with self._database.writing() as writing:
            field = await tournament_queries.find_field(writing, due.tournament)
            if field is None:
                return
            if field.tournament.state is TournamentState.OPEN:
                await self._without_gone(writing, field, now)
                await tournament_notices.show_sign_up(writing, due.tournament, now)
            elif field.tournament.state is TournamentState.RUNNING:
                await self._follow(writing, field, now)
            elif field.tournament.state is TournamentState.CALLED_OFF:
                await self._writer.end_without_result(writing, field.pairings, now)
        # The daily checks on players cover the other entrants.
        await self._look_for(due.guild, [each.user for each in field.idle])

    @job(TournamentFinish)
    async def finish_when_due(self, due: TournamentFinish) -> Instant | None:
        """End a tournament whose time is over, and the matches that still go on."""
        now = self._clock.now()
        async with self._database.writing() as writing:
            field = await tournament_queries.find_field(writing, due.tournament)
            if field is None or field.tournament.state is not TournamentState.RUNNING:
                return None
            finish_by = field.tournament.finish_by
            if finish_by is not None and now < finish_by:
                return finish_by
            await self._follow(writing, field, now)
            # The final of a league has a time of its own.
            after = await tournament_queries.find(writing, due.tournament)
        finish_by = None if after is None else after.finish_by
        return finish_by if finish_by is not None and finish_by > now else None

    @job(TournamentWaitingOver)
    async def end_waiting(self, due: TournamentWaitingOver) -> None:
        """Tell those who wait for a place that their wait is over."""
        now = self._clock.now()
        async with self._database.writing() as writing:
            field = await tournament_queries.find_field(writing, due.tournament)
            if field is not None and field.tournament.state is TournamentState.RUNNING:
                await self._follow(writing, field, now)

    async def _follow(self, writing: Writing, field: TournamentField, now: Instant) -> None:
        """Remove entrants who must leave, settle groups that are decided, and end what is over."""
        number, is_due = field.tournament.id, _is_due(field, now)
        if is_due and any(each.leg.is_open for each in field.pairings):
            # No match outlives its tournament, even if a check comes before the job that ends
            # matches.
            await self._writer.end_open_as_draws(writing, field, now)
            field = await tournament_queries.find_field(writing, number) or field
        field = await _end_waiting(writing, field, now)
        reasons = await self._who_goes_out(writing, field, now)
        for entrant, why in reasons.items():
            leaver = field.entrant(entrant)
            await self._writer.put_out(writing, field, leaver, why, now, reasons.keys())
            field = await tournament_queries.find_field(writing, number) or field
        field = await _begin_final(writing, field, now)
        if _is_due(field, now):
            # The score decides what is left, unless a pending decision can change that.
            if await _awaits_decision(writing, field):
                return
            ended = replace(field.tournament, state=TournamentState.ENDED)
            field = replace(field, tournament=ended)
        field = await _settle(writing, await _go_on(writing, field, now), now)
        if rules_of(field.tournament.terms).is_over(field) and not await _awaits_decision(
            writing, field
        ):
            await _end(writing, field, now)

    async def _who_goes_out(
        self, reading: Reading, field: TournamentField, now: Instant
    ) -> dict[EntrantId, ExitReason]:
        """Return who must leave, in the order of their entry, and why."""
        playing = [
            each
            for each in field.entrants
            if each.state is not EntrantState.OUT and not field.is_through(each)
        ]
        gone = await self._writer.who_is_gone(reading, field, playing, now)
        rules = rules_of(field.tournament.terms)
        late = [each.id for each in playing if rules.is_out_on_time(field, each)]
        reasons = gone | dict.fromkeys(late, ExitReason.TIME)
        return {each.id: reasons[each.id] for each in playing if each.id in reasons}


async def _end_waiting(writing: Writing, field: TournamentField, now: Instant) -> TournamentField:
    """Remove the entrants who still wait once no place can become free, and tell them."""
    begun_at, waiting = field.tournament.begun_at, field.waiting
    if not waiting or begun_at is None or now < begun_at + REPLACED_WITHIN:
        return field
    gone = {
        each.id: replace(each, state=EntrantState.OUT, out_at=now, out_why=ExitReason.NO_PLACE)
        for each in waiting
    }
    await execute(
        tournament_queries.keep_entrants(writing, [(each, gone[each.id]) for each in waiting]),
        *(
            tournament_notices.post(writing, OUT_NOTICE, each, VenueKind.DIRECT, now)
            for each in gone
        ),
    )
    return replace(field, entrants=tuple(gone.get(each.id, each) for each in field.entrants))


def _is_due(field: TournamentField, now: Instant) -> bool:
    finish_by = field.tournament.finish_by
    return finish_by is not None and now >= finish_by


async def _begin_final(writing: Writing, field: TournamentField, now: Instant) -> TournamentField:
    """Put the winners of the groups into the final once nothing can change who they are."""
    before = field.tournament
    finalists = rules_of(before.terms).finalists(field)
    if not finalists:
        return field
    pending = await DECISIONS.pending(writing, before.id)
    if any(each.kind is not DecisionKind.EXTEND for each in pending):
        return field
    seeds = {entrant: seed for seed, entrant in enumerate(finalists, 1)}
    rounds = rounds_of(final_size(len(finalists)))
    begun = replace(before, finish_by=Instant(now + final_within(rounds)))
    changed = [(each, replace(each, final_seed=seeds.get(each.id))) for each in field.entrants]
    job = TournamentFinish(before.place.guild, before.id)
    await execute(
        tournament_queries.keep(writing, before, begun),
        tournament_queries.keep_entrants(writing, changed),
        tournament_jobs.due(writing, job, begun.finish_by),
        tournament_notices.show_card(writing, before.id, now),
        *(
            tournament_notices.post_next(writing, each, len(field.pairings_of(each)), now)
            for each in finalists
        ),
    )
    return replace(field, tournament=begun, entrants=tuple(after for _, after in changed))


async def _awaits_decision(reading: Reading, field: TournamentField) -> bool:
    """Return whether a decision that can still be undone would change how a tournament ends."""
    pending = await DECISIONS.pending(reading, field.tournament.id)
    return any(each.kind in (DecisionKind.DECIDE, DecisionKind.CALL_OFF) for each in pending)


async def _go_on(writing: Writing, field: TournamentField, now: Instant) -> TournamentField:
    """Store the legs that begin next, and tell those who play them."""
    pairings = rules_of(field.tournament.terms).next_legs(field)
    if not pairings:
        return field
    guild, number = field.tournament.place.guild, field.tournament.id
    after = replace(field, pairings=(*field.pairings, *pairings))
    await execute(
        tournament_queries.insert_pairings(writing, pairings),
        tournament_jobs.due(writing, MatchesBeginning(guild, number), now),
        tournament_notices.show_card(writing, number, now),
        *(
            tournament_notices.post_next(writing, entrant, len(after.pairings_of(entrant)), now)
            for entrant in sorted({each for leg in pairings for _, each in leg.leg.seats})
        ),
    )
    return after


async def _settle(writing: Writing, field: TournamentField, now: Instant) -> TournamentField:
    """Store the places that are certain now, and tell those who have them.

    The result of the match that decided a place is shown first.
    """
    rules = rules_of(field.tournament.terms)
    places, final_places = rules.places(field), rules.final_places(field)
    known = [
        (
            each,
            replace(
                each,
                place=places.get(each.id) if each.place is None else each.place,
                final_place=each.final_place or final_places.get(each.id),
            ),
        )
        for each in field.entrants
    ]
    settled = [(before, after) for before, after in known if before != after]
    if not settled:
        return field
    await execute(
        tournament_queries.keep_entrants(writing, settled),
        tournament_notices.show_card(writing, field.tournament.id, now),
        *(
            tournament_notices.post_decided(writing, after, Instant(now + GRACE))
            for _, after in settled
            if after.plays
        ),
    )
    kept = {after.id: after for _, after in settled}
    return replace(field, entrants=tuple(kept.get(each.id, each) for each in field.entrants))


async def _end(writing: Writing, field: TournamentField, now: Instant) -> None:
    """End a tournament in which all legs are decided, and open the next season of a series."""
    before = replace(field.tournament, state=TournamentState.RUNNING)
    guild, number = before.place.guild, before.id
    ended = replace(before, state=TournamentState.ENDED, ended_at=now)
    await execute(
        tournament_queries.keep(writing, before, ended),
        tournament_jobs.due(writing, TournamentFinish(guild, number), None),
        tournament_notices.show_card(writing, number, now),
        tournament_notices.post(writing, CHAMPIONS, number, guild, now),
        winner_queries.due(writing, guild, now),
    )
    if ended.is_series:
        await open_next_season(writing, replace(field, tournament=ended), now)
