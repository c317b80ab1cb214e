"""Writing what happens to a tournament as a whole, to its entrants, and to its matches."""

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import replace
from math import inf, nextafter

from bot.db.database import Reading, Writing
from bot.db.statements import Statements, defer, execute
from bot.features.competitions.members import ExitReason, WhoIsGone
from bot.features.matches.competitions import (
    begin_match,
    boards_at,
    end_without_result,
    forfeit_all,
    lock_live,
)
from bot.features.matches.writer import MatchWriter
from bot.features.tournaments import jobs as tournament_jobs
from bot.features.tournaments import notices as tournament_notices
from bot.features.tournaments import queries as tournament_queries
from bot.features.tournaments.duration import REPLACED_WITHIN, may_be_replaced
from bot.features.tournaments.formats import rules_of
from bot.features.tournaments.groups import GroupDraw, season_order
from bot.features.tournaments.jobs import (
    MatchesBeginning,
    TournamentCheck,
    TournamentFinish,
    TournamentSoon,
    TournamentStart,
    TournamentWaitingOver,
)
from bot.features.tournaments.legs import (
    EntrantId,
    GroupNumber,
    Leg,
    TournamentId,
    adjudicated,
    leg_between,
    shuffled,
    without,
)
from bot.features.tournaments.notices import (
    CALLED_OFF_NOTICE,
    OUT_NOTICE,
    PLACE_NOTICE,
    START_NOTICE,
    TOURNAMENT_CARD,
    WAITING_NOTICE,
)
from bot.features.tournaments.seasons import finish_of
from bot.features.tournaments.tournament import (
    Entrant,
    EntrantState,
    GroupLeg,
    TournamentField,
    TournamentState,
)
from bot.match.challenge import Seats
from bot.match.ending import adjudicate
from bot.match.identity import GuildId, Instant, PerSeat, UserId
from bot.match.match import Match
from bot.match.terms import Terms, VenueKind, rating_kind

Strengths = Callable[[Reading, GuildId, str, Sequence[UserId]], Awaitable[Mapping[UserId, float]]]
"""Returns a lower bound of the strength of each user who has a kind of rating."""
Blocking = Callable[[Reading, Sequence[UserId]], Awaitable[set[frozenset[UserId]]]]
"""Returns the pairs of users of whom one has blocked the other."""


class TournamentWriter:
    """Writes what happens to a tournament as a whole, to its entrants, and to its matches."""

    def __init__(
        self,
        writer: MatchWriter,
        strengths: Strengths,
        blocking: Blocking,
        who_is_gone: WhoIsGone,
    ) -> None:
        self._writer = writer
        self._strengths = strengths
        self._blocking = blocking
        self._who_is_gone = who_is_gone

    async def start(self, writing: Writing, field: TournamentField, now: Instant) -> bool:
        """Draw the groups and legs of a tournament; return False if they could not be filled.

        Its matches begin right after.
        """
        tournament = field.tournament
        terms, guild, number = tournament.terms, tournament.place.guild, tournament.id
        drawn = shuffled(_numbers(field.entered), tournament.chance("seeds"))
        by_seed = await self._by_seed(writing, field, drawn)
        draw = await self._draw(writing, field, by_seed)
        if not draw.groups:
            return False
        group_of = {
            entrant: GroupNumber(at) for at, group in enumerate(draw.groups, 1) for entrant in group
        }
        placed = [
            replace(
                each,
                seed=by_seed.index(each.id) + 1,
                state=EntrantState.IN if each.id in group_of else EntrantState.WAITING,
                group_number=group_of.get(each.id),
            )
            for each in field.entered
        ]
        waiting = [each for each in field.entrants if each.id not in group_of]
        begun = replace(
            tournament,
            state=TournamentState.RUNNING,
            begun_at=now,
            finish_by=finish_of(terms, now),
        )
        pairings = rules_of(terms).next_legs(TournamentField(begun, tuple(placed)))
        await execute(
            tournament_queries.keep(writing, tournament, begun),
            tournament_queries.keep_entrants(writing, zip(field.entered, placed, strict=True)),
            tournament_queries.insert_pairings(writing, pairings),
            tournament_jobs.due(writing, MatchesBeginning(guild, number), now),
            tournament_jobs.due(writing, TournamentFinish(guild, number), begun.finish_by),
            tournament_jobs.due(
                writing,
                TournamentWaitingOver(guild, number),
                Instant(now + REPLACED_WITHIN) if waiting else None,
            ),
            tournament_jobs.due(writing, TournamentStart(guild, number), None),
            tournament_jobs.due(writing, TournamentSoon(guild, number), None),
            tournament_jobs.look_at_event(writing, tournament, now),
            tournament_notices.show_sign_up(writing, number, now),
            tournament_notices.post(writing, TOURNAMENT_CARD, number, guild, now),
            *(
                tournament_notices.post(writing, START_NOTICE, entrant, VenueKind.DIRECT, now)
                for entrant in group_of
            ),
            *(
                tournament_notices.post(writing, WAITING_NOTICE, each.id, VenueKind.DIRECT, now)
                for each in waiting
            ),
        )
        return True

    async def _by_seed(
        self, reading: Reading, field: TournamentField, drawn: Sequence[EntrantId]
    ) -> list[EntrantId]:
        """Return entrants by rating; those with equal ratings keep their order."""
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
        kept = list[EntrantId]()
        before = await tournament_queries.season_before(reading, field.tournament)
        if before is not None:
            tables = [before.standings(group) for group in before.groups]
            returning = [each.id for each in before.entrants if each.user in users]
            kept = [users[before.entrant(each).user] for each in season_order(tables, returning)]
        return rules_of(field.tournament.terms).draw(field.tournament, by_seed, blocks, kept)

    async def put_out(
        self,
        writing: Writing,
        field: TournamentField,
        entrant: Entrant,
        why: ExitReason,
        now: Instant,
        together: Collection[EntrantId] = (),
    ) -> None:
        """Take an entrant out of a running tournament: they lose their live matches at once.

        Both lose a match between the entrant and one in `together`, who leaves at the same time.
        Soon after the start, if the entrant has not played yet, the first who waits takes the
        place.
        """
        number, guild = field.tournament.id, field.tournament.place.guild
        if entrant.group_number is None:
            out = replace(entrant, state=EntrantState.OUT, out_at=_out_at(field, now), out_why=why)
            await tournament_queries.keep_entrants(writing, [(entrant, out)])
            return
        if await self._replace(writing, field, entrant, why, now):
            return
        withdrawal = rules_of(field.tournament.terms).withdrawal(field, entrant)
        out = replace(
            entrant,
            state=EntrantState.OUT,
            out_at=_out_at(field, now),
            out_why=why,
            withdrawal=withdrawal,
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
            tournament_notices.show_card(writing, number, now),
            tournament_jobs.due(writing, TournamentCheck(guild, number), now),
        )
        if why is not ExitReason.LEFT:
            await tournament_notices.post(writing, OUT_NOTICE, entrant.id, VenueKind.DIRECT, now)

    async def _end_matches(
        self, writing: Writing, pairings: Sequence[GroupLeg], gone: Collection[UserId], now: Instant
    ) -> None:
        """End the matches of users who leave, which gives their legs results."""
        await forfeit_all(self._writer, writing, await _live(writing, pairings), gone, now)

    async def _replace(
        self,
        writing: Writing,
        field: TournamentField,
        entrant: Entrant,
        why: ExitReason,
        now: Instant,
    ) -> bool:
        """Assign an entrant's place to the first who waits and can play everyone in the group."""
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
        out = replace(
            entrant,
            state=EntrantState.OUT,
            out_at=_out_at(field, now),
            out_why=why,
            group_number=None,
        )
        seed = rules_of(field.tournament.terms).seed_of(field, entrant, new)
        placed = replace(new, state=EntrantState.IN, group_number=group, seed=seed)
        await self._end_matches(writing, pairings, [entrant.user], now)
        await execute(
            tournament_queries.keep_entrants(writing, [(entrant, out), (new, placed)]),
            tournament_queries.delete_pairings(writing, pairings),
            tournament_queries.insert_pairings(
                writing,
                [GroupLeg(number, group, _swap(each.leg, entrant.id, new.id)) for each in pairings],
            ),
            tournament_jobs.due(writing, MatchesBeginning(guild, number), now),
            tournament_notices.show_card(writing, number, now),
            tournament_notices.post(writing, START_NOTICE, new.id, VenueKind.DIRECT, now),
        )
        if why is not ExitReason.LEFT:
            await tournament_notices.post(writing, OUT_NOTICE, entrant.id, VenueKind.DIRECT, now)
        return True

    async def _first_waiting(
        self, reading: Reading, field: TournamentField, others: Sequence[Entrant], now: Instant
    ) -> Entrant | None:
        gone = await self.who_is_gone(reading, field, field.waiting, now)
        for each in field.waiting:
            if each.id in gone:
                continue
            users = [each.user, *(other.user for other in others)]
            if not rules_of(field.tournament.terms).minds_blocks:
                return each
            if not any(each.user in pair for pair in await self._blocking(reading, users)):
                return each
        return None

    async def who_is_gone(
        self, reading: Reading, field: TournamentField, entrants: Sequence[Entrant], now: Instant
    ) -> dict[EntrantId, ExitReason]:
        """Return which entrants can no longer play in the server, and why."""
        users = [each.user for each in entrants]
        gone = await self._who_is_gone(reading, field.tournament.place.guild, users, now)
        return {each.id: gone[each.user] for each in entrants if each.user in gone}

    async def end_open_as_draws(
        self, writing: Writing, field: TournamentField, now: Instant
    ) -> None:
        """End the matches that are live when a tournament is over, each as a draw."""
        for match in await _live(writing, field.pairings):
            moment = await self._writer.counts_from(writing, match, now)
            await self._writer.change(writing, match, adjudicate(match, moment), moment)
        left = await _open_pairings(writing, field.tournament.id)
        await tournament_queries.keep_pairings(
            writing, [(each, each.after(adjudicated(each.leg), now)) for each in left]
        )

    async def call_off(self, writing: Writing, field: TournamentField, now: Instant) -> None:
        """Call off a tournament; matches that go on end without a result."""
        await self.lock_matches(writing, field.pairings)
        await statements_to_call_off(writing, field, now)
        await self.end_without_result(writing, field.pairings, now)

    async def lock_matches(self, writing: Writing, pairings: Sequence[GroupLeg]) -> None:
        """Lock the live matches of legs before other rows, as the result of a match does, too."""
        await _live(writing, pairings)

    async def end_without_result(
        self, writing: Writing, pairings: Sequence[GroupLeg], now: Instant
    ) -> None:
        """End the matches of legs without a result, or by time if that had run out before."""
        await end_without_result(self._writer, writing, await _live(writing, pairings), now)

    async def begin_match(
        self, writing: Writing, field: TournamentField, pairing: GroupLeg, now: Instant
    ) -> None:
        """Begin the match of a leg; its boards are due in turn with those of other new matches."""
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
            terms.venue,
        )
        begun = replace(pairing, match=match.id)
        await execute(
            tournament_queries.keep_pairings(writing, [(pairing, begun)]),
            *(
                tournament_notices.post_anew(writing, entrant, _replays_of(field, entrant), now)
                for _, entrant in pairing.leg.seats
                if pairing.matches_before
            ),
        )


async def withdraw(writing: Writing, entrant: Entrant, places: int, now: Instant) -> None:
    """Delete an entrant, whose place goes to the first who waits."""
    await tournament_queries.ENTRANTS.delete(writing.connection, id=entrant.id)
    await move_up(writing, entrant.tournament, places, now)


async def move_up(writing: Writing, number: TournamentId, places: int, now: Instant) -> None:
    """Assign a place that has become free to the first who waits, and tell them."""
    query = tournament_queries.QUERIES.next_to_move_up(
        writing.connection, tournament_id=number, places=places
    )
    waiting = await query.first(Entrant)
    if waiting is not None:
        await execute(
            tournament_queries.keep_entrants(
                writing, [(waiting, replace(waiting, state=EntrantState.IN))]
            ),
            tournament_notices.post(writing, PLACE_NOTICE, waiting.id, VenueKind.DIRECT, now),
        )


def statements_to_call_off(writing: Writing, field: TournamentField, now: Instant) -> Statements:
    """Return the statements that call off a tournament; they do not end its matches."""
    number, guild = field.tournament.id, field.tournament.place.guild
    over = replace(field.tournament, state=TournamentState.CALLED_OFF, ended_at=now)
    return Statements(
        tournament_queries.keep(writing, field.tournament, over),
        tournament_jobs.due(writing, TournamentStart(guild, number), None),
        tournament_jobs.due(writing, TournamentSoon(guild, number), None),
        tournament_jobs.due(writing, MatchesBeginning(guild, number), None),
        tournament_jobs.due(writing, TournamentFinish(guild, number), None),
        tournament_jobs.due(writing, TournamentWaitingOver(guild, number), None),
        *tournament_jobs.look_at_event(writing, field.tournament, now).each,
        *tournament_notices.show_sign_up(writing, number, now).each,
        *tournament_notices.show_card(writing, number, now).each,
        *(
            statement
            for each in field.entrants
            if each.state is not EntrantState.OUT
            for statement in tournament_notices.post(
                writing, CALLED_OFF_NOTICE, each.id, VenueKind.DIRECT, now
            ).each
        ),
    )


async def look_at_events(writing: Writing, guild: GuildId, now: Instant) -> None:
    """Schedule a check of the events of all starts in a server."""
    for tournament in await tournament_queries.under_way_in(writing, guild):
        if tournament.state is TournamentState.OPEN:
            defer(*tournament_jobs.look_at_event(writing, tournament, now).each)


def _replays_of(field: TournamentField, entrant: EntrantId) -> int:
    """Return how many matches of an entrant ended without a result and are played again."""
    return sum(each.matches_before for each in field.pairings_of(entrant))


async def _open_pairings(reading: Reading, number: TournamentId) -> list[GroupLeg]:
    field = await tournament_queries.find_field(reading, number)
    return [] if field is None else [each for each in field.pairings if each.leg.is_open]


async def _live(writing: Writing, pairings: Sequence[GroupLeg]) -> list[Match]:
    """Return the matches of pairings that go on, locked."""
    return await lock_live(
        writing, [each.match for each in pairings if each.leg.is_open and each.match is not None]
    )


def _turns_of(match: Match, user: UserId) -> int:
    """Return how many turns a user has played in a match."""
    return match.ply // 2 if match.seats.gray == user else -(-match.ply // 2)


def _boards_at(field: TournamentField, pairing: GroupLeg, now: Instant) -> PerSeat[Instant]:
    """Return when the boards of a match are due, each at its own moment if many begin at once.

    The moments count from the start of the tournament, or from now if this match's moment has
    passed.
    """
    begun_at = field.tournament.begun_at
    if pairing.matches_before or begun_at is None:
        return boards_at(0, 1, now)
    place, count = field.pairings.index(pairing), len(field.pairings)
    planned = boards_at(place, count, begun_at)
    return planned if now <= planned.orange else boards_at(place, count, now)


def _out_at(field: TournamentField, now: Instant) -> Instant:
    """Return the moment for an entrant who goes out: later than for all who went out before.

    The order decides who advances in a cup, and the clocks of two machines may differ.
    """
    latest = max((each.out_at for each in field.entrants if each.out_at is not None), default=0.0)
    return Instant(max(now, nextafter(latest, inf)))


def _numbers(entrants: Sequence[Entrant]) -> list[EntrantId]:
    return sorted(each.id for each in entrants)


def _swap(leg: Leg, old: EntrantId, new: EntrantId) -> Leg:
    """Return an open leg with another entrant in one of the seats."""
    orange, gray = (new if each == old else each for _, each in leg.seats)
    return leg_between(orange, gray, leg.number)
