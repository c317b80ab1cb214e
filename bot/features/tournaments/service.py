"""What users can do with tournaments: create, enter and leave them, and look at them."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from bot.db.database import Database, Reading
from bot.db.statements import execute
from bot.features.competitions.members import CompetitionAdmission, ExitReason
from bot.features.matches import queries as match_queries
from bot.features.tournaments import jobs as tournament_jobs
from bot.features.tournaments import notices as tournament_notices
from bot.features.tournaments import queries as tournament_queries
from bot.features.tournaments.errors import (
    BarredFromSeason,
    EnteredAlready,
    EntryClosed,
    NoName,
    NoSuchTournament,
    NotEntered,
    StartTooSoon,
    ThroughAlready,
    TooFewEntrants,
    TooManyMatchesAtOnce,
    TooManyTournaments,
    TournamentOver,
    WaitingAlready,
)
from bot.features.tournaments.formats import rules_of, with_venue_that_fits
from bot.features.tournaments.groups import FEWEST_ENTRANTS, most_fitting_entrants
from bot.features.tournaments.jobs import TournamentStart
from bot.features.tournaments.legs import EntrantId, TournamentId, Withdrawal
from bot.features.tournaments.queries import QUERIES
from bot.features.tournaments.seasons import start_up
from bot.features.tournaments.tournament import (
    Entrant,
    EntrantState,
    GroupLeg,
    StartMode,
    Tournament,
    TournamentField,
    TournamentState,
    TournamentTerms,
)
from bot.features.tournaments.writer import TournamentWriter, look_at_events, withdraw
from bot.game.chance import Chance
from bot.jobs.backoff import GRACE
from bot.jobs.clock import Clock
from bot.match.clock import DAY, HOUR
from bot.match.identity import EventId, GuildId, InServer, Instant, RoleId, Seconds, UserId
from bot.match.match import Match
from bot.text import Typed
from bot.text.sanitizing import sanitized

MOST_AT_A_TIME: Final = 3
"""In how many tournaments of a server a user can be at a time."""
LONGEST_NAME: Final = 40
SOONEST: Final = HOUR
LATEST: Final = Seconds(90 * DAY)
MOST_LISTED: Final = 25


@dataclass(frozen=True, slots=True)
class OwnMatch:
    """A leg of a user, the opponent, and the match once it has begun."""

    pairing: GroupLeg
    opponent: Entrant
    match: Match | None


@dataclass(frozen=True, slots=True)
class OwnMatches:
    """A user's entry in a tournament and their legs."""

    field: TournamentField
    entrant: Entrant
    matches: tuple[OwnMatch, ...]


def require_possible(terms: TournamentTerms, now: Instant) -> None:
    """Raise `TooManyMatchesAtOnce` or `StartTooSoon` if a tournament can't have these terms."""
    if not rules_of(terms).is_possible(terms):
        raise TooManyMatchesAtOnce(most_fitting_entrants(terms.group_size, terms.legs))
    starts_at = terms.starts_at
    if starts_at is not None and not now + SOONEST <= starts_at <= now + LATEST:
        raise StartTooSoon(starts_at)


class Tournaments:
    """Creates tournaments, and takes users into them and out of them."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        chance: Chance,
        admit: CompetitionAdmission,
        writer: TournamentWriter,
    ) -> None:
        self._database = database
        self._clock = clock
        self._chance = chance
        self._admit = admit
        self._writer = writer

    async def draft(
        self, host: UserId, place: InServer, name: str, terms: TournamentTerms
    ) -> Tournament:
        """Store a tournament that its host still has to announce, in place of their last draft.

        Raise `NoName`, `TooManyMatchesAtOnce` or `StartTooSoon`.
        """
        now = self._clock.now()
        shown = sanitized(name, LONGEST_NAME)
        if not shown:
            raise NoName
        require_possible(terms, now)
        async with self._database.writing() as writing:
            number = TournamentId(await tournament_queries.allot_number(writing))
            lot = int(self._chance.random() * 2**53)
            tournament = Tournament(
                number, place, host, shown, terms, series=number, season=1, lot=lot, created_at=now
            )
            await execute(
                tournament_queries.discard_drafts(writing, host, place.guild),
                tournament_queries.insert(writing, tournament),
            )
        return tournament

    async def redraft(
        self,
        host: UserId,
        number: TournamentId,
        change: Callable[[TournamentTerms], TournamentTerms],
    ) -> Tournament:
        """Change the terms of a draft. Raise `NoSuchTournament`, and what `draft` raises."""
        now = self._clock.now()
        async with self._database.writing() as writing:
            before = await _find_draft(writing, host, number)
            after = replace(before, terms=with_venue_that_fits(change(before.terms)))
            require_possible(after.terms, now)
            if after != before:
                await tournament_queries.keep(writing, before, after)
        return after

    async def announce(self, host: UserId, number: TournamentId) -> Tournament:
        """Let users enter a tournament that was drafted.

        Raise `NoSuchTournament`, `TooManyMatchesAtOnce` or `StartTooSoon`.
        """
        now = self._clock.now()
        async with self._database.writing() as writing:
            before = await _find_draft(writing, host, number)
            require_possible(before.terms, now)
            opened = replace(before, state=TournamentState.OPEN, created_at=now)
            await execute(
                tournament_queries.keep(writing, before, opened), start_up(writing, opened, now)
            )
        return opened

    async def discard(self, host: UserId, guild: GuildId) -> None:
        """Delete a user's drafts in a server."""
        async with self._database.writing() as writing:
            await tournament_queries.discard_drafts(writing, host, guild)

    async def find(self, number: TournamentId, guild: GuildId | None = None) -> TournamentField:
        """Return a tournament, of that server if one is named. Raise `NoSuchTournament`."""
        async with self._database.snapshot() as reading:
            return await _find(reading, number, guild)

    async def known_events(self, guild: GuildId) -> frozenset[EventId]:
        """Return the events of a server that announce starts."""
        async with self._database.reading() as reading:
            tournaments = await tournament_queries.under_way_in(reading, guild)
        return frozenset(each.event for each in tournaments if each.event is not None)

    async def record_event(self, number: TournamentId, event: EventId | None) -> None:
        """Store which event announces the start of a tournament, or that none does."""
        async with self._database.writing() as writing:
            before = await tournament_queries.find(writing, number)
            if before is not None and before.event != event:
                await tournament_queries.keep(writing, before, replace(before, event=event))

    async def look_at_events(self, guild: GuildId) -> None:
        """Schedule a check of a server's start events: an obstacle may be gone."""
        async with self._database.writing() as writing:
            await look_at_events(writing, guild, self._clock.now())

    async def of_entrant(self, number: EntrantId) -> tuple[TournamentField, Entrant] | None:
        """Return an entrant with the tournament, if they exist."""
        async with self._database.snapshot() as reading:
            return await tournament_queries.field_of_entrant(reading, number)

    async def listed(self, guild: GuildId) -> list[Tournament]:
        """List a server's tournaments, those under way first and then the latest."""
        async with self._database.reading() as reading:
            return await tournament_queries.latest(reading, guild, MOST_LISTED)

    async def of_user(self, user: UserId, guild: GuildId | None = None) -> list[Tournament]:
        """List the tournaments under way that a user has entered."""
        async with self._database.reading() as reading:
            return await tournament_queries.of_user(reading, user, guild)

    async def own_matches(self, user: UserId, number: TournamentId) -> OwnMatches:
        """Return a user's legs: the open ones, then the others in the order in which they ended.

        Raise what `find` and `leave` raise.
        """
        async with self._database.snapshot() as reading:
            field = await _find(reading, number)
            entrant = _require_entrant(field, user)
            pairings = field.pairings_of(entrant.id)
            begun = [each.match for each in pairings if each.match is not None]
            found = await execute(*(match_queries.find(reading, each) for each in begun))
        matches = dict(zip(begun, found, strict=True))
        own = [
            OwnMatch(
                each,
                field.entrant(each.leg.opponent_of(entrant.id)),
                None if each.match is None else matches[each.match],
            )
            for each in pairings
        ]
        own.sort(key=lambda each: (not each.pairing.leg.is_open, each.pairing.ended_at or 0.0))
        return OwnMatches(field, entrant, tuple(own))

    async def enter(
        self, user: UserId, number: TournamentId, roles: frozenset[RoleId] | None
    ) -> tuple[TournamentField, Entrant]:
        """Give a user a place in a tournament, or one on its waiting list.

        Raise `NoSuchTournament`, `EntryClosed`, `TournamentOver`, `EnteredAlready`,
        `WaitingAlready`, `TooManyTournaments`, `BarredFromSeason`, and what `CompetitionAdmission`
        raises.
        """
        now = self._clock.now()
        async with self._database.writing() as writing:
            field = await _find(writing, number)
            tournament = field.tournament
            guild, name = tournament.place.guild, Typed(tournament.name)
            if tournament.state in (TournamentState.ENDED, TournamentState.CALLED_OFF):
                raise TournamentOver
            entry = field.of_user(user)
            if entry is not None and entry.state is EntrantState.IN:
                raise EnteredAlready(name)
            if entry is not None and entry.state is EntrantState.WAITING:
                raise WaitingAlready(name)
            if tournament.state is not TournamentState.OPEN:
                raise EntryClosed(name)
            await self._require_may_play(writing, guild, user, roles, now)
            await _require_not_barred(writing, tournament, user)
            is_full = len(field.entered) >= tournament.terms.most_entrants
            state = EntrantState.WAITING if is_full else EntrantState.IN
            entrant = await tournament_queries.enter(writing, number, user, state, now)
            entered = replace(field, entrants=(*field.entrants, entrant))
            await tournament_notices.show_sign_up(writing, number, Instant(now + GRACE))
            if _is_to_start(entered, now):
                job = TournamentStart(guild, number)
                await tournament_jobs.due(writing, job, now)
        return entered, entrant

    async def require_may_play(
        self, user: UserId, guild: GuildId, roles: frozenset[RoleId] | None
    ) -> None:
        """Raise a refusal if a user may enter no tournament there.

        That is `TooManyTournaments`, or what `CompetitionAdmission` raises.
        """
        now = self._clock.now()
        async with self._database.snapshot() as reading:
            await self._require_may_play(reading, guild, user, roles, now)

    async def _require_may_play(
        self,
        reading: Reading,
        guild: GuildId,
        user: UserId,
        roles: frozenset[RoleId] | None,
        now: Instant,
    ) -> None:
        await self._admit(reading, guild, user, roles, now)
        entries = QUERIES.entries_in_server(reading.connection, user_id=user, guild_id=guild)
        if await entries.one(int) >= MOST_AT_A_TIME:
            raise TooManyTournaments(MOST_AT_A_TIME)

    async def leave(self, user: UserId, number: TournamentId) -> TournamentField:
        """Take a user out of a tournament; return it as it is then.

        Before the start the place is free for another. Afterwards the user is out. Raise
        `NoSuchTournament`, `NotEntered`, `ThroughAlready` or `TournamentOver`.
        """
        now = self._clock.now()
        async with self._database.writing() as writing:
            field = await _find(writing, number)
            entrant = _require_entrant(field, user)
            match field.tournament.state:
                case TournamentState.OPEN:
                    places = field.tournament.terms.most_entrants
                    await withdraw(writing, entrant, places, now)
                    await tournament_notices.show_sign_up(writing, number, Instant(now + GRACE))
                case TournamentState.RUNNING if field.is_through(entrant):
                    raise ThroughAlready(Typed(field.tournament.name))
                case TournamentState.RUNNING:
                    await self._writer.put_out(writing, field, entrant, ExitReason.LEFT, now)
                case _:
                    raise TournamentOver
            return await _find(writing, number)

    async def start(self, number: TournamentId, guild: GuildId) -> TournamentField:
        """Start a tournament now. Raise `NoSuchTournament`, `EntryClosed` or `TooFewEntrants`."""
        now = self._clock.now()
        async with self._database.writing() as writing:
            field = await _find(writing, number, guild)
            if field.tournament.state is not TournamentState.OPEN:
                raise EntryClosed(Typed(field.tournament.name))
            if len(field.entered) < FEWEST_ENTRANTS:
                raise TooFewEntrants(FEWEST_ENTRANTS)
            if not await self._writer.start(writing, field, now):
                # Too many entrants have blocked one another to fill a group.
                raise TooFewEntrants(FEWEST_ENTRANTS)
            return await _find(writing, number)

    async def season_after(self, number: EntrantId) -> TournamentField | None:
        """Return the season after the one of an entrant, if it exists."""
        async with self._database.snapshot() as reading:
            field = await tournament_queries.field_of_entrant(reading, number)
            if field is None:
                return None
            return await tournament_queries.season_after(reading, field[0].tournament)

    async def play_again(
        self,
        user: UserId,
        number: EntrantId,
        roles: frozenset[RoleId] | None,
        *,
        again: bool,
    ) -> Tournament:
        """Enter a user of a season into the next one, or take them out; return the next season.

        A repeated call changes nothing. Raise `NotEntered` if the user was not in that season, and
        what `enter` raises.
        """
        async with self._database.reading() as reading:
            found = await tournament_queries.field_of_entrant(reading, number)
            field = None if found is None else found[0]
            if field is None or found is None or found[1].user != user:
                raise NoSuchTournament
            after = await tournament_queries.season_after(reading, field.tournament)
        if after is None:
            raise NoSuchTournament
        is_in = after.of_user(user) is not None
        if again and not is_in:
            await self.enter(user, after.tournament.id, roles)
        elif is_in and not again:
            await self.leave(user, after.tournament.id)
        return after.tournament


async def _find(
    reading: Reading, number: TournamentId, guild: GuildId | None = None
) -> TournamentField:
    field = await tournament_queries.find_field(reading, number)
    if field is None or guild not in (None, field.tournament.place.guild):
        raise NoSuchTournament
    return field


async def _find_draft(reading: Reading, host: UserId, number: TournamentId) -> Tournament:
    tournament = await tournament_queries.find(reading, number)
    if (
        tournament is None
        or tournament.host != host
        or tournament.state is not TournamentState.DRAFT
    ):
        raise NoSuchTournament
    return tournament


def _require_entrant(field: TournamentField, user: UserId) -> Entrant:
    """Return a user's entry. Raise `NotEntered` if there is none, or if they are out."""
    entrant = field.of_user(user)
    if entrant is None or entrant.state is EntrantState.OUT:
        raise NotEntered(Typed(field.tournament.name))
    return entrant


async def _require_not_barred(reading: Reading, tournament: Tournament, user: UserId) -> None:
    """Raise `BarredFromSeason` if the results of the user in the season before were annulled."""
    if tournament.season == 1:
        return
    before = await tournament_queries.season_before(reading, tournament)
    entrant = None if before is None else before.of_user(user)
    if entrant is not None and entrant.withdrawal is Withdrawal.ANNULLED:
        raise BarredFromSeason


def _is_to_start(field: TournamentField, now: Instant) -> bool:
    """Return whether a tournament starts with the entrant who has just come."""
    terms, entered = field.tournament.terms, len(field.entered)
    match terms.start_mode:
        case StartMode.WHEN_FULL:
            return entered >= terms.most_entrants
        case StartMode.AT_A_TIME:
            is_late = terms.starts_at is not None and now >= terms.starts_at
            return is_late and entered >= FEWEST_ENTRANTS
        case StartMode.BY_HAND:
            return False
