"""Running tournaments: start them, begin their matches, and do what follows from results."""

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Final

from bot.db.database import Database, Reading, Writing
from bot.db.statements import Statements, execute
from bot.features.matches import queries as match_queries
from bot.features.matches.competitions import begin_match, boards_at
from bot.features.matches.writer import MatchWriter
from bot.features.tournaments import decision_queries
from bot.features.tournaments import queries as tournament_queries
from bot.features.tournaments.decisions import DecisionKind
from bot.features.tournaments.duration import NEXT_SEASON_AFTER, TOO_FEW_WAIT, may_be_replaced
from bot.features.tournaments.groups import (
    FEWEST_ENTRANTS,
    GroupDraw,
    draw_snake,
    draw_tiers,
    season_order,
)
from bot.features.tournaments.legs import (
    MOST_LOSSES_ON_TIME,
    EntrantId,
    GroupNumber,
    Leg,
    TournamentId,
    Withdrawal,
    called,
    leg_between,
    losses_on_time,
    shuffled,
    withdrawal_of,
    without,
)
from bot.features.tournaments.queries import (
    AGAIN_NOTICE,
    CALLED_OFF_NOTICE,
    CHAMPIONS,
    DECIDED_NOTICE,
    OUT_NOTICE,
    SIGN_UP_CARD,
    SOON_NOTICE,
    START_NOTICE,
    TOURNAMENT_CARD,
    WAITING_NOTICE,
    MatchesBeginning,
    TournamentCheck,
    TournamentFinish,
    TournamentSoon,
    TournamentStart,
)
from bot.features.tournaments.seats import draw_legs
from bot.features.tournaments.tournament import (
    Entrant,
    EntrantState,
    GroupLeg,
    LeagueTerms,
    StartMode,
    Tournament,
    TournamentField,
    TournamentState,
    WhyOut,
)
from bot.game import Seat
from bot.jobs.clock import Clock
from bot.jobs.runner import job
from bot.match.challenge import Seats
from bot.match.clock import DAY
from bot.match.ending import adjudicate, end_by_moderator, forfeit
from bot.match.identity import GuildId, Instant, PerSeat, UserId, is_former
from bot.match.match import Match
from bot.match.playing import run_out
from bot.match.terms import Terms, rating_kind

Strengths = Callable[[Reading, GuildId, str, Sequence[UserId]], Awaitable[Mapping[UserId, float]]]
"""Returns how strong users are at least in a kind of rating, as far as is known."""
Blocking = Callable[[Reading, Sequence[UserId]], Awaitable[set[frozenset[UserId]]]]
"""Returns the pairs of users of whom one has blocked the other."""
WhyGone = Callable[[Reading, GuildId, UserId, Instant], Awaitable[WhyOut | None]]
"""Returns why a user can no longer play in a server; `None` if they can."""

SOON: Final = DAY
"""How long before the start its entrants are told of it."""
BEGUN_TOGETHER: Final = 8
"""How many matches begin in one transaction."""


def start_up(writing: Writing, tournament: Tournament, now: Instant) -> Statements:
    """Return the statements by which a new tournament is shown, and starts when it is due."""
    guild, number = tournament.place.guild, tournament.id
    card = tournament_queries.post(writing, SIGN_UP_CARD, number, guild, now)
    starts_at = tournament.terms.starts_at
    if starts_at is None:
        return card
    soon = Instant(starts_at - SOON) if starts_at - SOON > now else None
    return Statements(
        *card.each,
        tournament_queries.due(writing, TournamentStart(guild, number), starts_at),
        tournament_queries.due(writing, TournamentSoon(guild, number), soon),
    )


def finish_of(terms: LeagueTerms, begun_at: Instant) -> Instant:
    """Return when a league that begins at a moment is over at the latest.

    Before a season that begins at a fixed time, there is a week to say who plays it.
    """
    days = terms.cadence.days
    if days is None:
        return Instant(begun_at + terms.finish_days * DAY)
    return Instant(begun_at + min(terms.finish_days * DAY, days * DAY - NEXT_SEASON_AFTER))


def next_start(tournament: Tournament, now: Instant) -> Instant:
    """Return when the season begins after one that ends now."""
    days, earliest = tournament.terms.cadence.days, Instant(now + NEXT_SEASON_AFTER)
    if days is None or tournament.begun_at is None:
        return earliest
    return max(earliest, Instant(tournament.begun_at + days * DAY))


def is_asked_in_vain(field: TournamentField, entrant: Entrant) -> bool:
    """Return whether an entrant who does not answer does not play the next season."""
    legs = [each.leg for each in field.pairings]
    return entrant.state is EntrantState.OUT or losses_on_time(entrant.id, legs) > 0


class TournamentWriter:
    """Writes what happens to a tournament as a whole, and to its matches."""

    def __init__(
        self,
        writer: MatchWriter,
        strengths: Strengths,
        blocking: Blocking,
        why_gone: WhyGone,
    ) -> None:
        self._writer = writer
        self._strengths = strengths
        self._blocking = blocking
        self._why_gone = why_gone

    async def start(self, writing: Writing, field: TournamentField, now: Instant) -> bool:
        """Draw the groups and legs of a tournament; return False if they could not be filled.

        Its matches begin right after.
        """
        tournament = field.tournament
        terms, guild, number = tournament.terms, tournament.place.guild, tournament.id
        chance = Random(tournament.lot)  # noqa: S311 - to be repeated, not secret
        by_seed = await self._by_seed(writing, field, shuffled(_numbers(field.entered), chance))
        draw = await self._draw(writing, field, by_seed)
        if not draw.groups:
            return False
        group_of = {
            entrant: GroupNumber(at) for at, group in enumerate(draw.groups, 1) for entrant in group
        }
        placed = []
        for each in field.entered:
            state = EntrantState.IN if each.id in group_of else EntrantState.WAITING
            drawn = replace(
                each,
                seed=by_seed.index(each.id) + 1,
                state=state,
                group_number=group_of.get(each.id),
            )
            placed.append((each, drawn))
        pairings = [
            GroupLeg(number, GroupNumber(at), leg)
            for at, group in enumerate(draw.groups, 1)
            for leg in draw_legs(group, terms.legs, chance)
        ]
        begun = replace(
            tournament,
            state=TournamentState.RUNNING,
            begun_at=now,
            finish_by=finish_of(terms, now),
        )
        await execute(
            tournament_queries.keep(writing, tournament, begun),
            tournament_queries.keep_entrants(writing, placed),
            tournament_queries.insert_pairings(writing, pairings),
            tournament_queries.due(writing, MatchesBeginning(guild, number), now),
            tournament_queries.due(writing, TournamentFinish(guild, number), begun.finish_by),
            tournament_queries.due(writing, TournamentStart(guild, number), None),
            tournament_queries.due(writing, TournamentSoon(guild, number), None),
            tournament_queries.show_sign_up(writing, number, now),
            tournament_queries.post(writing, TOURNAMENT_CARD, number, guild, now),
            *(
                tournament_queries.post(writing, START_NOTICE, entrant, None, now)
                for entrant in group_of
            ),
            *(
                tournament_queries.post(writing, WAITING_NOTICE, each.id, None, now)
                for each in field.entered
                if each.id not in group_of
            ),
        )
        return True

    async def _by_seed(
        self, reading: Reading, field: TournamentField, drawn: Sequence[EntrantId]
    ) -> list[EntrantId]:
        """Return entrants by rating; those with the same stay in the order in which they are."""
        tournament, terms = field.tournament, field.tournament.terms
        users = {each: field.entrant(each).user for each in drawn}
        kind = rating_kind(terms.ruleset, terms.time)
        known = await self._strengths(reading, tournament.place.guild, kind, [*users.values()])
        return sorted(drawn, key=lambda each: -known[users[each]])

    async def _draw(
        self, reading: Reading, field: TournamentField, by_seed: Sequence[EntrantId]
    ) -> GroupDraw:
        users = {field.entrant(each).user: each for each in by_seed}
        blocks = {
            frozenset(users[each] for each in pair)
            for pair in await self._blocking(reading, [*users])
        }
        size = field.tournament.terms.group_size
        if not field.tournament.is_series:
            return draw_snake(by_seed, size, blocks)
        before = await tournament_queries.season_before(reading, field.tournament)
        if before is None:
            return draw_tiers(by_seed, size, blocks)
        tables = [before.standings(group) for group in before.groups]
        returning = [each.id for each in before.entrants if each.user in users]
        kept = [users[before.entrant(each).user] for each in season_order(tables, returning)]
        new = [each for each in by_seed if each not in kept]
        return draw_tiers([*kept, *new], size, blocks)

    async def put_out(
        self,
        writing: Writing,
        field: TournamentField,
        entrant: Entrant,
        why: WhyOut,
        now: Instant,
        together: Collection[EntrantId] = (),
    ) -> None:
        """Take an entrant out of a running tournament: their matches end at once.

        They lose them, and so do those who go `together` with them.
        Soon after the start, the first who waits takes a place in which no turn was played.
        """
        number, guild = field.tournament.id, field.tournament.place.guild
        if entrant.group_number is None:
            out = replace(entrant, state=EntrantState.OUT, out_at=now, out_why=why)
            await tournament_queries.keep_entrants(writing, [(entrant, out)])
            return
        if await self._replace(writing, field, entrant, why, now):
            return
        withdrawal = withdrawal_of(
            entrant.id,
            [each.leg for each in field.pairings_in(entrant.group_number)],
            field.withdrawals,
        )
        out = replace(
            entrant, state=EntrantState.OUT, out_at=now, out_why=why, withdrawal=withdrawal
        )
        await tournament_queries.keep_entrants(writing, [(entrant, out)])
        gone = [field.entrant(each).user for each in {entrant.id, *together}]
        await self._end_matches(writing, field.pairings_of(entrant.id), gone, now)
        left = await _open_pairings(writing, number)
        await execute(
            tournament_queries.keep_pairings(
                writing,
                [
                    (each, each.after(without(entrant.id, each.leg, withdrawal, together), now))
                    for each in left
                ],
            ),
            tournament_queries.show_card(writing, number, now),
            tournament_queries.due(writing, TournamentCheck(guild, number), now),
        )
        if why is not WhyOut.LEFT:
            await tournament_queries.post(writing, OUT_NOTICE, entrant.id, None, now)

    async def _end_matches(
        self, writing: Writing, pairings: Sequence[GroupLeg], gone: Collection[UserId], now: Instant
    ) -> None:
        """End the matches of users who go; their results follow from that."""
        for match in await _live(writing, pairings):
            seats = [seat for seat in Seat if match.seats.user_of(seat) in gone]
            if seats:
                moment = await self._writer.counts_from(writing, match, now)
                await self._writer.change(writing, match, forfeit(match, seats, moment), moment)

    async def _replace(
        self, writing: Writing, field: TournamentField, entrant: Entrant, why: WhyOut, now: Instant
    ) -> bool:
        """Give an entrant's place to the first who waits and can play with all of the group."""
        begun_at, group = field.tournament.begun_at, entrant.group_number
        pairings = field.pairings_of(entrant.id)
        if begun_at is None or group is None:
            return False
        if any(not each.leg.is_open or each.matches_before for each in pairings):
            return False
        turns = sum(_turns_of(match, entrant.user) for match in await _live(writing, pairings))
        if not may_be_replaced(begun_at, now, turns):
            return False
        others = [each for each in field.group(group) if each.plays and each.id != entrant.id]
        new = await self._first_waiting(writing, field, others, now)
        if new is None:
            return False
        number, guild = field.tournament.id, field.tournament.place.guild
        out = replace(entrant, state=EntrantState.OUT, out_at=now, out_why=why, group_number=None)
        placed = replace(
            new, state=EntrantState.IN, group_number=group, seed=new.seed or len(field.entrants)
        )
        await self._end_matches(writing, pairings, [entrant.user], now)
        await execute(
            tournament_queries.keep_entrants(writing, [(entrant, out), (new, placed)]),
            tournament_queries.delete_pairings(writing, pairings),
            tournament_queries.insert_pairings(
                writing,
                [GroupLeg(number, group, _with(each.leg, entrant.id, new.id)) for each in pairings],
            ),
            tournament_queries.due(writing, MatchesBeginning(guild, number), now),
            tournament_queries.show_card(writing, number, now),
            tournament_queries.post(writing, START_NOTICE, new.id, None, now),
        )
        if why is not WhyOut.LEFT:
            await tournament_queries.post(writing, OUT_NOTICE, entrant.id, None, now)
        return True

    async def _first_waiting(
        self, reading: Reading, field: TournamentField, others: Sequence[Entrant], now: Instant
    ) -> Entrant | None:
        for each in field.waiting:
            if await self.why_gone(reading, field, each, now) is not None:
                continue
            users = [each.user, *(other.user for other in others)]
            if not any(each.user in pair for pair in await self._blocking(reading, users)):
                return each
        return None

    async def why_gone(
        self, reading: Reading, field: TournamentField, entrant: Entrant, now: Instant
    ) -> WhyOut | None:
        """Return why an entrant can no longer play in the server; `None` if they can."""
        return await self._why_gone(reading, field.tournament.place.guild, entrant.user, now)

    async def call_open(self, writing: Writing, field: TournamentField, now: Instant) -> None:
        """End the matches that go on when a tournament is over: each is a draw."""
        for match in await _live(writing, field.pairings):
            moment = await self._writer.counts_from(writing, match, now)
            await self._writer.change(writing, match, adjudicate(match, moment), moment)
        left = await _open_pairings(writing, field.tournament.id)
        await tournament_queries.keep_pairings(
            writing, [(each, each.after(called(each.leg), now)) for each in left]
        )

    async def call_off(self, writing: Writing, field: TournamentField, now: Instant) -> None:
        """Call off a tournament; matches that go on end without a result."""
        await self.lock_matches(writing, field.pairings)
        number, guild = field.tournament.id, field.tournament.place.guild
        over = replace(field.tournament, state=TournamentState.CALLED_OFF, ended_at=now)
        await execute(
            tournament_queries.keep(writing, field.tournament, over),
            tournament_queries.due(writing, TournamentStart(guild, number), None),
            tournament_queries.due(writing, TournamentSoon(guild, number), None),
            tournament_queries.due(writing, MatchesBeginning(guild, number), None),
            tournament_queries.due(writing, TournamentFinish(guild, number), None),
            tournament_queries.show_sign_up(writing, number, now),
            tournament_queries.show_card(writing, number, now),
            *(
                tournament_queries.post(writing, CALLED_OFF_NOTICE, each.id, None, now)
                for each in field.entrants
                if each.state is not EntrantState.OUT
            ),
        )
        await self.end_without_result(writing, field.pairings, now)

    async def lock_matches(self, writing: Writing, pairings: Sequence[GroupLeg]) -> None:
        """Lock the matches of legs that go on, before what a result would write after them."""
        await _live(writing, pairings)

    async def end_without_result(
        self, writing: Writing, pairings: Sequence[GroupLeg], now: Instant
    ) -> None:
        """End the matches of legs without a result, or by time if that had run out before."""
        for match in await _live(writing, pairings):
            moment = await self._writer.counts_from(writing, match, now)
            ended = run_out(match, moment) or end_by_moderator(match, None, moment)
            await self._writer.change(writing, match, ended, moment)

    async def begin_match(
        self, writing: Writing, field: TournamentField, pairing: GroupLeg, now: Instant
    ) -> None:
        """Begin the match of a leg; its boards are due among those of all that begin at once."""
        tournament = field.tournament
        terms = tournament.terms
        match = await begin_match(
            self._writer,
            writing,
            Seats(*(field.entrant(each).user for _, each in pairing.leg.seats)),
            Terms(
                ruleset=terms.ruleset,
                time=terms.time,
                stakes=terms.stakes,
                weekends=terms.weekends,
            ),
            tournament.place,
            now,
            _boards_at(field, pairing, now),
        )
        begun = replace(pairing, match=match.id)
        await tournament_queries.keep_pairings(writing, [(pairing, begun)])


async def _open_pairings(reading: Reading, number: TournamentId) -> list[GroupLeg]:
    field = await tournament_queries.find_field(reading, number)
    return [] if field is None else [each for each in field.pairings if each.leg.is_open]


async def _live(writing: Writing, pairings: Sequence[GroupLeg]) -> list[Match]:
    """Return the matches of pairings that go on, locked."""
    numbers = sorted(each.match for each in pairings if each.leg.is_open and each.match is not None)
    found: list[Match | None] = await execute(
        *(match_queries.find_to_change(writing, each) for each in numbers)
    )
    return [each for each in found if each is not None and each.outcome is None]


def _turns_of(match: Match, user: UserId) -> int:
    """Return how many turns a user has played in a match."""
    return match.ply // 2 if match.seats.gray == user else -(-match.ply // 2)


def _boards_at(field: TournamentField, pairing: GroupLeg, now: Instant) -> PerSeat[Instant]:
    """Return when the boards of a match are due, each at its own moment if many begin at once.

    They count from the start of the tournament, or from now if that moment has passed.
    """
    begun_at = field.tournament.begun_at
    if pairing.matches_before or begun_at is None:
        return boards_at(0, 1, now)
    place, count = field.pairings.index(pairing), len(field.pairings)
    planned = boards_at(place, count, begun_at)
    return planned if now <= planned.orange else boards_at(place, count, now)


def _numbers(entrants: Sequence[Entrant]) -> list[EntrantId]:
    return sorted(each.id for each in entrants)


def _with(leg: Leg, old: EntrantId, new: EntrantId) -> Leg:
    """Return an open leg with another entrant in one of the seats."""
    orange, gray = (new if each == old else each for _, each in leg.seats)
    return leg_between(orange, gray, leg.number)


class RunningTournaments:
    """Does what is due in tournaments."""

    def __init__(self, database: Database, clock: Clock, writer: TournamentWriter) -> None:
        self._database = database
        self._clock = clock
        self._writer = writer

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
                    tournament_queries.post(writing, SOON_NOTICE, each.id, None, now)
                    for each in field.entered
                )
            )

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
                await tournament_queries.show_sign_up(writing, due.tournament, now)
                return None
            if len(entered) >= FEWEST_ENTRANTS and await self._writer.start(writing, field, now):
                return None
            if terms.start_mode is StartMode.BY_HAND:
                return None
            waits_from = terms.starts_at or max(each.entered_at for each in entered)
            gives_up_at = Instant(waits_from + TOO_FEW_WAIT)
            if now < gives_up_at:
                await tournament_queries.show_sign_up(writing, due.tournament, now)
                return gives_up_at
            await self._writer.call_off(writing, field, now)
        return None

    async def _without_gone(
        self, writing: Writing, field: TournamentField, now: Instant
    ) -> TournamentField:
        """Return a tournament that has not begun without the entrants who can no longer play."""
        places = field.tournament.terms.most_entrants
        for each in field.entrants:
            if await self._writer.why_gone(writing, field, each, now) is not None:
                await tournament_queries.withdraw(writing, each, places, now)
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
        """Do what follows from results, and from entrants who can no longer play."""
        now = self._clock.now()
        async with self._database.writing() as writing:
            field = await tournament_queries.find_field(writing, due.tournament)
            if field is None:
                return
            if field.tournament.state is TournamentState.OPEN:
                await self._without_gone(writing, field, now)
                await tournament_queries.show_sign_up(writing, due.tournament, now)
            elif field.tournament.state is TournamentState.RUNNING:
                await self._follow(writing, field, now)

    @job(TournamentFinish)
    async def finish_when_due(self, due: TournamentFinish) -> Instant | None:
        """End a tournament that is due, with all matches that go on."""
        now = self._clock.now()
        async with self._database.writing() as writing:
            field = await tournament_queries.find_field(writing, due.tournament)
            if field is None or field.tournament.state is not TournamentState.RUNNING:
                return None
            finish_by = field.tournament.finish_by
            if finish_by is not None and now < finish_by:
                return finish_by
            await self._writer.call_open(writing, field, now)
            field = await tournament_queries.find_field(writing, due.tournament)
            if field is not None:
                await self._follow(writing, field, now)
        return None

    async def _follow(self, writing: Writing, field: TournamentField, now: Instant) -> None:
        """Put out who has to go, settle groups that are decided, and end what is over."""
        number = field.tournament.id
        reasons = dict[EntrantId, WhyOut]()
        for each in field.entrants:
            if each.state is not EntrantState.OUT:
                why = await self._why_out(writing, field, each, now)
                if why is not None:
                    reasons[each.id] = why
        for entrant, why in reasons.items():
            leaver = field.entrant(entrant)
            await self._writer.put_out(writing, field, leaver, why, now, reasons.keys())
            field = await tournament_queries.find_field(writing, number) or field
        field = await _settle_groups(writing, field, now)
        if any(each.leg.is_open for each in field.pairings):
            return
        if not await _awaits_decision(writing, field):
            await _end(writing, field, now)

    async def _why_out(
        self, reading: Reading, field: TournamentField, entrant: Entrant, now: Instant
    ) -> WhyOut | None:
        legs = [each.leg for each in field.pairings]
        if losses_on_time(entrant.id, legs) >= MOST_LOSSES_ON_TIME:
            return WhyOut.TIME
        return await self._writer.why_gone(reading, field, entrant, now)


async def _awaits_decision(reading: Reading, field: TournamentField) -> bool:
    """Return whether a decision that can still be undone would change how a tournament ends."""
    pending = await decision_queries.pending(reading, field.tournament.id)
    return any(each.kind in (DecisionKind.DECIDE, DecisionKind.CALL_OFF) for each in pending)


async def _settle_groups(writing: Writing, field: TournamentField, now: Instant) -> TournamentField:
    """Store the places of groups in which all legs are decided, and tell those who played."""
    settled: list[tuple[Entrant, Entrant]] = []
    for group in field.groups:
        table = field.standings(group)
        entrants = field.group(group)
        if not table.is_finished or any(each.place is not None for each in entrants):
            continue
        for each in entrants:
            standing = table.of(each.id)
            if standing is not None:
                settled.append((each, replace(each, place=standing.place)))
    if not settled:
        return field
    await execute(
        tournament_queries.keep_entrants(writing, settled),
        tournament_queries.show_card(writing, field.tournament.id, now),
        *(
            tournament_queries.post(writing, DECIDED_NOTICE, after.id, None, now)
            for _, after in settled
            if after.plays
        ),
    )
    places = {after.id: after for _, after in settled}
    return replace(field, entrants=tuple(places.get(each.id, each) for each in field.entrants))


async def _end(writing: Writing, field: TournamentField, now: Instant) -> None:
    """End a tournament in which all legs are decided, and open the next season of a series."""
    tournament = field.tournament
    guild, number = tournament.place.guild, tournament.id
    ended = replace(tournament, state=TournamentState.ENDED, ended_at=now)
    await execute(
        tournament_queries.keep(writing, tournament, ended),
        tournament_queries.due(writing, TournamentFinish(guild, number), None),
        tournament_queries.show_card(writing, number, now),
        tournament_queries.post(writing, CHAMPIONS, number, guild, now),
    )
    if ended.is_series:
        await _open_next_season(writing, replace(field, tournament=ended), now)


async def _open_next_season(writing: Writing, field: TournamentField, now: Instant) -> None:
    """Open the season after one that has ended, and enter who has not said no.

    Those for whom no place is left wait for one. The others are asked too, but they do not play
    unless they say so.
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
    places = season.terms.most_entrants
    for each in _best_first(field):
        is_gone = each.out_why in (WhyOut.LEFT_SERVER, WhyOut.BANNED)
        if each.withdrawal is Withdrawal.ANNULLED or is_gone or is_former(each.user):
            continue
        if not is_asked_in_vain(field, each):
            state = EntrantState.IN if places else EntrantState.WAITING
            await tournament_queries.enter(writing, number, each.user, state, now)
            places -= state is EntrantState.IN
        await tournament_queries.post(writing, AGAIN_NOTICE, each.id, None, now)


def _best_first(field: TournamentField) -> Sequence[Entrant]:
    """Return who was in a season, in the order of the next season's groups, then who had waited."""
    tables = [field.standings(group) for group in field.groups]
    order = season_order(tables, _numbers(field.entrants))
    placed = [field.entrant(each) for each in order]
    return [*placed, *(each for each in field.entrants if each.id not in order)]


def _next_lot(lot: int) -> int:
    return int(Random(lot).random() * 2**53)  # noqa: S311 - to be repeated, not secret
